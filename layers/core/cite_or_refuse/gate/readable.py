"""Which sources can be evidence at all."""

_CHALLENGES = (
    "checking your browser", "just a moment", "verify you are human", "verifying you are human",
    "are you a robot", "not a robot", "enable javascript and cookies", "please enable cookies",
    "attention required!", "ddos protection by", "unusual traffic from",
)  # fmt: skip
_REFUSALS = ("access denied", "403 forbidden", "request blocked", "enable javascript", "captcha")
_CHALLENGE_CHARS, _REFUSAL_CHARS = 800, 120


def is_evidence(content: str) -> bool:
    """Whether a source's content can carry a claim.

    An empty one cannot, nor can the short page that a site shows to what it takes for a robot.
    """
    if len(content) > _CHALLENGE_CHARS:
        return True
    low = content.strip().lower()
    if not low or any(words in low[:200] for words in _CHALLENGES):
        return False
    return len(low) > _REFUSAL_CHARS or not any(words in low[:40] for words in _REFUSALS)
