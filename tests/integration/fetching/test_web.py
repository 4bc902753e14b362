"""What is kept of an answer, and what is no page (F31: a failure is never content)."""

import ssl
import threading
import time

import pytest
import trustme
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from cite_or_refuse.adapters.fetching import Guard, WebFetcher, web
from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Hit, Page
from tests.integration.fetching.conftest import PAGE, Fetch
from tests.servers import a_raw_server, answers


def test_a_page_says_how_it_was_got(fetch: Fetch, httpserver: HTTPServer):
    # GIVEN a page with headers that speak of it
    headers = {"Last-Modified": "Tue, 05 Mar 2024 10:00:00 GMT", "Content-Language": "en"}
    httpserver.expect_request("/tarn").respond_with_data(
        PAGE, headers=headers, content_type="text/html; charset=utf-8"
    )
    # WHEN it is fetched
    page = fetch(httpserver.url_for("/tarn"), f"localhost:{httpserver.port}")
    # THEN they are kept beside its text
    assert (page.title, page.content) == ("Tarn", "Tarn keeps 512 MB in its cache.\n")
    assert (page.url, page.status, page.bytes) == (httpserver.url_for("/tarn"), 200, len(PAGE))
    assert page.content_type == "text/html"
    assert (page.language, page.modified) == ("en", "2024-03-05T10:00:00+00:00")


@pytest.mark.parametrize(
    ("status", "withheld"),
    [(401, True), (403, True), (451, True), (500, True), (503, True), (404, False), (410, False)],
)
def test_an_error_of_the_server_is_no_content(
    status: int, withheld: bool, fetch: Fetch, httpserver: HTTPServer
):
    # GIVEN an error with a page full of words
    httpserver.expect_request("/").respond_with_data(
        "<p>Access denied: Tarn keeps 512 MB.</p>", status, content_type="text/html"
    )
    # WHEN it is fetched
    with pytest.raises(Unreadable, match=f"answered {status}") as why:
        fetch(httpserver.url_for("/"), f"localhost:{httpserver.port}")
    # THEN the status is kept, and whether there is a page at all
    assert (why.value.status, why.value.withheld) == (status, withheld)


@pytest.mark.parametrize(
    "kind", ["image/png", "video/mp4", "image/svg+xml", "text/css", "application/zip", "audio/ogg"]
)
def test_what_holds_no_text_is_not_downloaded(kind: str, fetch: Fetch):
    # GIVEN a large file of a kind that nobody reads
    # WHEN it is fetched
    # THEN it is left out by its type
    with (
        a_raw_server(answers(b"\x89PNG" * 1000, kind=kind)) as server,
        pytest.raises(Unreadable, match=f"It is '{kind}'".replace("+", r"\+")),
    ):
        fetch(f"{server.url}/", server.host)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/plain", b"Tarn keeps 512 MB."),
        ("text/markdown; charset=utf-8", b"# Tarn\n\nTarn keeps 512 MB."),
        ("application/octet-stream", b"Tarn keeps 512 MB."),
        ("", b"<html><p>Tarn keeps 512 MB.</p>"),
        ("application/xhtml+xml", b"<html><p>Tarn keeps 512 MB.</p></html>"),
        ("TEXT/HTML; charset=utf-8", PAGE),
    ],
)
def test_what_holds_text_is_read(kind: str, body: bytes, fetch: Fetch):
    # GIVEN a document of a kind that is read, or of none
    with a_raw_server(answers(body, kind=kind)) as server:
        # WHEN it is fetched
        # THEN its text is there
        assert "512 MB" in fetch(f"{server.url}/", server.host).content


def test_an_archive_that_calls_itself_a_page_is_none(fetch: Fetch):
    # GIVEN the bytes of an archive under the name of a page (F09)
    script = answers(b"PK\x03\x04\x14\x00 Tarn keeps 512 MB." + bytes(500), kind="text/html")
    # WHEN it is fetched
    # THEN its bytes are no text
    with a_raw_server(script) as server, pytest.raises(Unreadable, match="is a ZIP archive"):
        fetch(f"{server.url}/", server.host)


@pytest.mark.parametrize("status", ["200 OK", "403 Forbidden", "503 Service Unavailable"])
def test_a_challenge_to_robots_is_left_out_under_any_status(status: str, fetch: Fetch):
    # GIVEN a challenge in the place of a page (F13)
    page = b"<title>Just a moment...</title><script src='/cdn-cgi/challenge-platform/x'></script>"
    # WHEN the page is fetched
    with (
        a_raw_server(answers(page, status=status)) as server,
        pytest.raises(Unreadable, match=r"robot|answered [45]03") as why,
    ):
        fetch(f"{server.url}/", server.host)
    # THEN nobody tries again to get round it, and the page may be told by its snippet
    assert server.connections == 1
    assert why.value.withheld


def test_an_empty_page_is_none(fetch: Fetch):
    with a_raw_server(answers(b" \n ")) as server, pytest.raises(Unreadable, match="is empty"):
        fetch(f"{server.url}/", server.host)


def test_a_certificate_is_asked_for_the_name_and_not_for_the_address(
    fetch: Fetch, monkeypatch: pytest.MonkeyPatch, tmp_path
):
    # GIVEN a server whose certificate is for docs.test, and names that lead to it
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "ca.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("docs.test").configure_cert(context)
    names: list[str | None] = []
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    with HTTPServer(ssl_context=context) as server:
        server.expect_request("/").respond_with_data(PAGE, content_type="text/html")

        def get(name: str):
            place = f"{name}:{server.port}"
            return fetch(f"https://{place}/", place, resolve=lambda *_: ["127.0.0.1"])

        # WHEN it is fetched by its name, and by another
        page = get("docs.test")
        with pytest.raises(Unreadable, match="certificate could not be verified"):
            get("bank.test")
        # THEN the name went into the handshake, and only the right one passed
        assert "512 MB" in page.content
        assert names == ["docs.test", "bank.test"]
        assert len(server.log) == 1


def test_no_more_than_two_pages_of_a_host_are_asked_for_at_once():
    # GIVEN a site that counts who is with it
    lock, inside, most = threading.Lock(), 0, 0

    def page(_: Request) -> Response:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        time.sleep(0.05)
        with lock:
            inside -= 1
        return Response(PAGE, content_type="text/html")

    with HTTPServer(threaded=True) as server:
        server.expect_request("/").respond_with_handler(page)
        fetcher = WebFetcher(Guard([f"localhost:{server.port}"]), obey_robots=False)
        hit = Hit("", server.url_for("/"), "", "p", 0)
        # WHEN eight threads fetch from it
        threads = [threading.Thread(target=fetcher.fetch, args=(hit,)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    # THEN two were the most
    assert most == 2


def test_what_the_operator_says_of_himself_reaches_the_site(httpserver: HTTPServer):
    # GIVEN a contact
    httpserver.expect_request("/").respond_with_data(PAGE, content_type="text/html")
    guard = Guard([f"localhost:{httpserver.port}"])
    fetcher = WebFetcher(guard, contact="ops@example.org", obey_robots=False)
    # WHEN a page is fetched
    fetcher.fetch(Hit("", httpserver.url_for("/"), "", "p", 0))
    # THEN the site knows whom to write to
    assert "ops@example.org" in httpserver.log[0][0].headers["User-Agent"]


def test_a_deep_nest_of_tags_breaks_nothing(fetch: Fetch):
    # GIVEN a deep nest of tags (F27)
    deep = b"<html><body>" + b"<div>" * 3000 + b"Tarn keeps 512 MB." + b"<b>" * 20_000
    with a_raw_server(answers(deep)) as server:
        # WHEN it is fetched
        # THEN it is read, and nothing breaks
        assert "512 MB" in fetch(f"{server.url}/", server.host).content


def test_a_parser_s_error_is_this_page_s_failure(fetch: Fetch, monkeypatch: pytest.MonkeyPatch):
    # GIVEN a page that a parser chokes on
    def chokes(*_: object) -> Page:
        raise RecursionError("maximum recursion depth exceeded")

    monkeypatch.setattr(web, "read_bytes", chokes)
    # WHEN it is fetched
    with a_raw_server(answers(PAGE)) as server, pytest.raises(Unreadable) as why:
        fetch(f"{server.url}/", server.host)
    # THEN it is left out with a reason
    assert str(why.value) == "It could not be parsed (RecursionError)."
    assert why.value.status == 200


def test_pages_are_parsed_one_at_a_time(monkeypatch: pytest.MonkeyPatch):
    # GIVEN a parser that counts who is with it
    lock, inside, most = threading.Lock(), 0, 0

    def slow(data: bytes, *_: object) -> Page:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        time.sleep(0.05)
        with lock:
            inside -= 1
        return Page("Tarn", "", data.decode())

    monkeypatch.setattr(web, "read_bytes", slow)
    with a_raw_server(answers(PAGE)) as server:
        fetcher = WebFetcher(Guard([server.host]), obey_robots=False)
        hit = Hit("", f"{server.url}/", "", "p", 0)
        # WHEN several threads fetch
        threads = [threading.Thread(target=fetcher.fetch, args=(hit,)) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    # THEN only one page is in the parser at any time, which bounds the memory
    assert most == 1


@pytest.mark.parametrize(
    ("canonical", "kept"),
    [
        ("/tarn", "{}/tarn"),
        ("https://tarn.test/a", "https://tarn.test/a"),
        ("javascript:alert(1)", ""),
        ("http://[::1", ""),
        ("", ""),
    ],
)
def test_what_a_page_calls_its_own_address_is_made_absolute(
    canonical: str, kept: str, fetch: Fetch, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a page with rel=canonical
    page = Page("Tarn", "", "Tarn keeps 512 MB.", canonical_url=canonical)
    monkeypatch.setattr(web, "read_bytes", lambda *_: page)
    with a_raw_server(answers(PAGE)) as server:
        # WHEN it is fetched
        found = fetch(f"{server.url}/a?b=1", server.host)
        # THEN it is an address, or nothing
        assert found.canonical_url == kept.format(server.url)


def test_a_page_without_a_title_has_the_search_s(fetch: Fetch):
    # GIVEN a plain text at the root of a site
    with a_raw_server(answers(b"Tarn keeps 512 MB.", kind="text/plain")) as server:
        # WHEN it is fetched
        # THEN its title is what the search called it
        assert fetch(f"{server.url}/", server.host).title == "Tarn"
