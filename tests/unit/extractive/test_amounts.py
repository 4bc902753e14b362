"""Numbers in a question: those of a thing have to be in its answer, mere amounts do not."""

import pydoc
from functools import cache

import pytest

from cite_or_refuse.adapters.extractive import ExtractiveModel
from cite_or_refuse.adapters.extractive.terms import without_amounts
from cite_or_refuse.ports import Assignment
from tests.builders import a_source

TARN = """Tarn 2.4 was released on 5 March 2024.

The default cache size of Tarn is 512 MB.

Set `TARN_CACHE_MB` to change the cache size of Tarn.

The cache of Tarn holds up to 100 entries.

Tarn answers with the status 429 if its cache is full."""
REAL = {
    "requests.adapters": "How do I set max retries of the HTTPAdapter in requests",
    "requests.sessions": "How do I limit redirects of a requests session",
    "filelock": "How do I set the timeout of a file lock",
    "json": "How do I decode a document with json",
    "csv": "How do I write rows with a csv writer",
    "logging": "How do I set the level of a logger in logging",
    "argparse": "How do I add an argument to an argparse parser",
    "sqlite3": "How do I connect to a database with sqlite3",
}


@cache
def documentation(module: str) -> str:
    return pydoc.plain(pydoc.render_doc(module))


def answer(question: str, content: str, title: str = "Tarn") -> str:
    return ExtractiveModel().write(Assignment(question, [a_source(content, title=title)])).text


@pytest.mark.parametrize(
    "question",
    [
        "How large is the cache of Tarn (41)?",
        "How large is the cache of Tarn #41?",
        "[41] How large is the cache of Tarn?",
        "Question 41: How large is the cache of Tarn?",
        "How large is the cache of Tarn in 2026?",
        "In 2026, how large is the cache of Tarn?",
        "How many entries can the cache of Tarn hold in December 2026?",
        "Give me 3 ways to change the cache size of Tarn",
        "How do I change the cache size of Tarn for 1000 users?",
        "How do I change the cache size of Tarn to 64?",
        "How do I change the cache size of Tarn within 30s?",
        "How large is the cache of Tarn 2.4?",
        "When does Tarn answer with the status 429?",
    ],
)
def test_a_number_that_names_nothing_refuses_no_answer(question: str):
    # GIVEN a question that the document answers, with a tag, a date, a count, an example in it
    # WHEN it is asked, THEN it is answered
    assert answer(question, TARN)


@pytest.mark.parametrize(
    "question",
    [
        "How large is the cache of Tarn 9.9?",
        "How large is the cache of Tarn v9.9?",
        "How large is the cache of Tarn, version 9.9?",
        "How large was the cache of Tarn before 9.9?",
        "Does Tarn support HTTP/2?",
    ],
)
def test_the_number_of_a_thing_has_to_be_in_the_sources(question: str):
    # GIVEN a question about a version or a status that the document does not have
    # WHEN it is asked, THEN it is refused
    assert answer(question, TARN) == ""


@pytest.mark.parametrize("module", REAL)
@pytest.mark.parametrize("form", ["{} (41)?", "{} #7?", "{} in 2026?", "Question 12: {}?"])
def test_the_documentation_answers_with_a_number_in_the_question_as_without(module: str, form: str):
    # GIVEN the documentation of what is installed, which answers a question
    plain = answer(REAL[module] + "?", documentation(module), module)
    assert plain
    # WHEN it is asked with a tag or a year, THEN the answer is about the same
    tagged = answer(form.format(REAL[module]), documentation(module), module)
    assert tagged.splitlines()[0] == plain.splitlines()[0]


@pytest.mark.parametrize("module", REAL)
def test_the_documentation_has_no_answer_for_a_version_that_it_does_not_name(module: str):
    # GIVEN the documentation of what is installed
    # WHEN it is asked of another version, THEN it is refused
    assert answer(REAL[module] + " in version 99.9?", documentation(module), module) == ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What changed in boto3 1.40 and since 2.31?", "boto3 1.40 and since 2.31"),
        ("Does Python 3 support PEP 657 on port 5432?", "Python 3 support PEP 657 on port 5432"),
        ("How do I draw 3D plots?", "3D plots"),
        ("Can 2.5 GB or 1,000 rows go in 10 batches?", "Can   GB or   rows go in   batches"),
    ],
)
def test_what_numbers_a_thing_stays_in_a_question(question: str, told: str):
    assert told in without_amounts(question)
