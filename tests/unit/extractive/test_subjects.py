import pytest

from cite_or_refuse.adapters.extractive import ExtractiveModel
from cite_or_refuse.ports import Assignment
from tests.builders import a_source

NOTES = """
# Tarn

Tarn listens on port 8080 by default. Tarn does not support Windows. Mill, unlike Tarn, runs on \
Solaris.
If you use Redis, Tarn keeps sessions for 30 minutes.
"""


def written(question: str, content: str = NOTES) -> str:
    return ExtractiveModel().write(Assignment(question, [a_source(content)])).text


@pytest.mark.parametrize(
    "question",
    [
        "Which port does Mill listen on?",
        "Does Mill support Windows?",
        "How long does Tarn keep sessions without Redis?",
    ],
)
def test_a_true_sentence_about_something_else_is_no_answer(question: str):
    # GIVEN notes that answer the question for another program, or under another condition
    # WHEN they are asked, THEN nothing is quoted
    assert written(question) == ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which port does Tarn listen on?", "Tarn listens on port 8080 by default."),
        ("Does Tarn support Windows?", "Tarn does not support Windows."),
        ("Does Mill run on Solaris?", "Mill, unlike Tarn, runs on Solaris."),
        ("How long does Tarn keep sessions with Redis?", "Tarn keeps sessions for 30 minutes."),
    ],
)
def test_the_same_sentence_answers_what_it_speaks_of(question: str, answer: str):
    # GIVEN the same notes, WHEN they are asked for what they say, THEN they are quoted
    assert answer in written(question)


def test_a_heading_says_what_its_sentences_speak_of():
    # GIVEN a section about Mill whose sentence begins with the name of a part of it
    notes = "# Mill\n\nGrinder listens on port 9090, and in Mill, Grinder is a thread.\n"
    # WHEN Mill is asked about, THEN the sentence answers
    assert "port 9090" in written("Which port does Mill listen on?", notes)


def test_a_denied_condition_is_the_one_that_is_asked_about():
    # GIVEN the same time with and without a store
    notes = "If you do not use Redis, Tarn keeps sessions for 5 minutes. Redis makes Tarn faster.\n"
    # WHEN it is asked without the store, THEN the denied condition answers
    assert "5 minutes" in written("How long does Tarn keep sessions without Redis?", notes)


@pytest.mark.parametrize(
    "notes",
    [
        "# Servers\n\nBy default, Tarn listens on port 8080. Mill runs on Solaris.\n",
        "Tarn listens on port 8080. Mill, unlike Tarn, has none.\n",
        "# Tarn\n\nTarn is a server. It listens on port 8080 by default. Mill is another.\n",
    ],
)
def test_another_name_is_told_wherever_its_sentence_begins(notes: str):
    # GIVEN notes that give a port for Tarn alone, WHEN Mill is asked about, THEN nothing is quoted
    assert written("Which port does Mill listen on?", notes) == ""
