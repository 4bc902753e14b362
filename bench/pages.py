"""Measure what HTML keeps on its way to text, and what that costs.

    python -m bench.pages [FILE.html ...]

Without files, over the pages of tests/pages.py, which any machine has. The cost is CPU time in
relation to `BeautifulSoup(html, "lxml").get_text()` in the same run: the best of five rounds each.
"""

import gc
import sys
import time
from collections.abc import Callable
from functools import reduce
from operator import add
from pathlib import Path

from bs4 import BeautifulSoup

from cite_or_refuse.adapters.documents.html import html_to_text
from tests.pages import Kept, kept, pages

ROUNDS = 5


def plain(html: str) -> str:
    """Return what the parser gives for free."""
    return BeautifulSoup(html, "lxml").get_text()


def ours(html: str) -> str:
    """Return what a source would hold."""
    return html_to_text(html)[1]


def cost(read: Callable[[str], str], texts: list[str]) -> float:
    """Return seconds of CPU for one round over all pages."""
    gc.collect()  # what the other left behind is not to be paid for here
    started = time.process_time()
    for html in texts:
        read(html)
    return time.process_time() - started


def main() -> None:
    """Measure and print."""
    files = [Path(name) for name in sys.argv[1:]]
    texts = [path.read_text("utf-8", "replace") for path in files] or [*pages().values()]
    size = sum(map(len, texts)) / 1e6
    print(f"{len(texts)} pages, {size:.1f} MB")
    print("| kept % | paragraphs | code blocks with their lines | table cells |\n|---|---|---|---|")
    totals = [_total(read, texts) for read in (plain, ours)]
    for name, total in zip(("plain", "ours"), totals, strict=True):
        print(f"| {name} | {_shares(total)} |")
    rounds = [(cost(ours, texts), cost(plain, texts)) for _ in range(ROUNDS)]
    best, base = (min(times) for times in zip(*rounds, strict=True))
    print(f"CPU: {best / base:.2f} times that of plain, {best * 1000 / len(texts):.1f} ms a page")
    for lost in totals[-1].lost[:10]:
        print(f"lost: {lost[:100]!r}")


def _total(read: Callable[[str], str], texts: list[str]) -> Kept:
    return reduce(add, (kept(html, read(html)) for html in texts), Kept())


def _shares(total: Kept) -> str:
    pairs = (
        (total.paragraphs, total.of_paragraphs),
        (total.blocks, total.of_blocks),
        (total.cells, total.of_cells),
    )
    return " | ".join(
        f"{100 * part / whole if whole else 100:.1f} of {whole}" for part, whole in pairs
    )


if __name__ == "__main__":
    main()
