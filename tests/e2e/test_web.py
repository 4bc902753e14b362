"""A question to the web: a search and its pages on loopback, the command as a user has it."""

import json
from collections.abc import Callable
from importlib.metadata import metadata
from typing import Any

import pytest
from markdown_it import MarkdownIt
from pytest_httpserver import HTTPServer

from tests.e2e.conftest import Command
from tests.servers import RawServer, a_raw_server, answers

QUESTION = "How does Click create command line interfaces?"


def documentation(package: str) -> str:
    """The README of an installed package, as its site would show it."""
    readme = MarkdownIt().render(metadata(package).get_payload())
    return (
        f"<!doctype html><html lang=en><title>{package} documentation</title><body>"
        f"<nav>Home Search Sign in</nav><main>{readme}</main><footer>Imprint</footer></body></html>"
    )


CLICK, OTHER = documentation("click"), documentation("platformdirs")


@pytest.fixture
def internal():
    with a_raw_server(answers(b"<p>Click creates SecretCommands.</p>")) as server:
        yield server


@pytest.fixture
def searxng(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A SearXNG that finds these addresses, and the sites behind some of them."""
    pages = {"/click": CLICK, "/mirror/click": CLICK, "/platformdirs": OTHER}
    for path, page in pages.items():
        httpserver.expect_request(path).respond_with_data(page, content_type="text/html")

    httpserver.expect_request("/gone").respond_with_data("gone", 404)

    def finds(*urls: str, snippet: str = "Documentation of Click.", robots: str = "") -> None:
        httpserver.expect_request("/robots.txt").respond_with_data(robots)
        results = [{"title": url, "url": url, "content": snippet} for url in urls]
        body = {"query": QUESTION, "results": results, "unresponsive_engines": []}
        httpserver.expect_request("/search").respond_with_json(body)

    monkeypatch.setenv("CITE_OR_REFUSE_SEARXNG_URL", httpserver.url_for("/"))
    return finds


def ask(command: Command, server: HTTPServer, *options: Any) -> Any:
    allow = ("--allow-host", f"localhost:{server.port}")
    return command("ask", QUESTION, "--search", "searxng", *allow, *options)


def test_a_question_to_the_web_becomes_a_cited_report(
    command: Command, httpserver: HTTPServer, searxng: Callable[..., None], internal: RawServer
):
    # GIVEN a search that finds a real page, its mirror, a page that is gone, and what is hostile
    page, gone = httpserver.url_for("/click"), httpserver.url_for("/gone")
    mirror = httpserver.url_for("/mirror/click")
    httpserver.expect_request("/trap").respond_with_data(
        status=302, headers={"Location": internal.url}
    )
    trap = httpserver.url_for("/trap")
    searxng(f"{page}?utm_source=feed", mirror, gone, f"{internal.url}/", trap, "javascript:x")
    # WHEN the question is asked
    done = ask(command, httpserver)
    # THEN the report quotes the page and says which host was opened for it
    assert done.code == 0, done.err
    assert "[^1]: click documentation" in done.out
    assert f"<{page}?utm_source=feed>" in done.out
    assert "Click is a Python package for creating beautiful command line interfaces" in done.out
    assert f"Pages were also allowed from: localhost:{httpserver.port}." in done.out
    # AND each page was told as it came, and nobody went inside
    assert "read click documentation" in done.err
    assert f"left out {gone}: The server answered 404: there is no such page." in done.err
    assert internal.connections == 0


def test_json_shows_where_each_source_and_each_page_left_out_came_from(
    command: Command, httpserver: HTTPServer, searxng: Callable[..., None], internal: RawServer
):
    # GIVEN the same
    page, mirror = httpserver.url_for("/click"), httpserver.url_for("/mirror/click")
    gone = httpserver.url_for("/gone")
    searxng(page, mirror, gone, f"{internal.url}/")
    # WHEN a program asks
    whole = json.loads(ask(command, httpserver, "--json", "--quiet").out)
    # THEN the source tells how it was got
    [source] = whole["sources"]
    assert source["url"] == source["requested_url"] == page
    assert (source["status"], source["provider"], source["rank"]) == (200, "searxng", 0)
    assert source["content_type"] == "text/html"
    assert source["bytes"] == len(CLICK.encode())
    assert source["fetched_at"].startswith("20")
    assert not source["snippet_only"]
    # AND so do the pages that are none
    left_out = {one["url"]: (one["status"], one["why"]) for one in whole["unfetched"]}
    assert left_out[mirror] == (200, f"It says the same as {page}.")
    assert left_out[gone] == (404, "The server answered 404: there is no such page.")
    assert "none of 80, 443, 8080, 8443" in left_out[f"{internal.url}/"][1]
    # AND what was asked of whom
    assert whole["search"] == ["searxng"]
    assert whole["allow_hosts"] == [f"localhost:{httpserver.port}"]
    assert {asked["provider"] for asked in whole["asked"]} == {"searxng"}
    assert all(asked["error"] is None for asked in whole["asked"])


def test_without_the_host_allowed_nothing_on_loopback_is_read(
    command: Command, httpserver: HTTPServer, searxng: Callable[..., None]
):
    # GIVEN a search of the operator's own on loopback, which finds pages there
    searxng(httpserver.url_for("/click"))
    # WHEN the question is asked without leave
    done = command("ask", QUESTION, "--search", "searxng", "--quiet")
    # THEN the search was asked, and its page was not
    assert done.code == 3
    assert {request.path for request, _ in httpserver.log} == {"/search"}
    assert "none of 80, 443, 8080, 8443" in done.out


def test_a_page_that_robots_txt_forbids_is_told_by_its_snippet_only(
    command: Command, httpserver: HTTPServer, searxng: Callable[..., None]
):
    # GIVEN a site that lets no program read it
    said = "Click creates command line interfaces with as little code as necessary."
    searxng(httpserver.url_for("/click"), snippet=said, robots="User-agent: *\nDisallow: /")
    # WHEN the question is asked
    done = ask(command, httpserver, "--quiet")
    # THEN no page was fetched, and the report says how little is known
    assert "/click" not in {request.path for request, _ in httpserver.log}
    assert done.code == 0
    assert said in done.out
    assert "Only the snippet of this source is known." in done.out


def test_a_search_that_fails_is_no_refusal(
    command: Command, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a SearXNG that does not offer JSON
    monkeypatch.setenv("CITE_OR_REFUSE_SEARXNG_URL", httpserver.url_for("/"))
    httpserver.expect_request("/search").respond_with_data("", 403)
    # WHEN a question is asked
    done = ask(command, httpserver)
    # THEN the run failed, and says what to do
    assert done.code == 1
    assert "(`search_failed`)" in done.out
    assert "formats" in done.out
    assert "searxng failed: searxng answered 403" in done.err


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--search", "altavista"], "There is no search 'altavista'"),
        (["--search", ""], "There is no search ''"),
        (["--search", "tavily"], "needs TAVILY_API_KEY"),
        (["--search", "searxng"], "needs CITE_OR_REFUSE_SEARXNG_URL"),
        (["--search", "mediawiki", "--allow-host", "nowhere"], "is no HOST:PORT"),
        (["--search", "corpus", "--allow-host", "a:0"], "is no HOST:PORT"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(
    options: list[str], sentence: str, command: Command, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN no key and no address
    monkeypatch.delenv("TAVILY_API_KEY", raising=False)
    monkeypatch.delenv("CITE_OR_REFUSE_SEARXNG_URL", raising=False)
    # WHEN something is asked that needs them, or is none
    done = command("ask", QUESTION, *options)
    # THEN one sentence says what to do
    assert done.code == 2
    assert len(done.sentences) == 1
    assert sentence in done.sentences[0]
