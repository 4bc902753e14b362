"""robots.txt as RFC 9309 has it (F29)."""

import threading

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from cite_or_refuse.adapters.fetching import Guard, WebFetcher
from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Hit
from tests.integration.fetching.conftest import PAGE, Fetch
from tests.servers import RawServer, a_raw_server


@pytest.fixture
def site(httpserver: HTTPServer) -> HTTPServer:
    for path in ("/open/page", "/closed/page"):
        httpserver.expect_request(path).respond_with_data(PAGE, content_type="text/html")
    return httpserver


def rules(site: HTTPServer, text: str, status: int = 200, kind: str = "text/plain") -> None:
    site.expect_request("/robots.txt").respond_with_data(text, status, content_type=kind)


def get(fetch: Fetch, site: HTTPServer, path: str = "/open/page", seconds: float = 5):
    return fetch(site.url_for(path), f"localhost:{site.port}", robots=True, seconds=seconds)


@pytest.mark.parametrize(
    ("text", "status", "kind"),
    [
        ("", 404, "text/html"),
        ("Disallow: /", 403, "text/plain"),
        ("", 401, "text/plain"),
        ("slow down", 429, "text/plain"),
        ("", 200, "text/plain"),
        ("<html><body>User-agent: nobody</body></html>", 200, "text/html"),
        ("User-agent: *\nDisallow: /closed/", 200, "text/plain"),
        ("User-agent: *\nDisallow: /\n\nUser-agent: cite-or-refuse\nAllow: /", 200, "text/plain"),
        ("User-agent: *\nDisallow: /\nAllow: /open/", 200, "text/plain"),
        ("\ufeffUser-agent: somebody-else\nDisallow: /", 200, "text/plain"),
        ("User-agent: *\nDisallow: /" + "*a" * 5000 + "b$", 200, "text/plain"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_does_not_forbid_allows(
    text: str, status: int, kind: str, fetch: Fetch, site: HTTPServer
):
    # GIVEN a robots.txt that is not there, says nothing, or speaks of others
    rules(site, text, status, kind)
    # WHEN a page is fetched
    # THEN it is read
    assert "512 MB" in get(fetch, site).content


@pytest.mark.parametrize(
    "text",
    [
        "User-agent: *\nDisallow: /",
        "User-agent: *\nAllow: /\n\nUser-agent: Cite-Or-Refuse\nDisallow: /open",
        "user-agent: *\r\ndisallow: /*page$",
        "\ufeffUser-agent: *\nDisallow: /",
    ],
)
def test_who_forbids_it_is_not_read(text: str, fetch: Fetch, site: HTTPServer):
    # GIVEN rules that forbid the page
    rules(site, text)
    # WHEN it is fetched
    with pytest.raises(Unreadable, match=r"Its robots\.txt asks not to read it") as why:
        get(fetch, site)
    # THEN only robots.txt was asked for, and the page may be told by its snippet
    assert [request.path for request, _ in site.log] == ["/robots.txt"]
    assert why.value.withheld


@pytest.mark.parametrize("status", [500, 503])
def test_a_server_that_cannot_answer_forbids(status: int, fetch: Fetch, site: HTTPServer):
    # GIVEN a robots.txt that fails
    rules(site, "", status)
    # WHEN a page is fetched
    # THEN it is not read
    with pytest.raises(Unreadable, match=f"cannot be had.*answered {status}"):
        get(fetch, site)


def test_a_robots_txt_that_hangs_forbids_within_the_page_s_deadline(fetch: Fetch, site: HTTPServer):
    # GIVEN a robots.txt that does not come
    done = threading.Event()

    def hang(_: Request) -> Response:
        done.wait(5)
        return Response("")

    site.expect_request("/robots.txt").respond_with_handler(hang)
    # WHEN a page is fetched
    # THEN it is given up
    with pytest.raises(Unreadable, match=r"cannot be had.*within 0\.4 seconds"):
        get(fetch, site, seconds=0.8)
    done.set()


def test_a_robots_txt_that_leads_inside_is_not_followed(
    fetch: Fetch, site: HTTPServer, internal: RawServer
):
    # GIVEN a robots.txt that redirects to an internal address
    headers = {"Location": f"{internal.url}/"}
    site.expect_request("/robots.txt").respond_with_data("", 302, headers)
    # WHEN a page is fetched
    with pytest.raises(Unreadable):
        get(fetch, site)
    # THEN it went through the guard
    assert internal.connections == 0


def test_each_host_that_a_redirect_leads_to_is_asked(fetch: Fetch, site: HTTPServer):
    # GIVEN a page that redirects to a site which forbids
    def script(connection) -> None:
        line = server.requests[-1].split(b" ")[1]
        status, to = ("404 Not Found", "") if line == b"/robots.txt" else ("302 Found", target)
        head = f"HTTP/1.1 {status}\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n"
        connection.sendall(head.encode())

    target = site.url_for("/closed/page")
    rules(site, "User-agent: *\nDisallow: /closed/")
    with a_raw_server(script) as server, pytest.raises(Unreadable, match="asks not to"):
        # WHEN it is fetched
        fetch(f"{server.url}/", server.host, f"localhost:{site.port}", robots=True)
    # THEN the second site's rules count
    assert [request.path for request, _ in site.log] == ["/robots.txt"]


def test_a_site_is_asked_once_for_all_its_pages(site: HTTPServer):
    # GIVEN a fetcher
    rules(site, "User-agent: *\nDisallow: /closed/")
    fetcher = WebFetcher(Guard([f"localhost:{site.port}"]))
    # WHEN several pages of a site are fetched at once
    urls = [site.url_for(path) for path in ("/open/page", "/open/page", "/closed/page")]

    def read(url: str) -> None:
        try:
            fetcher.fetch(Hit("", url, "", "p", 0))
        except Unreadable as error:
            refused.append(str(error))

    refused: list[str] = []
    threads = [threading.Thread(target=read, args=(url,)) for url in urls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # THEN robots.txt was fetched once, and obeyed
    paths = [request.path for request, _ in site.log]
    assert paths.count("/robots.txt") == 1
    assert "/closed/page" not in paths
    assert refused == ["Its robots.txt asks not to read it."]


def test_it_can_be_switched_off(fetch: Fetch, site: HTTPServer):
    # GIVEN a site that forbids, and leave to read it
    rules(site, "User-agent: *\nDisallow: /")
    # WHEN a page is fetched without asking
    page = fetch(site.url_for("/open/page"), f"localhost:{site.port}", robots=False)
    # THEN it is read
    assert "512 MB" in page.content
