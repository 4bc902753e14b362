"""Fetch a document of the corpus: from the index, or anew if the file has changed since."""

from pathlib import Path

from cite_or_refuse.adapters.corpus.refresh import KEPT
from cite_or_refuse.adapters.corpus.search import CorpusSearch
from cite_or_refuse.adapters.documents import read_document
from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Hit, Page
from cite_or_refuse.ports import Fetcher


class FileFetcher(Fetcher):
    """Reads the documents of one corpus, and no other file, whatever a hit names."""

    def __init__(self, corpus: CorpusSearch) -> None:
        self._corpus = corpus

    def fetch(self, hit: Hit) -> Page:
        """Return the whole document. Raises Unreadable if it is not of the corpus, or is gone."""
        self._corpus.prepare()
        with self._corpus.index.reading() as db:
            row = db.execute(
                f"SELECT mtime_ns, size, problem, {', '.join(KEPT)} FROM documents WHERE url = ?",  # noqa: S608
                (hit.url,),
            ).fetchone()
        if row is None:
            raise Unreadable(f"{hit.url} is no document of the corpus.")
        mtime_ns, size, problem, *kept = row
        path = Path.from_uri(hit.url)
        try:
            status = path.stat()
        except OSError as error:
            raise Unreadable(f"{hit.url} is gone since it was indexed.") from error
        if (status.st_mtime_ns, status.st_size) != (mtime_ns, size):
            return read_document(path)
        if problem:
            raise Unreadable(problem)
        return Page(url=hit.url, bytes=size, **dict(zip(KEPT, kept, strict=True)))
