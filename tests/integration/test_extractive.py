from importlib.util import find_spec
from pathlib import Path

import pytest

from cite_or_refuse.adapters.documents import read_document
from cite_or_refuse.adapters.extractive import ExtractiveModel
from cite_or_refuse.domain.check import GateOutcome
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check
from cite_or_refuse.ports import Assignment, Manuscript


def documentation(package: str, module: str) -> Source:
    """The documentation inside an installed package, found without importing it."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    page = read_document(Path(spec.submodule_search_locations[0], module))
    return Source(page.title, page.url, "", page.content).sealed()


@pytest.mark.parametrize(
    ("question", "modules", "expected"),
    [
        (
            "How do I pause a LangGraph graph and wait for a human?",
            [("langgraph", "types.py"), ("langgraph", "graph/state.py")],
            [
                "pausing graph execution and surfacing a value to the client.[^1]",
                "To use an `interrupt`, you must enable a checkpointer",
                "answer = interrupt(",
            ],
        ),
        (
            "How do I retry a failed request with requests?",
            [("requests", "adapters.py"), ("requests", "exceptions.py")],
            ["- `max_retries`: The maximum number of retries each connection should attempt.[^1]"],
        ),
        (
            "What is the default read timeout of a botocore client?",
            [("botocore", "config.py"), ("botocore", "client.py")],
            ["- `read_timeout`: The time in seconds", "The default is 60 seconds.[^1]"],
        ),
    ],
)
def test_a_question_is_answered_from_the_documentation_of_what_is_installed(
    question, modules, expected
):
    # GIVEN two modules of a package, of which the first has the answer
    sources = [documentation(*module) for module in modules]
    model = ExtractiveModel()
    # WHEN a draft is written, judged and reviewed, and once more with the reviewer's notes
    draft, notes = "", ()
    for _ in range(2):
        draft = model.write(Assignment(question, sources, draft, notes)).text
        verdict = check(draft, sources)
        opinion = model.review(Manuscript(question, draft, verdict.claims, sources))
        notes = opinion.notes
    # THEN it has the answer, each claim stands, and the reviewer has nothing more to ask for
    assert all(quote in draft for quote in expected)
    assert verdict.outcome is GateOutcome.GROUNDED
    assert opinion.verdict is Verdict.ACCEPT


def test_a_question_about_something_else_has_no_answer_there():
    # GIVEN the documentation of an HTTP client
    sources = [documentation("requests", "adapters.py"), documentation("requests", "sessions.py")]
    # WHEN it is asked about the sky, THEN nothing is written
    question = "What is the boiling point of xenon on Titan?"
    assert ExtractiveModel().write(Assignment(question, sources)).text == ""
