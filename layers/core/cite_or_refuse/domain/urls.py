"""When two addresses are one: the rule of the gate for links, and of the researcher for pages.

Two URLs are the same when they agree after these steps, and none else: `http` and `https` are one;
the host in lower case, without its default port; percent-encoding undone where it changes nothing;
one slash at the end of the path, the `#fragment`, and tracking parameters (`utm_*`, `fbclid`,
`gclid`, `msclkid`, `mc_cid`, `mc_eid`, `igshid`) left out. A sibling, a prefix or a cut URL is
another URL.
"""

import re

_URL = re.compile(
    r"(?:(https?):)?//([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?", re.IGNORECASE | re.DOTALL
)
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_TRACKING = re.compile(r"(?:utm_\w*|fbclid|gclid|msclkid|mc_cid|mc_eid|igshid)(?:=.*)?", re.DOTALL)
_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~()!*'")


def canonical(url: str) -> str | None:
    """Return the form in which two equal URLs are one string, or None for what is no web address.

    >>> canonical("HTTPS://Docs.example.org:443/tarn/?utm_source=x#top")
    '//docs.example.org/tarn'
    """
    if url[:4].lower() == "www.":
        url = "//" + url
    parts = _URL.fullmatch(url.strip())
    if parts is None or not parts[2]:
        return None
    scheme, host = (parts[1] or "").lower(), parts[2].lower()
    port = {"http": ":80", "https": ":443"}.get(scheme, "")
    host = host.removesuffix(port) if port else host
    kept = [p for p in (parts[4] or "").split("&") if p and not _TRACKING.fullmatch(p)]
    path = _ESCAPE.sub(_unescape, parts[3]).removesuffix("/")
    return f"//{host}{path}" + (f"?{'&'.join(kept)}" if kept else "")


def page_key(url: str) -> str:
    """Return what two addresses of one page share: `canonical`, and without a leading `www.`.

    An address that is not of the web, such as a file's, is its own key.
    """
    web = canonical(url)
    return web.replace("//www.", "//", 1) if web else url


def host_of(url: str) -> str:
    """Return the host and port as `page_key` has them, empty for what is no web address."""
    key = page_key(url)
    return re.split("[/?]", key[2:], maxsplit=1)[0] if key.startswith("//") else ""


def _unescape(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16))
    return character if character in _SAFE else escape[0].upper()
