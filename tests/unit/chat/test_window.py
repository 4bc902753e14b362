from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.chat.window import GAP, fit, tokens
from tests.builders import a_source

FILLER = "The manual speaks of many other things in this part, and at some length. " * 14
ANSWER = "The default cache size of Tarn is 512 MB."


def a_long_source(*, answer_at: int, parts: int = 40):
    paragraphs = [f"Part {n}. {FILLER}" for n in range(parts)]
    paragraphs[answer_at] = f"{ANSWER} {FILLER}"
    return a_source("\n\n".join(paragraphs))


def test_what_fits_is_shown_whole() -> None:
    sources = [a_source(ANSWER), a_source("")]
    excerpts, left_out = fit(sources, "cache", 100)
    assert [excerpt.text for excerpt in excerpts] == [ANSWER, ""]
    assert left_out == ()


def test_the_passage_that_answers_is_shown_wherever_it_stands() -> None:
    # GIVEN two sources of which a tenth fits, with the answer at the very end of each
    sources = [a_long_source(answer_at=39), a_long_source(answer_at=38)]
    # WHEN they are cut down
    excerpts, left_out = fit(sources, "How large is the default cache of Tarn?", 4000)
    # THEN both answers are there, gaps are marked, and what is missing is said
    assert all(ANSWER in excerpt.text for excerpt in excerpts)
    assert all(GAP in excerpt.text for excerpt in excerpts)
    assert sum(tokens(excerpt.text) for excerpt in excerpts) <= 4000
    assert len(left_out) == 2
    assert left_out[0].startswith("Source 1: ")
    assert left_out[0].endswith(f"of {len(sources[0].content):,} characters were shown.")


def test_a_note_brings_the_passage_that_it_asks_for() -> None:
    # GIVEN a source with two subjects
    source = a_long_source(answer_at=5)
    second = source.content.replace("Part 30.", "The eviction policy is LRU.")
    # WHEN a note asks for the second
    [excerpt], _ = fit(
        [a_source(second)], "How large is the cache?\nSay the eviction policy.", 2500
    )
    # THEN both are shown, in the order of the source
    assert excerpt.text.index(ANSWER) < excerpt.text.index("The eviction policy is LRU.")


@given(st.lists(st.text(max_size=3000), max_size=4), st.text(max_size=50), st.integers(-50, 2000))
def test_the_room_is_kept_and_the_choice_is_the_same_each_time(
    contents: list[str], wanted: str, room: int
) -> None:
    sources = [a_source(content) for content in contents]
    excerpts, left_out = fit(sources, wanted, room)
    assert (excerpts, left_out) == fit(sources, wanted, room)
    assert len(excerpts) == len(sources)
    gaps = 2 * len(sources) * tokens(GAP)
    assert sum(len(e.text.encode("utf-8", "replace")) // 2 for e in excerpts) <= max(0, room) + gaps
    if left_out:
        assert any(excerpt.text != s.content for excerpt, s in zip(excerpts, sources, strict=True))
