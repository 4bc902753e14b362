"""Sources about a store that does not exist, for drafts in tests."""

from cite_or_refuse.domain.check import Check, Claim
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check

NOTES = Source(
    "Tarn 2.4 release notes",
    "https://docs.example.org/tarn/2.4",
    "",
    "Tarn 2.4 was released on 5 March 2024. The default cache size is 512 MB. Set TARN_CACHE_MB to "
    "change it. The --no-sync flag disables fsync. TLS is not enabled by default. The store is "
    "opened with tarn.open().",
)
BENCHMARK = Source(
    "Tarn and Ostrel benchmark",
    "https://bench.example.net/tarn",
    "",
    "In the test on 16 cores Tarn handled 1,250,000 requests per second with a p99 latency of "
    "3.2 ms. Ostrel handled 410,000 requests per second.",
)
INTERVIEW = Source(
    "Interview with Mira Okoye",
    "https://news.example.com/okoye",
    "",
    "Mira Okoye leads the Tarn project. “We never planned a hosted service,” said Okoye.",
)
SOURCES = [NOTES, BENCHMARK, INTERVIEW]

CACHE = "The default cache size is 512 MB"
TLS = "TLS is not enabled by default"
OSTREL = "Ostrel handled 410,000 requests per second"
WRONG = "The default cache size is 999 MB"


def checked(draft: str) -> Check:
    return check(draft, SOURCES)


def verdicts(draft: str) -> list[tuple[str, str]]:
    return [(claim.text, claim.verdict.value) for claim in checked(draft).claims]


def texts(claims: tuple[Claim, ...]) -> list[str]:
    return [claim.text for claim in claims]
