"""What became of a claim, in a line for a person."""

from cite_or_refuse.domain.check import Claim, Support
from cite_or_refuse.report.text import quoted

_FATES = {
    Support.SUPPORTED: "stands",
    Support.WEAK: "stands, weakly",
    Support.UNSUPPORTED: "its source does not say this",
    Support.UNCITED: "it cites no source",
    Support.DANGLING: "it cites a source that does not exist",
    Support.MALFORMED: "its citation cannot be read",
}


def fate(claim: Claim) -> str:
    """Return the claim, what it cites, what became of it, and the tokens its sources lack."""
    cites = ", ".join(map(str, claim.citations))
    missing = ", ".join(quoted(token, 80) for token in claim.missing[:8])
    return "".join(
        [
            quoted(claim.text),
            f" (cites {cites})" if cites else "",
            f": {_FATES[claim.verdict]}",
            f"; missing: {missing}" if missing else "",
        ]
    )
