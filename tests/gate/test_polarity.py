import pytest

from cite_or_refuse.domain.check import Support
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.support import judge


def refused(claim: str, source: str) -> bool:
    return judge(claim, [(1, build_index(source))]).verdict is Support.UNSUPPORTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("TLS is enabled by default.", "TLS is not enabled by default."),
        ("TLS is not enabled by default.", "TLS is enabled by default on the server."),
        ("The project planned a hosted service.", "“We never planned a hosted service,” he said."),
        ("The cache is disabled by default.", "The cache is enabled by default."),
        ("The hook runs before the commit.", "The hook runs after the commit."),
        ("Each worker must not use the shared pool.", "Each worker must use the shared pool."),
        (
            "Broken connections are not found by pinging every client each 30 seconds.",
            "To find broken connections, ping every client each 30 seconds.",
        ),
        ("The old pool was not removed.", "The deprecated old pool was removed."),
        ("Tarn is not downloaded often.", "Tarn is one of the packages that are downloaded often."),
        ("Otters are not some of the rarest mammals.", "Among mammals, otters are the rarest."),
        (
            "Reliability is not an important attribute of spacecraft batteries.",
            "Batteries of spacecraft are held to the reliability that a mission needs.",
        ),
    ],
)
def test_the_opposite_of_nearly_the_same_words_is_refused(claim, source):
    # GIVEN a source with nearly the claim's words
    # WHEN one of the two denies what the other says
    # THEN the claim is refused
    assert refused(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("TLS is not enabled by default.", "TLS is disabled by default."),
        (
            "A float becomes an integer only if it has no fractional part.",
            "A float becomes an integer; one that has a fractional part is an error.",
        ),
        ("No side of an image is longer than 512 pixels.", "A side of an image has 512 pixels."),
        ("It reads no form that is not multipart.", "It reads a form that is multipart."),
        (
            "Support is disabled by default, and a subclass has to set it.",
            "Support is disabled by default.\nA subclass has to set it to enable support.",
        ),
        ("A tag may not exceed 128 characters.", "A tag must be at most 128 characters long."),
        ("The option no longer exists.", "Removed the deprecated option."),
        ("TLS is enabled by default.", "TLS is enabled by default. Compression is not enabled."),
        ("It runs in threads.", "It does not only run in processes, it runs in threads."),
        ("The file cannot be read.", "Reading the file is impossible."),
        ("`f` calls `g`.", "`g` is called by `f`."),
        (
            "The protection covers the view: neither middleware nor rendering happens inside it.",
            "The view is enclosed in the protection. Middleware runs outside, so does rendering.",
        ),
        ("The set has no missing values.", "Of the values in the set, those missing: none."),
        (
            "Land cannot be found on the red star.",
            "Could a probe land on the red star? "
            + "It was asked by a reader in a letter of last spring, and then by many others too. "
            * 2
            + "There is no surface on the star to land on.",
        ),
        (
            "The timeout counts from the call, not from when the message was received.",
            "The timeout counts from the call on the message. A message is received once.",
        ),
        ("Ultra is an album of the band.", "After the single It's No Good the album Ultra came."),
        (
            "There is no call to close the mapping; flushing writes changes, when it is deleted.",
            "When you delete a memmap object, flush is called first to write\nchanges to disk. "
            + "Each page of the file is read as soon as it is asked for, whatever its size is. " * 4
            + "There is no API to close the underlying mmap.",
        ),
        (
            "Reading is cheap: the stock `stream` calls `invoke`, so there is no partial output.",
            "The stock `stream`, which calls `invoke`, reads it all; partial output is off.",
        ),
        (
            "A failed connection is retried by the adapter.",
            "A failed connection is not retried by default. With an adapter it is retried.",
        ),
    ],
)
def test_a_denial_in_other_words_is_let_pass(claim, source):
    # GIVEN a source that says the same, with another denial or another sentence beside it
    # WHEN the claim is judged
    # THEN no contradiction is seen
    assert not refused(claim, source)


def test_two_names_that_changed_places_are_refused():
    # GIVEN a source that says which of the two calls the other
    source = "In each round `Scheduler` calls `Executor`."
    # WHEN the claim says it the other way round
    # THEN it is refused, and the right way is not
    assert refused("In each round `Executor` calls `Scheduler`.", source)
    assert not refused("In each round `Scheduler` calls `Executor`.", source)


def test_what_is_said_of_a_series_is_not_said_of_its_member():
    # GIVEN a source that withdraws the series and advises a member
    source = "The T1 series was withdrawn on 14 June. Please use T1.6."
    # WHEN the member is said to be withdrawn
    # THEN it is refused
    assert refused("T1.6 was withdrawn on 14 June.", source)
    assert not refused("T1 was withdrawn on 14 June.", source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Tarn compresses backups, without exception.", "Tarn does not compress backups."),
        ("Tarn compresses backups, no matter what.", "Tarn does not compress backups."),
        ("Tarn supports journals if needed.", "Tarn does not support journals."),
        ("You need not restart it after a change.", "You need to restart it after a change."),
        ("Jobs that are not tagged are deleted.", "Jobs that are tagged are deleted at night."),
        ("If the cache is not full, entries stay.", "If the cache is full, new entries stay."),
    ],
)
def test_a_tail_or_the_same_condition_hides_no_denial(claim, source):
    # GIVEN a source that says one thing
    # WHEN a claim denies it, with words that deny nothing, or in the same condition
    # THEN it is refused
    assert refused(claim, source)
