from textwrap import dedent

import pytest

from cite_or_refuse.adapters.extractive.blocks import Block, Kind
from cite_or_refuse.adapters.extractive.reading import read_blocks


def read(text: str) -> list[Block]:
    return read_blocks(dedent(text))


def test_a_docstring_is_read_as_text_entries_and_code_under_its_signature():
    # GIVEN a function's documentation in Google's style, with two signatures
    blocks = read("""
        tarn.cache.resize(size: int, *, wait: bool = True) -> None

        Change the size of the cache
        while Tarn runs.

        Args:
            size: The new size,
                in MB.

                Must not be 0.
            wait (bool): Whether to wait.

        Example:

            ```python
            tarn.cache.resize(1024)
            ```

        tarn.cache.drop() -> None

        Forget everything.
        """)
    # WHEN it was read, THEN each block knows the signature, the label and the entry above it
    signature = "tarn.cache.resize(size: int, *, wait: bool = True) -> None"
    assert [(b.kind, b.text, b.path[-1], b.label, b.info) for b in blocks] == [
        (Kind.PROSE, "Change the size of the cache\nwhile Tarn runs.", signature, "", ""),
        (Kind.ENTRY, "The new size,\nin MB.", signature, "Args", "size"),
        (Kind.PROSE, "Must not be 0.", signature, "Args", "size"),
        (Kind.ENTRY, "Whether to wait.", signature, "Args", "wait (bool)"),
        (Kind.CODE, "tarn.cache.resize(1024)", signature, "Example", "python"),
        (Kind.PROSE, "Forget everything.", "tarn.cache.drop() -> None", "", ""),
    ]


@pytest.mark.parametrize(
    ("markup", "entry"),
    [
        (":param size: The size in MB.", "size"),
        (":returns: The size in MB.", "returns"),
        (":Number of rows: The size in MB.", "Number of rows"),
        ("--size=MB\n    The size in MB.", "--size=MB"),
        ("Parameters:\n    size (int): The size in MB.", "size (int)"),
    ],
)
def test_an_entry_is_told_by_any_of_its_markups(markup, entry):
    # GIVEN an entry as reStructuredText, a manual page or a docstring has it
    # WHEN it is read
    [block] = read_blocks(markup)
    # THEN its name and what is said of it come apart
    assert (block.kind, block.info, block.text) == (Kind.ENTRY, entry, "The size in MB.")


@pytest.mark.parametrize(
    "heading",
    [
        "## The cache",
        "The cache\n=========",
        "2.1. The cache\n",
        "THE CACHE\n    ",
        "The cache\n",
        "def resize(size: int) -> None:\n",
        "class Cache(size=512)\n",
    ],
)
def test_a_heading_is_told_by_any_of_its_markups(heading):
    # GIVEN a sentence under a heading
    # WHEN the two are read
    [block] = read_blocks(f"{heading}\nIt is small.")
    # THEN the heading is no text, but the sentence stands under it
    assert block.text == "It is small."
    assert block.path == (heading.strip().splitlines()[0].lstrip("# "),)


def test_headings_of_a_docstring_stay_below_the_signature_above_them():
    # GIVEN a class whose docstring has a heading, and a method
    blocks = read("""
        class tarn.Cache(size: int)

        A cache.

        Limits
        ------

        It has some.

        tarn.Cache.get(key: str) -> bytes

        Read a value.
        """)
    # WHEN it was read, THEN the heading is within the class, the method is not within the heading
    assert [block.path for block in blocks] == [
        ("class tarn.Cache(size: int)",),
        ("class tarn.Cache(size: int)", "Limits"),
        ("tarn.Cache.get(key: str) -> bytes",),
    ]


@pytest.mark.parametrize(
    "markup",
    [
        "```\nsize = 3\n```",
        "~~~toml\nsize = 3\n~~~",
        "Set it::\n\n    size = 3",
        ".. code-block:: toml\n   :caption: x\n\n   size = 3",
        "Set it so:\n\n    size = 3",
    ],
)
def test_code_is_told_by_any_of_its_markups(markup):
    # GIVEN an example in Markdown or reStructuredText
    # WHEN it is read
    block = read_blocks(markup)[-1]
    # THEN it is code, without the indentation that it has in common
    assert (block.kind, block.text) == (Kind.CODE, "size = 3")


def test_a_fence_that_is_never_closed_ends_with_the_document():
    # GIVEN a document that was cut inside an example
    # WHEN it is read, THEN nothing is lost and nothing loops
    assert [b.text for b in read_blocks("Set it:\n\n```\nsize = 3\n")] == ["Set it:", "size = 3"]


def test_rules_and_directives_without_text_are_left_out():
    # GIVEN lines that no reader would take for a sentence
    blocks = read("""
        .. _cache:
        .. toctree::

        | 5 | 6 |
        ------
        It is small.
        """)
    # WHEN they were read, THEN only the sentence is left
    assert [block.text for block in blocks] == ["It is small."]


def test_a_row_of_a_table_is_an_entry_named_by_its_first_cell():
    # GIVEN a table in Markdown, and a row as a web page gives it, with its headers
    blocks = read("""
        | Option | Default | What                   |
        |--------|---------|------------------------|
        | `size` | 512     | The size of the cache. |

        Option: size | Default: 512
        """)
    # WHEN they were read, THEN the first is said of its name, and the second is one statement
    assert [(b.kind, b.info, b.text) for b in blocks] == [
        (Kind.ENTRY, "`size`", "512; The size of the cache."),
        (Kind.ITEM, "", "Option: size; Default: 512"),
    ]


def test_lines_that_were_ended_on_purpose_are_texts_of_their_own():
    # GIVEN a page whose paragraphs are lines, without blank lines between them
    blocks = read("""
        About us
        We make caches.
        Contact
        Write to us, wherever you are, whatever you run and whatever you may need.
        """)
    # WHEN it was read, THEN a short line is not glued to the sentence below it
    assert [block.text for block in blocks] == [
        "About us",
        "We make caches.",
        "Contact",
        "Write to us, wherever you are, whatever you run and whatever you may need.",
    ]
