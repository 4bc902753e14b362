"""What a writer is told."""

import pytest

from cite_or_refuse.domain.check import Reason
from cite_or_refuse.gate import feedback, no_draft
from tests.gate.tarn import CACHE, OSTREL, TLS, WRONG, checked


@pytest.mark.parametrize(
    ("draft", "words"),
    [
        (f"{WRONG}.[^1]", ["[^1] does not carry 999 MB", f"“{WRONG}.”", "Nearest, [^1]", "512 MB"]),
        (f"{CACHE}.[^1] {TLS}.", ["No marker", f"“{TLS}.”"]),
        (f"{CACHE}.[^9]", ["[^9] names no source", CACHE]),
        (f"{CACHE}.[^1-3]", ["Cite as [^n], not [^1-3]", CACHE]),
        (
            f"{CACHE}, see https://evil.example.org.[^1]",
            ["Leave out links", "https://evil.example.org"],
        ),
        (f"# Tarn 9.9\n\n{CACHE}.[^1]", ["no source has 9.9"]),
        (f"{CACHE}.[^1]\n\n[^1]: https://evil.example.org", ["Leave out the list of sources"]),
        (f"{CACHE}.", ["Nothing is cited"]),
        ("", ["states nothing"]),
    ],
)
def test_a_writer_is_told_what_is_missing_and_where_the_nearest_evidence_is(draft, words):
    lines = feedback(checked(draft))
    assert lines
    for word in words:
        assert any(word in line for line in lines), lines


def test_a_grounded_draft_needs_no_words():
    assert feedback(checked(f"{CACHE}.[^1]")) == ()


@pytest.mark.parametrize("reason", list(Reason))
def test_a_reason_without_a_claim_is_told_too(reason: Reason):
    lines = feedback(no_draft(reason))
    with_claims = (
        Reason.DANGLING_CITATION,
        Reason.MALFORMED_MARKER,
        Reason.UNCITED_CLAIM,
        Reason.UNSUPPORTED_CLAIM,
    )
    assert bool(lines) != (reason in with_claims)


def test_few_words_are_enough_for_a_draft_in_which_nothing_stands():
    # GIVEN a long draft of long wrong claims
    draft = "\n\n".join(
        f"{OSTREL} and {n} more than that, {'again ' * 99}.[^1]" for n in range(100, 300)
    )
    # WHEN the writer is told
    lines = feedback(checked(draft))
    # THEN the answer is bounded, and says that there is more
    assert len(lines) == 31
    assert sum(map(len, lines)) < 31 * 700
    assert lines[-1] == "170 more claims do not stand."
