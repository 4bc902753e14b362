"""Tell a writer what to mend."""

from cite_or_refuse.domain.check import Check


def feedback(check: Check) -> tuple[str, ...]:
    """Return a short line for each claim that does not stand."""
    return tuple(
        f"{claim.verdict.value}: “{claim.text[:120]}” {', '.join(claim.missing)}".strip()
        for claim in check.claims
        if not claim.stands
    )
