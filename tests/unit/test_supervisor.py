from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.domain.errors import ModelBlocked
from cite_or_refuse.nodes.supervisor import MAX_QUERIES, MAX_QUERY_CHARS, supervisor
from tests.builders import a_run, some_ports


def test_a_blocked_plan_falls_back_to_the_question():
    # GIVEN a model whose filter stops the plan
    ports = some_ports(ScriptedModel(plans=[ModelBlocked("filtered")]))
    # WHEN the supervisor plans
    plan = supervisor(a_run(question="What is Tarn?", plan_made=False), ports)
    # THEN the question itself is searched for
    assert plan.queries == ("What is Tarn?",)


@pytest.mark.parametrize("answer", [None, 7, "tarn", [None, {"q": 1}], {"queries": "x"}])
def test_an_answer_that_is_no_list_of_queries_falls_back_to_the_question(answer: Any):
    # GIVEN a model that answers with something else than a list of texts
    ports = some_ports(ScriptedModel(plans=[answer]))
    # WHEN the supervisor plans
    plan = supervisor(a_run(question="What is Tarn?", plan_made=False), ports)
    # THEN nothing of it is used
    assert plan.queries == ("What is Tarn?",)


def test_a_plan_is_made_once():
    # GIVEN a run that has its plan
    model = ScriptedModel()
    run = a_run(question="What is Tarn?")
    # WHEN the supervisor is visited again
    plan = supervisor(run, some_ports(model))
    # THEN the plan stays, and no model was asked
    assert plan is run.plan
    assert model.questions == []


@given(st.lists(st.text(), max_size=12))
def test_whatever_is_proposed_the_queries_are_few_short_distinct_and_end_with_the_question(
    proposed: list[str],
):
    # GIVEN any proposal
    ports = some_ports(ScriptedModel(plans=[proposed]))
    # WHEN it becomes a plan
    queries = supervisor(a_run(question="What is Tarn?", plan_made=False), ports).queries
    # THEN code has bounded it
    assert len(queries) <= MAX_QUERIES
    assert all(0 < len(query) <= MAX_QUERY_CHARS for query in queries)
    assert len({query.casefold() for query in queries}) == len(queries)
    assert queries[-1].casefold() == "what is tarn?"
