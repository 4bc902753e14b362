import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.retrieval.words import MAX_TERMS, companions, terms_of, without_seams


def words(question: str) -> list[str]:
    return [term.text for term in terms_of(question)]


def finds(question: str, text: str) -> list[str]:
    """The words of the question that FTS5 finds in the text, as the index would hold it."""
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(a, b, tokenize='porter unicode61')")
    db.execute("INSERT INTO t VALUES (?, ?)", (text, companions(text)))
    found = [
        term.text
        for term in terms_of(question)
        if db.execute("SELECT 1 FROM t WHERE t MATCH ?", (term.match,)).fetchone()
    ]
    db.close()
    return found


def test_only_what_the_question_is_about_counts():
    assert words("How do I pause a LangGraph graph and wait for a human?") == [
        "pause",
        "LangGraph",
        "graph",
        "wait",
        "human",
    ]
    assert words("Wie kann ich das drucken?") == ["drucken"]
    assert words("What is it? Please explain, what's this about?") == []


def test_a_word_is_asked_for_once():
    assert words("Send, send, SEND") == ["Send"]


def test_parts_of_a_dotted_or_hyphened_name_are_subjects_of_their_own():
    assert words("langgraph.types.interrupt human-in-the-loop") == [
        "langgraph",
        "types",
        "interrupt",
        "human",
        "loop",
    ]
    assert words("Python 3.13, X-Ray’s API") == ["Python", "3.13", "X", "Ray", "API"]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("StateGraph", "A StateGraph has nodes."),
        ("BeautifulSoup", "Beautiful Soup parses."),
        ("interrupt_before", "compile(interrupt_before=['x'])"),
        ("state graph", "class langgraph.graph.StateGraph()"),
        ("pausing", "It pauses."),
        ("verification", "Set verify to False."),
        ("retries", "retry"),
        ("3.13", "Needs Python 3.13 or later."),
        ("Größe", "die GROSSE GRÖSSE größe"),
        ("cafe", "Café"),
        ("暂停图", "如何暂停图并等待人工"),
        ("графы", "Графы и узлы"),
    ],
)
def test_a_word_finds_its_other_spellings(question, text):
    assert finds(question, text) == words(question)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("interrupt_before", "before the interrupt"),
        ("3.13", "3.1 and 13"),
        ("StateGraph", "the graph of a state"),
        ("port", "portable"),
        ("暂停", "停暂"),
    ],
)
def test_a_word_does_not_find_what_merely_looks_like_it(question, text):
    assert finds(question, text) == []


def test_the_seam_between_two_words_without_a_space_is_no_word():
    # GIVEN a question of two words, both known, written together
    terms = terms_of("暂停执行")
    holders = {term: {1} if term.text in ("暂停", "执行") else set() for term in terms}
    # WHEN its pairs are weighed
    # THEN the pair across the two is not held against a passage
    assert [term.text for term in without_seams(terms, holders)] == ["暂停", "执行"]


def test_a_word_that_nobody_knows_is_no_seam():
    terms = terms_of("天气")
    assert without_seams(terms, {term: set() for term in terms}) == terms


@given(st.text(st.characters()))
def test_any_question_is_a_valid_query_of_bounded_length(question):
    terms = terms_of(question)
    assert len(terms) <= MAX_TERMS
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='porter unicode61')")
    if terms:
        db.execute("SELECT 1 FROM t WHERE t MATCH ?", (" OR ".join(t.match for t in terms),))
    db.close()
