from datetime import UTC, datetime, timedelta

from cite_or_refuse.domain.facts import Human, facts_of
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice, Decision
from cite_or_refuse.nodes.ask_human import ask_human
from tests.builders import a_run, some_ports

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
AT_THE_CAP = a_run(options=Options(human=True, wait_minutes=30), draft="Tarn has a cache.[^1]")


def test_a_run_waits_until_the_time_that_the_caller_allowed():
    # GIVEN a run at the cap
    # WHEN a human is asked at noon
    waiting = ask_human(AT_THE_CAP, some_ports(now=NOON))
    # THEN the run waits for half an hour, for whoever started it
    assert datetime.fromisoformat(waiting.until) == NOON + timedelta(minutes=30)
    assert waiting.who == "a test"
    assert (AT_THE_CAP | waiting).status is Status.WAITING


def test_its_times_are_told_to_the_second():
    # GIVEN a clock that counts microseconds
    now = NOON.replace(microsecond=123456)
    # WHEN a human is asked
    waiting = ask_human(AT_THE_CAP, some_ports(now=now))
    # THEN nobody has to read them
    assert (waiting.asked_at, waiting.until) == (
        "2026-01-02T12:00:00+00:00",
        "2026-01-02T12:30:00+00:00",
    )


def test_asked_again_too_early_the_wait_stays_as_it_was():
    # GIVEN a run that waits since noon
    waiting = ask_human(AT_THE_CAP, some_ports(now=NOON))
    # WHEN the walk asks again before the time is over
    again = ask_human(AT_THE_CAP | waiting, some_ports(now=NOON + timedelta(minutes=29)))
    # THEN nothing has changed
    assert again == waiting


def test_without_an_answer_in_time_it_is_late():
    # GIVEN a run that waits since noon
    waiting = ask_human(AT_THE_CAP, some_ports(now=NOON))
    # WHEN the walk asks again after the time
    late = ask_human(AT_THE_CAP | waiting, some_ports(now=NOON + timedelta(minutes=30)))
    # THEN nobody can decide any more
    assert facts_of(AT_THE_CAP | late).human is Human.LATE
    assert not (AT_THE_CAP | late).undecided


def test_a_decision_stored_in_the_last_second_counts():
    # GIVEN a decision that came just before the time ran out
    waiting = ask_human(AT_THE_CAP, some_ports(now=NOON))
    decided = (AT_THE_CAP | waiting).decided(Decision(0, Choice.ACCEPT, by="Ada", at="12:29:59"))
    # WHEN the walk asks once more after the time
    late = ask_human(decided, some_ports(now=NOON + timedelta(hours=1)))
    # THEN it goes by the decision
    assert facts_of(decided | late).human is Human.ACCEPT


def test_a_new_draft_is_a_new_question():
    # GIVEN a run that a human sent back, and whose next draft is at the cap again
    waiting = ask_human(AT_THE_CAP, some_ports(now=NOON))
    run = (AT_THE_CAP | waiting).decided(Decision(0, Choice.REVISE, by="Ada", at="12:05"))
    redrafted = a_run(options=run.options, draft="Other.[^1]", revision=1, waiting=waiting)
    # WHEN a human is asked about it
    again = ask_human(redrafted, some_ports(now=NOON + timedelta(hours=2)))
    # THEN the wait starts anew
    assert again.revision == 1
    assert not again.late
