import pytest

from cite_or_refuse.adapters.corpus import CorpusSearch


@pytest.fixture
def docs(tmp_path):
    """An empty folder of documents."""
    folder = tmp_path / "docs"
    folder.mkdir()
    return folder


@pytest.fixture
def search_in(tmp_path):
    """A search over paths, as a new process would make it; what it says is in `.said`."""

    def make(*paths, cache="cache"):
        said = []
        search = CorpusSearch(list(paths), tmp_path / cache, said.append)
        search.said = said
        return search

    return make
