"""What a claim is shown with begins and ends where a sentence, an entry or a row does."""

import pytest

from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.support import judge

PAGE = """\
:param timeout: (optional) How long to wait for the server to send
    data before giving up, as a float, or a
    (connect timeout, read timeout) tuple.
:param verify: Whether to verify.

Metrics are sent in the embedded metric format (EMF). The limit is 512 KB
a batch, which the
`flush()` call enforces.

| key | default |
|---|---|
| cache | 512 MB |

Red
Green
Blue
"""


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        (
            "`timeout` says how long to wait for the server to send data.",
            (
                ":param timeout: (optional) How long to wait for the server to send data before"
                " giving up, as a float, or a (connect timeout, read timeout) tuple."
            ),
        ),
        (
            "The embedded metric format is used for metrics.",
            "Metrics are sent in the embedded metric format (EMF).",
        ),
        (
            "The call `flush()` enforces a batch limit.",
            "The limit is 512 KB a batch, which the `flush()` call enforces.",
        ),
        ("The cache is 512 MB.", "| cache | 512 MB |"),
        ("Blue", "Blue"),
    ],
)
def test_evidence_is_whole(claim, quote):
    # GIVEN a page with entries, wrapped sentences, a row and bare lines
    # WHEN a claim is judged
    evidence = judge(claim, [(1, build_index(PAGE))]).evidence[0]
    # THEN its evidence is a whole sentence, entry or row, with its marks, and no other
    assert " ".join(evidence.quote.split()) == quote
    assert PAGE[evidence.start : evidence.end] == evidence.quote
