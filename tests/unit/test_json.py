import json
from dataclasses import replace

from cite_or_refuse.domain.budget import Budget, Usage
from cite_or_refuse.domain.check import Evidence, Support
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Outcome
from cite_or_refuse.domain.parts import Publication, Waiting
from cite_or_refuse.report.json import as_object
from tests.builders import TARN, a_check, a_claim, a_run, a_source


class Step:
    step = "writer"
    at = "2026-01-02T03:04:05+00:00"
    usage = Usage(
        calls=2, input_tokens=900, output_tokens=80, micro_dollars=3900, milliseconds=1200
    )


DRAFT = "The default cache size is 512 MB.[^1]"


def test_a_run_that_ended_is_the_object_that_the_contract_lists():
    # GIVEN an accepted run with one claim cut
    claim = a_claim(evidence=(Evidence(1, 39, 72, TARN[39:]),))
    gone = a_claim("Gone.", verdict=Support.UNSUPPORTED, missing=("Gone",), score=0.1)
    end = Publication(0, Outcome.CAPPED, None, DRAFT, (claim,), (gone,), ("a note",), "# report")
    run = a_run(
        draft=DRAFT,
        revision=2,
        check=a_check(claim, gone),
        sources=[a_source(TARN)],
        options=Options(budget=Budget(micro_dollars=1_500_000, calls=20)),
    )
    assert run.draft is not None
    draft = replace(run.draft, left_out=("Source 1: half of it.",))
    run = replace(run | draft, spent=Usage(3, 1000, 90, 3900, 1, 1, 1500))
    # WHEN it is made an object
    got = json.loads(json.dumps(as_object(run | end, [Step()])))
    # THEN it has these fields and no other
    source = run.sources[0]
    assert got == {
        "run_id": "r1",
        "outcome": "capped",
        "reason": None,
        "question": "How large is Tarn's cache?",
        "started_by": "a test",
        "model": "extractive",
        "revision": 2,
        "report": "# report",
        "draft": DRAFT,
        "search": ["corpus"],
        "allow_hosts": [],
        "sources": [
            {
                "n": 1,
                "title": "Tarn notes",
                "url": source.url,
                "sha256": source.sha256,
                "chars": 72,
                "snippet_only": False,
                "provider": "",
                "rank": 0,
                "requested_url": source.url,
                "canonical_url": None,
                "status": None,
                "fetched_at": "",
                "content_type": "",
                "bytes": 0,
                "language": None,
                "published": None,
                "modified": None,
            }
        ],
        "asked": [
            {"provider": "corpus", "query": "How large is Tarn's cache?", "hits": 1, "error": None}
        ],
        "unfetched": [],
        "claims": [
            {
                "text": "The default cache size is 512 MB.",
                "citations": [1],
                "verdict": "supported",
                "missing": [],
                "score": 0.9,
                "evidence": [{"source": 1, "start": 39, "end": 72, "quote": TARN[39:]}],
            }
        ],
        "cut": [
            {
                "text": "Gone.",
                "citations": [1],
                "verdict": "unsupported",
                "missing": ["Gone"],
                "score": 0.1,
                "evidence": [],
            }
        ],
        "notes": ["a note"],
        "left_out": ["Source 1: half of it."],
        "usage": {
            "calls": 3,
            "input_tokens": 1000,
            "output_tokens": 90,
            "cost_usd": None,
            "searches": 1,
            "seconds": 1.5,
            "budget": {"usd": 1.5, "calls": 20},
            "nodes": {
                "writer": {
                    "calls": 2,
                    "input_tokens": 900,
                    "output_tokens": 80,
                    "cost_usd": 0.0039,
                    "searches": 0,
                    "seconds": 1.2,
                }
            },
        },
        "trail": [{"step": "writer", "at": "2026-01-02T03:04:05+00:00"}],
    }


def test_a_run_that_waits_shows_the_claims_that_a_person_decides_on():
    # GIVEN a run that waits at the cap
    check = a_check(a_claim())
    run = a_run(draft=DRAFT, check=check, options=Options(human=True))
    run = run | Waiting(0, "me", "2026-01-02T03:04:05+00:00", "2026-01-03T03:04:05+00:00")
    # WHEN it is made an object
    got = as_object(run, [])
    # THEN it is no report yet
    assert (got["outcome"], got["report"], got["reason"]) == ("waiting", "", None)
    assert [claim["text"] for claim in got["claims"]] == ["The default cache size is 512 MB."]


def test_a_run_that_has_just_begun_has_empty_lists():
    # GIVEN a run without sources or a draft
    run = replace(a_run(), research=None, plan=None)
    # WHEN it is made an object
    got = as_object(run, [])
    # THEN nothing is missing
    assert got["outcome"] == "running"
    for part in ("sources", "asked", "unfetched", "claims", "cut", "notes"):
        assert got[part] == []
