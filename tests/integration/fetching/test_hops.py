"""Redirects, refreshes, and servers that ask to come back later."""

import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import count

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from cite_or_refuse.domain.errors import Unreadable
from tests.integration.fetching.conftest import PAGE, Fetch
from tests.servers import a_raw_server, answers


def hop(server: HTTPServer, path: str, to: str, status: int = 302) -> None:
    server.expect_request(path).respond_with_data(status=status, headers={"Location": to})


def page_at(server: HTTPServer, path: str) -> None:
    server.expect_request(path).respond_with_data(PAGE, content_type="text/html; charset=utf-8")


def host(server: HTTPServer) -> str:
    return f"localhost:{server.port}"


def test_five_redirects_are_followed_and_the_last_address_is_the_page_s(
    fetch: Fetch, httpserver: HTTPServer
):
    # GIVEN five hops, one of each kind, some relative
    for number, status in enumerate((301, 302, 303, 307, 308)):
        hop(httpserver, f"/{number}", f"{number + 1}" if number % 2 else f"/{number + 1}", status)
    page_at(httpserver, "/5")
    # WHEN the first is fetched
    page = fetch(httpserver.url_for("/0"), host(httpserver))
    # THEN the page says where it was found
    assert page.url == httpserver.url_for("/5")
    assert (page.status, page.title) == (200, "Tarn")


@pytest.mark.parametrize("loop", [False, True])
def test_the_sixth_is_not(loop: bool, fetch: Fetch, httpserver: HTTPServer):
    # GIVEN six hops, or a ring of two
    for number in range(6):
        hop(httpserver, f"/{number}", f"/{(number + 1) % 2 if loop else number + 1}")
    page_at(httpserver, "/6")
    # WHEN the first is fetched
    # THEN it is given up after five
    with pytest.raises(Unreadable, match="redirects more than 5 times"):
        fetch(httpserver.url_for("/0"), host(httpserver))
    assert len(httpserver.log) == 6


def test_a_redirect_to_another_port_of_an_allowed_host_is_checked_like_any(
    fetch: Fetch, httpserver: HTTPServer
):
    # GIVEN a redirect to the same host at a port that was not allowed
    hop(httpserver, "/", f"http://localhost:{httpserver.port + 1}/")
    # WHEN it is followed
    # THEN the allowance does not carry over
    with pytest.raises(Unreadable, match=f"Port {httpserver.port + 1} is none of"):
        fetch(httpserver.url_for("/"), host(httpserver))


def test_a_redirect_with_letters_and_spaces_is_followed_as_a_browser_would(
    fetch: Fetch, httpserver: HTTPServer
):
    # GIVEN a Location in raw UTF-8, with a space
    page_at(httpserver, "/größe und form")
    location = f"Location: http://{host(httpserver)}/größe und form".encode().decode("latin-1")
    with a_raw_server(answers(b"", location, status="302 Found")) as server:
        # WHEN it is followed
        page = fetch(f"{server.url}/", server.host, host(httpserver))
    # THEN the page is found
    assert page.status == 200


def test_a_page_that_only_sends_on_is_followed(fetch: Fetch, httpserver: HTTPServer):
    # GIVEN documentation whose start page refreshes to the latest version
    stub = b'<meta charset=utf-8><meta http-equiv="refresh" content="0; url=latest/index.html">'
    httpserver.expect_request("/docs/").respond_with_data(stub, content_type="text/html")
    page_at(httpserver, "/docs/latest/index.html")
    # WHEN it is fetched
    page = fetch(httpserver.url_for("/docs/"), host(httpserver))
    # THEN it is the page behind
    assert page.url.endswith("/docs/latest/index.html")


@pytest.mark.parametrize(
    "head",
    [
        b'<meta http-equiv="refresh" content="300">',
        b'<meta http-equiv="refresh" content="300;url=/other">',
        b'<meta name="description" content="0;url=/other">',
        b'<meta http-equiv="refresh" content="0;url=">',
    ],
)
def test_a_page_that_reloads_itself_later_is_the_page(
    head: bytes, fetch: Fetch, httpserver: HTTPServer
):
    # GIVEN a page that is no stub
    httpserver.expect_request("/").respond_with_data(head + PAGE, content_type="text/html")
    # WHEN it is fetched
    # THEN it is read as it is
    assert "512 MB" in fetch(httpserver.url_for("/"), host(httpserver)).content


def busy_once(status: int, retry_after: str):
    calls = count()

    def handler(_: Request) -> Response:
        if next(calls):
            return Response(PAGE, content_type="text/html")
        return Response("busy", status, {"Retry-After": retry_after})

    return handler


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("as_date", [False, True])
def test_a_busy_server_is_asked_once_more_after_the_time_it_names(
    status: int, as_date: bool, fetch: Fetch, httpserver: HTTPServer
):
    # GIVEN a server that asks to wait for a second, in either form
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True)
    httpserver.expect_request("/").respond_with_handler(busy_once(status, soon if as_date else "1"))
    began = time.monotonic()
    # WHEN it is fetched
    page = fetch(httpserver.url_for("/"), host(httpserver))
    # THEN it waited, and the page is there
    assert "512 MB" in page.content
    assert 0.5 < time.monotonic() - began < 4


@pytest.mark.parametrize("wait", ["3600", "0", "soon", "-1", "٣", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_who_asks_for_more_than_that_is_left_out_at_once(
    wait: str, fetch: Fetch, httpserver: HTTPServer
):
    # GIVEN a server that is busy for longer than a page may take, or for ever
    headers = {"Retry-After": wait.encode().decode("latin-1")}
    httpserver.expect_request("/").respond_with_data("busy", 429, headers)
    began = time.monotonic()
    # WHEN it is fetched
    with pytest.raises(Unreadable, match="answered 429") as why:
        fetch(httpserver.url_for("/"), host(httpserver))
    # THEN nobody waits, and it is asked twice at most
    assert time.monotonic() - began < 2
    assert len(httpserver.log) <= 2
    assert (why.value.status, why.value.withheld) == (429, True)
