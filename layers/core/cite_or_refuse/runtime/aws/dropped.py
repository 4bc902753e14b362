"""A question that was dropped into the bucket of documents, and where its answers lie.

`questions/<name>.json` is answered under `results/<name>/`: `<run_id>/report.md` and the other
files of the run, or `error-<12 digits>/error.json`. `<name>` is the key below `questions/` without
its extension, folders included. If that is over 400 bytes long, holds what cannot be seen or a
backslash, or a folder of it has no name or is called `.` or `..`, it is cut, each such character
becomes a hyphen, and eight digits of the key's sha256 follow, so that no two are the same. Two
questions that differ only in their extensions share `<name>`; their runs' ids tell them apart.
"""

from dataclasses import dataclass

from cite_or_refuse.domain.source import digest

QUESTIONS = "questions/"
RESULTS = "results/"
_VERSION = "?versionId="
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Dropped:
    """One version of one object."""

    bucket: str
    key: str
    version: str

    @property
    def address(self) -> str:
        """What `started_by` of its run is, and what its run's id is made of."""
        return f"s3://{self.bucket}/{self.key}{_VERSION}{self.version}"

    @property
    def results(self) -> str:
        """The prefix of its answers, and of those of its other versions."""
        return f"{RESULTS}{_name(self.key)}/"

    @property
    def error_key(self) -> str:
        """Where the error document is, if no run could be started."""
        return f"{self.results}error-{digest(self.address)[:12]}/error.json"


def dropped_from(address: str) -> Dropped | None:
    """Return what an address names; None if it is not that of a dropped question."""
    place, mark, version = address.rpartition(_VERSION)
    bucket, slash, key = place.removeprefix("s3://").partition("/")
    if not (place.startswith("s3://") and mark and slash and key.startswith(QUESTIONS)):
        return None
    return Dropped(bucket, key, version)


def _name(key: str) -> str:
    folder, slash, file = key.removeprefix(QUESTIONS).rpartition("/")
    name = folder + slash + (file.rpartition(".")[0] or file)
    safe = "/".join(map(_safe, name.split("/")))
    if safe == name and len(name.encode()) <= _LONGEST:
        return name
    return f"{safe.encode()[:_LONGEST].decode(errors='ignore')}-{digest(key)[:8]}"


def _safe(part: str) -> str:
    if part in ("", ".", ".."):
        return "-"
    return "".join(c if c.isprintable() and c != "\\" else "-" for c in part)
