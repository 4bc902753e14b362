"""Each function takes its step as the workflow asks it to, with real ports and its sample."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.adapters.aws.walks import Walk, Walks
from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.domain.codec import to_plain
from cite_or_refuse.domain.errors import StaleStep
from cite_or_refuse.domain.facts import facts_of
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run
from cite_or_refuse.nodes.validate import validate
from cite_or_refuse.ports import RunStore
from cite_or_refuse.runtime import wiring
from cite_or_refuse.runtime.runs import decide, start_run
from cite_or_refuse.runtime.settings import PREFIX, Settings, read_settings
from cite_or_refuse.runtime.wiring import equip, open_store, store_ports
from tests.aws import an_account, make_bucket, make_table
from tests.builders import a_run, some_ports
from tests.stories import HALF_TRUE
from tests.workflow import Context

EVENTS = Path(__file__).parents[3] / "events"
QUESTION = "How large is the cache of Tarn by default?"
NOTES = "# Tarn\n\nThe default cache size of Tarn is 512 MB. It is set by `--cache`.\n"
# In the order of a walk; the supervisor is asked twice.
WALK = ("supervisor", "researcher", "supervisor_again", "writer", "validate", "reviewer", "publish")


def sample(name: str) -> dict[str, Any]:
    event: dict[str, Any] = json.loads((EVENTS / f"{name}.json").read_text(encoding="utf-8"))
    return event


def call(name: str, event: dict[str, Any]) -> Any:
    """What the function answers."""
    return import_module(f"functions.{name}.app").handler(event, Context(name))


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """Those of a stack in an empty account."""
    with an_account():
        for name, value in {
            "HOME": str(tmp_path),
            "TABLE": make_table(),
            "TEXTS": make_bucket(),
            "DOCUMENTS": make_bucket(),
            "STATE_MACHINE": "arn:aws:states:eu-west-1:123456789012:stateMachine:research",
            "API": "https://api.example/v1/",
        }.items():
            monkeypatch.setenv(PREFIX + name, value)
        yield read_settings()


@pytest.fixture
def store(settings: Settings) -> RunStore:
    return open_store(settings)


def begun(settings: Settings, store: RunStore, run_id: str, started_by: str = "ann") -> Run:
    """A new run that asks a set of one document."""
    client("s3").put_object(
        Bucket=settings.documents, Key="documents/tarn/notes.md", Body=NOTES.encode()
    )
    options = Options(corpus=(f"s3://{settings.documents}/documents/tarn",))
    return start_run(QUESTION, options, started_by, some_ports(store=store), run_id)


def at_the_cap(settings: Settings, store: RunStore, facts: dict[str, Any], walk: str) -> Run:
    """A run that stands at these facts, half of its draft right, and is walked by `walk`."""
    options = Options(human=True, max_revisions=0, wait_minutes=60)
    run = replace(a_run(options=options, draft=HALF_TRUE), run_id=facts["run_id"], seq=5, version=5)
    run |= validate(run, some_ports())
    store.create(run)
    assert to_plain(facts_of(run)) == facts
    Walks(settings.table).begin(run.run_id, walk)
    return run


def test_the_samples_are_a_walk_from_a_question_to_a_report(
    settings: Settings, store: RunStore
) -> None:
    # GIVEN a question, and the samples of all steps in the order of a walk
    samples = {name: sample(name) for name in WALK}
    run = begun(settings, store, samples["supervisor"]["facts"]["run_id"])
    facts = to_plain(facts_of(run))
    for name, event in samples.items():
        # WHEN a function gets its sample, THEN that is what the one before has given
        assert event["facts"] == facts
        facts = call(name.removesuffix("_again"), event)
    # AND the run ends with its report
    done = store.load(run.run_id)
    assert done.status is Status.ACCEPTED
    assert done.publication is not None
    assert "512 MB" in done.publication.report


def heard(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> str:
    """A queue of what the topic and the event bus tell."""
    queues, topics, bus = client("sqs"), client("sns"), client("events")
    url = queues.create_queue(QueueName="heard")["QueueUrl"]
    attributes = queues.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])
    arn = attributes["Attributes"]["QueueArn"]
    topic = topics.create_topic(Name="waiting")["TopicArn"]
    topics.subscribe(TopicArn=topic, Protocol="sqs", Endpoint=arn)
    pattern = json.dumps({"source": ["cite-or-refuse"], "detail-type": ["Run waits"]})
    bus.put_rule(Name="waits", EventPattern=pattern)
    bus.put_targets(Rule="waits", Targets=[{"Id": "heard", "Arn": arn}])
    monkeypatch.setenv(f"{PREFIX}TOPIC", topic)
    return str(url)


def messages(queue: str) -> list[dict[str, Any]]:
    answer = client("sqs").receive_message(QueueUrl=queue, MaxNumberOfMessages=10)
    return [json.loads(message["Body"]) for message in answer.get("Messages", ())]


def test_a_run_that_starts_to_wait_tells_so_with_its_link_and_without_its_token(
    settings: Settings, store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN a run at the cap, and somebody who listens
    event = sample("ask_human")
    run = at_the_cap(settings, store, event["facts"], event["walk"])
    queue = heard(settings, monkeypatch)
    # WHEN a human is asked
    asked = call("ask_human", event)
    # THEN the run waits under the token
    stored = store.load(run.run_id)
    assert asked == to_plain(facts_of(stored))
    assert stored.waiting is not None
    assert Walks(settings.table).current(run.run_id) == Walk(event["walk"], event["token"])
    # AND both are told where to decide, and until when
    told = sorted(messages(queue), key=lambda message: "detail" in message)
    link = f"https://api.example/v1/runs/{run.run_id}"
    notice = {"run_id": run.run_id, "question": run.question, "until": stored.waiting.until}
    assert told[1]["detail"] == notice | {"link": link}
    # AND the letter has commands, since a browser cannot sign what the link needs
    letter = told[0]["Message"]
    assert link in letter
    assert f"cite-or-refuse show {run.run_id} --engine stack" in letter
    for choice in ("--accept", '--revise "NOTES"', "--refuse"):
        assert f"cite-or-refuse resume {run.run_id} {choice} --engine stack" in letter
    assert event["token"] not in json.dumps(told)
    # AND asked again, after the wait, the run tells what it knows by then, and nobody is told
    decide(run.run_id, Choice.ACCEPT, "", 1, "ann", some_ports(store=store))
    assert call("ask_human", sample("ask_human_again"))["human"] == "accept"
    assert messages(queue) == []


def test_a_walk_that_is_not_the_runs_any_more_asks_nobody(
    settings: Settings, store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN a run that was resumed since
    event = sample("ask_human")
    run = at_the_cap(settings, store, event["facts"], event["walk"])
    Walks(settings.table).begin(run.run_id, f"{run.run_id}-6")
    queue = heard(settings, monkeypatch)
    # WHEN the old walk asks, THEN it is overtaken
    with pytest.raises(StaleStep):
        call("ask_human", event)
    assert (store.load(run.run_id), messages(queue)) == (run, [])


def test_an_error_that_the_emulator_names_otherwise_is_told_by_its_own_name(
    settings: Settings, store: RunStore
) -> None:
    event = sample("publish_failed")
    run = at_the_cap(settings, store, event["facts"], event["walk"])
    assert call("publish", event)["outcome"] == "failed"
    published = store.load(run.run_id).publication
    assert published is not None
    assert published.reason == "budget_exhausted"
    assert published.notes == (json.loads(event["error"]["Cause"])["errorMessage"],)


def test_the_news_of_a_dead_execution_end_its_run(settings: Settings, store: RunStore) -> None:
    event = sample("publish_died")
    at_the_cap(settings, store, sample("ask_human")["facts"], event["died"]["name"])
    assert call("publish", event)["outcome"] == "failed"
    assert call("publish", event) == {}  # delivered again


def test_the_results_of_a_dropped_question_are_laid_beside_it(
    settings: Settings, store: RunStore
) -> None:
    # GIVEN a run that a dropped object began, at its last step
    event = sample("publish")
    place = f"s3://{settings.documents}/questions/tarn.txt?versionId=3"
    begun(settings, store, event["facts"]["run_id"], place)
    for name in WALK[:-1]:
        call(name.removesuffix("_again"), sample(name))
    # WHEN it is published, twice
    answers = [call("publish", event) for _ in range(2)]
    # THEN its files are there
    assert answers[0] == answers[1]
    listed = client("s3").list_objects_v2(Bucket=settings.documents, Prefix="results/")
    names = {item["Key"].rpartition("/")[2] for item in listed["Contents"]}
    assert {"report.md", "run.json"} <= names


# --- what is logged and measured ---


def test_each_line_names_the_run_and_none_holds_a_source(
    settings: Settings, store: RunStore, lines: Callable[[], list[dict[str, Any]]]
) -> None:
    # GIVEN a run, WHEN its steps are taken
    run = begun(settings, store, sample("supervisor")["facts"]["run_id"])
    lines()
    for name in WALK:
        call(name.removesuffix("_again"), sample(name))
    written = lines()
    # THEN each line of the log names run and step, and no line holds a text
    logged = [line for line in written if "message" in line]
    assert [line["step"] for line in logged if "seq" in line] == [
        name.removesuffix("_again") for name in WALK
    ]
    assert {line["run_id"] for line in logged} == {run.run_id}
    assert "512" not in json.dumps(written)
    # AND each step is measured, and the end of the run by its outcome
    measured = [line for line in written if "_aws" in line and "ColdStart" not in line]
    assert [line["step"] for line in measured if "Latency" in line] == [
        name.removesuffix("_again") for name in WALK
    ]
    [searched] = [line for line in measured if line.get("Searches", [0])[0]]
    assert searched["step"] == "researcher"
    [ended] = [line for line in measured if "outcome" in line]
    assert (ended["outcome"], ended["Ended"], ended["Revisions"]) == ("accepted", [1.0], [0.0])
    dimensions = ended["_aws"]["CloudWatchMetrics"][0]["Dimensions"]
    assert [sorted(names) for names in dimensions] == [["outcome", "service"]]


def test_an_error_is_logged_and_raised_without_its_words_if_it_was_not_foreseen(
    settings: Settings,
    store: RunStore,
    monkeypatch: pytest.MonkeyPatch,
    lines: Callable[[], list[dict[str, Any]]],
) -> None:
    # GIVEN a model that breaks on a source, and says so with the source's words
    event = sample("writer")
    begun(settings, store, event["facts"]["run_id"])
    for name in WALK[:3]:
        call(name.removesuffix("_again"), sample(name))
    model = ScriptedModel(drafts=[UnicodeError(f"cannot read {NOTES}")] * 2)
    monkeypatch.setattr(wiring, "_chat_model", lambda *_: model)
    lines()
    # WHEN the writer is called
    with pytest.raises(Exception, match="line") as raised:
        call("writer", event)
    # THEN the error has its name and its place, and nothing else
    assert type(raised.value).__name__ == "UnicodeError"
    written = lines()
    assert "512" not in json.dumps(written) + str(raised.value)
    [logged] = [line for line in written if line.get("message") == "The step failed"]
    assert (logged["step"], logged["error"]) == ("writer", "UnicodeError")
    assert any("scripted.py" in frame for frame in logged["stack"])
    [measured] = [line for line in written if "Failures" in line]
    assert measured["Failures"] == [1.0]


def test_a_step_loads_nothing_that_another_needs(settings: Settings) -> None:
    # GIVEN a run with a model of Bedrock's, and the web to search
    run = a_run(options=Options(model="bedrock:some.model", search=("mediawiki",)))
    empty = store_ports(open_store(settings), some_ports().now)
    # WHEN a step is equipped that asks no model, THEN it has none, and only researcher can search
    for step in get_args(Step):
        if step in {"supervisor", "writer", "reviewer"}:
            continue
        given = equip(step, settings, run, empty)
        assert given.model is empty.model
        assert bool(given.searches) == (step == "researcher")
