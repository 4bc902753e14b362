"""What a person is shown who has to decide on the draft at the cap."""

from cite_or_refuse.domain.run import Run
from cite_or_refuse.report.claims import fate
from cite_or_refuse.report.footnotes import body, definitions
from cite_or_refuse.report.markdown import UNDECIDED, page
from cite_or_refuse.report.text import escaped, section


def render_waiting(run: Run, options: str = "") -> str:
    """Return the draft that nobody has accepted yet, the doubts about it, and how to decide.

    `options` are what the command that decides takes besides, to find the run.
    """
    check, waiting = run.current_check, run.current_waiting
    assert check is not None and waiting is not None, "only a judged draft waits for a person"
    notes = run.current_review.notes if run.current_review else ()
    return page(
        run,
        [
            f"**WAITING**: {UNDECIDED} {waiting.until}.",
            _how_to_decide(run, options),
            section(
                "The gate will cut, whatever is decided:",
                [fate(claim) for claim in check.claims if not claim.stands],
            ),
            section("The reviewer asks for:", [escaped(note, 500) for note in notes]),
            "The draft, not published:",
            body(check.draft, check.claims),
            definitions(check.draft, check.claims, run.sources),
        ],
    )


def _how_to_decide(run: Run, options: str) -> str:
    resume = f"cite-or-refuse resume {run.run_id}"
    quotes_only = run.options.model == "extractive"
    another = "with sentences that hold words of NOTES" if quotes_only else "written with NOTES"
    return "\n".join(
        [
            "```sh",
            f"{resume} --accept{options}           # publish what stands",
            f'{resume} --revise "NOTES"{options}   # one more draft, {another}; it is judged again',
            f"{resume} --refuse{options}           # publish nothing",
            "```",
        ]
    )
