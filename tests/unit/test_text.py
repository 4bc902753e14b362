import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from cite_or_refuse.report.text import bullets, escaped, link, one_line, visible

HOSTILE = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "[^1]",
                "[^7]: ",
                "](https://evil.example)",
                "![x](",
                "<script>alert(1)</script>",
                "<b>",
                "&lt;",
                "```",
                "`",
                "**",
                "_",
                "__init__",
                "~~",
                "\n# ",
                "\n\n",
                "\n- ",
                "1. ",
                "| a |",
                "\\",
                "https://evil.example",
                "www.evil.example",
                "\u2028",
                "\u202e",
                "\ue200",
                "\ud800",
                "\x1b[31m",
                "\r",
                "\U000e0041",
                "<https://evil.example>",
            ]
        ),
        st.text(max_size=8),
    ),
    max_size=12,
).map("".join)


@given(HOSTILE)
def test_escaped_text_says_what_the_page_says_and_does_nothing_else(text: str):
    # GIVEN whatever a page may be called
    # WHEN it is escaped and rendered
    line = escaped(text, 10_000)
    html = MarkdownIt("commonmark").enable("strikethrough").render(line)
    # THEN a browser gets one paragraph with these words, with no tag but that of code
    inside = re.fullmatch(r"(?:<p>(.*)</p>\n)?", html, re.DOTALL)
    assert inside, html
    words = re.sub("</?code>", "`", inside[1] or "")
    assert "<" not in words
    assert unescape(words) == one_line(text, 10_000)
    # and nobody's marker is left
    assert "[^" not in line


@given(st.lists(st.sampled_from(["`", "``", "a", " ", "\\", "[^1]", "*", "_"]), max_size=12))
def test_code_in_a_line_stays_code(parts: list[str]):
    # GIVEN any number of backticks, closed or not
    text = "".join(parts)
    # WHEN the line is escaped and rendered
    html = MarkdownIt("commonmark").render(f"x{escaped(text)}")
    # THEN what is shown is what stood there
    shown = re.sub("</?code>", "`", html.removeprefix("<p>").removesuffix("</p>\n"))
    assert unescape(shown) == f"x{one_line(text)}"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\u202eb\u2066c", "abc"),
        ("\ue200cite\ue202turn2\ue201", "citeturn2"),
        ("order\U000e0049\U000e0067", "order"),
        ("\x1b[31mred", "[31mred"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("zero\u200bwidth", "zero width"),
        ("two\u2028lines\r\n\x85three", "two lines three"),
        ("\ud800lone", "lone"),
    ],
)
def test_a_line_keeps_scripts_and_loses_what_hides_or_moves(text: str, seen: str):
    # GIVEN text with characters that hide, turn the direction or move a cursor
    # WHEN it is put on one line
    # THEN only what a reader can see is left
    assert one_line(text) == seen


def test_a_draft_keeps_its_lines_and_loses_what_a_terminal_would_obey():
    # GIVEN a draft with a carriage return that would hide the line before it
    # WHEN it is made visible
    # THEN its lines stay, and the cursor does not move
    assert visible("| a |\r\n|\tb |\rc\x1b[2J") == "| a |\n|\tb |\nc[2J"


def test_a_long_line_is_cut_at_a_space():
    # GIVEN more than the limit
    # WHEN it is put on one line
    # THEN it ends with a whole word and an ellipsis, within the limit
    assert one_line("several whole words", 15) == "several whole…"
    assert one_line("x" * 100_000, 15) == "x" * 14 + "…"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://docs.example.org/a_b?c=d#e", "<https://docs.example.org/a_b?c=d#e>"),
        (
            "https://docs.example.org/wiki/Tarn_(store)",
            "<https://docs.example.org/wiki/Tarn_(store)>",
        ),
        ("file:///home/me/my notes.md", "<file:///home/me/my%20notes.md>"),
        ("https://x.example/>[^7]<b>", "<https://x.example/%3E[%5E7]%3Cb%3E>"),
        ("https://x.example/\u202egnp", "<https://x.example/gnp>"),
        ("https://bücher.example/ä", "<https://b%C3%BCcher.example/%C3%A4>"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("data:text/html,<b>", "data:text/html,\\<b>"),
        ("https://[broken", "https\\://\\[broken"),
        ("s3://bucket/documents/a_b/manual *v2*.md", "`s3://bucket/documents/a_b/manual *v2*.md`"),
        ("s3://bucket/" + "k" * 1024, "`s3://bucket/" + "k" * 1024 + "`"),
        ("s3://bucket/a`b", "`s3://bucket/a`b\\`"),
        ("s3://bucket/[^7]: x", "\\`s3\\://bucket/\\[\\^7\\]: x\\`"),
    ],
)
def test_only_addresses_a_reader_may_follow_are_links(url: str, shown: str):
    # GIVEN the address of a source
    # WHEN it is printed
    # THEN it is a link only if its scheme is http, https or file, and it cannot break out
    assert link(url) == shown


@given(HOSTILE)
def test_an_address_in_s3_is_no_link_whatever_it_is_called(text: str):
    # GIVEN an object with any name
    # WHEN its address is printed and rendered
    line = link(f"s3://bucket/{text}")
    [printed] = MarkdownIt("commonmark").parseInline(line)
    # THEN there is nothing but text and code, and what is no code has no URL to be found in it
    assert {token.type for token in printed.children or ()} <= {"text", "code_inline"}
    assert "://" not in re.sub(r"\\.|`[^`]+`", "", line)
    assert "[^" not in line


def test_a_long_list_says_what_it_leaves_out():
    # GIVEN more lines than fit
    # WHEN they are listed
    # THEN the rest is counted
    assert bullets(["a", "b", "c"], 2) == "- a\n- b\n- and 1 more"
