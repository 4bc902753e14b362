import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.gate.index import SourceIndex, build_index
from cite_or_refuse.gate.negation import NEGATIONS
from cite_or_refuse.gate.segments import outline

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


@pytest.mark.parametrize("word", [*sorted(NEGATIONS), "ain't", "Needn’t", "DON'T"])
@pytest.mark.parametrize("write", [str, str.title, str.upper])
def test_a_sentence_in_which_a_word_may_negate_is_told_from_the_others(word, write):
    # GIVEN a page with one word that negates, in any case
    index = build_index(f"The store keeps it.\n\nThe store {write(word)} keeps it.")
    # WHEN it is asked which of its sentences may deny anything
    # THEN that is the one with the word
    assert index.negated == {1}


@given(st.lists(st.integers(1, 9), max_size=60))
def test_a_heading_stands_under_the_nearest_ones_of_an_outer_level(levels):
    # GIVEN the levels of the headings of any page
    # WHEN its outline is drawn
    above, closing = outline(levels)
    # THEN above each are itself, the nearest one further out, and the nearest one out of that
    for at, nearest in enumerate(above):
        expected = [at]
        for before in range(at - 1, -1, -1):
            if levels[before] < levels[expected[-1]]:
                expected.append(before)
        assert list(nearest) == expected[:3]
    # AND its section goes up to the next one that is not further in
    for at, end in enumerate(closing):
        later = range(at + 1, len(levels))
        assert end == next((n for n in later if levels[n] <= levels[at]), len(levels))


def test_a_page_says_what_its_headings_say_below_them():
    # GIVEN a page with a section in a section, one of them in a script without spaces
    # WHEN it is indexed
    index = build_index("# Tarn\n\nA store.\n\n## 缓存\n\nIt is large.\n\n# Ostrel\n\nAnother.\n")
    # THEN each heading has the keys of those above it, and its section ends where the next begins
    assert {"tarn", "缓存"} <= index.titles[1]
    assert "tarn" not in index.titles[2]
    assert [index.tokens[at] for at in index.sections[:2]] == ["Ostrel", "Ostrel"]


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


def test_an_index_whose_headings_are_nowhere_is_rejected():
    # GIVEN the JSON of an index, changed so that a heading is none of its segments
    changed = json.loads(build_index(PAGE).to_json()) | {"heads": [900], "levels": [1]}
    # WHEN it is read
    # THEN the mistake is named
    with pytest.raises(ValueError, match="not the JSON of an index"):
        SourceIndex.from_json(PAGE, json.dumps(changed))


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
