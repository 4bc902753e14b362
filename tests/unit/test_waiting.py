from cite_or_refuse.domain.check import Reason, Support
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.parts import Review, Verdict, Waiting
from cite_or_refuse.report.markdown import is_report
from cite_or_refuse.report.waiting import render_waiting
from tests.builders import a_check, a_claim, a_run

DRAFT = "The default cache size is 512 MB.[^1]"


def test_a_person_sees_the_draft_the_doubts_and_the_commands():
    # GIVEN a run at its cap, with a claim that does not stand and a reviewer's note
    gone = a_claim("Tarn is atomic.", verdict=Support.UNSUPPORTED, missing=("atomic",))
    check = a_check(a_claim(), gone, reasons=(Reason.UNSUPPORTED_CLAIM,), draft=DRAFT)
    run = a_run(
        draft=DRAFT,
        check=check,
        options=Options(human=True),
        review=Review(0, Verdict.REVISE, ("Say when.",)),
        wait=Waiting(0, "me", "2026-01-02T03:04:05+00:00", "2026-01-03T03:04:05+00:00"),
    )
    # WHEN it is shown
    text = render_waiting(run)
    # THEN all that a decision needs is there
    assert "**WAITING**" in text
    assert is_report(text)  # which `verify` sends to its draft
    assert "until 2026-01-03T03:04:05+00:00" in text
    for choice in ("--accept", '--revise "NOTES"', "--refuse"):
        assert f"cite-or-refuse resume r1 {choice}" in text
        assert f"cite-or-refuse resume r1 {choice} --engine stack" in render_waiting(
            run, " --engine stack"
        )
    assert "“Tarn is atomic.” (cites 1): its source does not say this; missing: “atomic”" in text
    assert "- Say when." in text
    assert DRAFT in text
    assert "[^1]: Tarn notes. <https://docs.example.org/" in text
