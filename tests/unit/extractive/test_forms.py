"""What the form of a question asks of its answer, and which of several sections comes first."""

from textwrap import dedent

import pytest

from cite_or_refuse.adapters.extractive import ExtractiveModel
from cite_or_refuse.ports import Assignment
from tests.builders import a_source


def written(question: str, *contents: str) -> str:
    sources = [a_source(dedent(content)) for content in contents]
    return ExtractiveModel().write(Assignment(question, sources)).text


def headings(draft: str) -> list[str]:
    return [line for line in draft.splitlines() if line.startswith("#")]


@pytest.mark.parametrize(
    ("question", "beside", "answer"),
    [
        (
            "How many entries can the cache of Tarn hold?",
            "The cache of Tarn holds its entries in memory.",
            "The cache of Tarn holds up to 100 entries.",
        ),
        (
            "How long does the cache of Tarn keep an entry?",
            "The cache of Tarn keeps an entry that is in use.",
            "The cache of Tarn keeps an entry for an hour.",
        ),
        (
            "What is the default size of the cache of Tarn?",
            "The size of the cache of Tarn is told by the command `tarn info`.",
            "The size of the cache of Tarn is 512 MB by default.",
        ),
        (
            "Who maintains Tarn?",
            "Tarn maintains an index of its entries.",
            "Tarn is maintained by Ada Lovelace.",
        ),
        (
            "Does Tarn support HTTP/2?",
            "Tarn supports HTTP/1.1 and nothing older.",
            "Tarn supports HTTP/2 behind a proxy.",
        ),
        (
            "Does Tarn run on Python 3.14?",
            "Tarn runs on Python 3.9 and later.",
            "Tarn runs on Python 3.14 as well.",
        ),
    ],
)
def test_what_lacks_the_form_of_an_answer_is_none(question: str, beside: str, answer: str):
    # GIVEN a document with the words of the question, which answers it or does not
    # WHEN it is asked, THEN it is quoted only if it does
    assert written(question, f"About Tarn\n\n{beside}") == ""
    assert answer in written(question, f"About Tarn\n\n{beside}\n\n{answer}").replace("[^1]", "")


def test_a_number_may_stand_above_what_is_said_of_it():
    # GIVEN a changelog, which names its subject once
    content = """
        # Changelog

        All changes of Tarn.

        ## 2.0

        The cache was changed to hold 1 GB.

        ## 1.0

        The cache holds 512 MB.
        """
    # WHEN a version of the subject is asked for, THEN what stands under its number answers
    assert "to hold 1 GB" in written("What was changed in the cache in Tarn 2.0?", content)
    assert written("What was changed in the cache in Tarn 3.5?", content) == ""


def test_the_value_in_a_signature_is_a_default():
    # GIVEN an attribute whose signature has its value
    content = """
        tarn.Cache.size: int = 512

        How large the cache may grow, in MB.
        """
    # WHEN it is asked for, THEN the signature is the answer
    draft = written("What is the default size of a Tarn cache?", content)
    assert headings(draft) == ["### `tarn.Cache.size: int = 512`[^1]"]


TARN = """
    class tarn.errors.TimeoutReached

    The timeout of a connection to Tarn was reached.

    class tarn.errors.TooManyRetries

    Raised at the end.

    class tarn.Send

    Tells another process of an entry.

    tarn.connect(address: str, timeout: float) -> Connection

    Open a connection to Tarn.

    Args:
        timeout: How many seconds the connection to Tarn may take.

    tarn._internal.resize(size: int) -> None

    Change the size of the cache of Tarn.

    tarn.resize(size: int) -> None

    Change the size of the cache of Tarn at once.

    class tarn.remote.Channel

    The `Channel` class is a client of the API of Tarn.
    """


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How do I set the timeout of a connection to Tarn?", "tarn.connect"),
        ("What happens when there are too many retries in Tarn?", "TooManyRetries"),
        ("What does the Send class do in Tarn?", "tarn.Send"),
        ("How do I change the size of the cache of Tarn?", "tarn.resize"),
    ],
)
def test_the_section_that_the_question_is_about_comes_first(question: str, first: str):
    # GIVEN a module with sections that share the words of the question
    # WHEN it is asked, THEN the one that it is about opens the answer
    assert first in headings(written(question, TARN))[0]


def test_a_question_of_nothing_but_kinds_of_things_can_be_asked():
    # GIVEN a question whose words would be weak in any other
    # WHEN it is asked, THEN they are what it is about
    content = "A method is a function that belongs to a class."
    assert content in written("What is a method?", content)
