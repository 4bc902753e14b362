"""A question as a document in S3: its result, or why there is none, lies beside it."""

import json
from pathlib import Path

import pytest

from tests.e2e_stack.conftest import Command, Deployed

QUESTION = "How large is the default cache of Tarn?"


@pytest.fixture
def question(tmp_path: Path) -> Path:
    asked = {
        "question": QUESTION,
        "options": {"model": "extractive"},
        "documents": {"set": "notes", "names": ["tarn.md"]},
    }
    path = tmp_path / "how large + old.json"  # a space and a plus, which S3 encodes in its news
    path.write_text(json.dumps(asked))
    return path


def test_a_dropped_question_is_answered_beside_it(
    stack: Deployed, command: Command, question: Path, corpus: Path, tmp_path: Path
):
    # GIVEN a question as a document, that names the documents it is about
    # WHEN both are dropped
    done = command("drop", question, "--corpus", corpus, "--out", tmp_path / "out")
    # THEN the report is printed and written here
    assert done.code == 0, done.err
    assert done.out.startswith(f"# {QUESTION}\n\n**ACCEPTED**")
    assert (tmp_path / "out" / "report.md").read_text() == done.out
    run_id = json.loads((tmp_path / "out" / "run.json").read_text())["run_id"]
    # AND it lies in the bucket, with the files of a run, and began nothing further
    keys = [
        item["Key"]
        for item in stack.client("s3").list_objects_v2(Bucket=stack.documents, Prefix="results/")[
            "Contents"
        ]
    ]
    where = f"results/how large + old/{run_id}/"
    assert sorted(key for key in keys if key.startswith("results/how large")) == [
        where + name for name in ("draft.md", "report.md", "run.json", "sources.json")
    ]
    # AND the run says which version of which object it came from
    status = command("show", run_id, "--engine", "stack", "--json")
    assert status.code == 0
    assert f"{stack.documents}/questions/how large + old.json?versionId=" in done.err


def test_a_document_that_asks_nothing_gets_an_error_document(
    stack: Deployed, command: Command, tmp_path: Path
):
    # GIVEN a document that holds no question
    path = tmp_path / "nothing.json"
    path.write_text('{"questions": "What is a tarn?"}')
    # WHEN it is dropped
    done = command("drop", path)
    # THEN one sentence says why there is no run, and where the error document is
    assert done.code == 2
    [sentence] = [line for line in done.sentences if line.startswith("Error: ")]
    key = sentence.partition(f"s3://{stack.documents}/")[2].rstrip(")")
    document = json.loads(
        stack.client("s3").get_object(Bucket=stack.documents, Key=key)["Body"].read()
    )
    assert document["status"] == 400
    assert document["detail"] in sentence
