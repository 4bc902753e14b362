from typing import Any

import pytest

from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.domain.errors import ModelBlocked
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.nodes.reviewer import reviewer
from cite_or_refuse.ports import Opinion
from tests.builders import a_check, a_claim, a_run, some_ports

GROUNDED = a_run(
    draft="The default cache size is 512 MB.[^1]",
    check=a_check(a_claim(), draft="The default cache size is 512 MB.[^1]"),
)


@pytest.mark.parametrize(
    "verdict", ["ACCEPT", "accept", "UNACCEPTABLE", "None of it. Do not ACCEPT.", True, None, 1]
)
def test_whatever_is_not_a_typed_accept_is_revise(verdict: Any):
    # GIVEN a model whose verdict only looks like an acceptance
    model = ScriptedModel(opinions=[Opinion(verdict)])
    # WHEN it reviews
    review = reviewer(GROUNDED, some_ports(model))
    # THEN it is sent back
    assert review.verdict is Verdict.REVISE


def test_a_blocked_review_is_never_an_acceptance():
    # GIVEN a model whose guardrail steps in
    model = ScriptedModel(opinions=[ModelBlocked("guardrail")])
    # WHEN it reviews
    review = reviewer(GROUNDED, some_ports(model))
    # THEN the review says so
    assert (review.verdict, review.blocked) == (Verdict.REVISE, True)


def test_a_reviewer_sees_the_draft_with_the_gate_s_evidence():
    # GIVEN a model that accepts
    model = ScriptedModel(opinions=[Opinion(Verdict.ACCEPT, open_notes=("Nothing on TLS.",))])
    # WHEN it reviews
    review = reviewer(GROUNDED, some_ports(model))
    # THEN it was shown each claim, and its notes are kept
    assert model.manuscripts[-1].claims == GROUNDED.judgement.check.claims
    assert review.verdict is Verdict.ACCEPT
    assert review.open_notes == ("Nothing on TLS.",)
