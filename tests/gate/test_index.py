import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.gate.index import SourceIndex, build_index

PAGE = """# Tarn

Tarn is a store.  It is fast! Is it?

## Options

- cache: 512 MB
- sync: on

def open(path, cache=512)

    Open a store.
"""


def segments(index: SourceIndex) -> list[str]:
    spans = [index.span(n, n) for n in range(len(index.segments))]
    return [index.content[start:end] for start, end in spans]


def test_sentences_items_and_headings_are_segments():
    # GIVEN a page with headings, sentences, a list and a signature
    # WHEN it is indexed
    index = build_index(PAGE)
    # THEN each is a segment of its own, and headings are known with their levels
    assert "Tarn is a store." in segments(index)
    assert "cache: 512 MB" in segments(index)
    assert [segments(index)[n] for n in index.heads][:2] == ["Tarn", "Options"]
    assert list(index.levels)[:2] == [1, 2]


@pytest.mark.parametrize("key", ["=tarn.open", "=open", "tarn", "#512", "@2024-03"])
def test_a_token_is_found_by_its_form_its_parts_and_its_value(key):
    # GIVEN a page with a dotted path, a size and a date
    index = build_index("On 2024-03-05 the function tarn.open got 512MB.")
    # WHEN a key is looked up
    # THEN its place is known
    assert index.postings[key]


@given(st.text(max_size=200) | st.text(alphabet="aB1.,-_ \n#|漢é\ud800", max_size=200))
def test_an_index_survives_json(content):
    # GIVEN the index of any text
    index = build_index(content)
    # WHEN it is written and read again
    # THEN it is the same, and its tokens are spans of the content
    assert SourceIndex.from_json(content, index.to_json()) == index
    assert list(index.starts) == sorted(index.starts)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"starts": "x"}', "nul"])
def test_what_is_no_index_is_rejected(text):
    # GIVEN a text that `to_json` did not write
    # WHEN it is read
    # THEN the mistake is named
    with pytest.raises(ValueError, match=r"index|JSON|Expecting"):
        SourceIndex.from_json("Tarn", text)


def test_the_index_of_another_content_is_rejected():
    # GIVEN the index of a long text
    text = build_index("Tarn is a store that keeps things.").to_json()
    # WHEN it is read for a shorter one
    # THEN it is refused
    with pytest.raises(ValueError, match="another content"):
        SourceIndex.from_json("Tarn", text)


@pytest.mark.parametrize("text", ["a." * 50_000, "1," * 50_000, "\n#" * 30_000, "-" * 50_000 + "a"])
def test_long_odd_text_is_indexed_in_bounded_time(text):
    # GIVEN a text that is one endless token, number or heading
    # WHEN it is indexed (the suite's timeout is the bound)
    # THEN an index comes back
    assert build_index(text).content == text
