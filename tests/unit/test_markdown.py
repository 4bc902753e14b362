import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.domain.check import Claim, Evidence, Support
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Outcome
from cite_or_refuse.domain.parts import Choice, Decision, Publication, Review, Verdict
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Source
from cite_or_refuse.report.markdown import render
from tests.builders import TARN, a_check, a_claim, a_run, a_source
from tests.unit.test_text import HOSTILE

DRAFT = (
    "The default cache size is 512 MB.[^1]\n\n| name | size |\n|---|---|\n| cache | 512 MB [^2] |\n"
)


def a_claim_in(draft: str, text: str, number: int, **other: object) -> Claim:
    start = draft.index(text)
    quote = Evidence(number, 39, 72, TARN[39:])
    fields = {"start": start, "end": start + len(text), "evidence": (quote,)}
    return a_claim(text, citations=(number,), **(fields | other))


def a_publication(outcome: Outcome = Outcome.ACCEPTED, **other: object) -> Publication:
    fields: dict[str, object] = {
        "draft": DRAFT,
        "claims": (
            a_claim_in(DRAFT, "The default cache size is 512 MB.[^1]", 1),
            a_claim_in(DRAFT, "| cache | 512 MB [^2] |", 2),
        ),
    }
    return Publication(5, outcome, None, **(fields | other))


def a_drafted_run(**other: object) -> Run:
    sources = [a_source(TARN, title="Tarn notes"), a_source(TARN + " More.", title="Tarn manual")]
    return a_run(draft=DRAFT, sources=sources, check=a_check(draft=DRAFT), **other)


def test_an_accepted_report_is_the_question_the_draft_and_a_footnote_for_each_number():
    # GIVEN a run whose draft was accepted
    # WHEN it is rendered
    report = render(a_drafted_run(), a_publication())
    # THEN the question stands above the outcome, the draft and the definitions
    lines = report.splitlines()
    assert lines[0] == "# How large is Tarn's cache?"
    assert lines[2].startswith("**ACCEPTED**: each claim stands in the source it cites")
    assert DRAFT.strip() in report
    assert re.search(r"(?m)^\[\^1\]: Tarn notes\. <https://docs\.example\.org/\w+>$", report)
    assert re.search(r"(?m)^\[\^2\]: Tarn manual\. <", report)
    assert report.count("    - “The default cache size is 512 MB.”") == 2


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ("extractive", "Written without a language model: the sentences are quotes"),
        ("bedrock:some_model", "Written by bedrock:some_model; code checked each claim"),
    ],
)
def test_the_last_line_says_who_wrote(model: str, says: str):
    # GIVEN a run with this model
    run = a_drafted_run(options=Options(model=model))
    # WHEN it is rendered
    # THEN the last line tells
    assert render(run, a_publication()).splitlines()[-1].startswith(says)


ACCEPT = (Decision(0, Choice.ACCEPT, "me", "now"),)


@pytest.mark.parametrize(
    ("outcome", "decisions", "repeated", "says"),
    [
        (Outcome.ACCEPTED, (), False, "and the reviewer accepted the draft."),
        (Outcome.ACCEPTED, ACCEPT, False, "and a person accepted the draft."),
        (Outcome.CAPPED, ACCEPT, False, "a person accepted the draft, and what did not stand was"),
        (Outcome.CAPPED, (), True, "but the writer came back with a draft that had been sent back"),
        (Outcome.CAPPED, (), False, "but no draft was accepted within 3 rewrites."),
    ],
)
def test_a_report_says_why_it_ships(
    outcome: Outcome, decisions: tuple[Decision, ...], repeated: bool, says: str
):
    # GIVEN a run that ended in one of the ways in which something ships
    run = a_drafted_run()
    assert run.judgement is not None
    run = replace(run, decisions=decisions, judgement=replace(run.judgement, repeated=repeated))
    # WHEN it is rendered
    # THEN the reader learns who or what ended it
    assert says in render(run, a_publication(outcome))


def test_a_capped_report_has_what_was_cut_and_what_is_open_on_top():
    # GIVEN a run at its cap, one claim cut, one note of the reviewer open
    gone = a_claim(
        "It has `LangfuseTracer`.", verdict=Support.UNSUPPORTED, missing=("LangfuseTracer",)
    )
    publication = a_publication(Outcome.CAPPED, cut=(gone,), notes=("Say when it was released.",))
    run = a_drafted_run(review=Review(0, Verdict.REVISE))
    # WHEN it is rendered
    top, _, rest = render(run, publication).partition(DRAFT.strip())
    # THEN both stand above the draft, with the tokens that no source has
    assert "**CAPPED**" in top
    assert "“It has `LangfuseTracer`.” (cites 1): its source does not say this" in top
    assert "missing: “LangfuseTracer”" in top
    assert "Say when it was released." in top
    assert "LangfuseTracer" not in rest


def test_a_weak_claim_is_marked_behind_its_marker_and_explained():
    # GIVEN a weak claim in prose
    claim = a_claim_in(DRAFT, "The default cache size is 512 MB.[^1]", 1, verdict=Support.WEAK)
    # WHEN it is rendered
    report = render(a_drafted_run(), a_publication(claims=(claim,)))
    # THEN its marker is still a marker, with a sign behind it and a legend below
    assert "The default cache size is 512 MB.[^1]†\n" in report
    assert "† Weak: the cited source has the facts" in report


def test_a_weak_table_row_keeps_its_cells_and_is_named_in_the_legend():
    # GIVEN a weak claim that is a row of a table
    claim = a_claim_in(DRAFT, "| cache | 512 MB [^2] |", 2, verdict=Support.WEAK)
    # WHEN it is rendered
    report = render(a_drafted_run(), a_publication(claims=(claim,)))
    # THEN the row is as it was, and the legend says which it is
    assert "\n| cache | 512 MB [^2] |\n" in report
    assert "The same holds for:\n\n- “| cache | 512 MB \\[\\^2\\] |”" in report


def test_a_marker_in_code_is_not_taken_for_the_claims_own():
    # GIVEN a weak claim whose code holds what looks like its marker, behind the real one
    draft = "Match it.[^1] with `[^1]` there\n"
    claim = a_claim_in(draft, draft.strip(), 1, verdict=Support.WEAK)
    # WHEN it is rendered
    report = render(a_drafted_run(), a_publication(draft=draft, claims=(claim,)))
    # THEN the code is untouched
    assert "Match it.[^1]† with `[^1]` there" in report


def test_a_passage_within_another_is_quoted_once():
    # GIVEN two claims whose evidence overlaps
    outer, inner = Evidence(1, 0, 72, TARN), Evidence(1, 39, 72, TARN[39:])
    claims = (a_claim(evidence=(inner,)), a_claim("Other.", evidence=(outer,)))
    # WHEN they are rendered
    report = render(a_drafted_run(), a_publication(draft="x[^1]", claims=claims))
    # THEN the longer quote stands alone
    assert report.count("    - “") == 1
    assert "    - “Tarn 2.4 was released" in report


def test_a_source_known_by_its_snippet_says_so():
    # GIVEN a source whose page could not be read
    source = Source("Tarn", "https://tarn.example", TARN, TARN, snippet_only=True)
    run = a_run(draft=DRAFT, sources=[source], check=a_check(draft=DRAFT))
    # WHEN it is cited
    report = render(run, a_publication(claims=(a_claim_in(DRAFT, "| cache |", 1),)))
    # THEN the footnote says how little is known
    assert "    - Only the snippet of this source is known." in report


def test_a_number_that_only_a_question_or_a_lead_in_uses_is_defined_too():
    # GIVEN a draft whose second source is named where no claim is made
    draft = "How large is it?[^2]\n\nThe default cache size is 512 MB.[^1]"
    run = a_run(draft=draft, sources=[a_source(TARN), a_source("More.", title="Tarn manual")])
    claim = a_claim_in(draft, "The default cache size is 512 MB.[^1]", 1)
    # WHEN it is rendered
    report = render(run, a_publication(draft=draft, claims=(claim,)))
    # THEN its marker does not stay without a definition
    assert "[^2]: Tarn manual." in report


MARKERS = st.lists(st.integers(1, 3), min_size=1, max_size=3)


@given(
    st.lists(st.tuples(st.sampled_from(list(Support)[:2]), MARKERS), min_size=1, max_size=5),
    st.tuples(HOSTILE, HOSTILE, HOSTILE),
    HOSTILE,
    st.booleans(),
)
def test_each_number_used_has_one_definition_and_no_other_marker_is_left(
    specs: list[tuple[Support, list[int]]],
    page: tuple[str, str, str],
    note: str,
    in_table: bool,
):
    # GIVEN sources whose title, address, text and snippet are hostile, and a draft over them
    title, url, content = page
    sources = [Source(title, url, content, content) for _ in range(3)]
    draft, claims = "| a |\n|---|\n" if in_table else "", []
    for verdict, numbers in specs:
        marks = "".join(f"[^{n}]" for n in numbers)
        line = f"| Tarn | is fast {marks} |" if in_table else f"Tarn is fast.{marks}"
        quotes = tuple(Evidence(n, 0, len(content), content) for n in numbers)
        claim = Claim(
            line, tuple(numbers), verdict, len(draft), len(draft) + len(line), (), 1, quotes
        )
        claims.append(claim)
        draft += line + ("\n" if in_table else "\n\n")
    run = a_run(question=note or "q", draft=draft, sources=sources, check=a_check(draft=draft))
    publication = a_publication(Outcome.CAPPED, draft=draft, claims=tuple(claims), notes=(note,))
    # WHEN the report is rendered
    report = render(run, publication)
    # THEN each number that is used is defined once, nothing else is, and no marker is left over
    used = {number for _, numbers in specs for number in numbers}
    defined = Counter(int(n) for n in re.findall(r"(?m)^\[\^([0-9]+)\]: ", report))
    assert defined == dict.fromkeys(used, 1)
    in_text = re.findall(r"\[\^([^\]]*)\](?!: )", report)
    assert Counter(in_text) == Counter(str(n) for _, numbers in specs for n in numbers)
    assert report.count("[^") == len(in_text) + len(defined)
    # and tables are as the gate saw them
    assert not in_table or draft.strip() in report
