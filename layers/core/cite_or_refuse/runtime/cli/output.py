"""`--out DIR`: the files that a run leaves for others."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

from cite_or_refuse.domain.errors import BadInput, PermanentError
from cite_or_refuse.report.files import FILES


def prepare(folder: Path) -> None:
    """Make the folder and try to write in it, before a run is spent. Raises BadInput."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise BadInput(f"Nothing can be written to {folder}: {error.strerror}.") from error
    for name in FILES:
        if (folder / name).is_dir():
            raise BadInput(f"{folder / name} is a folder, and a file has to take its place.")


def write(folder: Path, contents: Mapping[str, bytes | None], again: str) -> None:
    """Write the files of a run, and remove those of an earlier one that it does not have.

    Raises PermanentError, with `again` to get the report from the run, if one cannot be written.
    """
    for name, content in contents.items():
        try:
            if content is None:
                (folder / name).unlink(missing_ok=True)
            else:
                (folder / name).write_bytes(content)
        except OSError as error:
            raise PermanentError(
                f"{folder / name} cannot be written: {error.strerror}. The run is kept; get its "
                f"report with: {again}"
            ) from error
