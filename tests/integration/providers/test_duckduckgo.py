"""DuckDuckGo through ddgs: what the library returns and raises, as its documentation has it."""

from typing import Any

import pytest
from ddgs.ddgs import DDGS
from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException

from cite_or_refuse.adapters.providers.duckduckgo import DuckDuckGo
from cite_or_refuse.adapters.providers.endpoint import KEYLESS_SECONDS
from cite_or_refuse.domain.errors import SearchFailed

FOUND = [
    {"title": "Tarn docs", "href": "https://docs.tarn.test/", "body": "512\u200b MB"},
    {"title": "x", "href": "javascript:alert(1)", "body": "x"},
    {"title": "", "href": "https://b.test/", "body": None},
]


def given(monkeypatch: pytest.MonkeyPatch, answer: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {}

    def text(client: DDGS, query: str, **options: Any) -> Any:
        asked.update(query=query, seconds=client._timeout, **options)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(DDGS, "text", text)
    return asked


def test_results_become_hits(monkeypatch: pytest.MonkeyPatch):
    # GIVEN what ddgs returns
    asked = given(monkeypatch, FOUND)
    # WHEN it is asked
    found = DuckDuckGo().search("cache", 5)
    # THEN only DuckDuckGo was, and each page is a hit
    assert (asked["backend"], asked["max_results"]) == ("duckduckgo", 5)
    assert asked["seconds"] == KEYLESS_SECONDS
    assert [(h.title, h.url, h.snippet, h.rank) for h in found] == [
        ("Tarn docs", "https://docs.tarn.test/", "512 MB", 0),
        ("https://b.test/", "https://b.test/", "", 1),
    ]


def test_nothing_found_is_no_failure(monkeypatch: pytest.MonkeyPatch):
    given(monkeypatch, DDGSException("No results found."))
    assert DuckDuckGo().search("cache", 5) == []


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (RatelimitException("202"), "asks to wait"),
        (TimeoutException("timed out"), "did not answer within"),
        (DDGSException("DNSError: no such host"), r"cannot be reached \(DNSError\)"),
        (DDGSException("x" * 9000), "cannot be reached"),
    ],
)
def test_errors_are_failures(error: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch):
    given(monkeypatch, error)
    with pytest.raises(SearchFailed, match=sentence) as failed:
        DuckDuckGo().search("cache", 5)
    assert len(str(failed.value)) < 300


def test_the_library_knows_the_engine_that_is_asked():
    # GIVEN the locked ddgs, whose engines come and go
    engines = DDGS()._get_engines("text", "duckduckgo")
    # THEN it still has this one; with an unknown name it would ask all others
    assert [engine.name for engine in engines] == ["duckduckgo"]
