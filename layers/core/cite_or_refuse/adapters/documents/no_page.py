"""Answers that are no page: walls, challenges, errors that claim success, empty shells.

Each rule needs a short text besides its words, and most need them at the top: an article that
speaks of captchas, cookies or the code 404 is a page.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag

from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Page
from cite_or_refuse.gate.readable import is_evidence

_LONGEST = 2_000  # characters; what says more than this is a page, whatever else it says
_SHORT = 600
_TOP = 300  # where a page says what it is
_FEWEST = 10  # letters and digits

_CHALLENGE_MARKS = (
    "/cdn-cgi/challenge-platform/", "cf-browser-verification", "challenge-form",
    "geo.captcha-delivery.com", "_incapsula_resource", "px-captcha", "awswafintegration",
    "g-recaptcha", "h-captcha", "hcaptcha.com/1/api", "cf-turnstile", "recaptcha/api",
)  # fmt: skip


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile("|".join(phrases), re.IGNORECASE)


_CHALLENGE_WORDS = _any(
    "captcha", r"\brobots?\b", r"\bbots?\b", "human", "unusual (?:traffic|activity)",
    "just a moment", "security check", "are you there", "checking your",
    "verif(?:y|ying|ication)", "blocked", "mensch", "humain",
)  # fmt: skip
_CONSENT = _any(
    "cookie", "consent", "privacy", "our partners", r"personali[sz]ed (?:ads|advertising)",
    r"\btracking\b", "before you continue", "legitimate interest", r"\bgdpr\b", r"\bdsgvo\b",
    "datenschutz", "einwilligung", "confidentialité",
)  # fmt: skip
_AGREE = _any(
    r"\s{0,9}(?:i |yes, i |alle[sn]? |tout )?(?:accept|agree|allow|consent|got it|reject|deny)",
    r"\s{0,9}(?:alle[sn]? )?(?:akzeptieren|zustimmen|annehmen|ablehnen)",
    r"\s{0,9}(?:tout accepter|j'accepte|aceptar|accetta|同意)",
)  # fmt: skip
_MISSING = _any(
    r"\b404\b", "not found", "does(?: not|n['’]t) exist",
    "(?:page|site|url|resource|document|article|content) (?:is )?(?:not|no longer) "
    "(?:available|here|there)",
    "(?:can(?:not|['’]t)|could(?: not|n['’]t)) (?:be found|find (?:that|the|this|what))",
    "nicht gefunden", "introuvable", "no encontrada", "non trovata", "não encontrada",
    "nie znaleziono", "niet gevonden", "не найдена",
    "見つかりません", "找不到", "不存在", "찾을 수 없",
)  # fmt: skip
_ASKED_FOR = _any(
    r"\byou(?:['’]re| are| were|['’]ve| have)? "
    "(?:looking for|request(?:ed|ing)?|tr(?:y|ied|ying)|follow(?:ed|ing)|enter(?:ed)?)",
    "may have been (?:moved|removed|deleted|renamed)", "check the (?:url|address|spelling)",
    "(?:home|start) ?page", "go (?:back )?home", r"\bsorry\b", r"\boops\b", "whoops", "uh[- ]oh",
    "requested url", "on this server", "startseite", "accueil", "inicio", "首页", "返回", "ホーム",
)  # fmt: skip
_BROKEN = _any(
    "(?:internal server|gateway|database|application|server-side|fatal|connection|proxy) error",
    "error (?:establishing|5[0-9]{2}|403|429)", "bad gateway", "gateway time-?out",
    "service (?:is )?(?:temporarily )?unavailable", r"\b50[0-4] ", "too many requests",
    "rate limit exceeded", "something went wrong", "technical difficulties",
    "(?:down|closed|offline) for maintenance", "under maintenance", "be (?:right )?back soon",
    r"\A\W{0,3}(?:error|fehler|erreur)\s?[:!.]", "temporarily (?:down|offline)", "access denied",
    "request blocked", "403 forbidden", "permission denied", "request timed out",
)  # fmt: skip
_PARKED = _any(
    r"domain(?: name)?(?: \S{1,60})? (?:is|may be|could be|might be) (?:for sale|parked)",
    "(?:buy|purchase|make an offer (?:on|for)) this domain",
    "this (?:web ?site|domain) is for sale",
    "parked (?:free|domain|page|by)", "domain (?:has )?expired", "domain steht zum verkauf",
    "sedoparking", "hugedomains", "welcome to nginx!", r"apache2? (?:\S{1,20} )?default page",
    "site is (?:coming soon|under construction)",
)  # fmt: skip
_SCRIPTED = _any(
    "(?:enable|requires?|needs?|without|activate|turn on) [^.]{0,30}javascript",
    "javascript [^.]{0,40}(?:enabled|required|disabled|to run|aktiv)", "activer javascript",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the rules look at."""

    title: str
    text: str
    soup: BeautifulSoup | None

    @property
    def top(self) -> str:
        return f"{self.title}\n{self.text[:_TOP]}"

    def tags(self, *names: str) -> Sequence[Tag]:
        return self.soup.find_all(names) if self.soup else ()


def not_a_page(page: Page, soup: BeautifulSoup | None = None) -> Unreadable | None:
    """Return why an answer that claims success is no page, or None if it may be one.

    `soup` is the parsed page if it is HTML. `withheld` says that a person would get to a page.
    """
    text = page.content.strip()
    if len(text) > _LONGEST:
        return None
    seen = _Seen(page.title, text, soup)
    for holds, why, withheld in _RULES:
        if holds(seen):
            return Unreadable(why, withheld=withheld)
    return None


def _is_challenge(seen: _Seen) -> bool:
    if seen.text and not is_evidence(seen.text):
        return True
    if len(seen.text) > _SHORT or seen.soup is None:
        return False
    is_marked = any(mark in str(seen.soup).lower() for mark in _CHALLENGE_MARKS)
    return is_marked and bool(_CHALLENGE_WORDS.search(seen.top) or len(seen.text) < _TOP)


def _is_log_in(seen: _Seen) -> bool:
    fields = [tag for tag in seen.tags("input") if tag.attrs.get("type") == "password"]
    return bool(fields) and len(seen.text) <= _SHORT


def _is_consent(seen: _Seen) -> bool:
    lines = seen.text.splitlines()
    rest = [line for line in lines if not (_CONSENT.search(line) or _AGREE.match(line))]
    if len("".join(rest)) > _TOP or not _CONSENT.search(seen.top):
        return False
    return any(
        _AGREE.match(tag.get_text() or str(tag.attrs.get("value", "")))
        for tag in seen.tags("button", "input", "a")
    )


def _is_missing(seen: _Seen) -> bool:
    if not _MISSING.search(seen.top):
        return False
    return len(seen.text) <= 100 or bool(_ASKED_FOR.search(seen.text[:_SHORT]))


def _is_broken(seen: _Seen) -> bool:
    return len(seen.text) <= _TOP and any(map(_BROKEN.search, (seen.title, seen.text)))


def _is_parked(seen: _Seen) -> bool:
    return bool(_PARKED.search(seen.top))


def _is_scripted(seen: _Seen) -> bool:
    if len(seen.text) > _TOP or not seen.tags("script"):
        return False
    without = " ".join(tag.get_text(" ") for tag in seen.tags("noscript"))
    if _SCRIPTED.search(f"{without}\n{seen.top}"):
        return True
    roots = [tag for tag in seen.tags("div", "app-root") if _is_root(tag)]
    return any(not tag.get_text(strip=True) for tag in roots) or len(seen.text) < _FEWEST


def _is_root(tag: Tag) -> bool:
    name = str(tag.attrs.get("id", ""))
    return tag.name == "app-root" or name in ("root", "app", "__next", "__nuxt", "svelte", "main")


def _is_empty(seen: _Seen) -> bool:
    return sum(map(str.isalnum, seen.text)) < _FEWEST


_RULES = (
    (_is_challenge, "It asks whether the reader is a robot, and that is not got round.", True),
    (_is_log_in, "It asks for a log-in.", True),
    (_is_consent, "It only asks for consent to cookies.", True),
    (_is_parked, "There is no page, only the placeholder of a domain or server.", False),
    (_is_missing, "It says that there is no such page, though its status says otherwise.", False),
    (_is_broken, "It is the report of an error, though its status says otherwise.", True),
    (_is_scripted, "Its text is made by JavaScript, which is not run.", True),
    (_is_empty, "It holds no text.", False),
)
