"""Tell a writer, in few words, what to mend."""

from cite_or_refuse.domain.check import Check, Claim, Reason, Support

_CLAIM_CHARS, _QUOTE_CHARS, _MAX_LINES = 120, 160, 30

_OF_REASONS = {
    Reason.NO_SOURCES: "There is no source to cite.",
    Reason.NO_CITATIONS: "Nothing is cited: end each sentence, item and row with its [^n].",
    Reason.EMPTY_DRAFT: "The draft states nothing: write a report whose claims end with [^n].",
    Reason.TRUNCATED: "The draft breaks off: write a shorter one.",
    Reason.BLOCKED: "A filter stopped the answer.",
    Reason.MODEL_REFUSAL: "That was no report: answer from the sources.",
    Reason.WRONG_LANGUAGE: "Write in the language of the question.",
    Reason.DEFINITION_MISMATCH: "Leave out the list of sources and definitions: it is added later.",
    Reason.UNLISTED_URL: "Leave out links, addresses and HTML.",
}


def feedback(check: Check) -> tuple[str, ...]:
    """Return short lines: what is wrong with the draft as a whole, then with each claim.

    A claim's line says what is missing and where the nearest evidence stands.
    """
    lines = [_OF_REASONS[reason] for reason in check.reasons if reason in _OF_REASONS]
    lines += [_line(claim) for claim in check.claims if not claim.stands]
    unique = list(dict.fromkeys(lines))
    if len(unique) > _MAX_LINES:
        unique[_MAX_LINES:] = [f"{len(unique) - _MAX_LINES} more claims do not stand."]
    return tuple(unique)


def _line(claim: Claim) -> str:
    text = f"“{_short(claim.text, _CLAIM_CHARS)}”"
    missing = ", ".join(_short(token, _CLAIM_CHARS) for token in claim.missing)
    match claim.verdict:
        case Support.DANGLING:
            return f"{missing} names no source: {text}"
        case Support.MALFORMED:
            return f"Cite as [^n], not {missing}: {text}"
        case Support.UNCITED if missing:
            return f"No marker, and no source has {missing}: {text}"
        case Support.UNCITED:
            return f"No marker: {text}"
    cited = "".join(f"[^{number}]" for number in claim.citations) or "no source"
    line = f"{cited} does not carry {missing or 'this'}: {text}"
    if claim.evidence:
        nearest = claim.evidence[0]
        line += f" Nearest, [^{nearest.source}]: “{_short(nearest.quote, _QUOTE_CHARS)}”"
    return line


def _short(text: str, limit: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
