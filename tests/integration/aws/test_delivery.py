from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.domain.errors import PermanentError
from cite_or_refuse.domain.outcome import Outcome, Stop
from cite_or_refuse.domain.parts import Publication
from cite_or_refuse.domain.run import Run
from cite_or_refuse.runtime.aws.delivery import deliver
from cite_or_refuse.runtime.aws.dropped import Dropped
from cite_or_refuse.runtime.settings import Settings
from tests.aws import an_account, make_bucket, make_table
from tests.builders import a_run
from tests.documents import files_in, make_documents
from tests.stories import SIZE

REPORT = "# The report\n"


@pytest.fixture(scope="module")
def settings() -> Iterator[Settings]:
    with an_account():
        yield Settings(
            home=Path("unused"), table=make_table(), texts=make_bucket(), documents="unset"
        )


@pytest.fixture
def stack(settings: Settings) -> Settings:
    return replace(settings, documents=make_documents())


def dropped(stack: Settings, key: str = "questions/a/q 1.json") -> Dropped:
    return Dropped(stack.documents, key, "v1")


def ended(started_by: str, **publication: Any) -> Run:
    end = {"seq": 0, "outcome": Outcome.ACCEPTED, "reason": None, "draft": SIZE, "report": REPORT}
    return replace(a_run(end=Publication(**end | publication)), started_by=started_by)


def test_the_files_of_a_run_lie_below_the_name_of_its_question(stack: Settings):
    # GIVEN a run that has ended
    run = ended(dropped(stack).address)
    # WHEN it is delivered, and once more since nobody knows whether it was
    for _ in range(2):
        deliver(run, stack)
    # THEN each file is there once, of a type that a browser shows
    prefix = f"results/a/q 1/{run.run_id}/"
    files = files_in(stack.documents)
    assert sorted(files) == [
        prefix + name for name in ("draft.md", "report.md", "run.json", "sources.json")
    ]
    assert files[f"{prefix}report.md"].decode() == REPORT
    types = {
        key: client("s3").head_object(Bucket=stack.documents, Key=key)["ContentType"]
        for key in files
    }
    assert types[f"{prefix}draft.md"] == "text/markdown; charset=utf-8"
    assert types[f"{prefix}run.json"] == "application/json"


def test_who_sees_the_run_json_sees_all_files(stack: Settings):
    # GIVEN whoever polls for run.json
    order: list[str] = []

    def seen(params: dict[str, Any], **_: object) -> None:
        order.append(params["Key"].rpartition("/")[2])

    events = client("s3").meta.events
    events.register("provide-client-params.s3.PutObject", seen)
    # WHEN a run is delivered
    deliver(ended(dropped(stack).address), stack)
    events.unregister("provide-client-params.s3.PutObject", seen)
    # THEN it is written last
    assert order[-1] == "run.json"
    assert len(order) == 4


def test_a_refusal_has_a_report_and_no_draft(stack: Settings):
    # GIVEN a refused run
    run = ended(
        dropped(stack).address, outcome=Outcome.REFUSED, reason=Stop.NO_SOURCES.value, draft=""
    )
    # THEN its files are those
    deliver(run, stack)
    assert {key.rpartition("/")[2] for key in files_in(stack.documents)} == {
        "report.md",
        "run.json",
        "sources.json",
    }


def test_nothing_is_written_for_a_run_that_was_not_dropped_here_or_has_not_ended(stack: Settings):
    # GIVEN runs of callers of the API, of another bucket, outside questions/, and one under way
    for started_by in (
        "iam:arn:aws:iam::123456789012:user/ann",
        Dropped("another-bucket", "questions/q.txt", "v1").address,
        f"s3://{stack.documents}/documents/q.txt?versionId=v1",
    ):
        deliver(ended(started_by), stack)
    deliver(replace(ended(dropped(stack).address), publication=None), stack)
    # THEN nothing is written
    assert files_in(stack.documents) == {}


def test_what_cannot_be_delivered_is_told(stack: Settings):
    # GIVEN a bucket that is gone
    gone = replace(stack, documents="gone")
    # THEN the step fails, is tried again, and its run stays published
    with pytest.raises(PermanentError, match="Bucket gone: it is not there"):
        deliver(ended(dropped(gone).address), gone)
