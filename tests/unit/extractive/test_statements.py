import pytest

from cite_or_refuse.adapters.extractive import ExtractiveModel
from cite_or_refuse.adapters.extractive.statements import states
from cite_or_refuse.domain.check import GateOutcome
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check
from cite_or_refuse.ports import Assignment, Manuscript
from tests.builders import a_source

QUESTION = "How long are backups kept?"


def written(question: str, source: Source) -> str:
    return ExtractiveModel().write(Assignment(question, [source])).text


@pytest.mark.parametrize(
    ("question", "content", "answer"),
    [
        (QUESTION, "Backups are kept for 5 years\n", "Backups are kept for 5 years"),
        (QUESTION, "- Logs are fast\n- Backups are kept for 5 years\n", "- Backups are kept for 5"),
        (QUESTION, "# Tarn\n\nBackups are kept for 5 years\n\nLogs are fast\n", "Backups are kept"),
        (QUESTION, "Backups are kept 5 years\n\nLogs are fast\n", "Backups are kept 5 years[^1]"),
        (QUESTION, "Logs are fast\nBackups are kept for 5 years\n", "\nBackups are kept for 5 yea"),
        (QUESTION, "1. Backups are kept for 5 years\n2. Logs for 3 days", "- Backups are kept for"),
        ("What is the port of Tarn?", "Tarn port: 7411\nTarn host: localhost", "Tarn port: 7411["),
        ("What is the backup retention?", "- backup retention = 5 years", "- backup retention = 5"),
        ("How many clients can connect?", "1024 clients can connect at once", "1024 clients can"),
        ("Wie lange hält ein Backup?", "Ein Backup wird 5 Jahre alt und hält", "wird 5 Jahre alt"),
    ],
)
def test_a_line_that_states_something_answers_without_a_full_stop(question, content, answer):
    # GIVEN a document whose lines have no full stop
    source = a_source(content)
    # WHEN a draft is written
    draft = written(question, source)
    # THEN the line that answers is quoted on its own, and the gate finds it grounded
    assert answer in f"\n{draft}"
    assert not any("Logs" in line and "Backups" in line for line in draft.splitlines())
    assert check(draft, [source]).outcome is GateOutcome.GROUNDED


@pytest.mark.parametrize(
    "line",
    [
        "The retention of the backups of Tarn",
        "How backups are kept for 5 years",
        "Chapter 3 The retention of backups",
        "Changing how long backups stay 12",
        "Tutorial: keep your backups for 5 years",
        "Backups: how they are kept",
        "Home Backups Logs Pricing Contact",
        "Are backups kept for 5 years?",
    ],
)
def test_a_line_that_only_names_something_is_no_statement(line):
    # GIVEN a title, an entry of a menu or a question, WHEN it is read, THEN it states nothing
    assert not states(line)


def test_a_wrapped_sentence_is_quoted_whole():
    # GIVEN a narrow paragraph in which a line begins with a name
    source = a_source("Backups are kept for 5 years by\nTarn and for 2 years by Ostrel.")
    # WHEN a draft is written, THEN its lines are one sentence
    assert written(QUESTION, source).startswith("Backups are kept for 5 years by Tarn and for 2")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (QUESTION, "Backups are kept for 5 years."),
        ("How many clients can connect?", "1024 clients can connect."),
        ("How often are backups made?", "Backups are made every 6 hours."),
        ("How far is the moon?", "The moon is 384,400 km away."),
        ("How big is the cache?", "The cache holds 512 MB."),
        ("Wie lange werden Backups gehalten?", "Backups werden 5 Jahre gehalten."),
    ],
)
def test_what_is_measured_is_no_term_that_an_answer_owes(question, said):
    # GIVEN a question for a measure, and an answer with the measure
    source = a_source(said)
    draft = written(question, source)
    # WHEN it is reviewed
    claims = check(draft, [source]).claims
    opinion = ExtractiveModel().review(Manuscript(question, draft, claims, [source]))
    # THEN nothing is open: `long` need not be said
    assert said in draft
    assert opinion.open_notes == ()
