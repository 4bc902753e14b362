import threading
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Hit, Page
from cite_or_refuse.nodes.gathering import gather
from cite_or_refuse.ports import Fetcher
from tests.builders import some_ports


def a_hit(name: str, rank: int = 0) -> Hit:
    return Hit(f"Hit {name}", f"https://{name}.test/", f"Snippet of {name}.", "p", rank)


def a_page(name: str, **fields: object) -> Page:
    words = " ".join(f"{name}{n}" for n in range(60))
    defaults = {"title": name, "url": f"https://{name}.test/", "content": words, "status": 200}
    return Page(**(defaults | fields))  # type: ignore[arg-type]


class Web(Fetcher):
    """Pages and failures by host; `slow` ones take so many seconds."""

    def __init__(self, slow: dict[str, float] | None = None, **pages: Page | Exception) -> None:
        self.fetched: list[str] = []
        self._pages = pages
        self._slow = slow or {}
        self._lock = threading.Lock()

    def fetch(self, hit: Hit) -> Page:
        name = hit.url.removeprefix("https://").partition(".")[0]
        with self._lock:
            self.fetched.append(name)
        time.sleep(self._slow.get(name, 0))
        page = self._pages.get(name, a_page(name))
        if isinstance(page, Exception):
            raise page
        return page


def read(web: Web, names: str, wanted: int, seconds: float = 5.0):
    hits = [a_hit(name, rank) for rank, name in enumerate(names)]
    return gather(hits, wanted, some_ports(fetcher=web), seconds)


def titles(sources: Sequence[object]) -> list[str]:
    return [source.title for source in sources]  # type: ignore[attr-defined]


@pytest.mark.parametrize("slow", [{}, {"a": 0.1}, {"d": 0.1}, {"c": 0.05, "a": 0.1}], ids=str)
def test_pages_that_fail_are_made_up_for_whoever_is_faster(slow: dict[str, float]):
    # GIVEN six results of which the second and third cannot be read
    web = Web(slow, b=Unreadable("gone", status=404), c=Unreadable("empty"))
    # WHEN three are wanted
    sources, left_out = read(web, "abcdef", 3)
    # THEN the next two take their place, in order, and no more than needed are asked for
    assert titles(sources) == ["a", "d", "e"]
    assert sorted(web.fetched) == list("abcde")
    assert [(one.title, one.why, one.status) for one in left_out] == [
        ("Hit b", "gone", 404),
        ("Hit c", "empty", 0),
    ]


def test_a_source_keeps_where_it_came_from():
    # GIVEN a page that was found elsewhere than it was looked for
    page = a_page(
        "a", url="https://a.test/new", content_type="text/html", bytes=900,
        canonical_url="https://a.test/new", language="en", published="2024-01-02",
        modified="2024-03-05",
    )  # fmt: skip
    # WHEN it is read
    [source], _ = read(Web(a=page), "a", 1)
    # THEN all of it is in the record
    assert (source.requested_url, source.url) == ("https://a.test/", "https://a.test/new")
    assert (source.status, source.bytes, source.content_type) == (200, 900, "text/html")
    assert (source.provider, source.rank, source.snippet) == ("p", 0, "Snippet of a.")
    assert (source.canonical_url, source.language) == ("https://a.test/new", "en")
    assert (source.published, source.modified) == ("2024-01-02", "2024-03-05")
    assert source.fetched_at == "2026-01-02T12:00:00+00:00"
    assert len(source.sha256) == 64


@pytest.mark.parametrize(
    "twin",
    [
        a_page("x", url="http://www.a.test/?utm_source=feed#top"),
        a_page("x", url="https://b.test/", content=a_page("a").content),
        a_page("x", url="https://b.test/print", canonical_url="https://b.test/"),
    ],
    ids=["same address", "same text", "canonical"],
)
def test_two_sources_are_two(twin: Page):
    # GIVEN a page that repeats a better one, by its address, its text or its own word
    first = "b" if twin.canonical_url else "a"
    web = Web(z=twin)
    # WHEN two sources are wanted
    sources, left_out = read(web, f"{first}zc", 2)
    # THEN the repetition is left out and says of what, and another takes its place
    assert titles(sources) == [first, "c"]
    assert [(one.title, one.why) for one in left_out] == [
        ("Hit z", f"It says the same as https://{first}.test/.")
    ]


def test_the_better_ranked_of_two_is_kept_though_it_came_later():
    # GIVEN two pages with one text, the better one slow
    web = Web({"a": 0.1}, b=a_page("b", content=a_page("a").content))
    # WHEN they are read
    sources, left_out = read(web, "ab", 2)
    # THEN rank decides
    assert titles(sources) == ["a"]
    assert titles(left_out) == ["Hit b"]


def test_a_page_cannot_push_another_site_s_page_out():
    # GIVEN a first result that calls the second one's address its own
    web = Web(a=a_page("a", canonical_url="https://b.test/"))
    # WHEN both are read
    sources, _ = read(web, "ab", 2)
    # THEN both stay
    assert titles(sources) == ["a", "b"]


def test_after_the_time_what_is_there_is_used():
    # GIVEN a page that takes far longer than the others
    web = Web({"b": 1.5})
    began = time.monotonic()
    # WHEN three are read in 0.3 seconds
    sources, left_out = read(web, "abc", 3, seconds=0.3)
    # THEN nobody waits for it; of the late one only the snippet is used
    assert time.monotonic() - began < 1
    assert [(s.title, s.snippet_only) for s in sources] == [
        ("a", False),
        ("c", False),
        ("Hit b", True),
    ]
    assert [one.why for one in left_out] == ["There was no time left to read it."]


def test_a_page_that_is_withheld_leaves_its_snippet_and_says_so():
    # GIVEN a page that its site does not let us read, one that is gone, and one that can be read
    forbidden = Unreadable("Its robots.txt asks not to read it.", withheld=True)
    web = Web(a=forbidden, b=Unreadable("gone", status=404))
    # WHEN they are read
    sources, left_out = read(web, "abc", 3)
    # THEN the snippet is the whole content of a source that comes last and says what it is
    assert titles(sources) == ["c", "Hit a"]
    snippet = sources[1]
    assert snippet.snippet_only
    assert snippet.content == snippet.snippet == "Snippet of a."
    assert snippet.url == snippet.requested_url == "https://a.test/"
    # AND both pages are on the list of what was left out
    assert titles(left_out) == ["Hit a", "Hit b"]


def test_two_snippets_with_one_text_are_one_source():
    # GIVEN two addresses of which the search says the same
    late = Unreadable("too slow", withheld=True)
    hits = [replace(a_hit(name), snippet="Tarn keeps 512 MB.") for name in "ab"]
    # WHEN neither can be read
    sources, left_out = gather(hits, 2, some_ports(fetcher=Web(a=late, b=late)))
    # THEN it counts once
    assert titles(sources) == ["Hit a"]
    assert titles(left_out) == ["Hit a", "Hit b"]


def test_whole_pages_come_before_snippets():
    # GIVEN enough that can be read
    web = Web(a=Unreadable("too slow", withheld=True))
    # WHEN two are wanted
    sources, _ = read(web, "abc", 2)
    # THEN no snippet is among them
    assert [(s.title, s.snippet_only) for s in sources] == [("b", False), ("c", False)]


def test_each_page_is_told_as_it_comes():
    # GIVEN pages that can and cannot be read
    said: list[str] = []
    ports = some_ports(fetcher=Web(b=Unreadable("It is empty.")), progress=said.append)
    # WHEN they are read
    gather([a_hit("a"), a_hit("b")], 2, ports)
    # THEN each has its line
    assert sorted(said) == ["left out https://b.test/: It is empty.", "read a"]


def test_nothing_to_read_is_nothing():
    assert gather([], 5, some_ports()) == ([], [])
