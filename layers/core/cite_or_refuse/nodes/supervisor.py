"""Turn the question into search queries. The next step is for `domain/routing.py` to say."""

from cite_or_refuse.domain.errors import ModelBlocked
from cite_or_refuse.domain.parts import Plan
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Ports

MAX_QUERIES = 5
MAX_QUERY_CHARS = 400


def supervisor(run: Run, ports: Ports) -> Plan:
    """Return the plan: made once, the question itself always among its queries."""
    if run.plan:
        return run.plan
    return Plan(_bounded((*_proposed(run.question, ports), run.question)))


def _proposed(question: str, ports: Ports) -> list[str]:
    """What the model proposes, or nothing if it is blocked or no list of texts."""
    try:
        answer: object = ports.model.plan(question)
    except ModelBlocked:
        return []
    if not isinstance(answer, list | tuple):
        return []
    return [query for query in answer if isinstance(query, str)]


def _bounded(proposed: tuple[str, ...]) -> tuple[str, ...]:
    """Trim, dedupe by case and space, and keep room for the question, which comes last."""
    unique: dict[str, str] = {}
    for query in proposed:
        words = " ".join(query.split())[:MAX_QUERY_CHARS]
        if words:
            unique.setdefault(words.casefold(), words)
    *queries, question = unique.values()
    return (*queries[: MAX_QUERIES - 1], question)
