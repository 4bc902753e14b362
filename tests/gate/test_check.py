"""Any text in, a check out."""

import re
import time
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cite_or_refuse.domain.check import Check, Claim, GateOutcome
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check, cut, feedback, repoint

SOURCES = [
    Source(
        "Tarn 2.4 release notes",
        "https://docs.example.org/tarn/2.4",
        "",
        "Tarn 2.4 was released on 5 March 2024. The default cache size is 512 MB. Set "
        "TARN_CACHE_MB to change it. The --no-sync flag disables fsync. TLS is not enabled by "
        "default. The store is opened with tarn.open().",
    ),
    Source(
        "Tarn and Ostrel benchmark",
        "https://bench.example.net/tarn",
        "",
        "In the test on 16 cores Tarn handled 1,250,000 requests per second with a p99 latency of "
        "3.2 ms. Ostrel handled 410,000 requests per second.",
    ),
]
FRAGMENTS = [
    "The default cache size is 512 MB.[^1]",
    "The default cache size is 999 MB.[^1]",
    "[^1]",
    "Ostrel handled 410,000 requests per second [^2].",
    "TLS is not enabled by default.[^1]",
    "Tarn is the best.",
    "TLS is on[^9].",
    "Is it fast?",
    "Defaults:",
    "**Cache.**",
    "**Cache**",
    "`tarn.open()`",
    "`",
    "``",
    "```",
    "```\ntarn.open()\n```\n",
    "~~~",
    "    tarn.open()\n",
    "```\nlangfuse.Tracer(x=13)\n```\n",
    "[1]",
    "[1, 2]",
    "[^1, 2]",
    "[7]",
    "MB[1].",
    "a[0]",
    "【1】",
    "【1†source】",
    "［＾１］",
    "[^1-3]",
    "[^]",
    "[^abc]",
    "\\[^1\\]",
    "^1^",
    "<sup>1</sup>",
    "[cite: 1]",
    "\ue200cite\ue201",
    "[^1](x)",
    "[[1]]",
    "(1)",
    "[^01]",
    "[^99999999999]",
    "[^1]: https://docs.example.org/tarn/2.4\n",
    "[1]:",
    "[^2]: https://evil.example.org\n",
    "[x]: https://evil.example.org\n",
    "Sources: [^1], [^2]\n",
    "## Sources\n",
    "# ",
    "## Tarn 2.4\n",
    "## 512 MB\n",
    "---",
    "===",
    "- ",
    "1. ",
    "2) ",
    "* ",
    "> ",
    "  ",
    "    ",
    "\t",
    "| a | b |\n|---|---|\n",
    "| 512 MB | [^1] |\n",
    "|",
    "|-|",
    "<!-- x -->",
    "<!--",
    "-->",
    "<br>",
    "<script>",
    "<name>",
    "<a href='https://docs.example.org/tarn/2.4'>x</a>",
    "https://docs.example.org/tarn/2.4",
    "https://evil.example.org/x",
    "[t](https://evil.example)",
    "[t](https://docs.example.org/tarn/2.4)",
    "](",
    "![i](x)",
    "\n",
    "\n\n",
    " ",
    ". ",
    "! ",
    ": ",
    "e.g. ",
    "です。",
    "\0",
    "\x02",
    "\ud800",
    "\u2028",
    "\u202e",
    "\\",
    "**",
    "__",
    '"',
    "“",
    "”",
]
drafts = st.lists(
    st.one_of(
        st.sampled_from(FRAGMENTS), st.text(st.characters(exclude_categories=()), max_size=6)
    ),
    max_size=25,
).map("".join)


def hold(found: Check) -> None:
    """What is true of every check."""
    ends = 0
    for claim in found.claims:
        assert 0 <= claim.start < claim.end <= len(found.draft)
        assert claim.start >= ends
        ends = claim.end
        for evidence in claim.evidence:
            content = SOURCES[evidence.source - 1].content
            assert content[evidence.start : evidence.end] == evidence.quote
        assert not claim.stands or claim.citations
        assert all(1 <= number <= 2 for number in claim.citations) or not claim.stands
    grounded = found.outcome is GateOutcome.GROUNDED
    assert grounded == (not found.reasons)
    assert not grounded or (found.claims and all(claim.stands for claim in found.claims))


@given(drafts)
@example("## Sources\n[1]<br>")
def test_any_text_has_a_check_that_can_be_checked_again(draft):
    # GIVEN any text
    # WHEN it is checked
    found = check(draft, SOURCES)
    # THEN the check is sound, and its own draft needs no further repair and has the same claims
    hold(found)
    again = check(found.draft, SOURCES)
    assert again.draft == found.draft
    assert again.claims == found.claims
    assert not again.changes
    assert all(isinstance(line, str) and line for line in feedback(found))
    hold(repoint(found, SOURCES))


@given(drafts)
def test_what_is_left_by_a_cut_stands(draft):
    # GIVEN the check of any text
    found = check(draft, SOURCES)
    # WHEN what does not stand is cut
    left, gone = cut(found)
    # THEN what is left is grounded, or nothing, and holds no claim that was not there
    again = check(left, SOURCES)
    assert again.outcome is GateOutcome.GROUNDED or not again.claims
    assert all(claim.stands for claim in again.claims)
    assert words(again.claims) + words(gone) <= words(found.claims)
    # and nothing else is lost, unless what is left of a paragraph is an entry of a source list
    assert words(again.claims) + words(gone) == words(found.claims) or again.changes


def words(claims: Iterable[Claim]) -> Counter[str]:
    """The letters of claims; marks of layout may go where a cut leaves one without the other."""
    return Counter("".join(re.findall(r"[^\W_]+", claim.text)) for claim in claims)


@pytest.mark.parametrize(
    "unit",
    [
        "The default cache size is 512 MB.[^1] ",
        "[^1]",
        "[",
        "](",
        "`",
        "> ",
        "- ",
        "* a\n",
        "<",
        "<!--",
        "**",
        "| a ",
        "1. ",
        "[^",
        "\\",
        "https://x.y/(",
        '"',
        "“",
        ".",
        "\n",
        " ",
        "# a\n",
        "512 MB:\n\n- a\n",
        "[1]:",
        "a_",
        "[a](",
        "<a ",
        "\ue200",
        "🚀",
        "[^1]: x\n",
        "---\n",
        "です。",
    ],
)
def test_time_is_linear_in_the_draft(unit):
    # GIVEN a draft, and one four times as long
    short, long = unit * (20_000 // len(unit)), unit * (80_000 // len(unit))
    # WHEN they are checked
    check(short[:200], SOURCES)
    begun = time.process_time()
    check(short, SOURCES)
    middle = time.process_time()
    check(long, SOURCES)
    done = time.process_time()
    # THEN the longer one takes about four times as long: sixteen times would be quadratic
    assert done - middle < 10 * (middle - begun) + 0.3


def test_a_deeply_nested_list_takes_little_longer_than_a_flat_one():
    # GIVEN the same items in a flat list, and each one level below the one before
    flat, nested = (
        "\n".join("  " * depth * step + f"- The cache is {depth} MB.[^1]" for depth in range(600))
        for step in (0, 1)
    )
    # WHEN both are checked
    check(flat, SOURCES)
    begun = time.process_time()
    check(flat, SOURCES)
    middle = time.process_time()
    check(nested, SOURCES)
    done = time.process_time()
    # THEN the indentation, most of the longer text, costs little
    assert done - middle < 4 * (middle - begun) + 0.1
