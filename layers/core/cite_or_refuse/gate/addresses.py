"""Addresses without a scheme: `evil.example/steal`, `ann@example.org`, `example.com`.

No renderer makes a link of them, but a reader may follow them, so each stands in a source that the
claim cites, or is the host or the URL of a source. Only what can hardly be anything else is taken
for one: an e-mail address, a host under a common suffix, a host with a path that is no file.
"""

import re
from unicodedata import normalize

_COMMON = (
    "com|org|net|edu|gov|mil|info|biz|io|dev|app|ai|xyz|site|online|tech|cloud|example|test|invalid"
)
_BEFORE_PATHS = f"{_COMMON}|shop|store|blog|page|link|click|live|news|space|website|host|zone"
_FILES = "py|rs|go|js|ts|kt|cc|cs|rb|pl|pm|sh|so|md|gz|ps|db|in|mk|hs|ml"
_DOT = re.compile(r"\.[^\W\d_]")  # where a host may be, found much faster
_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_ADDRESS = re.compile(
    rf"(?<![\w@./:=+-])(?:[\w.+-]{{1,64}}@(?:{_LABEL}\.){{1,5}}[^\W\d_]{{2,18}}"
    rf"|(?:{_LABEL}\.){{1,5}}(?:(?:{_COMMON})(?!/)"
    rf"|(?!(?:{_FILES})/)(?:[^\W\d_]{{2}}|{_BEFORE_PATHS})/[\w%~.+/-]{{0,200}}))(?![\w-]|\.\w)",
    re.IGNORECASE,
)
_CODE = re.compile(r"(`{1,2})[^`\n]{1,300}\1")


def bare_addresses(text: str) -> list[str]:
    """Return the addresses of a text outside its code, each without the marks behind it.

    A dot of another form, one dot leader or fullwidth, is one for a browser, too.
    """
    text = normalize("NFKC", text)
    if "@" not in text and not _DOT.search(text):
        return []
    found = _ADDRESS.findall(_CODE.sub(" ", text))
    return [address.rstrip("./") for address in dict.fromkeys(found)]


def is_in(address: str, content: str) -> bool:
    """Whether a text has an address as a whole; a host may be part of a longer one, or of a URL."""
    goes_on = r"[\w-]|\.\w" if "/" not in address or "@" in address else r"[\w/-]|\.\w"
    found = rf"(?<![\w-]){re.escape(address)}(?!{goes_on})"
    return bool(re.search(found, content, re.IGNORECASE))
