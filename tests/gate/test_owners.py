import pytest

from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.owners import misowned
from cite_or_refuse.gate.reading import read

API = """\
class Path(exists=False, file_okay=True, dir_okay=True)

Checks a path.

Session.expire_all(self)

Expires all objects.

Client.patch(self, url, cookies=None)

Sends a request. The `HTTPResponse.headers` are kept.

### ReturnValues

Use it to get the item. Valid values: NONE, ALL_OLD. The changes name `Schema` and its `context`.
"""


def found(claim: str) -> list[str]:
    return list(misowned(read(claim, [(1, build_index(API))])))


@pytest.mark.parametrize(
    ("claim", "owner"),
    [
        ("Call `MetaData.expire_all()` on the instance.", "MetaData.expire_all"),
        ("`dir_okay` accepts a `Path` argument.", "dir_okay"),
        ("`cookies` takes a `Client.patch` parameter.", "cookies"),
        ("One of the parameters of `file_okay` is `Path`.", "file_okay"),
        ("`Path` is a parameter of `exists`.", "exists"),
        ("The `Path` parameter of `exists` is false.", "exists"),
        ("The documented methods of `expire_all` include `Session`.", "expire_all"),
        ("The documented methods of `MetaData` include `expire_all`.", "MetaData"),
        ("`MetaData` offers a `patch` method.", "MetaData"),
        ("`PathError` raises `Path` if there is no file.", "PathError"),
        ("`ALL_OLD` can be set to `ReturnValues` to get the item.", "ALL_OLD"),
        ("The `Schema` attribute of `context` is gone.", "context"),
    ],
)
def test_a_member_given_to_another_owner_is_named(claim, owner):
    # GIVEN a page of signatures
    # WHEN a method or a parameter is said to belong to something else
    # THEN that owner is named
    assert set(found(claim)) == {owner}


@pytest.mark.parametrize(
    "claim",
    [
        "Call `Session.expire_all()` on the instance.",
        "`Path` accepts a `dir_okay` argument.",
        "`Client.patch` takes a `cookies` parameter.",
        "One of the parameters of `Path` is `file_okay`.",
        "`exists` is a parameter of `Path`.",
        "The `exists` parameter of `Path` is false.",
        "The documented methods of `Session` include `expire_all`.",
        "`Session` offers an `expire_all` method.",
        "`Response` offers a `headers` method.",  # the end of the name that the page has
        "`Path` raises `PathError` if there is no file.",
        "The headers are in `response.headers`.",  # an instance
        "`click.Path` checks a path.",  # a module
        "`ReturnValues` can be set to `ALL_OLD` to get the item.",
        "The `context` attribute of `Schema` is gone.",
        "`Path` accepts a `mode` argument.",  # unknown, and another rule's
    ],
)
def test_a_member_given_to_its_owner_is_let_pass(claim):
    # GIVEN the same page
    # WHEN things are said to belong where they do, to an instance, or to a module
    # THEN nothing is named
    assert not found(claim)
