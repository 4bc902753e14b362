from dataclasses import replace

import pytest

from cite_or_refuse.adapters.corpus import FileFetcher
from cite_or_refuse.adapters.documents import read_document
from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Hit


@pytest.fixture
def found(docs, search_in):
    """A fetcher, the hit for its only document, and the document's path."""
    path = docs / "tarn #1.md"
    path.write_text("# Tarn\n\nTarn needs 2 GB.\n")
    search = search_in(docs)
    return FileFetcher(search), search.search("Tarn", 1)[0], path


def why_not(fetcher, hit):
    with pytest.raises(Unreadable) as refusal:
        fetcher.fetch(hit)
    return str(refusal.value)


def test_a_page_from_the_index_is_the_page_that_reading_the_file_gives(found):
    fetcher, hit, path = found
    assert fetcher.fetch(hit) == read_document(path)


def test_what_a_document_says_of_itself_comes_with_it_from_the_index(docs, search_in):
    # GIVEN a page of HTML that gives its language, its dates and its address
    (docs / "tarn.html").write_text(
        '<html lang="pt-BR"><title>Tarn</title><link rel="canonical" href="https://tarn.test/a">'
        '<meta property="article:published_time" content="2024-03-05">'
        '<meta property="article:modified_time" content="2024-04-06"><p>Tarn needs 2 GB.</p></html>'
    )
    search = search_in(docs)
    # WHEN it is found and fetched
    page = FileFetcher(search).fetch(search.search("Tarn", 1)[0])
    # THEN they are told, with the type and the size
    assert page == read_document(docs / "tarn.html")
    assert (page.language, page.published, page.modified) == ("pt-BR", "2024-03-05", "2024-04-06")
    assert page.content_type == "text/html"
    assert page.bytes == (docs / "tarn.html").stat().st_size


def test_a_snippet_stands_in_the_page(found):
    fetcher, hit, _ = found
    assert hit.snippet in fetcher.fetch(hit).content


def test_a_file_that_changed_since_it_was_indexed_is_read_again(found):
    # GIVEN a hit whose file was edited after the search
    fetcher, hit, path = found
    path.write_text("# Tarn\n\nTarn needs 4 GB now.\n")
    # WHEN it is fetched
    # THEN the source is what the file says now
    assert fetcher.fetch(hit).content == "# Tarn\n\nTarn needs 4 GB now.\n"


def test_a_file_that_became_unreadable_says_why(found):
    fetcher, hit, path = found
    path.write_bytes(b"\x00\x01")
    assert why_not(fetcher, hit).endswith("is binary, not text.")


def test_a_file_that_is_gone_is_no_source_though_the_index_still_has_its_text(found):
    fetcher, hit, path = found
    path.unlink()
    assert why_not(fetcher, hit) == f"{hit.url} is gone since it was indexed."


@pytest.mark.parametrize("url", ["file:///etc/passwd", "file://", "https://x.example/", "", "\x00"])
def test_nothing_outside_the_corpus_is_read_whatever_a_hit_names(found, url):
    fetcher, hit, _ = found
    assert why_not(fetcher, replace(hit, url=url)) == f"{url} is no document of the corpus."


def test_a_skipped_file_of_the_corpus_says_why(docs, search_in):
    # GIVEN a corpus with a broken file beside a good one
    (docs / "good.md").write_text("text")
    (docs / "bad.md").write_bytes(b"\x00")
    # WHEN a hit names the broken one
    hit = Hit("bad", (docs / "bad.md").resolve().as_uri(), "", "elsewhere", 0)
    # THEN the reason is the reader's
    assert why_not(FileFetcher(search_in(docs)), hit).endswith("is binary, not text.")
