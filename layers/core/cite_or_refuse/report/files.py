"""The files that a run leaves for others, in a folder on a laptop or under a prefix in S3."""

import json
from collections.abc import Mapping
from typing import Any

from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Source

REPORT, RUN, DRAFT, SOURCES = FILES = ("report.md", "run.json", "draft.md", "sources.json")


def contents_of(run: Run, report: str, as_object: Mapping[str, Any]) -> dict[str, bytes | None]:
    """Return what is in each file, None for one that this run does not have.

    The draft and the sources are as `verify` reads them.
    """
    end = run.current_publication
    contents = {
        REPORT: report,
        RUN: json.dumps(as_object, indent=2),
        DRAFT: end.draft if end and end.draft else None,
        SOURCES: json.dumps([_for_verify(source) for source in run.sources], indent=2),
    }
    return {
        name: None if text is None else text.encode("utf-8", "replace")
        for name, text in contents.items()
    }


def _for_verify(source: Source) -> dict[str, str]:
    return {
        "title": source.title,
        "url": source.url,
        "snippet": source.snippet,
        "content": source.content,
    }
