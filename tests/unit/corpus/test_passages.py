from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.retrieval.passages import LONGEST, SHORTEST, split

LINE = "Tarn keeps its water cold and its banks quiet, all year round.\n"


def headings(title: str, content: str) -> list[str]:
    return [passage.heading for passage in split(title, content)]


def test_a_passage_begins_at_a_heading_and_knows_it():
    # GIVEN sections of Markdown and reStructuredText
    section = LINE * 10
    content = f"# Depth\n\n{section}\n## Shore\n\n{section}\nFishing\n-------\n\n{section}"
    # THEN each is a passage of its own
    assert headings("", content) == ["Depth", "Shore", "Fishing"]


def test_a_signature_of_the_module_is_a_heading():
    content = f"a.b\n\nclass a.b.C(x)\n\n{LINE * 10}\nstaticmethod a.b.C.d()\n\n{LINE * 10}"
    assert headings("a.b", content) == ["class a.b.C(x)", "staticmethod a.b.C.d()"]


def test_a_list_of_short_entries_stays_together():
    content = "".join(f"a.b.field_{n}: int = {n}\n\n" for n in range(10))
    assert len(content) < SHORTEST
    assert len(headings("a.b", content)) == 1


def test_a_long_section_is_cut_at_a_paragraph_and_keeps_its_heading():
    content = "# Depth\n\n" + "\n".join([LINE * 8] * 6)
    passages = list(split("", content))
    assert len(passages) > 1
    assert {passage.heading for passage in passages} == {"Depth"}
    assert all(content[p.end] == "\n" for p in passages[:-1])


@given(
    st.lists(
        st.sampled_from(["# H\n", "\n", "a.b.c()\n", "===\n", LINE, LINE * 40, "x" * 5000, "y "])
    )
)
def test_the_passages_are_the_whole_text_in_order_and_none_is_long(parts):
    content = "".join(parts)
    passages = list(split("a.b", content))
    end = 0
    for passage in passages:
        assert not content[end : passage.start].strip()
        assert content[passage.start : passage.end].strip()
        assert passage.end - passage.start <= LONGEST + len(LINE)
        end = passage.end
    assert not content[end:].strip()
