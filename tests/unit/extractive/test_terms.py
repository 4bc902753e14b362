import pytest

from cite_or_refuse.adapters.extractive.terms import asked_terms, names, root, terms


@pytest.mark.parametrize(
    "family",
    [
        ["retry", "retries", "retrying", "retried"],
        ["pause", "paused", "pausing", "pauses"],
        ["configure", "configuration", "configured"],
        ["idempotent", "idempotency"],
        ["connect", "connection", "connections"],
        ["persist", "persistence", "persistent"],
    ],
)
def test_a_word_and_its_derivations_share_a_root(family):
    # GIVEN the forms of a word, WHEN they are reduced, THEN one root is left
    assert len({root(word) for word in family}) == 1


def test_a_name_of_code_counts_by_its_parts_in_a_text_and_as_a_whole_in_a_question():
    # GIVEN a name of two words
    # WHEN it is read in a sentence and in a question
    # THEN a sentence with it answers both who asks for the name and who asks for a word of it
    assert terms("`thread_id` is set") == ["thread", "id", "threadid"]
    assert list(asked_terms("What is thread_id?")) == ["threadid"]


def test_function_words_are_no_terms():
    # GIVEN questions in English and German, WHEN they are read, THEN their subjects are left
    assert set(asked_terms("How do I use the cache?").values()) == {"cache"}
    assert set(asked_terms("Wie kann ich den Cache leeren?").values()) == {"Cache", "leeren"}


def test_scripts_without_spaces_are_read_in_pairs_without_endings():
    # GIVEN a Japanese question, WHEN it is read, THEN pairs of characters are left, no particles
    assert list(asked_terms("文字を削除する方法は?")) == ["文字", "削除", "方法"]


def test_names_are_told_by_their_shape():
    # GIVEN a question with a product, an acronym, a place and a plain word in capitals at its start
    question = "Pause LangGraph with SQS on Titan in boto3?"
    # WHEN its names are looked for, THEN the first word is none
    assert names(question) == {"langgraph", "sqs", "titan", "boto3"}


def test_german_nouns_are_no_names():
    # GIVEN a question in which most words have a capital, WHEN it is read, THEN none is a name
    assert names("Wie leere ich den Cache der Datenbank vor dem Neustart?") == set()
