"""Search over the reader's own files, and over the documentation of what is installed."""

from cite_or_refuse.adapters.corpus.default import default_corpus
from cite_or_refuse.adapters.corpus.fetcher import FileFetcher
from cite_or_refuse.adapters.corpus.search import CorpusSearch

__all__ = ["CorpusSearch", "FileFetcher", "default_corpus"]
