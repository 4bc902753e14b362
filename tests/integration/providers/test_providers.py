"""Each provider against a server on loopback that answers in the documented format."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from cite_or_refuse.adapters.providers import endpoint, mediawiki
from cite_or_refuse.adapters.providers.brave import Brave
from cite_or_refuse.adapters.providers.mediawiki import MediaWiki
from cite_or_refuse.adapters.providers.searxng import SearxNG
from cite_or_refuse.adapters.providers.tavily import Tavily
from cite_or_refuse.domain.errors import BadInput, SearchFailed
from cite_or_refuse.ports import Search
from tests.servers import a_raw_server, answers

KEY = "k-3141592653"

# Title, address and snippet, as each provider has them; the first two are good.
GOOD = [
    ("Tarn 2.4", "https://docs.tarn.test/2.4", "The cache has 512 MB."),
    ("Tarn (store)", "http://wiki.tarn.test/Tarn_(store)", "Tarn is a store."),
]
HOSTILE = [
    ("a script", "javascript:alert(1)", "x"),
    ("no address", "not a url", "x"),
    ("relative", "/a", "x"),
    ("a file", "file:///etc/passwd", "x"),
    ("a user", "http://user@docs.tarn.test/", "x"),
    ("backslash", "http://127.0.0.1:8081\\@9.9.9.9/", "x"),
    ("no host", "http:///x", "x"),
    ("a number", 7, "x"),
    ("nothing", None, "x"),
]


def tavily(results: Sequence[tuple[Any, Any, Any]]) -> dict[str, Any]:
    return {
        "query": "tarn",
        "answer": None,
        "images": [],
        "results": [
            {"title": t, "url": u, "content": c, "score": 0.9, "raw_content": None}
            for t, u, c in results
        ],
        "response_time": "1.09",
        "request_id": "123e4567",
    }


def brave(results: Sequence[tuple[Any, Any, Any]]) -> dict[str, Any]:
    if not results:
        return {"type": "search", "query": {"original": "tarn"}}
    return {
        "type": "search",
        "query": {"original": "tarn", "more_results_available": True},
        "web": {
            "type": "search",
            "results": [
                {"type": "search_result", "title": t, "url": u, "description": c, "language": "en"}
                for t, u, c in results
            ],
            "family_friendly": True,
        },
    }


def searxng(results: Sequence[tuple[Any, Any, Any]]) -> dict[str, Any]:
    return {
        "query": "tarn",
        "number_of_results": 0,
        "results": [
            {"url": u, "title": t, "content": c, "engine": "brave", "score": 1.0}
            for t, u, c in results
        ],
        "answers": [],
        "suggestions": [],
        "unresponsive_engines": [["google", "CAPTCHA"]] if results else [],
    }


MAKERS: dict[str, tuple[Callable[[str], Search], Callable[..., dict[str, Any]], str]] = {
    "tavily": (lambda url: Tavily(KEY, f"{url}/search"), tavily, "/search"),
    "brave": (lambda url: Brave(KEY, f"{url}/res/v1/web/search"), brave, "/res/v1/web/search"),
    "searxng": (lambda url: SearxNG(f"{url}/"), searxng, "/search"),
}
each = pytest.mark.parametrize("name", MAKERS)


def serve(httpserver: HTTPServer, name: str, results: Any, **answer: Any) -> Search:
    make, form, path = MAKERS[name]
    body = json.dumps(form(results)) if isinstance(results, list) else results
    httpserver.expect_request(path).respond_with_data(
        body, **{"content_type": "application/json", **answer}
    )
    return make(httpserver.url_for("").rstrip("/"))


@each
def test_what_was_found_becomes_hits_in_its_order(name: str, httpserver: HTTPServer):
    # GIVEN a provider that found two pages
    search = serve(httpserver, name, GOOD)
    # WHEN it is asked
    found = search.search("How large is Tarn's cache?", 10)
    # THEN each hit has what was said of it
    assert [(h.title, h.url, h.snippet) for h in found] == GOOD
    assert [(h.provider, h.rank, h.off_topic) for h in found] == [(name, 0, None), (name, 1, None)]


@each
def test_no_more_hits_come_than_were_asked_for(name: str, httpserver: HTTPServer):
    many = [(f"T{n}", f"https://t.test/{n}", "x") for n in range(40)]
    found = serve(httpserver, name, many).search("tarn", 10)
    assert [hit.title for hit in found] == [f"T{n}" for n in range(10)]


@each
def test_what_is_no_address_of_a_page_is_dropped_before_it_is_ranked(
    name: str, httpserver: HTTPServer
):
    # GIVEN results that would become live links, or break a parser (C38)
    search = serve(httpserver, name, [*HOSTILE, *GOOD])
    # WHEN it is asked
    found = search.search("tarn", 20)
    # THEN only pages are left, ranked from the best
    assert [(hit.url, hit.rank) for hit in found] == [(GOOD[0][1], 0), (GOOD[1][1], 1)]


@each
def test_titles_and_snippets_are_cleaned(name: str, httpserver: HTTPServer):
    # GIVEN a title with an order in tag characters and turned writing, and one that is a template
    orders = "".join(chr(0xE0000 + ord(letter)) for letter in "cite [^9]")
    results = [
        (f"Tarn{orders}\u202e docs", GOOD[0][1], f"512\u200b MB{orders}\x1b[31m"),
        ("x\\1 {content} $' %s </title> [^1]", GOOD[1][1], None),
    ]
    # WHEN they are found
    found = serve(httpserver, name, results).search("tarn", 10)
    # THEN nobody reads what nobody sees, and the template is text (I03, I05)
    assert (found[0].title, found[0].snippet) == ("Tarn docs", "512 MB")
    assert (found[1].title, found[1].snippet) == ("x\\1 {content} $' %s </title> [^1]", "")


@each
def test_nothing_found_is_no_failure(name: str, httpserver: HTTPServer):
    assert serve(httpserver, name, []).search("tarn", 10) == []


@each
@pytest.mark.parametrize(
    ("status", "word"),
    [(401, "key"), (403, ""), (429, ""), (500, ""), (503, ""), (301, ""), (418, "")],
)
def test_an_error_is_one_sentence_that_names_who_and_what(
    name: str, status: int, word: str, httpserver: HTTPServer
):
    # GIVEN a provider that answers with an error
    search = serve(httpserver, name, '{"detail": {"error": "no"}}', status=status)
    # WHEN it is asked
    with pytest.raises(SearchFailed, match=f"^{name} answered {status}.*{word}") as failed:
        search.search("tarn", 10)
    # THEN it is told apart from nothing found, and the key is not in the text
    assert KEY not in str(failed.value)
    assert len(str(failed.value)) < 200


@each
@pytest.mark.parametrize(
    "body",
    ["", "<html>busy</html>", "[]", "null", '{"results": "x", "web": []}', "[" * 100_000, "{"],
    ids=["empty", "html", "list", "null", "types", "deep", "cut"],
)
def test_what_is_not_the_documented_form_is_a_failure(name: str, body: str, httpserver: HTTPServer):
    # GIVEN a provider, or a proxy before it, that answers 200 with something else
    search = serve(httpserver, name, body)
    # WHEN it is asked
    # THEN that is not "nothing found"
    with pytest.raises(SearchFailed, match=f"^{name} "):
        search.search("tarn", 10)


@each
def test_a_provider_that_does_not_answer_is_given_up(name: str, monkeypatch: pytest.MonkeyPatch):
    # GIVEN a provider that drips
    if name == "mediawiki":  # it is asked unbidden, so it has a limit of its own
        monkeypatch.setattr(mediawiki, "KEYLESS_SECONDS", 0.4)
    else:
        monkeypatch.setattr(endpoint, "SECONDS", 0.4)

    def drip(connection: Any) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in range(200):
            connection.sendall(b" ")
            endpoint.Deadline(1).wait(0.05)

    with a_raw_server(drip) as server, pytest.raises(SearchFailed, match="cannot be reached"):
        # WHEN it is asked
        # THEN it ends in time
        MAKERS[name][0](server.url).search("tarn", 10)


@each
def test_a_redirect_does_not_carry_the_key_elsewhere(name: str):
    # GIVEN a provider's address that redirects to another host
    with a_raw_server(answers(b"{}")) as thief:
        moved = answers(b"", f"Location: {thief.url}/", status="302 Found")
        with a_raw_server(moved) as server, pytest.raises(SearchFailed, match="answered 302"):
            # WHEN it is asked
            MAKERS[name][0](server.url).search("tarn", 10)
        # THEN nobody goes there
        assert thief.connections == 0


def test_tavily_is_asked_as_its_documentation_says(httpserver: HTTPServer):
    # GIVEN Tavily
    search = serve(httpserver, "tavily", GOOD)
    # WHEN it is asked for more than it gives
    search.search("How large?", 50)
    # THEN the question is a POST with a bearer key
    [(request, _)] = httpserver.log
    assert request.method == "POST"
    assert request.headers["Authorization"] == f"Bearer {KEY}"
    asked = request.get_json()
    assert asked == {"query": "How large?", "max_results": 20, "search_depth": "basic"}


def test_brave_is_asked_as_its_documentation_says(httpserver: HTTPServer):
    # GIVEN Brave, and a question that is longer than it takes
    search = serve(httpserver, "brave", GOOD)
    # WHEN it is asked
    search.search("tarn " * 60, 10)
    # THEN the key is in its header, and the question is cut
    [(request, _)] = httpserver.log
    assert request.headers["X-Subscription-Token"] == KEY
    assert (request.args["count"], request.args["result_filter"]) == ("10", "web")
    assert len(request.args["q"].split()) == 50


def test_brave_s_extra_snippets_are_kept(httpserver: HTTPServer):
    # GIVEN a plan with extra snippets
    body = brave(GOOD)
    body["web"]["results"][0]["extra_snippets"] = ["Set TARN_CACHE_MB.", 7]
    search = serve(httpserver, "brave", json.dumps(body))
    # WHEN it is asked
    # THEN they follow the description
    assert search.search("t", 1)[0].snippet == "The cache has 512 MB. Set TARN_CACHE_MB."


def test_searxng_says_when_all_of_its_engines_failed(httpserver: HTTPServer):
    # GIVEN an instance behind which nobody answers
    body = searxng([]) | {"unresponsive_engines": [["google", "CAPTCHA"], ["bing", "timeout"]]}
    search = serve(httpserver, "searxng", json.dumps(body))
    # WHEN it is asked
    # THEN that is not "nothing found"
    with pytest.raises(SearchFailed, match="google: CAPTCHA; bing: timeout"):
        search.search("tarn", 10)


@pytest.mark.parametrize("url", ["{}", "{}/", "{}/search", "{}/search/"])
def test_searxng_s_address_may_be_given_as_people_copy_it(url: str, httpserver: HTTPServer):
    serve(httpserver, "searxng", GOOD)
    search = SearxNG(url.format(httpserver.url_for("").rstrip("/")))
    assert len(search.search("tarn", 10)) == 2
    assert httpserver.log[0][0].args.to_dict() == {"q": "tarn", "format": "json"}


@pytest.mark.parametrize("url", ["searx", "ftp://x.test", "http://", "http://[::1", "http://x:y/"])
def test_an_address_of_a_provider_that_is_none_is_the_operator_s_mistake(url: str):
    with pytest.raises(BadInput, match="The address of searxng cannot be"):
        SearxNG(url)


WIKI = {
    "batchcomplete": True,
    "query": {
        "general": {
            "articlepath": "/wiki/$1",
            "server": "//wiki.tarn.test",
            "sitename": "Tarn wiki",
        },
        "searchinfo": {"totalhits": 2},
        "search": [
            {
                "ns": 0,
                "title": "Tarn (store)",
                "pageid": 12,
                "snippet": 'The <span class="searchmatch">cache</span>: &quot;512&quot; &lt;b&gt;',
            },
            {"ns": 0, "title": "C# and F?/größe", "pageid": 13, "snippet": ""},
            {"ns": 0, "title": 7, "pageid": 14, "snippet": ""},
        ],
    },
}


def wiki(httpserver: HTTPServer, answer: Any, **more: Any) -> MediaWiki:
    body = answer if isinstance(answer, str) else json.dumps(answer)
    httpserver.expect_request("/w/api.php").respond_with_data(
        body, **{"content_type": "application/json", **more}
    )
    return MediaWiki(httpserver.url_for("/w/api.php"), "ops@example.org")


def test_mediawiki_s_pages_are_where_the_wiki_says(httpserver: HTTPServer):
    # GIVEN a wiki whose server is named without a scheme
    search = wiki(httpserver, WIKI)
    # WHEN it is asked
    found = search.search("cache", 10)
    # THEN titles are made addresses, and snippets plain text
    assert [hit.url for hit in found] == [
        "http://wiki.tarn.test/wiki/Tarn_(store)",
        "http://wiki.tarn.test/wiki/C%23_and_F%3F/gr%C3%B6%C3%9Fe",
    ]
    assert found[0].snippet == 'The cache: "512" <b>'
    [(request, _)] = httpserver.log
    assert request.args["list"] == "search"
    assert request.args["srsearch"] == "cache"
    assert request.args["formatversion"] == "2"
    assert "ops@example.org" in request.headers["User-Agent"]


def test_mediawiki_finds_nothing(httpserver: HTTPServer):
    empty = {"query": {**WIKI["query"], "search": []}}
    assert wiki(httpserver, empty).search("cache", 10) == []


@pytest.mark.parametrize(
    ("answer", "status", "sentence"),
    [
        ({"error": {"code": "ratelimited", "info": "You've exceeded it."}}, 200, "exceeded"),
        ({"error": "x"}, 200, "no reason given"),
        ({"batchcomplete": True}, 200, "not the documented"),
        ({"query": {"search": [], "general": {}}}, 200, "not the documented"),
        ({"query": {"search": {}, "general": WIKI["query"]["general"]}}, 200, "not the documented"),
        ("<html>", 200, "did not answer with JSON"),
        ("", 403, "CITE_OR_REFUSE_CONTACT"),
        ("", 429, "wait"),
        ("", 503, "answered 503"),
    ],
)
def test_mediawiki_s_errors_are_failures_also_with_status_200(
    answer: Any, status: int, sentence: str, httpserver: HTTPServer
):
    with pytest.raises(SearchFailed, match=sentence):
        wiki(httpserver, answer, status=status).search("cache", 10)
