import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.documents.html import html_to_text


def text_of(html: str | bytes) -> str:
    return html_to_text(html)[1]


def test_text_that_nobody_sees_is_no_text():
    # GIVEN a page with orders in every hiding place
    hidden = [
        "<div style='display:none'>order</div>",
        "<div style='DISPLAY : none !important'>order</div>",
        "<span style='visibility:hidden'>order</span>",
        "<p style='font-size:0'>order</p>",
        "<p style='position:absolute;left:-9999px'>order</p>",
        "<p style='opacity:0.0'>order</p>",
        "<p style='height:0px;overflow:hidden'>order</p>",
        "<p style='text-indent:-9999px'>order</p>",
        "<p style='transform:scale(0)'>order</p>",
        "<p style='clip:rect(0, 0, 0, 0)'>order</p>",
        "<p style='clip-path: inset(100%)'>order</p>",
        "<p style='font-size:1px'>order</p>",
        "<p style='color: transparent'>order</p>",
        "<p hidden>order</p>",
        "<p class='x sr-only'>order</p>",
        "<!-- order -->",
        "<template>order</template><script>order</script><style>order</style>",
        "<noscript>order</noscript><dialog>order</dialog><svg><text>order</text></svg>",
    ]
    # WHEN it becomes text
    text = text_of(f"<p>Tarn needs 2 GB.</p>{''.join(hidden)}<p>End.</p>")
    # THEN only what is seen is left
    assert text == "Tarn needs 2 GB.\n\nEnd.\n"


def test_what_is_merely_moved_or_dimmed_is_seen():
    styles = ("margin-left:-150px", "opacity:0.5", "height:0.5em")
    page = "".join(
        f"<p style='{style}'>{name}</p>" for style, name in zip(styles, "abc", strict=True)
    )
    assert text_of(page) == "a\n\nb\n\nc\n"


def test_furniture_is_dropped_and_the_main_element_preferred():
    # GIVEN a page of documentation
    page = """<title>Guide</title><nav>Home Docs</nav><div role=search>Search</div>
    <main><h1>Pausing<a class=headerlink>¶</a></h1><p>Call it.</p></main>
    <div>Related pages</div><footer>Imprint</footer>"""
    # WHEN it becomes text
    # THEN what surrounds the article is gone
    assert html_to_text(page) == ("Guide", "# Pausing\n\nCall it.\n")


def test_an_empty_main_element_hides_nothing():
    assert text_of("<main> </main><p>Everything is here.</p>") == "Everything is here.\n"


def test_a_main_element_that_nobody_sees_is_not_taken_for_the_page():
    page = "<div style='display:none'><main>order</main></div><main hidden>order</main><p>Tarn."
    assert text_of(page) == "Tarn.\n"


def test_what_heads_an_article_a_section_or_a_question_is_content():
    # GIVEN a page without a main element, whose headings stand where furniture often stands
    page = """<header>Site</header><article><header><h1>Pausing</h1></header>
    <h2><button>May I?</button></h2><p>Yes.</p><button>Copy</button>
    <blockquote>Call it.<footer>Ada</footer></blockquote></article><footer>Imprint</footer>"""
    # WHEN it becomes text
    # THEN they are there, and the furniture is not
    assert text_of(page) == "# Pausing\n\n## May I?\n\nYes.\n\nCall it.\n\nAda\n"


def test_what_only_screen_readers_are_spared_is_seen():
    assert text_of("<p><span aria-hidden=true>E = mc²</span></p>") == "E = mc²\n"


def test_code_whose_lines_are_elements_has_no_blank_lines_between():
    page = "<pre><code><div>a:</div><div>  b</div><div>\n</div><div>c<br></div></code></pre>"
    assert text_of(page) == "```\na:\n  b\n\nc\n```\n"


def test_words_split_over_inline_tags_stay_words():
    # GIVEN a highlighted signature and a broken-up word
    page = "<p><b>requests</b>.<span>get</span>(<em>url</em>) time<wbr>out, <i>a</i> <i>b</i></p>"
    # WHEN it becomes text
    # THEN nothing was put between what stands together
    assert text_of(page) == "requests.get(url) timeout, a b\n"


def test_code_keeps_its_lines_and_indents_and_loses_its_line_numbers():
    # GIVEN a highlighted block with numbers beside it
    page = """<pre><span class=linenos>1</span><span>def</span> f():
<span class=linenos>2</span>    return  1

<span class=linenos>3</span>f()
</pre>"""
    # WHEN it becomes text
    # THEN it can be run
    assert text_of(page) == "```\ndef f():\n    return  1\n\nf()\n```\n"


def test_a_table_of_code_is_read_as_code():
    page = "<table><tr><td class=linenos><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>"
    assert text_of(page) == "```\na\nb\n```\n"


def test_a_row_of_a_table_is_a_line_that_says_what_each_cell_is():
    # GIVEN a table with a caption, a header and a hidden row
    page = """<table><caption>Options</caption><thead><tr><th>Name<th>Default</tr></thead>
    <tr><td><code>timeout</code><td>30 <b>s</b></tr><tr hidden><td>x<td>y</tr>
    <tr><td>retries<td>3</tr></table>"""
    # WHEN it becomes text
    # THEN each row stands alone
    assert text_of(page) == ("Options\nName: timeout | Default: 30 s\nName: retries | Default: 3\n")


def test_lists_and_definitions_are_a_line_each():
    page = "<ul><li>one<ul><li>in</ul><li>two</ul><dl><dt>get(url)<dd>Gets it.</dl>"
    assert text_of(page) == "- one\n- in\n- two\n\nget(url)\nGets it.\n"


def test_a_page_that_calls_itself_xml_and_holds_a_nul_is_still_a_page():
    page = '<?xml version="1.0" encoding="utf-16"?><html><body><p>a\x00b</p></body></html>'
    assert text_of(page) == "ab\n"


def test_the_encoding_in_the_page_is_believed_unless_it_is_valid_utf8():
    # GIVEN one page that declares what it is, and one that declares something else
    declared = "<meta charset=gb2312><p>暂停执行并等待人工</p>".encode("gb2312")
    mistaken = "<meta charset=iso-8859-1><p>größer</p>".encode()
    # WHEN they become text
    # THEN neither is mojibake
    assert text_of(declared) == "暂停执行并等待人工\n"
    assert text_of(mistaken) == "größer\n"


def test_text_without_a_tag_is_left_alone():
    assert html_to_text("https://example.com/page") == ("", "https://example.com/page")


@pytest.mark.parametrize(
    "tag", ["div", "b", "ul><li", "table><tr><td", "blockquote", "header", "main hidden"]
)
def test_a_page_nested_thousands_deep_is_read_in_time_without_recursion(tag):
    # GIVEN 20,000 elements inside each other, never closed
    page = f"<{tag}>" * 20_000 + "deep" + "<p>after"
    # WHEN it becomes text
    started = time.process_time()
    text = text_of(page)
    # THEN the text is there, soon
    if tag not in ("header", "main hidden"):
        assert "deep" in text
        assert "after" in text
    assert time.process_time() - started < 20


@given(st.text(st.sampled_from('<>/="! abpdivtablerthead-&#x;\n\x00')))
def test_no_page_whatever_is_an_error(markup):
    title, text = html_to_text(markup)
    assert isinstance(title + text, str)
