"""What CI measures the gate on. `make gate-floors` prints how it does, in the form of floors.toml.

Claims of our own and those of natural drafts, both in a part that rules may be made from and one
that nobody reads who makes rules; and technical claims from the documentation of what is installed.
Then, kind by kind, the false twins of our own claims and of the documentation.
"""

import json
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.gate.claims import Claim, read
from bench.gate.measure import ask, score
from bench.gate.methods import gate
from bench.gate.statistics import Estimate, Scores, rate
from bench.gate.twins import twins

HERE = Path(__file__).parent
FLOORS: dict[str, Any] = tomllib.loads((HERE / "floors.toml").read_text(encoding="utf-8"))
FILES = {
    "own": "own/claims.jsonl",
    "held": "own/held.jsonl",
    "drafts": "drafts/read.jsonl",
    "unread": "drafts/unread.jsonl",
}
SETS = (*FILES, "documentation")
SEED = 1
TWINS = 60  # of one kind


@cache
def claims_of(name: str) -> tuple[Claim, ...]:
    """Return the claims of one set."""
    if name == "documentation":
        return _documented()
    return tuple(read([HERE / FILES[name]]))


def _documented() -> tuple[Claim, ...]:
    """Make the claims from documentation in a Python of their own.

    Modules that other tests have patched, as moto does with requests, would show another one.
    """
    say = "import json; from tests.gate.documentation import *; from dataclasses import asdict; "
    say += "print(json.dumps([asdict(claim) for claim in (*templated(), *quoted())]))"
    done = subprocess.run(
        [sys.executable, "-c", say], cwd=HERE.parents[1], capture_output=True, check=True
    )
    return tuple(Claim(**row) for row in json.loads(done.stdout))


@cache
def fabricated() -> tuple[Claim, ...]:
    """Return the false twins of our own claims, and the documentation's, in its set already."""
    originals = [*claims_of("own"), *claims_of("held")]
    made = [twin.claim for twin in twins(originals, TWINS, SEED)]
    return (*made, *(claim for claim in claims_of("documentation") if not claim.label))


def digest(claims: Sequence[Claim]) -> str:
    """Return the sha256 of claims, their labels and their sources."""
    told = sha256()
    for claim in claims:
        told.update(f"{claim.id}\0{claim.label}\0{claim.text}\0{claim.source}\0".encode())
    return told.hexdigest()


def scores_of(name: str) -> Scores:
    """Return the gate's scores on one set."""
    return score(ask(gate, claims_of(name)))


def caught() -> dict[str, Estimate]:
    """Return the share of the fabricated twins of each kind that the gate refuses."""
    answers = ask(gate, fabricated())
    kinds = {
        a.claim.kind: [b.answer for b in answers if b.claim.kind == a.claim.kind] for a in answers
    }
    return {k: rate(sum(not a.passed for a in found), len(found)) for k, found in kinds.items()}
