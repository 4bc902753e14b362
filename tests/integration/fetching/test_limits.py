"""What a hostile server can cost: never more than the deadline, and never more than the limits."""

import gzip
import random
import socket
import threading
import time
import tracemalloc
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cite_or_refuse.domain.errors import Unreadable
from tests.integration.fetching.conftest import PAGE, Fetch
from tests.servers import Script, a_raw_server, answers

SECONDS = 0.7
MB = 1_000_000


@contextmanager
def at_most(seconds: float, megabytes: float = 60) -> Iterator[None]:
    """What is inside may take so long and so much memory."""
    tracemalloc.start()
    began = time.monotonic()
    try:
        yield
        took, (_, peak) = time.monotonic() - began, tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert took < seconds
    assert peak < megabytes * MB


def drips(head: bytes, byte: bytes) -> Script:
    """Send the head, then a byte now and then for as long as somebody listens."""

    def script(connection: socket.socket) -> None:
        connection.sendall(head)
        for _ in range(400):
            connection.sendall(byte)
            time.sleep(0.05)

    return script


HTML = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


@pytest.mark.parametrize(
    "script",
    [
        drips(HTML + b"\r\n", b"a"),
        drips(HTML + b"Content-Length: 1000000\r\n\r\n", b"a"),
        drips(HTML + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
        drips(HTML + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(PAGE)[:20], b"a"),
        drips(b"HTTP/1.1 200 OK\r\nX-", b"a"),
        drips(b"", b"H"),
        drips(b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\n"),
        drips(b"", b""),
    ],
    ids=["body", "length", "chunks", "gzip", "header", "status", "continue", "silence"],
)
def test_a_drip_feed_ends_with_the_deadline(script: Script, fetch: Fetch):
    # GIVEN a server that sends a byte every 50 ms, so that no read ever times out
    with a_raw_server(script) as server, at_most(SECONDS + 0.6):
        # WHEN a page is fetched from it
        # THEN it is given up in time, and a cut body is no page
        with pytest.raises(Unreadable, match=r"It was not there within 0\.7 seconds\.") as why:
            fetch(f"{server.url}/", server.host, seconds=SECONDS)
        assert why.value.withheld


def test_a_tls_handshake_that_never_ends_does_too(fetch: Fetch):
    # GIVEN a port that takes the handshake's first bytes and drips
    # WHEN a page is fetched by https
    # THEN it is given up in time
    with (
        a_raw_server(drips(b"\x16\x03\x03\x40\x00", b"\x00"), reads=False) as server,
        at_most(SECONDS + 0.6),
        pytest.raises(Unreadable, match="not there within"),
    ):
        fetch(f"https://{server.host}/", server.host, seconds=SECONDS)


def test_nothing_is_left_behind_when_pages_time_out(fetch: Fetch):
    # GIVEN pages that time out
    before = threading.active_count()
    with a_raw_server(drips(HTML + b"\r\n", b"a")) as server:
        for _ in range(3):
            with pytest.raises(Unreadable):
                fetch(f"{server.url}/", server.host, seconds=0.2)
    # THEN no thread of the fetcher waits on
    for _ in range(100):
        if threading.active_count() <= before:
            break
        time.sleep(0.05)
    assert threading.active_count() <= before


def deflated(size: int) -> bytes:
    return zlib.compress(b"\0" * size)


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", gzip.compress(b"\0" * 150 * MB)),
        ("gzip", gzip.compress(b"<p>a</p>" * 10 * MB)),
        ("gzip", gzip.compress(b"\0" * 15 * MB) * 10),
        ("deflate", deflated(150 * MB)),
        ("deflate", zlib.compress(b"\0" * 150 * MB, wbits=-15)),
    ],
    ids=["zeros", "paragraphs", "many members", "deflate", "raw deflate"],
)
def test_a_bomb_is_dropped_at_the_limit(coding: str, body: bytes, fetch: Fetch):
    # GIVEN some 100 kB that unpack to over 80 MB
    script = answers(body, f"Content-Encoding: {coding}", f"Content-Length: {len(body)}")
    # WHEN it is fetched
    # THEN unpacking stops at the limit
    with (
        a_raw_server(script) as server,
        at_most(5),
        pytest.raises(Unreadable, match="It is larger than 20 MB"),
    ):
        fetch(f"{server.url}/", server.host)


def test_a_bomb_of_gzip_in_gzip_is_not_unpacked_at_all(fetch: Fetch):
    # GIVEN a body packed twice
    body = gzip.compress(gzip.compress(b"\0" * 100 * MB))
    # WHEN it is fetched
    # THEN the coding is none that was asked for
    with (
        a_raw_server(answers(body, "Content-Encoding: gzip, gzip")) as server,
        at_most(5),
        pytest.raises(Unreadable, match="'gzip, gzip', which was not asked for"),
    ):
        fetch(f"{server.url}/", server.host)


def test_a_body_without_end_is_dropped_at_the_limit(fetch: Fetch):
    # GIVEN a server that sends noise in chunks for ever (F07)
    noise = random.Random(5).randbytes(65_536)

    def script(connection: socket.socket) -> None:
        connection.sendall(HTML + b"Transfer-Encoding: chunked\r\n\r\n")
        while True:
            connection.sendall(b"10000\r\n" + noise + b"\r\n")

    # WHEN it is fetched
    # THEN reading stops at the limit of the wire
    with (
        a_raw_server(script) as server,
        at_most(10),
        pytest.raises(Unreadable, match="It is larger than"),
    ):
        fetch(f"{server.url}/", server.host, seconds=10)


def test_a_length_that_is_too_small_bounds_what_is_read(fetch: Fetch):
    # GIVEN a server that says 100 bytes and sends without end (F07)
    def script(connection: socket.socket) -> None:
        connection.sendall(HTML + b"Content-Length: 100\r\n\r\n<p>512 MB")
        while True:
            connection.sendall(b" and more" * 1000)

    # WHEN it is fetched
    # THEN no more is read than was said
    with a_raw_server(script) as server, at_most(3):
        page = fetch(f"{server.url}/", server.host)
    assert page.content.startswith("512 MB")
    assert page.bytes == 100


def test_the_body_of_a_redirect_is_not_read(fetch: Fetch):
    # GIVEN a redirect with a bomb in its body
    bomb = gzip.compress(b"\0" * 150 * MB)
    with a_raw_server(answers(PAGE)) as target:
        headers = (f"Location: {target.url}/", "Content-Encoding: gzip")
        with a_raw_server(answers(bomb, *headers, status="302 Found")) as server, at_most(3, 20):
            # WHEN it is followed
            page = fetch(f"{server.url}/", server.host, target.host)
    # THEN the page is there, and the bomb did not go off
    assert "512 MB" in page.content


def test_headers_without_end_are_refused(fetch: Fetch):
    # GIVEN a server that sends headers for ever
    def script(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            connection.sendall(b"X-A: " + b"a" * 1000 + b"\r\n")

    with a_raw_server(script) as server, at_most(3, 20), pytest.raises(Unreadable):
        # WHEN it is fetched
        # THEN that is no answer
        fetch(f"{server.url}/", server.host)


@pytest.mark.parametrize(
    "script",
    [
        answers(PAGE, "Content-Length: 5000"),
        lambda connection: connection.sendall(HTML + b"Transfer-Encoding: chunked\r\n\r\n40\r\n<p"),
        answers(gzip.compress(PAGE * 50)[:-30], "Content-Encoding: gzip", "Content-Length: 900"),
        lambda connection: None,
        lambda connection: connection.sendall(b"SSH-2.0-OpenSSH_9.9\r\n"),
    ],
    ids=["length", "chunk", "gzip", "nothing", "no http"],
)
def test_a_connection_that_is_cut_is_no_page(script: Script, fetch: Fetch):
    # GIVEN a server that stops in the middle, or speaks no HTTP
    with a_raw_server(script) as server, at_most(3):
        # WHEN a page is fetched
        # THEN half a page is none
        with pytest.raises(Unreadable, match="connection failed or was cut") as why:
            fetch(f"{server.url}/", server.host)
        assert why.value.withheld


def test_a_broken_compression_is_told(fetch: Fetch):
    # GIVEN a body that says gzip and is none
    # WHEN it is fetched
    # THEN it is never content
    with (
        a_raw_server(answers(PAGE, "Content-Encoding: gzip")) as server,
        pytest.raises(Unreadable, match="compressed body is broken"),
    ):
        fetch(f"{server.url}/", server.host)


@pytest.mark.parametrize("coding", ["br", "zstd", "compress", "x-unheard-of"])
def test_a_coding_that_was_not_asked_for_is_never_content(coding: str, fetch: Fetch):
    # GIVEN a server that compresses as it likes (F05)
    # WHEN it is fetched
    # THEN its bytes are not taken for text
    with (
        a_raw_server(answers(b"\x8b\x03\x80<p>512 MB", f"Content-Encoding: {coding}")) as server,
        pytest.raises(Unreadable, match=f"'{coding}', which was not asked for"),
    ):
        fetch(f"{server.url}/", server.host)


def test_what_was_asked_for_is_unpacked(fetch: Fetch):
    # GIVEN pages in each coding that is asked for
    for coding, body in (
        ("gzip", gzip.compress(PAGE)),
        ("deflate", zlib.compress(PAGE)),
        ("identity", PAGE),
    ):
        with a_raw_server(answers(body, f"Content-Encoding: {coding}")) as server:
            # WHEN they are fetched
            page = fetch(f"{server.url}/", server.host)
        # THEN they are what they were, and the bytes are those of the page
        assert (page.content, page.bytes) == ("Tarn keeps 512 MB in its cache.\n", len(PAGE))
