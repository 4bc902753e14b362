"""Which files count as documents, by their names: the same in a folder and in a set."""

from pathlib import Path, PurePath

from cite_or_refuse.adapters.documents.formats import SUFFIXES

# Written rule. Below a path of the corpus these folders are not entered: hidden ones, those of
# other people's code, and links to folders, which can lead round in circles. Whoever wants what
# is in them names them as a path of the corpus.
_SKIPPED = frozenset(
    {
        "__pycache__", "_vendor", "dist-packages", "node_modules", "site-packages", "third_party",
        "vendor", "vendored", "venv",
    }
)  # fmt: skip
# Tests are no documentation; other documents in such a folder are.
_TESTS = frozenset({"test", "tests", "testing"})


def is_read(below: PurePath) -> bool:
    """Whether a file with this path below a folder of the corpus is a document of it."""
    *folders, name = below.parts
    return all(map(is_entered, folders)) and is_named_document(name, ("", *folders))


def is_entered(folder: str) -> bool:
    """Whether a folder of this name, below a path of the corpus, is looked into."""
    return not folder.startswith(".") and folder not in _SKIPPED


def is_named_document(name: str, folders: tuple[str, ...]) -> bool:
    """Whether a file of this name is a document; the first of `folders` is the corpus's own."""
    suffix = Path(name).suffix.lower()
    if name.startswith(".") or suffix not in SUFFIXES:
        return False
    is_test = (
        name.startswith("test_") or name == "conftest.py" or not _TESTS.isdisjoint(folders[1:])
    )
    return not (suffix == ".py" and is_test)
