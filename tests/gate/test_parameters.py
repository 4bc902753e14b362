import pytest

from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.support import judge

PAGE = """Module tarn

class Store

    A store on disk.

def Store.open(self, path, cache=512, *, sync=True)

    Open the store.

    :param path: where the store is
    :param cache: the size of the cache in MB

def Store.scan(self, prefix, limit=None)

    Iterate over the keys with this prefix.

    :param limit: how many keys to return
"""


def missing(claim: str) -> tuple[str, ...]:
    return judge(claim, [(1, build_index(PAGE))]).missing


@pytest.mark.parametrize(
    "claim",
    [
        "`Store.scan` accepts a `cache` argument.",
        "Call `Store.scan(cache=8)` to limit it.",
        "One of the parameters of `Store.scan` is `cache`.",
        "You can pass `cache` to `Store.scan`.",
    ],
)
def test_a_parameter_of_another_function_is_missing(claim):
    # GIVEN a page on which `cache` belongs to `open`
    # WHEN a claim gives it to `scan`
    # THEN it is missing, although it stands on the page
    assert "cache" in missing(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "`Store.open` accepts a `cache` argument.",
        "`Store.scan` goes over the keys, and a store has a `cache` parameter.",  # of another thing
        "Call `Store.open(path, cache=512)`.",
        "You can pass `limit` to `Store.scan`.",
        "One of the parameters of `Store.open` is `sync`.",
    ],
)
def test_a_function_s_own_parameter_is_let_pass(claim):
    # GIVEN the same page
    # WHEN a claim names a parameter of the signature or of the entry
    # THEN nothing is missing
    assert missing(claim) == ()


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("The `cache` parameter defaults to 256.", "256"),
        ("`sync` is false by default.", "false"),
    ],
)
def test_a_default_that_its_entry_does_not_state_is_missing(claim, value):
    # GIVEN a signature with defaults
    # WHEN a claim states another
    # THEN the value is missing
    assert value in missing(claim)


@pytest.mark.parametrize(
    "claim", ["The `cache` parameter defaults to 512.", "`sync` is on by default."]
)
def test_a_default_of_the_signature_is_let_pass(claim):
    # GIVEN the same signature
    # WHEN a claim states its default, as a number or in words
    # THEN nothing is missing
    assert missing(claim) == ()
