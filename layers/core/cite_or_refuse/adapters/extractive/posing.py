"""Lines of a source that pose as something else, and are not quoted.

Two kinds: those that print what only a report may say of itself (its outcome, the mark of a weak
claim, a footnote's definition), and those that speak to the machine that reads them instead of to
a person. A sentence that tells of such a line, in quotation marks, is quoted as any other.
"""

import re

from cite_or_refuse.domain.outcome import Status

_LEAD = r"[\W_]{0,12}"
_HEADLINES = "|".join(["INSUFFICIENT GROUNDING", *(status.upper() for status in Status)])
_AS_THE_REPORT = re.compile(
    rf"{_LEAD}(?:{_HEADLINES})\W{{0,4}}[:：–—-]"
    r"|.{0,9}outcome: \w{1,20} \(exit code"
    r"|\W{0,9}†"
    r"|.{0,600}(?:INSUFFICIENT GROUNDING|†(?!\s?[^\W_]))"  # `† 1955` tells when somebody died
    r"|\W{0,9}\[\^[\w-]{1,40}\]:"
)
_NAME = r"(?:\w{1,20}(?:\s\w{1,20})?\s?[:,]\s{0,3})?"
_TO_THE_MACHINE = re.compile(
    rf"{_LEAD}(?:"
    r"(?:SYSTEM|USER|DEVELOPER|INSTRUCTIONS?|PROMPT)\s?[:\]>]|(?i:assistant|system prompt)\s?:"
    r"|\[INST\]|<\|"
    rf"|(?i:{_NAME}(?:please\s)?(?:ignore|disregard|forget|override)\b.{{0,30}}"
    r"\b(?:(?:previous|prior|above|earlier|preceding|your|system)\b.{0,30}"
    r"\b(?:instruction|prompt|rule|guideline|message|context)"
    r"|(?:instruction|prompt|rule|guideline|message)s?\s(?:above|before)))"
    rf"|(?i:{_NAME}(?:please\s)?(?:reply|respond|answer|say|output|print|write|return|mark|rate))\b"
    r".{0,80}\b(?:ACCEPT(?:ED)?|GROUNDED|SUPPORTED|APPROVED|VERIFIED)\b"
    rf"|(?i:{_NAME}you are (?:now )?(?:\w{{1,20}}\s){{0,4}}"
    r"(?:AI|LLM|chatbot|language model|assistant)\b)"
    r"|(?i:(?:dear|attention|hey|hello|note (?:to|for)|to (?:all|any|the))\W{1,3}"
    r"(?:\w{1,20}\s){0,2}(?:AIs?|LLMs?|language models?|chatbots?)\b)"
    r")"
)


def poses(line: str) -> bool:
    """Whether a line imitates the report that would quote it, or orders its reader about."""
    return bool(_AS_THE_REPORT.match(line) or _TO_THE_MACHINE.match(line))
