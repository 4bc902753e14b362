"""The OpenAPI document: what it says is what the API does."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from cite_or_refuse.report.json import as_object
from cite_or_refuse.runtime.aws.api.acting import MAX_BODY_BYTES
from cite_or_refuse.runtime.aws.api.app import METHODS, document
from cite_or_refuse.runtime.aws.api.bodies import MAX_DRAFT_CHARS, MAX_SOURCE_CHARS
from cite_or_refuse.runtime.aws.api.misfits import UNTOLD
from cite_or_refuse.runtime.aws.api.shapes import WholeRun
from cite_or_refuse.runtime.aws.api.verifications import MAX_BODY_BYTES as MAX_REPORT_BYTES
from docs.openapi import reference
from tests.api import EVENTS, FAILED, WAITING, Stage, an_api, answer_to, served, told
from tests.builders import a_run
from tests.documents import MANUAL, drop

DOCS = Path(__file__).parents[4] / "docs"
RUN_ID = re.compile("[0-9a-z]{7}-[0-9a-z]{5}")
MISFIT = re.compile(r"The (body|query|header)('s '.*')? (is|has) ")
ITS_RUN = "1n8k2qa-7xw3e"  # of the samples


@pytest.fixture(scope="module")
def runs(account: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """An API with a run that waits and one that failed."""
    with an_api() as stage:
        home = tmp_path_factory.mktemp("walks")
        yield [told(stage, says, home).run_id for says in (WAITING, FAILED)]


# Who may ask is the gateway's business, which is not here.
schema = schemathesis.openapi.from_dict(
    document() | {"security": []},
    config=SchemathesisConfig.from_dict(
        {"checks": {"negative_data_rejection": {"expected-statuses": ["4xx"]}}}  # 413 is one
    ),
)
schema.app = served


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_the_answer_is_as_documented(case: schemathesis.Case, runs: list[str]):
    # GIVEN a request that the document allows, or nearly: where it names a run, of one that exists
    run_id = case.path_parameters.get("run_id", "")
    if RUN_ID.fullmatch(run_id):
        case.path_parameters["run_id"] = runs[ord(run_id[0]) % len(runs)]
    # WHEN it is sent
    # THEN status, headers, media type and body are documented, and nothing breaks
    response = case.call_and_validate(excluded_checks=[positive_data_acceptance])
    # AND what the document allows is refused only by what it cannot say: the operator's limits
    misfit = MISFIT.match(response.json()["detail"]) if response.status_code == 400 else None
    assert not (misfit and case.meta.generation.mode.is_positive)
    # AND what it does not allow is told in words that were written for it
    assert not (misfit and UNTOLD in response.text)


def test_the_document_on_paper_is_the_apis():
    assert (DOCS / "openapi.json").read_text(encoding="utf-8") == reference(), "run `make docs`"


def test_every_path_of_the_document_is_known_to_the_resolver():
    paths = {
        path: tuple(sorted(method.upper() for method in operations))
        for path, operations in document()["paths"].items()
    }
    assert paths == {
        rule.replace("<", "{").replace(">", "}"): methods for rule, methods in METHODS.items()
    }


def test_the_page_lists_each_operation_and_its_own_answers():
    # GIVEN the table of docs/api.md, and what every operation may answer beside its own
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(GET|POST) (\S+)` \|.*\| ([0-9, ]+) \|$", page, re.MULTILINE)
    refused = {400, 403, 404, 405, 406, 413, 415, 429, 500, 503}
    # THEN it says what the document says
    assert {(method, path, codes) for method, path, codes in rows} == {
        (
            method.upper(),
            path,
            ", ".join(sorted(operation["responses"].keys() - set(map(str, refused)))),
        )
        for path, operations in document()["paths"].items()
        for method, operation in operations.items()
    }
    for bound in (MAX_BODY_BYTES, MAX_REPORT_BYTES, MAX_DRAFT_CHARS, MAX_SOURCE_CHARS):
        assert f"{bound:,}" in page


def test_the_document_names_fields_that_a_run_has():
    run = as_object(a_run(), [])
    assert WholeRun.model_fields.keys() <= run.keys()


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("begin", 202),
        ("list", 200),
        ("status", 404),
        ("report", 404),
        ("source", 404),
        ("decision", 404),
        ("resume", 404),
        ("verification", 200),
    ],
)
def test_each_sample_is_a_request(api: Stage, name: str, status: int):
    # GIVEN a sample of what the gateway hands over
    event = json.loads((EVENTS / f"api_{name}.json").read_text(encoding="utf-8"))
    drop(api.documents, "documents/tarn/manual.md", MANUAL)  # which one of them names
    # WHEN the function gets it, over a table that holds nothing yet
    answer = answer_to(event)
    # THEN it understands it
    assert answer.status == status
    assert status < 400 or ITS_RUN in answer.problem


def test_there_is_a_sample_for_each_operation():
    sampled = {
        (event["httpMethod"], event["resource"].replace("{id}", "{run_id}"))
        for event in (json.loads(path.read_text()) for path in EVENTS.glob("api_*.json"))
    }
    documented = {
        (method.upper(), path.replace("{number}", "{n}"))
        for path, operations in document()["paths"].items()
        for method in operations
    }
    assert sampled == documented
