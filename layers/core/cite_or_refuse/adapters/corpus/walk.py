"""Which files a corpus consists of."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cite_or_refuse.adapters.documents.cleaning import clean
from cite_or_refuse.adapters.documents.names import is_entered, is_named_document
from cite_or_refuse.domain.errors import BadInput


@dataclass(frozen=True, slots=True)
class File:
    """One file, with what tells quickly that it changed. `words` are its path in the corpus."""

    path: Path
    words: str
    mtime_ns: int = 0
    size: int = 0


def resolved(paths: Sequence[Path]) -> list[Path]:
    """Return the corpus's paths in full, each once. Raises BadInput for one that is not there."""
    if not paths:
        raise BadInput("The corpus has no path; name a --corpus PATH.")
    roots: dict[Path, None] = {}
    for path in paths:
        try:
            root = path.resolve(strict=True)
        except (OSError, RuntimeError, ValueError) as error:  # ValueError: a NUL in the name
            raise BadInput(f"There is no file or folder at {str(path)!r}.") from error
        if not (root.is_dir() or root.is_file()):
            raise BadInput(f"{path} is neither a file nor a folder.")
        roots[root] = None
    return list(roots)


def files_of(roots: Sequence[Path]) -> list[File]:
    """Return the corpus's files, in order, each once. A path that is a file counts by any name."""
    found: dict[Path, File] = {}
    for root in roots:
        for file in _below(root) if root.is_dir() else [_file(root, clean(root.stem))]:
            found.setdefault(file.path, file)
    return sorted(found.values(), key=lambda file: file.path)


def _below(root: Path) -> Iterator[File]:
    folders: list[tuple[str, tuple[str, ...]]] = [(str(root), (root.name,))]
    while folders:
        folder, names = folders.pop()
        for entry in _entries(folder):
            name = entry.name
            if entry.is_dir(follow_symlinks=False):
                if is_entered(name):
                    folders.append((entry.path, (*names, name)))
            elif is_named_document(name, names) and not entry.is_dir():
                path = Path(entry.path)
                words = clean(" ".join((*names, path.stem)))
                yield _file(path.resolve() if entry.is_symlink() else path, words)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:  # a folder that may not be read, or is gone by now, holds nothing for us
        return []


def _file(path: Path, words: str) -> File:
    try:
        status = path.stat()
    except OSError:  # a broken link: the reader will say so
        return File(path, words)
    return File(path, words, status.st_mtime_ns, status.st_size)
