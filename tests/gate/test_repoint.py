"""A claim that cites the wrong source of the run."""

from cite_or_refuse.domain.check import GateOutcome
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check, repoint
from tests.gate.tarn import CACHE, OSTREL, SOURCES, TLS, WRONG, checked


def test_a_claim_moves_to_the_one_source_that_carries_it():
    # GIVEN a claim that cites source 1 and 3, while source 2 says it
    found = checked(f"{CACHE}.[^1] {OSTREL}[^1], as they say.[^3]")
    assert found.outcome is GateOutcome.UNSUPPORTED
    # WHEN citations are re-pointed
    again = repoint(found, SOURCES)
    # THEN the draft passes the gate, and the change is told
    assert again.outcome is GateOutcome.GROUNDED
    assert again.draft == f"{CACHE}.[^1] {OSTREL}, as they say.[^2]"
    assert again.claims[1].citations == (2,)
    assert again.changes == (f"re-pointed [^1][^3] to [^2]: {OSTREL}, as they say.",)


def test_what_no_source_carries_stays():
    found = checked(f"{CACHE}.[^1] {WRONG}.[^2]")
    assert repoint(found, SOURCES) is found


def test_no_other_fault_is_mended_on_the_way():
    for draft in (
        f"{OSTREL}.[^9]",
        f"{OSTREL}.",
        f"{OSTREL}.[^1-3]",
        f"{OSTREL}, https://evil.example.org.[^1]",
        "",
        f"{CACHE}.[^1]\n\n[^1]: https://evil.example.org",
        f"{CACHE}.[^1]",
    ):
        found = checked(draft)
        assert repoint(found, SOURCES) is found


def test_of_two_equal_sources_the_first_is_taken():
    # GIVEN a page that was found twice, and a claim that cites a third
    twice = [SOURCES[0], SOURCES[1], SOURCES[1]]
    # WHEN it is re-pointed
    again = repoint(check(f"{OSTREL}.[^1]", twice), twice)
    # THEN the lower number wins, each time
    assert again.claims[0].citations == (2,)


def test_a_page_that_is_no_evidence_is_never_pointed_at():
    robot = Source("Robot", "https://r.example.org", "", f"Just a moment... {OSTREL}.")
    found = check(f"{OSTREL}.[^1] {TLS}.[^1]", [SOURCES[0], robot])
    assert repoint(found, [SOURCES[0], robot]) is found


def test_code_keeps_the_citation_that_another_claim_gave_it():
    draft = f"{OSTREL}:[^2]\n\n```\ntarn.open()\n```\n"
    again = repoint(checked(draft), SOURCES)
    assert again.draft == draft
