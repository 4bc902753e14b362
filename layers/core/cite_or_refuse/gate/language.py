"""Which language a text is in, told by its commonest words; enough to see that two differ."""

from collections.abc import Set

from cite_or_refuse.gate.tokens import UNSPACED
from cite_or_refuse.gate.words import word_set

_COMMON = {
    "en": word_set("the of and is to that for with are by from this it an be"),
    "de": word_set("der die und ist nicht das mit von für ein eine den im wird auf"),
    "fr": word_set("le les des est une dans pour que et du sur au il sont qui"),
    "es": word_set("el los que una por para con es del las se al como lo su"),
    "it": word_set("il che di non per una con del sono gli della nel è si dei"),
    "pt": word_set("que não uma para com os do da em se dos as por mais no"),
    "nl": word_set("het een van en niet dat voor met zijn op te is de aan ook"),
}
TELLING = frozenset[str]().union(*_COMMON.values())
_ENOUGH = 2  # different common words that tell a language
_BEGINNING = 2000  # characters
_UNSPACED_SHARE = 0.3  # of them


def language(text: str, common: Set[str]) -> str:
    """Return a language's code, `unspaced` for scripts without spaces, "" if it is not plain.

    `common` holds the words that are common in the text, those of `TELLING` at least; only the
    beginning of `text` itself is read.
    """
    start = text[:_BEGINNING]
    if not start.isascii() and len(UNSPACED.findall(start)) > _UNSPACED_SHARE * max(len(start), 1):
        return "unspaced"
    counts = {code: len(words & common) for code, words in _COMMON.items()}
    best = max(counts, key=lambda code: counts[code])
    rivals = [count for code, count in counts.items() if code != best]
    return best if counts[best] >= _ENOUGH and counts[best] > max(rivals) else ""
