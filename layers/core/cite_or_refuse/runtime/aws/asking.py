"""What a dropped object asks: a question as text, or as JSON with its options and documents."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from cite_or_refuse.adapters.aws.document_sets import documents_of
from cite_or_refuse.adapters.aws.set_names import is_document
from cite_or_refuse.adapters.documents import MAX_BYTES
from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.runtime.aws.wishes import Wishes, check_set, object_of, strings_of, wishes_from
from cite_or_refuse.runtime.parsing import parse_json

SUFFIXES = (".txt", ".md", ".json")
MAX_NAMES = 100  # documents that one question may wait for
_SHOWN = 5  # of those that are missing
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the `names` that it waits for of the set of `documents`, if it has one."""

    question: str
    wishes: Wishes = field(default_factory=Wishes)
    documents: str = ""
    names: tuple[str, ...] = ()


def asked_in(key: str, data: bytes) -> Asked:
    """Return what a dropped object asks. Raises BadInput if that cannot be told."""
    suffix = PurePosixPath(key).suffix.lower()
    if suffix not in SUFFIXES:
        other = f"as {suffix!r:.20}" if suffix else "without an extension"
        raise BadInput(f"A question is dropped as {', '.join(SUFFIXES)}, not {other}.")
    try:
        text = data.decode("utf-16" if data.startswith(_UTF_16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput("The question is not text in UTF-8, nor in UTF-16 with its mark.") from error
    return _asked(parse_json(text)) if suffix == ".json" else Asked(text)


def missing(asked: Asked, address: str) -> Sequence[str]:
    """Return the documents of the set that are waited for: those named, or any at all.

    Raises BadInput for one that nobody could read.
    """
    there = documents_of(address)
    for name in asked.names:
        if name in there and not 0 < there[name].size <= MAX_BYTES:
            most = MAX_BYTES // 1_000_000
            raise BadInput(f"{address}/{name} is empty, or over the limit of {most} MB.")
    if asked.names:
        return [name for name in asked.names if name not in there]
    return [] if there else ["any document"]


def in_words(names: Sequence[str]) -> str:
    """Return the first few names, and how many more there are."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{', '.join(names[:_SHOWN])}{more}"


def _asked(value: object) -> Asked:
    given = object_of("question's document", value, ("question", "options", "documents"))
    question = given.get("question")
    if not isinstance(question, str):
        raise BadInput("There is no 'question' in the document, or it is no string.")
    wishes = wishes_from(given.get("options", {}))
    if "documents" not in given:
        return Asked(question, wishes)
    if not isinstance(given["documents"], dict):
        raise BadInput('The documents of a drop are an object, as in {"set": "handbook"}.')
    documents = object_of("documents", given["documents"], ("set", "names"))
    name = documents.get("set")
    if not isinstance(name, str):
        raise BadInput("There is no 'set' in the documents, or it is no string.")
    check_set(name)
    return Asked(question, wishes, name, _names(documents.get("names", [])))


def _names(value: object) -> tuple[str, ...]:
    names = strings_of("names of the documents", value)
    if len(names) > MAX_NAMES:
        raise BadInput(f"{len(names)} documents are named; at most {MAX_NAMES} are waited for.")
    for name in names:
        if not is_document(name):
            raise BadInput(f"{name!r:.200} is not the name of a document that can be read.")
    return names
