"""What the gate says about a draft."""

from dataclasses import dataclass
from enum import StrEnum


class GateOutcome(StrEnum):
    """`hard` refuses in any round; `unsupported` may be revised; `grounded` goes on."""

    HARD = "hard"
    UNSUPPORTED = "unsupported"
    GROUNDED = "grounded"


class Support(StrEnum):
    """The verdict on one claim. `supported` and `weak` may ship, `weak` is marked."""

    SUPPORTED = "supported"
    WEAK = "weak"
    UNSUPPORTED = "unsupported"
    UNCITED = "uncited"
    DANGLING = "dangling"
    MALFORMED = "malformed"


class Reason(StrEnum):
    """Why a draft is not grounded. The first three are hard, the others unsupported."""

    NO_SOURCES = "no_sources"
    NO_CITATIONS = "no_citations"
    DANGLING_CITATION = "dangling_citation"
    MALFORMED_MARKER = "malformed_marker"
    EMPTY_DRAFT = "empty_draft"
    TRUNCATED = "truncated"
    BLOCKED = "blocked"
    MODEL_REFUSAL = "model_refusal"
    WRONG_LANGUAGE = "wrong_language"
    UNLISTED_URL = "unlisted_url"
    DEFINITION_MISMATCH = "definition_mismatch"
    UNCITED_CLAIM = "uncited_claim"
    UNSUPPORTED_CLAIM = "unsupported_claim"


_HARD = frozenset({Reason.NO_SOURCES, Reason.NO_CITATIONS, Reason.DANGLING_CITATION})


@dataclass(frozen=True, slots=True)
class Evidence:
    """A span of a source: `sources[source - 1].content[start:end] == quote`, always.

    Offsets are Unicode code points of the stored content; `source` is 1-based.
    """

    source: int
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence, list item or table row of a draft that states something.

    `text` is the claim without its markers. `start` and `end` are its place in `Check.draft`,
    markers included. `missing` holds the very tokens that the cited sources lack. `score` is
    0..1, monotone with the verdict, and 0 when uncited.
    """

    text: str
    citations: tuple[int, ...]
    verdict: Support
    start: int
    end: int
    missing: tuple[str, ...] = ()
    score: float = 0.0
    evidence: tuple[Evidence, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether the claim may ship."""
        return self.verdict in (Support.SUPPORTED, Support.WEAK)


@dataclass(frozen=True, slots=True)
class Check:
    """The gate's answer. `draft` is the text after the repairs that `changes` lists."""

    reasons: tuple[Reason, ...]
    claims: tuple[Claim, ...]
    draft: str
    changes: tuple[str, ...] = ()

    @property
    def outcome(self) -> GateOutcome:
        """`grounded` without a reason, `hard` with one of the hard ones."""
        if self.hard_reason:
            return GateOutcome.HARD
        return GateOutcome.UNSUPPORTED if self.reasons else GateOutcome.GROUNDED

    @property
    def hard_reason(self) -> Reason | None:
        """The first reason that refuses in any round, if there is one."""
        return next((reason for reason in self.reasons if reason in _HARD), None)

    @property
    def enough_left(self) -> bool:
        """Whether at least half of the claims, and at least one, would survive a cut."""
        standing = sum(claim.stands for claim in self.claims)
        return standing > 0 and 2 * standing >= len(self.claims)
