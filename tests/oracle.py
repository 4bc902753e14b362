"""What may not ship, by rules of their own: nothing here asks the gate.

Of each sentence that ships, every number, version and ticked identifier has to stand, letter by
letter and as a whole, in a source that the sentence cites; in code and in a line that needs no
marker, in a source that is cited anywhere.
"""

import re
from collections.abc import Iterator, Sequence

from cite_or_refuse.domain.source import Source

_MARKER = re.compile(r"\[\^([^\]\n]*)\]")
_TICKED = re.compile(r"`([^`\n]+)`")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)*")
_SENTENCE = re.compile(r".+?(?:[.!?](?:\s*\[\^[^\]\n]*\])*(?=\s|$)|$)")
_PREFIX = re.compile(r"^[\s>#*|-]*(?:[0-9]+[.)](?:\s|$))?")


def lies_in(draft: str, sources: Sequence[Source]) -> list[str]:
    """The markers without a source, and the hard facts that no cited source has.

    Code is not read for markers; what cites it is whatever is cited around it.
    """
    sentences = list(_sentences(draft))
    everywhere = [n for text, is_code in sentences if not is_code for n in _MARKER.findall(text)]
    lies = [f"[^{n}]" for n in everywhere if n not in _numbers(sources)]
    for text, is_code in sentences:
        cited = _MARKER.findall(text)
        if is_code or not (cited or text.endswith((".", "!"))):
            cited = everywhere
        contents = [sources[int(n) - 1].content for n in cited if n in _numbers(sources)]
        lies += [
            fact
            for fact in _hard_facts(text, is_code)
            if not any(_stands(fact, content) for content in contents)
        ]
    return lies


def _numbers(sources: Sequence[Source]) -> set[str]:
    return {str(n) for n in range(1, len(sources) + 1)}


def _sentences(draft: str) -> Iterator[tuple[str, bool]]:
    is_code = False
    for line in draft.splitlines():
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif is_code or line.startswith("|"):
            yield line, is_code
        else:
            yield from ((match[0], False) for match in _SENTENCE.finditer(_PREFIX.sub("", line)))


def _hard_facts(sentence: str, is_code: bool) -> list[str]:
    text = _MARKER.sub(" ", sentence)
    ticked = [] if is_code else _TICKED.findall(text)
    return ticked + _NUMBER.findall(_TICKED.sub(" ", text))


def _stands(fact: str, content: str) -> bool:
    return bool(re.search(rf"(?<![\w.]){re.escape(fact)}(?!\w|\.\d)", content))
