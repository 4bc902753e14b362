"""Tables of what was measured, for a terminal and for docs/gate.md."""

from collections.abc import Iterable, Sequence
from pathlib import Path

type Row = Sequence[str]


def table(rows: Iterable[Row]) -> str:
    """Return a Markdown table; the first row is its header. Columns are padded to line up."""
    cells = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |"
        for row in cells
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])


def _fences(block: str) -> tuple[str, str]:
    return f"<!-- bench.gate {block} -->", f"<!-- end {block} -->"


def block_of(page: str, block: str) -> str:
    """Return what stands between the two comments of a block.

    Raises:
        ValueError: the page lacks one of them.
    """
    start, end = _fences(block)
    if start not in page or end not in page.partition(start)[2]:
        raise ValueError(f"the page needs the lines {start} and {end}, in this order")
    return page.partition(start)[2].partition(end)[0].strip("\n")


def write_block(path: Path, block: str, text: str) -> None:
    """Replace what stands between the two comments of a block.

    Raises:
        ValueError: the page lacks one of them.
        OSError: the page cannot be read or written.
    """
    page = path.read_text(encoding="utf-8")
    block_of(page, block)
    start, end = _fences(block)
    before, _, rest = page.partition(start)
    after = rest.partition(end)[2]
    path.write_text(f"{before}{start}\n{text}\n{end}{after}", encoding="utf-8")
