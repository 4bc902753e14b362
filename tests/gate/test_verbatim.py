"""What stands word for word in a source is supported; what only seems to is judged as ever."""

import pytest

from cite_or_refuse.domain.check import Support
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.support import judge
from cite_or_refuse.gate.tokens import TOKEN
from cite_or_refuse.gate.verbatim import verbatim

PAGE = """\
Requests retries no request on its own, never retrying a POST. By default, Requests does not retry
failed connections. To retry failed connections, mount an adapter. Credentials are never sent. This
is entirely optional, and if not provided, the credentials configured for the session will
automatically be used.

`color`: If `None`, uses `self.color`. It does not use the colour of its parent.

nE
    The Tarn cache holds 512 MB by default. Nobody asks for the Tarn cache.

Never change the Tarn cache while it is written.

sessions.Session.post(url: _t.UriType, data: _t.DataType = None, json:
    _t.JsonType = None, **kwargs: Unpack[_t.PostKwargs]) -> Response

```python
    tarn.resize(size: int = 512) -> None
The Tarn cache holds 512 MB by default.
```
"""


def verdict(claim: str, source: str = PAGE) -> Support:
    return judge(claim, [(1, build_index(source))]).verdict


@pytest.mark.parametrize(
    "claim",
    [
        "By default, Requests does not retry failed connections.",
        (
            "This is entirely optional, and if not provided, the credentials configured for the "
            "session will automatically be used."
        ),
        "`color`: If `None`, uses `self.color`.",
        "`nE`: The Tarn cache holds 512 MB by default.",
        "Never change the Tarn cache while it is written.",
        (
            "`sessions.Session.post(url: _t.UriType, data: _t.DataType = None, json: _t.JsonType = "
            "None, **kwargs: Unpack[_t.PostKwargs]) -> Response`"
        ),
    ],
)
def test_what_stands_word_for_word_is_supported(claim):
    # GIVEN a page that speaks of the same things with and without a negation
    # WHEN one of its sentences is quoted
    # THEN it is supported, whatever else the page says
    assert verdict(claim) is Support.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Change the Tarn cache while it is written.", PAGE),
        ("Die Option ändert den Wert.", "Die Option ändert den Wert nicht."),
        ("Tarn locks the file of Ostrel.", "Which file does Tarn lock? The file of Ostrel."),
        ("既定のキャッシュは512 MBで", "既定のキャッシュは512 MBではありません。"),
    ],
)
def test_a_run_that_its_sentence_denies_is_not_word_for_word(claim, source):
    # GIVEN a source in which the words stand in a row, but with a denial about them
    # WHEN the words are claimed
    # THEN they are no quotation
    tokens = [(m[0], m.start(), m.end()) for m in TOKEN.finditer(claim)]
    assert verbatim(claim, tokens, build_index(source)) is None


def test_a_quotation_shows_the_sentence_that_it_stands_in():
    # GIVEN a sentence of the page
    # WHEN it is claimed
    claim = "By default, Requests does not retry failed connections."
    found = judge(claim, [(1, build_index(PAGE))])
    # THEN the evidence is that sentence and no other
    assert [" ".join(each.quote.split()) for each in found.evidence] == [claim]


def test_a_signature_of_several_lines_in_a_code_block_is_one_call():
    # GIVEN a draft that breaks the lines of a signature elsewhere than the page
    draft = (
        "### `sessions.Session.post`[^1]\n\n```\nsessions.Session.post(url: _t.UriType,\n"
        "    data: _t.DataType = None, json: {} = None,\n"
        "    **kwargs: Unpack[_t.PostKwargs]) -> Response\n```\n"
    )
    source = [Source("Page", "https://example.org/1", "", PAGE)]
    # WHEN it is checked as it is, and with another type
    honest, false = (
        check(draft.format(kind), source).claims[-1] for kind in ("_t.JsonType", "_t.XmlType")
    )
    # THEN the parameters are those of the call, and only the other type is missing
    assert honest.verdict is not Support.UNSUPPORTED, honest
    assert false.verdict is Support.UNSUPPORTED


def test_nothing_is_negated_in_code():
    # GIVEN a code block of the page
    source = [Source("Page", "https://example.org/1", "", PAGE)]
    block = "```python\ntarn.resize(size: int = {}) -> None\n```\n"
    # WHEN a part of it is quoted as code, with its default and with another one
    honest, false = (
        check("The Tarn cache holds 512 MB.[^1]\n\n" + block.format(size), source).claims[-1]
        for size in (512, 513)
    )
    # THEN None denies nothing, and the other default is refused
    assert honest.stands, honest
    assert not false.stands


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Tarn needs 2 GB of memory.", "Tarn needs -2 GB of memory."),
        ("The call returns -1 on failure.", "The call returns 1 on failure."),
        ("The link transfers 100 MB/s at best.", "The link transfers 100 MB."),
    ],
)
def test_a_sign_or_a_rate_is_no_punctuation(source, claim):
    # GIVEN a claim whose words are the source's, but for a sign of a number or what a unit is per
    # WHEN it is judged
    # THEN it is not taken for a quotation
    assert verdict(claim, source) is Support.UNSUPPORTED
