"""Pages of documentation that any machine has, and a second opinion on what they say.

The pages are written by the tools of the trade from what is installed: READMEs by markdown-it and
docutils, modules by pydoc. The second opinion is lxml's own tree, read without our code.
"""

import importlib
import io
import pydoc
from collections.abc import Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageMetadata, distributions
from pathlib import Path

import boto3
from docutils.core import publish_string
from lxml import html as lxml_html
from markdown_it import MarkdownIt

_MODULES = "argparse asyncio.tasks csv datetime email.message json logging sqlite3 urllib.parse"
_FRAME = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>.nav {{ color: red }}</style><script>var pages = ["{title}"];</script></head><body>
<header class="site"><a href="/">Docs</a></header><nav><ul><li><a href="/a">A</a></li></ul></nav>
<main><article>{body}</article></main><footer><p>Imprint</p></footer></body></html>"""
_UNSEEN = (
    "//script|//style|//noscript|//template|//nav|//head|//svg|//button|//select|//textarea"
    "|//body/header|//body/footer|//*[@hidden]"
    "|//*[contains(translate(@style,' ',''),'display:none')]"
)
_BLOCKS = "p|.//pre|.//table|.//ul|.//ol|.//dl|.//div|.//blockquote"


@dataclass(frozen=True, slots=True)
class Kept:
    """How many parts of a page are in its text, of how many."""

    paragraphs: int = 0
    of_paragraphs: int = 0
    blocks: int = 0
    of_blocks: int = 0
    cells: int = 0
    of_cells: int = 0
    lost: tuple[str, ...] = ()

    def __add__(self, other: "Kept") -> "Kept":
        return Kept(
            self.paragraphs + other.paragraphs,
            self.of_paragraphs + other.of_paragraphs,
            self.blocks + other.blocks,
            self.of_blocks + other.of_blocks,
            self.cells + other.cells,
            self.of_cells + other.of_cells,
            self.lost + other.lost,
        )


@cache
def pages() -> dict[str, str]:
    """Return HTML by name: READMEs in Markdown and reStructuredText, guides, modules."""
    return dict([*_readmes(), *_guides(), *_modules()])


def _readmes() -> Iterator[tuple[str, str]]:
    for distribution in sorted(distributions(), key=lambda one: str(one.metadata["Name"])):
        name, text = str(distribution.metadata["Name"]), _description(distribution.metadata)
        if len(text) < 2_000:
            continue
        if "markdown" in str(distribution.metadata.json.get("description_content_type")):
            body = MarkdownIt("gfm-like", {"linkify": False}).render(text)
            yield name, _FRAME.format(title=name, body=body)
        elif (page := _of_rst(text)) is not None:
            yield name, page


def _description(metadata: PackageMetadata) -> str:
    headers = metadata.json
    return str(headers.get("description", ""))


def _guides() -> Iterator[tuple[str, str]]:
    for path in sorted((Path(boto3.__file__).parent / "examples").glob("*.rst")):
        if (page := _of_rst(path.read_text(encoding="utf-8"))) is not None:
            yield path.name, page


def _of_rst(text: str) -> str | None:
    settings = {
        "report_level": 5, "halt_level": 5, "file_insertion_enabled": False, "raw_enabled": False,
    }  # fmt: skip
    with redirect_stderr(io.StringIO()):
        page = publish_string(text, writer="html5", settings_overrides=settings)
    return page.decode("utf-8") if len(page) > 2_000 else None


def _modules() -> Iterator[tuple[str, str]]:
    renderer = pydoc.HTMLDoc()
    for name in _MODULES.split():
        yield name, renderer.page(name, renderer.document(importlib.import_module(name)))


def kept(html: str, text: str) -> Kept:
    """Compare the text made of a page with what lxml finds in it."""
    tree = lxml_html.document_fromstring(
        html.encode(), parser=lxml_html.HTMLParser(encoding="utf-8")
    )
    for element in tree.xpath(_UNSEEN):
        if element.getparent() is not None:
            element.drop_tree()
    for br in tree.iter("br"):
        br.tail = "\n" + (br.tail or "")
    mains = tree.xpath("//main|//*[@role='main']")
    root = mains[0] if mains else tree
    solid = _solid(text)
    paragraphs = [_solid(p.text_content()) for p in root.iter("p")]
    blocks = [_lines(pre.text_content()) for pre in root.iter("pre")]
    cells = [
        _solid(cell.text_content())
        for cell in root.iter("td", "th")
        if not cell.xpath(f".//{_BLOCKS}|.//br")
    ]
    missing = [p for p in paragraphs if p not in solid]
    broken = [b for b in blocks if b not in text]
    gone = [c for c in cells if c not in solid]
    return Kept(
        len(paragraphs) - len(missing), len(paragraphs), len(blocks) - len(broken), len(blocks),
        len(cells) - len(gone), len(cells), (*missing, *broken, *gone),
    )  # fmt: skip


def _solid(text: str) -> str:
    """Without spaces: where a line ends, or two inline elements meet, is not the question."""
    return "".join(text.split())


def _lines(code: str) -> str:
    lines = code.expandtabs().strip("\n").split("\n")
    return "\n".join(line.rstrip() for line in lines)
