"""Score the gate on labelled claims, in both directions.

Each FILE is JSONL, a claim a line: id, claim (its text), label (1 = the source supports it,
0 = not), source (the text it cites) or source_file (a file beside the JSONL), and where known
dataset and kind (of what is unsupported). Each claim becomes a draft of one claim, with one
citation before its final stop and one source.

Printed in percent, with 95 % intervals: balanced accuracy of the outcome, area under the ROC
curve of the score, false pass (unsupported claims let through) and false refusal (supported
claims refused); for this gate, two baselines, and the published tools of requirements/bench.txt
where they are installed, those on a sample drawn by the seed. Then what is caught by kind, and
what is caught of false twins made from the supported claims (see bench/gate/twins.py).
"""

import argparse
import json
import sys
from pathlib import Path

from bench.gate import measure, methods
from bench.gate.claims import Claim, read
from bench.gate.report import block_of, table, write_block
from bench.gate.twins import twins

_INTERVALS = (
    "In percent, with 95 % intervals: Wilson's, DeLong's for AUC; for balanced accuracy those of"
    " the two rates squared and added."
)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.gate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--sample",
        type=int,
        default=250,
        help="claims of each set for the slow tools; 0 leaves them out (%(default)s)",
    )
    parser.add_argument(
        "--twins",
        type=int,
        default=100,
        help="false twins of each kind at most; 0 for none (%(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="of the sample and the twins (%(default)s)"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print the gate's figures as JSON, named as in score_claims.py, and nothing else",
    )
    parser.add_argument(
        "--write-docs",
        type=Path,
        metavar="PAGE",
        help="write the tables between the comments of a block of this page",
    )
    parser.add_argument(
        "--check-docs",
        type=Path,
        metavar="PAGE",
        help="exit with 1 unless the block of this page is what was measured now",
    )
    parser.add_argument("--block", default="given", help="the block of the page (%(default)s)")
    return parser.parse_args()


def tables(claims: list[Claim], sampled: int, made: int, seed: int) -> str:
    """Return the three tables as Markdown, and how they were measured."""
    answers = {name: measure.ask(method, claims) for name, method in methods.FAST.items()}
    drawn = measure.sample(claims, sampled, seed) if sampled else []
    if drawn:
        answers |= {name: measure.ask(tool, drawn) for name, tool in methods.tools().items()}
    parts = [table(measure.set_rows(answers)), table(measure.kind_rows(answers["this gate"]))]
    if made:
        parts.append(table(measure.twin_rows(twins(claims, made, seed))))
    notes = [_INTERVALS]
    if drawn and (installed := methods.tool_versions()):
        notes.append(
            f"{installed}: on at most {sampled} claims of each set, drawn with seed {seed}."
        )
    if made:
        notes.append(f"Twins: at most {made} of a kind, drawn with seed {seed}.")
    parts.append(" ".join(notes))
    return "\n\n".join(parts)


def figures(claims: list[Claim]) -> dict[str, dict[str, float]]:
    """Return the gate's figures a set, and over all claims, as score_claims.py names them."""
    answered = measure.ask(methods.gate, claims)
    sets = {
        name: [a for a in answered if a.claim.dataset == name] for name in measure.by_set(claims)
    }
    return {
        name: {
            "n": len(members),
            "bacc": (scores := measure.score(members)).balanced.value,
            "false_pass": scores.false_pass.value,
            "false_refuse": scores.false_refusal.value,
            "auc": scores.area.value,
        }
        for name, members in [*sets.items(), ("ALL", answered)]
    }


def main() -> int:
    """Measure, print, and write the docs if asked to."""
    args = _arguments()
    try:
        claims = read(args.files)
    except (OSError, KeyError, ValueError) as error:
        print(
            f"These are not labelled claims: {error!r}. See --help for the form.", file=sys.stderr
        )
        return 2
    if args.json:
        print(json.dumps({"sets": figures(claims)}))
        return 0
    text = tables(claims, args.sample, args.twins, args.seed)
    print(text)
    if args.write_docs:
        write_block(args.write_docs, args.block, text)
    if args.check_docs and block_of(args.check_docs.read_text("utf-8"), args.block) != text:
        print(f"{args.check_docs} is not current: write it again.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
