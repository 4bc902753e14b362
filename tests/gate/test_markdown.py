"""Markdown is read as a reader sees it."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cite_or_refuse.gate.blocks import Kind
from cite_or_refuse.gate.markdown import parse


def shape(text: str) -> list[tuple[str, str, int, int]]:
    """Kind, text, parent and depth of quotation of each block."""
    return [
        (b.kind.value, "\n".join(text[start:end] for start, end in b.lines), b.parent, b.quote)
        for b in parse(text)
    ]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        (
            "# A #\n## B\n#no",
            [("heading", "A", -1, 0), ("heading", "B", -1, 0), ("paragraph", "#no", -1, 0)],
        ),
        (
            "A\n=\nB\n--\nC.\n---",
            [
                ("heading", "A", -1, 0),
                ("heading", "B", -1, 0),
                ("paragraph", "C.", -1, 0),
                ("rule", "", -1, 0),
            ],
        ),
        (
            "**A**\n\n**B:**\n\n**C.**\n\n**D** e",
            [
                ("heading", "**A**", -1, 0),
                ("heading", "**B:**", -1, 0),
                ("paragraph", "**C.**", -1, 0),
                ("paragraph", "**D** e", -1, 0),
            ],
        ),
        ("a\nb\n\nc", [("paragraph", "a\nb", -1, 0), ("paragraph", "c", -1, 0)]),
        ("- a\n  b\nc\n- d", [("item", "a\nb\nc", -1, 0), ("item", "d", -1, 0)]),
        (
            "- a\n\n  b\n\nc",
            [("item", "a", -1, 0), ("paragraph", "b", 0, 0), ("paragraph", "c", -1, 0)],
        ),
        (
            "- a\n  - b\n    1. c\n- d",
            [("item", "a", -1, 0), ("item", "b", 0, 0), ("item", "c", 1, 0), ("item", "d", -1, 0)],
        ),
        (
            "1. a\n2) b\n10. c\n   d",
            [("item", "a", -1, 0), ("item", "b", -1, 0), ("item", "c\nd", -1, 0)],
        ),
        (
            "a\n1. b\n\nc\n2. d",
            [("paragraph", "a", -1, 0), ("item", "b", -1, 0), ("paragraph", "c\n2. d", -1, 0)],
        ),
        (
            "- [ ] a\n- [x] b\n+ c\n* d",
            [
                ("item", "a", -1, 0),
                ("item", "b", -1, 0),
                ("item", "c", -1, 0),
                ("item", "d", -1, 0),
            ],
        ),
        ("-\n  a\n- - b", [("item", "a", -1, 0), ("item", "", -1, 0), ("item", "b", 1, 0)]),
        ("• a\n• b", [("item", "a", -1, 0), ("item", "b", -1, 0)]),
        ("> a\n> b\nc\n\n> > d", [("paragraph", "a\nb\nc", -1, 1), ("paragraph", "d", -1, 2)]),
        ("> - a\n>   b\n>\n> c", [("item", "a\nb", -1, 1), ("paragraph", "c", -1, 1)]),
        ("- > a\n- b", [("item", "", -1, 0), ("paragraph", "a", 0, 1), ("item", "b", -1, 0)]),
        ("```py\na\n\n- b\n```\nc", [("code", "a\n\n- b", -1, 0), ("paragraph", "c", -1, 0)]),
        ("~~~\n```\n~~~", [("code", "```", -1, 0)]),
        ("````\n```\n````\n", [("code", "```", -1, 0)]),
        ("```\nnever closed", [("code", "never closed", -1, 0)]),
        ("``` a` b", [("paragraph", "``` a` b", -1, 0)]),
        (
            "- a\n  ```\n  b\n  ```\n- c",
            [("item", "a", -1, 0), ("code", "b", 0, 0), ("item", "c", -1, 0)],
        ),
        ("    a\n\n      b\nc\n    d", [("code", "a\n  b", -1, 0), ("paragraph", "c\nd", -1, 0)]),
        (
            "| a | b |\n|---|:-:|\n| c | d |\ne\n\nf",
            [
                ("header", "| a | b |", -1, 0),
                ("row", "| c | d |", -1, 0),
                ("row", "e", -1, 0),
                ("paragraph", "f", -1, 0),
            ],
        ),
        (
            "x\na | b\n--- | ---\nc | d",
            [("paragraph", "x", -1, 0), ("header", "a | b", -1, 0), ("row", "c | d", -1, 0)],
        ),
        ("a | b\n---|---|---", [("paragraph", "a | b\n---|---|---", -1, 0)]),
        ("| a |\n| b |", [("row", "| a |", -1, 0), ("row", "| b |", -1, 0)]),
        (
            "- | a |\n  |---|\n  | b |",
            [("item", "", -1, 0), ("header", "| a |", 0, 0), ("row", "| b |", 0, 0)],
        ),
        ("[^1]: a\nb\n[^2]: c", [("definition", "a\nb", -1, 0), ("definition", "c", -1, 0)]),
        (
            "a\n[^1]: b\n\n    c",
            [("paragraph", "a", -1, 0), ("definition", "b", -1, 0), ("code", "c", -1, 0)],
        ),
        (
            "[a]: b\nc\n[d]: e\n[1]: f",
            [
                ("reference", "b", -1, 0),
                ("paragraph", "c\n[d]: e", -1, 0),
                ("reference", "f", -1, 0),
            ],
        ),
        ("<!-- a\n\n- b -->\nc", [("comment", "", -1, 0), ("paragraph", "c", -1, 0)]),
        (
            "a\n***\n- - -\n__ _\n**",
            [
                ("paragraph", "a", -1, 0),
                ("rule", "", -1, 0),
                ("rule", "", -1, 0),
                ("rule", "", -1, 0),
                ("paragraph", "**", -1, 0),
            ],
        ),
        ("*\n\n  a", [("item", "", -1, 0), ("paragraph", "a", -1, 0)]),
        ("> a\n2. b", [("paragraph", "a", -1, 1), ("item", "b", -1, 0)]),
        (
            "# a#\n# #\n# b #",
            [("heading", "a#", -1, 0), ("heading", "", -1, 0), ("heading", "b", -1, 0)],
        ),
        (
            "\ta\n-\tb\n\n\tc",
            [("code", "a", -1, 0), ("item", "b", -1, 0), ("paragraph", "c", 1, 0)],
        ),
    ],
)
def test_each_shape_of_block_is_found(text: str, blocks: list[tuple[str, str, int, int]]):
    assert shape(text) == blocks


LINES = st.lists(
    st.text(st.sampled_from("-+*>#|`~=_:. \t1a[]^\\<!"), max_size=8)
    | st.sampled_from(["```", "", "- a", "> b"]),
    max_size=12,
)


@given(LINES.map("\n".join))
@example("- >")
def test_no_line_is_lost_and_none_is_read_twice(text: str):
    # GIVEN any lines
    # WHEN they are read
    blocks = parse(text)
    # THEN blocks are in order and apart, and their text lies inside them
    end = 0
    for block in blocks:
        assert end <= block.start <= block.end <= len(text) + 1
        end = block.end
        assert all(block.start <= a <= b <= block.end for a, b in block.lines)
        assert -1 <= block.parent < len(blocks)
        assert block.parent < 0 or blocks[block.parent].kind is Kind.ITEM
    # and what is in no block is white space and marks of quotation
    rest = list(text + "\n")
    for block in blocks:
        rest[block.start : block.end] = " " * (block.end - block.start)
    assert not set("".join(rest)) - set(" \t\n>") or any(b.kind is Kind.COMMENT for b in blocks)
