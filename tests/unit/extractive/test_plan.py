import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.extractive.plan import MAX_QUERIES, queries


@pytest.mark.parametrize(
    ("question", "planned"),
    [
        (
            "How do I pause a LangGraph graph and wait for a human?",
            [
                "pause LangGraph graph wait human",
                "pause LangGraph graph",
                "wait human LangGraph",
            ],
        ),
        ("What does `stream_mode` do?", ["stream_mode"]),
        ("What is the boiling point of xenon?", ["boiling point xenon"]),
        ("文字を削除する方法は?", ["文字 削除 方法"]),
        ("How?", []),
        ("", []),
    ],
)
def test_a_question_becomes_queries(question, planned):
    # GIVEN a question, WHEN it is planned, THEN its content and its parts are searched
    assert queries(question) == planned


def test_a_name_is_never_asked_for_alone_beside_other_words():
    # GIVEN a question that only mentions the documentation's subject
    # WHEN it is planned
    planned = queries("How do I train a LangGraph puppy?")
    # THEN no query would be answered by every document that mentions the name
    assert planned == ["train LangGraph puppy"]


@given(st.text(max_size=300))
def test_any_question_has_few_queries_that_differ(question):
    # GIVEN any text, WHEN it is planned
    planned = queries(question)
    # THEN the queries are few, none is empty or repeated, and the same come again
    assert len(planned) <= MAX_QUERIES
    assert len(set(planned)) == len(planned)
    assert all(query.strip() for query in planned)
    assert queries(question) == planned
