from pathlib import Path
from typing import Any

import pytest

from cite_or_refuse.domain.budget import Budget
from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.domain.options import Options
from cite_or_refuse.runtime.aws.wishes import Wishes, options_of, wishes_from
from cite_or_refuse.runtime.settings import Settings

STACK = Settings(
    home=Path("home"),
    model="bedrock:w",
    review_model="bedrock:r",
    search="brave,mediawiki",
    documents="docs-bucket",
    budget=Budget(calls=20),
)


def options(value: dict[str, Any], documents: str = "", **settings: Any) -> Options:
    changed = {name: getattr(STACK, name) for name in STACK.__dataclass_fields__} | settings
    return options_of(wishes_from(value), Settings(**changed), documents)


def test_who_wishes_for_nothing_gets_what_the_operator_set():
    # GIVEN a question without options or documents
    # WHEN its options are made
    # THEN they are the operator's
    assert options({}) == STACK.options(search=["brave", "mediawiki"])


def test_who_wishes_for_less_gets_it():
    # GIVEN wishes for less than the operator allows
    wishes = {
        "model": "bedrock:r",
        "models": {"plan": "bedrock:w"},
        "search": ["mediawiki"],
        "max_revisions": 1,
        "human": True,
        "wait_minutes": 5,
        "budget": {"usd": 0.5, "calls": 3},
    }
    # THEN each is granted
    assert options(wishes) == Options(
        model="bedrock:r",
        plan_model="bedrock:w",
        search=("mediawiki",),
        max_revisions=1,
        human=True,
        wait_minutes=5,
        budget=Budget(micro_dollars=500_000, calls=3),
    )


@pytest.mark.parametrize(
    ("review", "wish", "asked"),
    [
        ("wished", {}, False),
        ("wished", {"human": True}, True),
        ("always", {}, True),
        ("always", {"human": False}, True),
        ("always", {"wait_minutes": 5}, True),
        ("never", {}, False),
    ],
)
def test_the_operator_says_whether_a_person_is_asked(
    review: str, wish: dict[str, Any], asked: bool
):
    assert options(wish, human_review=review).human is asked


def test_where_the_operator_has_nobody_asked_a_person_cannot_be_wished_for():
    with pytest.raises(BadInput, match="asks no person"):
        options({"human": True}, human_review="never")


def test_documents_are_searched_alone_unless_other_searches_are_named():
    # GIVEN a set of documents
    alone, both = options({}, "tarn-2"), options({"search": ["brave"]}, "tarn-2")
    # THEN nobody else hears of the question unless its asker says so
    assert alone.corpus == both.corpus == ("s3://docs-bucket/documents/tarn-2",)
    assert (alone.search, both.search) == (("corpus",), ("corpus", "brave"))


@pytest.mark.parametrize("search", ["", "corpus"])
def test_a_question_with_nothing_to_search_is_refused_at_the_door(search: str):
    # GIVEN a stack without a search provider; `corpus` alone names none
    with pytest.raises(BadInput, match="no search provider is configured here, so a question "):
        options({}, search=search)
    # THEN a question with documents is still fine
    assert options({}, "tarn", search=search).search == ("corpus",)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"model": "bedrock:dearer"}, "'bedrock:dearer' is not configured here; there is: bedrock"),
        ({"models": {"write": "openai:x"}}, "'openai:x' is not configured"),
        ({"search": ["tavily"]}, "'tavily' is not configured here; there is: brave, mediawiki"),
        ({"search": ["corpus"]}, "'corpus' is not configured"),
        ({"max_revisions": 4}, "max revisions cannot be 4"),
        ({"max_revisions": -1}, "max revisions cannot be -1"),
        ({"human": True, "wait_minutes": 99999999}, "wait minutes cannot be 99999999"),
        ({"wait_minutes": 5}, "give both"),
        ({"budget": {"calls": 21}}, "beyond the operator's: calls=20"),
    ],
    ids=str,
)
def test_nobody_gets_more_than_the_operator_set(wish: dict[str, Any], sentence: str):
    with pytest.raises(BadInput, match=sentence):
        options(wish)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (None, "options is no JSON object"),
        ([], "options is no JSON object"),
        ({"Model": "x"}, "no field 'Model'; there is: models, search, "),
        ({"allow_hosts": ["localhost:80"]}, "no field 'allow_hosts'"),
        ({"corpus": ["/etc"]}, "no field 'corpus'"),
        ({"x" * 5000: 1}, "no field 'x"),
        ({"models": {"boss": "x"}}, "no field 'boss'; there is: plan, write, review"),
        ({"model": 3}, "model has to be a string"),
        ({"model": None}, "model has to be a string"),
        ({"search": "brave"}, "search is no list of strings"),
        ({"search": [1]}, "search is no list of strings"),
        ({"human": 1}, "human has to be true or false"),
        ({"max_revisions": True}, "max_revisions has to be a whole number"),
        ({"max_revisions": 1.0}, "max_revisions has to be a whole number"),
        ({"budget": "calls=3"}, "budget is no JSON object"),
        ({"budget": {"euros": 3}}, "no field 'euros'"),
        ({"budget": {"calls": "3"}}, "limit calls of the budget has to be a number"),
        ({"budget": {"calls": True}}, "limit calls of the budget has to be a number"),
        ({"budget": {"calls": -1}}, "cannot hold 'calls=-1'"),
        ({"budget": {"usd": 1e-30}}, "cannot hold 'usd=1e-30'"),
        ({"budget": {"calls": 10**4000}}, "cannot hold 'calls="),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_no_wish_is_one_sentence_that_names_it(value: object, sentence: str):
    with pytest.raises(BadInput, match=sentence) as raised:
        wishes_from(value)
    assert len(str(raised.value)) < 250


@pytest.mark.parametrize(
    "name", ["..", ".hidden", "a/b", "a/../b", "", " ", "a b", "é", "x" * 101, "a\n"]
)
def test_a_caller_names_a_set_and_never_a_place(name: str):
    if name:
        with pytest.raises(BadInput, match="is no name of a set of documents"):
            options({}, name)
    else:
        assert options({}, name).corpus == ()


def test_a_stack_without_a_bucket_has_no_documents():
    with pytest.raises(BadInput, match="has no bucket of documents"):
        options_of(Wishes(), Settings(home=Path("home")), "tarn")


def test_wishes_say_nothing_of_their_own():
    assert wishes_from({}) == Wishes()
