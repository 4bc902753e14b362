import pytest

from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.numbered import misnumbered
from cite_or_refuse.gate.reading import read

PAGE = (
    "Removed support for Python 2.7, 3.5, and 3.6 in this version of the client. "
    "Changed the default minimum TLS version to TLS 1.2 (previously was TLS 1.0). "
    + "The server is described elsewhere. " * 20
    + "The library speaks to Redis 7.2, 8.0 and 8.2. Its release is 1.1."
)


def found(claim: str) -> list[str]:
    return list(misnumbered(read(claim, [(1, build_index(PAGE))])))


@pytest.mark.parametrize(
    ("claim", "number"),
    [
        ("The client removed support for Python 8.2.", "8.2"),
        ("The minimum TLS version was TLS 1.1 by default.", "1.1"),
    ],
)
def test_a_number_of_another_name_is_named(claim, number):
    # GIVEN a page on which several names have numbers
    # WHEN one gets the number of another
    # THEN it is named
    assert found(claim) == [number]


@pytest.mark.parametrize(
    "claim",
    [
        "The client removed support for Python 3.5.",
        "The client removed support for Python 2.",
        "The minimum TLS version was TLS 1.0 by default.",
        "The library speaks to Redis 8.2.",
        "Version 3.5 is the last of them.",  # no name
        "In 3.5 support for it was removed.",
        "The client removed support for Python 4.9.",  # unknown: another rule's
    ],
)
def test_a_number_of_its_name_is_let_pass(claim):
    # GIVEN the same page
    # WHEN a name has its own number, listed or coarser, or one that stands nowhere
    # THEN none is named, but for the unknown one, which is missing anyway
    assert found(claim) in ([], ["4.9"])
