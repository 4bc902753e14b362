import pytest

from cite_or_refuse.domain.check import Claim, Evidence, Reason, Support
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Outcome, Stop
from cite_or_refuse.domain.parts import Publication, Research
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Asked, Unfetched
from cite_or_refuse.report.markdown import render
from tests.builders import TARN, a_check, a_claim, a_run

INVENTED = a_claim(
    "Tarn has a `LangfuseTracer` class.",
    verdict=Support.UNSUPPORTED,
    missing=("LangfuseTracer",),
    evidence=(Evidence(1, 39, 72, TARN[39:]),),
)


def refused(run: Run, stop: Stop, *claims: Claim) -> str:
    return render(run, Publication(4, Outcome.REFUSED, stop.value, claims=claims))


def test_a_refusal_names_the_claims_that_died_and_the_tokens_that_no_source_has():
    # GIVEN a draft of two claims, one of them invented
    draft = "The default cache size is 512 MB.[^1] Tarn has a `LangfuseTracer` class.[^1]"
    # WHEN it is refused
    report = refused(a_run(draft=draft), Stop.UNSUPPORTED_CLAIMS, a_claim(), INVENTED)
    # THEN only the dead claim is shown, as dead, with what is missing and the nearest passage
    assert "**INSUFFICIENT GROUNDING**" in report.splitlines()[2]
    assert "(`unsupported_claims`). 1 of 2 claims stand." in report
    assert "LangfuseTracer` class.” (cites 1): its source does not say this" in report
    assert "missing: “LangfuseTracer”" in report
    nearest = report.partition("The nearest evidence:")[2]
    assert nearest.strip().startswith("- Tarn notes. <https://docs.example.org/")
    assert "“The default cache size is 512 MB.”" in nearest
    assert "[^1]" not in report


def test_a_refusal_tells_a_provider_that_failed_from_one_that_found_nothing():
    # GIVEN a search in which one provider failed, one found nothing and passed a near miss over
    asked = (Asked("brave", "tarn xenon", 0, "503 from the server"), Asked("corpus", "tarn", 0))
    near = (Unfetched("Noble gases", "https://gas.example", "it does not speak of Titan"),)
    run = a_run(found=Research(True, (), asked, near))
    # WHEN it is refused
    report = refused(run, Stop.NO_SOURCES)
    # THEN both are told apart, the near miss is shown, and a retry is worth something
    assert "- brave, “tarn xenon”: failed: 503 from the server" in report
    assert "- corpus, “tarn”: found nothing" in report
    assert "- Noble gases. <https://gas.example>: it does not speak of Titan" in report
    assert "A retry can help once this provider answers again: brave." in report


def test_a_refusal_over_documents_that_say_nothing_of_it_advises_against_a_retry():
    # GIVEN a search that found nothing, without an error
    run = a_run(found=Research(True, (), (Asked("corpus", "xenon", 0),)))
    # WHEN it is refused
    report = refused(run, Stop.NO_SOURCES)
    # THEN it says what could help, and that a retry could not
    assert "add documents that speak of it" in report
    assert "A retry over the same documents finds the same." in report


@pytest.mark.parametrize("stop", [Stop.NO_SOURCES, Stop.UNSUPPORTED_CLAIMS])
def test_a_refusal_after_a_search_of_the_web_does_not_say_that_a_retry_finds_the_same(stop: Stop):
    # GIVEN a question that was put to the corpus and to the web, without an error
    asked = (Asked("corpus", "xenon", 0), Asked("mediawiki", "xenon", 0))
    # WHEN it is refused
    report = refused(a_run(found=Research(True, (), asked)), stop)
    # THEN a retry is told as what it is
    assert "A retry searches the web again" in report
    assert "the same documents" not in report


def test_a_writer_that_found_nothing_to_quote_is_no_draft_whose_claims_died():
    # GIVEN sources in which the writer without a model found no sentence that answers
    check = a_check(reasons=(Reason.EMPTY_DRAFT,))
    run = a_run(draft="", check=check)
    # WHEN it is refused
    report = refused(run, Stop.UNSUPPORTED_CLAIMS)
    # THEN it says that of the sources, and speaks of no claims
    assert "no sentence of the sources that were found answers the question" in report
    assert "What could help: Ask in their words, or add documents that answer it." in report
    assert "these claims" not in report
    assert "of the draft stands" not in report
    # THEN of a model that wrote nothing, the sources are not to blame
    other = a_run(draft="", check=check, options=Options(model="ollama:m"))
    assert "answers the question" not in refused(other, Stop.UNSUPPORTED_CLAIMS)


@pytest.mark.parametrize("stop", [Stop.HUMAN_REFUSED, Stop.MODEL_BLOCKED])
def test_what_a_person_or_a_filter_stopped_is_not_called_a_lack_of_grounding(stop: Stop):
    # GIVEN a run that ended for a reason that has nothing to do with its sources
    # WHEN it is refused
    report = refused(a_run(draft="Secret draft.[^1]"), stop, a_claim())
    # THEN the headline is another, and the draft is not shown
    assert f"**REFUSED**: {'a person' if stop is Stop.HUMAN_REFUSED else 'a content'}" in report
    assert "INSUFFICIENT" not in report
    assert "Secret draft" not in report


def test_every_reason_of_a_refusal_has_a_sentence_and_advice():
    # GIVEN each reason that a refusal can have
    reasons = set(Stop) - {Stop.SEARCH_FAILED, Stop.BUDGET_EXHAUSTED}
    for stop in reasons:
        # WHEN a run ends for it
        report = refused(a_run(options=Options(model="ollama:m")), stop)
        # THEN it says why, what was searched, what is near and what could help
        assert f"(`{stop}`)." in report
        for part in ("What was searched:", "The nearest evidence:", "What could help:"):
            assert part in report


def test_a_fault_of_the_whole_draft_is_named():
    # GIVEN a draft that was cut off, so that it has no claims
    check = a_check(reasons=(Reason.TRUNCATED,))
    # WHEN it is refused
    report = refused(a_run(draft="", check=check), Stop.UNSUPPORTED_CLAIMS)
    # THEN the reader learns of it
    assert "What the gate says of the draft:\n\n- `truncated`" in report


def test_a_failure_says_what_broke_what_is_kept_and_how_to_go_on():
    # GIVEN a run that broke after it had found a source and written a draft
    end = Publication(4, Outcome.FAILED, "TransientError", notes=("TransientError: it is busy.",))
    # WHEN it is rendered
    report = render(a_run(draft="A draft.[^1]"), end)
    # THEN a person can act on it
    assert "**FAILED**: TransientError: it is busy (`TransientError`)." in report
    assert "the run keeps 1 source and a draft" in report
    assert "`cite-or-refuse resume r1`; if it ran in a stack, add `--engine stack`" in report
    assert "A draft." not in report


def test_a_failed_search_says_what_each_provider_answered():
    # GIVEN a run for which no provider could answer
    run = a_run(found=Research(False, (), (Asked("brave", "q", 0, "no key is configured"),)))
    # WHEN it failed
    report = render(run, Publication(4, Outcome.FAILED, "search_failed"))
    # THEN it says so
    assert "**FAILED**: every search provider failed (`search_failed`)." in report
    assert "- brave, “q”: failed: no key is configured" in report
