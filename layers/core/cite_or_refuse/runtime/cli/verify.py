"""`cite-or-refuse verify`: the gate alone, on anybody's report."""

import json
from typing import BinaryIO

import click

from cite_or_refuse.domain.check import Check, Claim, GateOutcome, Support
from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.report.markdown import is_report
from cite_or_refuse.report.text import one_line
from cite_or_refuse.runtime.cli.batch import (
    BAD_LINE,
    GATE_BROKE,
    GROUNDED,
    REFUSED,
    WORST_LAST,
    judge_lines,
)
from cite_or_refuse.runtime.cli.files import read_sources, read_text
from cite_or_refuse.runtime.cli.given import InputFile
from cite_or_refuse.runtime.cli.speaking import tell
from cite_or_refuse.runtime.cli.teaching import INTERRUPTED, teach
from cite_or_refuse.runtime.judging import Case, as_verdict, judge


@click.command(
    short_help="Judge a report against its sources.",
    epilog=teach(
        [
            "verify answer/draft.md --sources answer/sources.json",
            "verify report.md --sources sources.json --json",
            "verify --batch reports.jsonl > verdicts.jsonl",
        ],
        {
            GROUNDED: "grounded: each claim stands",
            GATE_BROKE: "the gate itself broke, nothing was decided (of a batch: on some line); or "
            "the answer could not be written",
            BAD_LINE: "the input cannot be used (of a batch: some line)",
            REFUSED: "refused (of a batch: some line)",
            INTERRUPTED: "interrupted by Ctrl-C",
        },
    ),
)
@click.argument("draft", type=InputFile(), required=False)
@click.option(
    "--sources",
    type=InputFile(),
    metavar="FILE",
    help="JSON list of objects with title, url, snippet and content; [^n] cites the nth.",
)
@click.option(
    "--batch",
    type=InputFile(),
    metavar="FILE",
    help="JSON lines with id, draft, sources and perhaps stop_reason; '-' reads stdin.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
def verify(
    draft: BinaryIO | None, sources: BinaryIO | None, batch: BinaryIO | None, as_json: bool
) -> int:
    """Judge each claim of DRAFT, a Markdown file, against the sources it cites as [^n].

    Prints a line for each claim that does not stand, with what its sources lack. Of a run of this
    program, DRAFT is its draft.md.
    """
    if batch is not None:
        if draft is not None or sources is not None:
            raise click.UsageError("--batch brings its own drafts and sources.")
        return _verify_lines(batch)
    if draft is None or sources is None:
        raise click.UsageError("Give a draft and its --sources, or a --batch.")
    text = read_text(draft)
    if is_report(text):
        raise BadInput(
            f"{draft.name} is a report of cite-or-refuse, whose frame cites nothing: verify its "
            "draft.md, which `--out` writes beside it."
        )
    return _verify_one(Case(text, read_sources(sources)), as_json)


def _verify_lines(batch: BinaryIO) -> int:
    worst = GROUNDED
    for answer, code in judge_lines(batch):
        tell(json.dumps(answer))
        worst = max(worst, code, key=WORST_LAST.index)
    return worst


def _verify_one(case: Case, as_json: bool) -> int:
    check = judge(case)
    verdict = as_verdict(check)
    if as_json:
        tell(json.dumps(verdict | {"changes": list(check.changes)}))
    else:
        tell("\n".join([*map(_line, _fallen(check)), _summary(check)]))
    return GROUNDED if verdict["outcome"] == "grounded" else REFUSED


def _fallen(check: Check) -> list[Claim]:
    return [claim for claim in check.claims if not claim.stands]


def _line(claim: Claim) -> str:
    cites = "".join(f"[^{n}]" for n in claim.citations)
    missing = ", ".join(one_line(token) for token in claim.missing)
    return f"{claim.verdict}: {one_line(claim.text)}{cites}{missing and f' (missing: {missing})'}"


def _summary(check: Check) -> str:
    fallen, weak = len(_fallen(check)), sum(c.verdict is Support.WEAK for c in check.claims)
    count = f"{len(check.claims) - fallen} of {len(check.claims)} claims stand"
    weakly = f", {weak} of them weakly" if weak else ""
    if check.outcome is GateOutcome.GROUNDED:
        return f"grounded: {count}{weakly}"
    return f"refused ({', '.join(check.reasons)}): {count}{weakly}"
