"""Fuzz the gate by coverage: `make fuzz`, or `make fuzz SECONDS_TO_FUZZ=3600`.

Any draft and any sources give a verdict, never an exception; evidence quotes what it points at;
an index survives its own JSON. Each input is one draft and up to three sources, put together from
the fragments that rules look at as much as from raw text. What fails is kept in .fuzz, and can be
run again: `python -m bench.fuzz_gate .fuzz/crash-…`.
"""

import sys

import atheris

with atheris.instrument_imports(include=["cite_or_refuse"]):
    from cite_or_refuse.domain.check import Check, GateOutcome, Support
    from cite_or_refuse.domain.source import Source
    from cite_or_refuse.gate import check
    from cite_or_refuse.gate.index import SourceIndex, build_index

FRAGMENTS = (
    "[^1]", "[^2]", "[1]", "[^1, 2]", "[^1-3]", "【1†source】", "［^１］", "[^9]", "[^1]: ", "^1^",
    "https://example.org/0", "](", "![", "<a href=", "`", "```\n", "~~~", "|", "\n| - | - |\n",
    "\n\n", "\n# ", "\n- ", "\n1. ", "\n> ", ".", "。", "!", "? ", "; ", ": ", "“", "”", "\"", "«",
    "The default of `timeout` is 5 seconds", "not", "never", "at least", "only", "before", "None",
    "1,250,000", "1.250,5", "3.14", "v2.4.1", "12.4", "2010-07-21", "21 July 2010", "5 ms", "½",
    "MiB", "$4.50", "€", "%", "half a minute", "two", "twice", "`f(x=1, *, y)`", "--flag", "$HOME",
    "Zürich", "東京は", "\u00ad", "\u200b", "\u202e", "\ud800", "\x00", "\r\n", "\ufeff", "e\u0301",
)  # fmt: skip


def text(data: atheris.FuzzedDataProvider) -> str:
    """Put a text together from fragments and raw characters."""
    parts: list[str] = []
    for _ in range(data.ConsumeIntInRange(0, 40)):
        if data.ConsumeBool():
            parts.append(FRAGMENTS[data.ConsumeIntInRange(0, len(FRAGMENTS) - 1)])
        else:
            parts.append(data.ConsumeUnicode(data.ConsumeIntInRange(0, 30)))
    return "".join(parts)


def hold(checked: Check, sources: list[Source]) -> None:
    """Assert what always holds of a check."""
    assert checked.outcome in GateOutcome
    assert bool(checked.reasons) == (checked.outcome is not GateOutcome.GROUNDED)
    for claim in checked.claims:
        assert claim.verdict in Support
        assert 0.0 <= claim.score <= 1.0
        assert 0 <= claim.start <= claim.end <= len(checked.draft)
        for found in claim.evidence:
            assert sources[found.source - 1].content[found.start : found.end] == found.quote


def one_input(raw: bytes) -> None:
    """Check one draft against its sources."""
    data = atheris.FuzzedDataProvider(raw)
    draft = text(data)
    sources = [
        Source(text(data), f"https://example.org/{n}", "", text(data))
        for n in range(data.ConsumeIntInRange(0, 3))
    ]
    indexes = [build_index(source.content) for source in sources]
    checked = check(draft, sources, indexes)
    hold(checked, sources)
    restored = [SourceIndex.from_json(i.content, i.to_json()) for i in indexes]
    assert check(draft, sources, restored) == checked


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
