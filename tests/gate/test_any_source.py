"""Any sources in, a verdict out: the half of the fuzz whose sources are not given."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.gate.claims import Claim
from cite_or_refuse.domain.check import Check, GateOutcome, Support
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check
from cite_or_refuse.gate.index import SourceIndex, build_index
from tests.gate.corpus import claims_of

FRAGMENTS = [
    "The default of `timeout` is 5 seconds. ", "timeout : int, default 30\n", "f(x=1, *, y=None)",
    "## v2.4.1 (2010-07-21)\n", "| size | 5 MiB |\n", "|---|---|\n", "- not deprecated\n",
    "never ", "only ", "before ", "at least 3 ", "1,250,000 ", "1.250,5 ", "12.4", "½", "5 ms",
    "5–7 %", "$4.50 ", "€ 3", "21 July 2010", "21.07.2010", "half a minute", "two", "٣", "５",
    "three of the four ", "--flag", "$HOME ", "os.path.join(", "`", "```\n", "::\n\n    ",
    ":param x:", ".. note::\n", "\"a quoted text of some length\"", "“so”", "«ainsi»", "「速い」",
    "東京は", "です。", "Zürich ", "e\u0301", "\u00ad", "\u200b", "\u202e", "\ufeff", "\x00",
    "\ud800", "\u2028", "\r\n", "\n\n", "\t", "===\n",
]  # fmt: skip
texts = st.lists(
    st.sampled_from(FRAGMENTS) | st.text(st.characters(exclude_categories=()), max_size=8),
    max_size=20,
).map("".join)
cited = st.lists(texts, min_size=1, max_size=4).map(
    lambda parts: "\n\n".join(f"{part}[^{1 + i % 2}]." for i, part in enumerate(parts))
)
own = st.sampled_from(claims_of("own"))


def sources_of(*contents: str) -> list[Source]:
    return [Source("", f"https://example.org/{i}", "", text) for i, text in enumerate(contents)]


def seconds(draft: str, sources: list[Source]) -> float:
    """The least processor time of three checks: a collection of garbage may fall into one."""
    least = float("inf")
    for _ in range(3):
        begun = time.process_time()
        check(draft, sources, [build_index(source.content) for source in sources])
        least = min(least, time.process_time() - begun)
    return least


def hold(found: Check, sources: list[Source]) -> None:
    """What is true of every check."""
    assert (found.outcome is GateOutcome.GROUNDED) == (not found.reasons)
    for claim in found.claims:
        assert 0 <= claim.score <= 1
        assert claim.citations or claim.score == 0
        for evidence in claim.evidence:
            assert evidence.source in claim.citations
            content = sources[evidence.source - 1].content
            assert content[evidence.start : evidence.end] == evidence.quote
    by_verdict = [
        [claim.score for claim in found.claims if claim.verdict is verdict]
        for verdict in (Support.UNSUPPORTED, Support.WEAK, Support.SUPPORTED)
    ]
    ends = [end for scores in by_verdict if scores for end in (min(scores), max(scores))]
    assert ends == sorted(ends)  # the score never contradicts the verdict


@given(cited, texts, texts)
def test_any_claims_over_any_sources_get_a_verdict(draft: str, first: str, second: str) -> None:
    # GIVEN any draft and any two sources
    sources = sources_of(first, second)
    # WHEN it is checked
    found = check(draft, sources)
    # THEN the check is sound, and the same again with indexes that were stored
    hold(found, sources)
    stored = [SourceIndex.from_json(text, build_index(text).to_json()) for text in (first, second)]
    assert check(draft, sources, stored) == found


@given(own, st.integers(0, 400), st.integers(0, 400), texts)
def test_a_real_claim_with_a_part_put_for_another_gets_a_verdict(
    claim: Claim, start: int, length: int, new: str
) -> None:
    # GIVEN a real claim over a real page, a part of which is something else
    text = claim.text[:start] + new + claim.text[start + length :]
    sources = sources_of(claim.source)
    # WHEN it is checked
    found = check(f"{text}[^1].", sources)
    # THEN the check is sound
    hold(found, sources)


@pytest.mark.parametrize(
    "unit", [*FRAGMENTS, "a", " ", "_", "(", "1", ".", ",", "-", "a.", "=a ", "x(y="]
)
def test_time_is_linear_in_the_source(unit: str) -> None:
    # GIVEN a source, and one four times as long, and a claim that looks for every kind of fact
    short, long = unit * (20_000 // len(unit)), unit * (80_000 // len(unit))
    draft = "Since v2.4.1 of 21 July 2010 `f(timeout=5)` is not 5 MiB or 3 % in Oslo.[^1]"
    # WHEN both are indexed and checked
    one, four = (seconds(draft, sources_of(source)) for source in (short, long))
    # THEN the longer one takes about four times as long: sixteen times would be quadratic
    assert four < 10 * one + 0.3


@pytest.mark.parametrize("unit", ["5 MB, ", "5–7 %", "€ 3", "$4.50 ", "21 July 2010", "f(x=1) "])
def test_a_claim_that_says_a_fact_hundreds_of_times_ends_soon(unit: str) -> None:
    # GIVEN one claim of 1,000 characters, over a source that is made of the same in another order
    text = "The default is " + unit * (1_000 // len(unit))
    sources = sources_of(unit * (1_000 // len(unit)) + "is the default")
    # WHEN it is checked
    # THEN it takes less than 0.2 s; an ordinary claim of this length takes a hundredth
    assert seconds(f"{text}[^1].", sources) < 0.2


@pytest.mark.parametrize("kind", ["`a", "{} ", "Tarn has {} GB, and ", "Tarn has 2 GB, and "])
def test_time_is_linear_in_one_claim(kind: str) -> None:
    # GIVEN one claim of a thousand parts, and one of four thousand
    sources = sources_of("Tarn needs 2 GB of memory and listens on port 7411 by default.")
    short, long = ("".join(kind.format(n) for n in range(n)) + "[^1]." for n in (1000, 4000))
    # WHEN both are checked
    one, four = (seconds(draft, sources) for draft in (short, long))
    # THEN the longer one takes about four times as long: sixteen times would be quadratic
    assert four < 10 * one + 0.3
