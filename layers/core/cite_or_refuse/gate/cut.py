"""Cut from a draft what does not stand."""

from cite_or_refuse.domain.check import Check, Claim


def cut(check: Check) -> tuple[str, tuple[Claim, ...]]:
    """Return the draft without the claims that do not stand, and those claims."""
    gone = tuple(claim for claim in check.claims if not claim.stands)
    draft = check.draft
    for claim in reversed(gone):
        draft = draft[: claim.start] + draft[claim.end :]
    return draft.strip(), gone
