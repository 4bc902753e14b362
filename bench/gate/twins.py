"""False twins of supported claims: one thing changed, so that the source no longer says it.

A twin must be false, not merely different. What guards that:

* The token that is changed stands in the source in this very form, in a sentence or line that
  shares words with the claim. A figure that the writer derived is left alone.
* A number, date or version after "at least", "up to", "about" and the like is left alone, since
  another one may be as true.
* The new token must not be as near to the claim's words as the old one: the twin is dropped if
  some sentence or line of the source holds the new token with more than `NEARLY` of the weight
  that the best sentence with the old token has. ("A, B and C accept it" makes no twin that says
  B instead of A.) Nought and one are held to this like any number; "true", "on" and the like are
  not, since a page that explains a switch has both sides of it in one sentence.
* Only the main predicate is negated: nothing after "which", "if", "unless" and the like, and
  nothing that is denied already, or told apart with "but": the result would be no plain negation.
  Nor is what later words lean on ("is changed, not even by", "are kept, and so is"), nor "is also"
  and the like: a reader asks what is denied. A clause is cut at punctuation of the sentence, not
  at that of code or of a number.
* Forms of one name are no two names: "Depeche Mode's" for "Depeche Mode". A month is none: "the
  June world cup" may be as true as "the FIFA world cup".
* A method of the same class is as true where the claim says no more than whose it is.
* Roles are swapped around connectors that say something else the other way round, and only if
  the source does not say the swapped words itself. Half a name, the "Chains" of "Alice in
  Chains", is no side of a relation: swapped, it names nothing that a reader knows.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from random import Random

from bench.gate import figures, wording
from bench.gate.changes import Change
from bench.gate.claims import Claim
from bench.gate.passages import Passages, passages

NEARLY = 0.75
PER_CLAIM = 3

KINDS: dict[str, Callable[[str, Passages], Iterator[Change]]] = {
    "number": figures.numbers,
    "unit": figures.units,
    "version": figures.versions,
    "date": figures.dates,
    "name": wording.names,
    "negation": wording.negations,
    "role": wording.roles,
    "keyword": wording.keywords,
    "default": figures.defaults,
}


@dataclass(frozen=True, slots=True)
class Twin:
    """A false claim and the supported one that it was made from."""

    kind: str
    original: Claim
    claim: Claim


def is_false(change: Change, claim: Claim, source: Passages) -> bool:
    """Whether the source speaks of the old token near the claim's words, and not of the new."""
    if change.text.lower() in source.text:
        return False
    if not change.old or (change.old in figures.FLIPS and not change.old.isdecimal()):
        return True
    near = source.nearness(change.old, claim.text)
    return near > 0 and source.nearness(change.new, claim.text) <= NEARLY * near


def twins_of(claim: Claim, kind: str, seed: int) -> list[Twin]:
    """Return a claim's false twins of one kind, first one for each place that can be changed."""
    source = passages(claim.source)
    seen = list(KINDS[kind](claim.text, source))
    Random(f"{seed}:{kind}:{claim.id}").shuffle(seen)  # noqa: S311 - no secret
    placed: defaultdict[int, list[Twin]] = defaultdict(list)
    for change in seen:
        made = placed[change.at]
        if len(made) < PER_CLAIM and is_false(change, claim, source):
            made.append(Twin(kind, claim, replace(claim, text=change.text, label=0, kind=kind)))
    rounds = zip_longest(*placed.values())
    return [twin for layer in rounds for twin in layer if twin]


def twins(claims: Sequence[Claim], each: int, seed: int) -> list[Twin]:
    """Return up to `each` twins of every kind, from claims drawn at random by the seed.

    Every claim gives one before any gives a second; at most `PER_CLAIM` come from one.
    """
    supported = [claim for claim in claims if claim.label]
    found: list[Twin] = []
    for kind in KINDS:
        drawn = supported.copy()
        Random(f"{seed}:{kind}").shuffle(drawn)  # noqa: S311 - no secret
        made = [twins_of(claim, kind, seed)[:PER_CLAIM] for claim in drawn]
        rounds = (twin for layer in zip_longest(*made) for twin in layer if twin)
        found += islice(rounds, each)
    return found
