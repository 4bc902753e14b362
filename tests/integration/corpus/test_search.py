import pytest


@pytest.fixture
def search(docs, search_in):
    """A handbook of a made-up product, with enough beside the point."""
    (docs / "memory.md").write_text(
        "# Memory\n\nTarn needs 2 GB of memory. With the cache on it needs 4 GB.\n"
    )
    (docs / "pause.md").write_text(
        "# Pausing\n\nCall `pause_before` to pause a graph and wait for a human.\n\n"
        + "Whoever pauses keeps the state.\n" * 15
        + "## Resuming\n\n"
        + "A paused graph is resumed by its id.\n" * 40
    )
    (docs / "中文.md").write_text(
        "# 暂停\n\n调用 pause 可以暂停执行，并等待人工确认。\n", encoding="utf-8"
    )
    (docs / "rates.html").write_text(
        "<title>Rates</title><table><tr><th>Plan<th>Requests<tr><td>free<td>10 a minute</table>"
    )
    (docs / "client.py").write_text(
        'def connect(timeout: float = 3.5):\n    """Connect to Tarn."""\n'
    )
    for number in range(40):
        (docs / f"notes{number}.txt").write_text(f"Notes of day {number}: walked, wrote, slept.\n")
    return search_in(docs)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("How much memory does Tarn need?", "Memory"),
        ("How can I pause the graph and wait for a human?", "Pausing"),
        ("What does pause_before do?", "Pausing"),
        ("How are graphs resumed after pausing?", "Pausing"),
        ("How many requests a minute has the free plan?", "Rates"),
        ("What is the default timeout of connect?", "client"),
        ("如何暂停执行？", "暂停"),
        ("Wie viel Memory braucht Tarn?", "Memory"),
    ],
)
def test_the_document_that_answers_comes_first(search, question, title):
    hits = search.search(question, 8)
    assert hits[0].title == title
    assert hits[0].off_topic is None


@pytest.mark.parametrize(
    "question",
    [
        "What is the boiling point of xenon on Titan?",
        "How do I bake bread with Tarn?",
        "What is the capital of France?",
        "東京の天気はどうですか",
        "Какая столица Франции?",
        "What is it?",
        "?!",
        "",
    ],
)
def test_an_off_topic_question_has_no_source_but_may_have_near_misses(search, question):
    hits = search.search(question, 8)
    assert len(hits) <= 3
    assert all(hit.off_topic for hit in hits)


def test_a_near_miss_says_what_it_lacks(search):
    (hit, *_) = search.search("How do I bake bread with Tarn?", 8)
    assert hit.off_topic == "It does not speak of bake or bread."


def test_a_document_is_one_hit_whose_snippet_is_its_best_passage(search):
    # GIVEN a document of which many passages speak of the question
    # WHEN it is found
    hits = search.search("How is a paused graph resumed?", 8)
    # THEN it is one hit, and the snippet stands in the document
    assert [hit.url for hit in hits if hit.url.endswith("pause.md")] == [hits[0].url]
    assert hits[0].snippet.startswith("## Resuming")
    assert [hit.rank for hit in hits] == list(range(len(hits)))
    assert {hit.provider for hit in hits} == {"corpus"}


def test_no_more_hits_than_asked_for(search):
    assert len(search.search("What was noted on which day?", 8)) == 8
    assert len(search.search("What was noted on which day?", 2)) == 2


def test_a_question_of_ten_thousand_words_is_answered_like_any_other(search):
    question = "How much memory does Tarn need? " + " ".join(f"nonsense{n}" for n in range(10_000))
    assert all(hit.off_topic for hit in search.search(question, 8))


def test_what_means_something_to_the_index_is_only_text_in_a_question(search):
    for question in (
        'memory" OR "tarn',
        "memory NEAR(tarn)",
        "body:memory",
        "mem*",
        "a\x00b",
        "\ud800",
    ):
        search.search(question, 8)
