"""The report and the sources of a run: one outcome, the same at this door."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest
import requests

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.domain.facts import facts_of
from cite_or_refuse.domain.parts import Research
from cite_or_refuse.ports import Commit
from cite_or_refuse.report.json import as_object
from cite_or_refuse.runtime.aws.api.sending import MAX_ANSWER_BYTES
from tests.api import (
    ACCEPTED,
    CAPPED,
    FAILED,
    REFUSED,
    WAITING,
    Stage,
    call,
    told,
)
from tests.builders import a_source

JSON = {"Accept": "application/json"}


def keep_sources(api: Stage, *contents: str) -> str:
    """Give a run these sources, and return its id."""
    run = api.store.load(call("POST", "/runs", {"question": "Which?"}).json["run_id"])
    research = Research(True, tuple(a_source(content) for content in contents), ())
    after = replace(run, research=research, seq=1, version=1)
    step = Commit(run.run_id, 1, "researcher", run.created_at, facts_of(after))
    api.store.commit(after, step)
    return run.run_id


@pytest.mark.parametrize(
    ("story", "status", "outcome"), [(ACCEPTED, 200, "accepted"), (CAPPED, 200, "capped")]
)
def test_a_report_that_ships_is_200(
    api: Stage, tmp_path: Path, story: str, status: int, outcome: str
):
    # GIVEN a run whose report ships
    run = told(api, story, tmp_path)
    # WHEN it is read by a person and by a program
    read = call("GET", f"/runs/{run.run_id}/report")
    parsed = call("GET", f"/runs/{run.run_id}/report", headers=JSON)
    # THEN it is the report that was published, and the object that the command line prints
    assert (read.status, read.media) == (status, "text/markdown; charset=utf-8")
    assert read.body == run.publication.report
    assert (parsed.status, parsed.media) == (status, "application/json")
    assert parsed.json == as_object(run, api.store.trail(run.run_id))
    assert parsed.json["outcome"] == outcome


@pytest.mark.parametrize(
    ("story", "status", "name", "reason"),
    [
        (REFUSED, 422, "InsufficientGrounding", "no_citations"),
        (FAILED, 409, "Failed", "search_failed"),
    ],
)
@pytest.mark.parametrize("accept", ["text/markdown", "application/json"])
def test_a_run_without_a_report_is_a_problem_that_tells_all(  # noqa: PLR0917 - a table
    api: Stage, tmp_path: Path, story: str, status: int, name: str, reason: str, accept: str
):
    # GIVEN a run that ships nothing
    run = told(api, story, tmp_path)
    # WHEN its report is asked for, in whatever form
    answer = call("GET", f"/runs/{run.run_id}/report", headers={"Accept": accept})
    # THEN the code is the outcome's, and the whole run comes with the problem
    assert answer.status == status
    assert reason in answer.problem
    assert answer.json["type"] == f"urn:cite-or-refuse:{name}"
    assert answer.json["run"] == as_object(run, api.store.trail(run.run_id))
    assert run.publication.report == answer.json["run"]["report"]


def test_a_run_that_has_not_ended_is_202(api: Stage, tmp_path: Path):
    # GIVEN a run that waits for a person, and one that has just begun
    waiting = told(api, WAITING, tmp_path).run_id
    running = call("POST", "/runs", {"question": "Which?"}).json["run_id"]
    # WHEN their reports are asked for
    read = {run_id: call("GET", f"/runs/{run_id}/report") for run_id in (waiting, running)}
    parsed = call("GET", f"/runs/{waiting}/report", headers=JSON)
    # THEN the answer says when to ask again, and what there is so far
    assert [answer.status for answer in read.values()] == [202, 202]
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in read.values())
    assert "**WAITING**" in read[waiting].body
    assert running in read[running].body
    assert (parsed.status, parsed.json["outcome"]) == (202, "waiting")


def test_what_nobody_offers_is_not_acceptable(api: Stage, tmp_path: Path):
    # GIVEN a run with a report
    run_id = told(api, ACCEPTED, tmp_path).run_id
    # WHEN only a picture will do
    answers = [
        call("GET", f"/runs/{run_id}/{what}", headers={"Accept": "image/png"})
        for what in ("report", "sources/1")
    ]
    # THEN it is told what there is
    assert [answer.status for answer in answers] == [406, 406]
    assert "text/markdown and application/json" in answers[0].problem


def test_a_source_is_read_as_it_was_stored(api: Stage):
    # GIVEN a run with two sources, one of them hostile
    hostile = "<script>alert(1)</script>\r\n Größe \U0001f9e8"
    run_id = keep_sources(api, "The default is 512 MB.", hostile)
    # WHEN the second is read by a person and by a program
    read = call("GET", f"/runs/{run_id}/sources/2")
    parsed = call("GET", f"/runs/{run_id}/sources/2", headers=JSON)
    # THEN it is that text to the last character, and no browser takes it for a page
    assert (read.status, read.media) == (200, "text/plain; charset=utf-8")
    assert read.headers["X-Content-Type-Options"] == "nosniff"
    assert read.body == hostile
    assert (parsed.json["n"], parsed.json["content"]) == (2, hostile)
    assert parsed.json["sha256"] == a_source(hostile).sha256


def test_half_a_character_of_a_page_breaks_nothing(api: Stage):
    # GIVEN a source with half a surrogate pair, which UTF-8 cannot carry
    run_id = keep_sources(api, "512 \ud800MB")
    # THEN it is marked where it is read as text, and kept where it is read as JSON
    assert call("GET", f"/runs/{run_id}/sources/1").body == "512 ?MB"
    assert call("GET", f"/runs/{run_id}/sources/1", headers=JSON).json["content"] == "512 \ud800MB"


@pytest.mark.parametrize("number", ["0", "2", "-1", "x", "1.0", "9" * 30])
def test_a_source_that_there_is_not_is_not_found(api: Stage, number: str):
    # GIVEN a run with one source
    run_id = keep_sources(api, "The default is 512 MB.")
    # THEN there is no other
    answer = call("GET", f"/runs/{run_id}/sources/{number}")
    assert answer.status == 404
    assert answer.problem


@pytest.mark.parametrize(
    ("what", "texts"), [("sources/2", {"The second."}), ("report", set())], ids=["source", "report"]
)
def test_no_text_is_read_that_nobody_asked_for(api: Stage, what: str, texts: set[str]):
    # GIVEN a run with three sources
    run_id = keep_sources(api, "The first.", "The second.", "The third.")
    contents = {a_source(f"The {n}.").sha256: f"The {n}." for n in ("first", "second", "third")}
    # WHEN one of them is read, or the report as a program reads it
    fetched: list[str] = []
    heard = client("s3").meta.events
    hear = lambda params, **_: fetched.append(params["Key"].rpartition("/")[2])  # noqa: E731
    heard.register("provide-client-params.s3.GetObject", hear)
    answer = call("GET", f"/runs/{run_id}/{what}", headers=JSON)
    heard.unregister("provide-client-params.s3.GetObject", hear)
    # THEN no other is fetched from S3, and it is told how long each is
    assert answer.status in (200, 202)
    assert {contents[key] for key in fetched if key in contents} == texts
    if what == "report":
        assert [source["chars"] for source in answer.json["sources"]] == [10, 11, 10]


def test_what_lambda_cannot_carry_is_fetched_from_s3(api: Stage):
    # GIVEN a source of 6 million bytes
    large = "Tarn keeps größere caches. " * 220_000
    assert len(large) > MAX_ANSWER_BYTES
    run_id = keep_sources(api, large)
    for headers, media in (({}, "text/plain; charset=utf-8"), (JSON, "application/json")):
        # WHEN it is read
        answer = call("GET", f"/runs/{run_id}/sources/1", headers=headers)
        # THEN the answer is small, and says where the text is, for a while and to its holder alone
        assert (answer.status, len(answer.body) < 4000) == (303, True)
        where = answer.headers["Location"]
        assert "X-Amz-Expires=300" in where
        assert "X-Amz-Signature=" in where
        got = requests.get(where, timeout=5)
        assert (got.headers["Content-Type"], got.headers["Content-Encoding"]) == (media, "gzip")
        text = got.content if got.content[:2] != b"\x1f\x8b" else gzip.decompress(got.content)
        whole = text.decode()
        assert (json.loads(whole)["content"] if headers else whole) == large
