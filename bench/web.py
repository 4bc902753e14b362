"""Measure reading the web: time against what the pool allows, memory against one page.

    python -m bench.web [--pages 24] [--megabytes 5]

Each server is a process of its own on loopback, and so is each measurement of memory. robots.txt is
answered at once; a page after 200 ms. Times and sizes are told as ratios, since machines differ.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any

from cite_or_refuse.adapters.fetching import Guard, WebFetcher
from cite_or_refuse.adapters.scripted import FixedFetcher, ScriptedModel
from cite_or_refuse.domain.source import Hit, Source
from cite_or_refuse.nodes.gathering import POOL, gather
from cite_or_refuse.ports import Ports

HOSTS = 8
DELAY = 0.2
RUNS = 3
MOST = 1.3


_SECTION = """
<section id="{name}" class="doc section level2">
<h2><a class="headerlink" href="#{name}" title="Link to this heading">{name}</a></h2>
<p class="lead">{words}</p>
<div class="highlight-python notranslate"><div class="highlight"><pre><span></span>
<span class="n">client</span><span class="o">.</span><span class="n">{name}</span><span
class="p">(</span><span class="mi">512</span><span class="p">)</span>
</pre></div></div>
<ul class="simple"><li><p>
<code class="docutils literal notranslate"><span class="pre">{name}</span></code>
</p></li></ul></section>
"""


def document(seed: int, size: int) -> bytes:
    """Return a page of about `size` bytes as documentation has them: text in much markup."""
    pick = Random(seed)  # noqa: S311 - no secret
    parts = [f"<!doctype html><html lang=en><title>Page {seed}</title><body><main>"]
    length = 0
    while length < size:
        words = " ".join(f"w{pick.randrange(9999)}" for _ in range(40))
        name = f"option_{pick.randrange(9999)}"
        part = _SECTION.format(name=name, words=words)
        parts.append(part)
        length += len(part)
    return "".join([*parts, "</main></body></html>"]).encode()


def serve(size: int, delay: float) -> None:
    """Answer any page after `delay` seconds; print the port first."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/robots.txt":
                self.send_error(404)
                return
            time.sleep(delay)
            body = document(int(self.path.strip("/")), size)
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base's name
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


@contextmanager
def a_server(size: int, delay: float) -> Iterator[int]:
    """Run `serve` in a process and give its port."""
    command = [sys.executable, "-m", "bench.web", "--serve", str(size), str(delay)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None, "it was asked for"
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()


def read(pages: int, port: int, seconds: float) -> Sequence[Source]:
    """Read so many pages from HOSTS names that all lead to one server."""
    hits = [
        Hit(f"Page {n}", f"http://host{n % HOSTS}.test:{port}/{n}", "", "p", n)
        for n in range(pages)
    ]
    allow = [f"host{n}.test:{port}" for n in range(HOSTS)]
    guard = Guard(allow, resolve=lambda _host, _port: ["127.0.0.1"])
    ports = Ports(ScriptedModel(), (), FixedFetcher(), _no_store(), lambda: datetime.now(UTC))
    ports = replace(ports, fetcher=WebFetcher(guard, seconds=120))
    sources, left_out = gather(hits, pages, ports, seconds)
    assert not left_out, left_out[0].why
    return sources


def _no_store() -> Any:
    return None


def time_ratio(pages: int) -> float:
    """Return how much longer so many small pages take than the pool has to."""
    with a_server(2_000, DELAY) as port:
        read(HOSTS, port, 60)  # the imports
        return min(_timed(pages, port) for _ in range(RUNS)) / (pages / POOL * DELAY)


def _timed(pages: int, port: int) -> float:
    began = time.perf_counter()
    read(pages, port, 60)
    return time.perf_counter() - began


def peak_of(pages: int, size: int) -> float:
    """Return the peak memory in MB of a process that reads so many pages of `size` bytes."""
    with a_server(size, 0) as port:
        command = [sys.executable, "-m", "bench.web", "--peak", str(pages), str(port)]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return float(json.loads(done.stdout))


def main() -> None:
    """Print both ratios; leave with 1 if one is above MOST."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=24)
    parser.add_argument("--megabytes", type=float, default=5)
    parser.add_argument("--serve", nargs=2)
    parser.add_argument("--peak", type=int, nargs=2)
    options = parser.parse_args()
    if options.serve:
        serve(int(options.serve[0]), float(options.serve[1]))
    elif options.peak:
        pages, port = options.peak
        read(pages, port, 3600)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    else:
        seconds = time_ratio(options.pages)
        print(f"time: {seconds:.2f} of (pages / pool) x 200 ms")
        size = int(options.megabytes * 1e6)
        one, all_of_them = peak_of(1, size), peak_of(options.pages, size)
        memory = all_of_them / one
        print(f"memory: {memory:.2f} of one page's peak ({all_of_them:.0f} and {one:.0f} MB)")
        sys.exit(max(seconds, memory) > MOST)


if __name__ == "__main__":
    main()
