import pytest

from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.reading import read
from cite_or_refuse.gate.undenied import undenied

PAGE = """\
# Journal

The writer keeps a copy of each page in memory until the file is closed. Readers are not blocked by
the writer, since they have their own snapshot of the database.

Checkpoints run when the journal has grown to a thousand pages. A checkpoint that meets a reader
stops there, and goes on at the next commit. It is not possible to change the page size later on.

To open a journal over a network, set `shared`. The lock of such a file is never released.

A journal may stand beside its database or in a folder. This is not supported on old systems.

Files of these kinds are not read:

* archives with a password

The memory of a snapshot is non-volatile. What a reader has seen of a page is NOT written to the
log of the server, since a commit does that.

The header of a frame is always eight bytes long, which is checked, and it therefore
doesn't end a frame of any kind.
"""


def found(claim: str) -> str:
    reading = read(claim, [(1, build_index(PAGE))])
    return undenied(claim, reading.facts, reading.indexes[0], reading.weights[0])


@pytest.mark.parametrize(
    ("claim", "word"),
    [
        ("Opening is cheap, and the writer does not keep a copy of each page.", "not"),
        ("A checkpoint never stops at a reader, whatever the size of the cache.", "never"),
        ("The writer doesn't keep a copy of each page in memory.", "doesn't"),
        ("The writer `Writer(a=1)` does not keep a copy of each page in memory.", "not"),
        ("A journal is locked, and cannot be opened over a network.", "cannot"),
        ("You cannot open a journal over a network.", "cannot"),
        ("A journal cannot be opened over a network.", "cannot"),
    ],
)
def test_what_is_denied_where_the_page_denies_nothing_is_named(claim, word):
    # GIVEN a page that has the clause, and denies other things only
    # WHEN a main clause of a claim denies it
    # THEN the word that denies it is named
    assert found(claim) == word


@pytest.mark.parametrize(
    "claim",
    [
        "The writer does not block readers.",  # as the page says
        "The memory of a snapshot is not volatile.",  # "non-volatile"
        "What a reader has seen is never written to the log of the server.",  # "NOT written"
        "The header is checked and does not end a frame.",  # the sentence goes over two lines
        "The page size cannot be changed later.",  # in other words, with a denial of its own
        "A journal cannot stand in a folder on old systems.",  # "this" looks back
        "An archive with a password is not read.",  # a colon looks ahead
        "If the writer does not keep a copy of each page, it fails.",  # states no such thing
        "It does not keep a copy of each page in memory.",  # of what?
        "There is a cache; do not keep a copy of each page in memory.",
        "Do not keep a copy of each page in memory.",  # an advice
        "The writer keeps a copy, not a snapshot, of each page.",  # no predicate is denied
        "The writer isn't free: it keeps a copy of each page in memory.",  # what does "free" mean?
        "The pump does not keep a copy of each page in memory.",  # no pump on the page
        "The writer not only keeps a copy of each page in memory.",
        "The writer does not compress what it appends to its log.",  # no such clause on the page
        "The writer keeps a copy of each page in memory.",
    ],
)
def test_what_may_be_a_denial_of_the_page_s_own_is_let_pass(claim):
    # GIVEN the same page
    # WHEN a claim denies nothing, not in a main clause, or what the page may deny
    # THEN nothing is named
    assert found(claim) == ""
