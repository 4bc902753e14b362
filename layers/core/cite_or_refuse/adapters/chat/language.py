"""In which language a text is, where that is certain."""

import re
import unicodedata
from collections import Counter

_WORDS = {
    "en": "the of and is are how what which does do to in for with that this it when where can",
    "de": "der die das und ist sind wie welche welcher nicht ein eine einen mit auf für von wird"
    " werden bei dem den im zu",
    "fr": "le les des et est sont comment quel quelle une dans pour avec que qui du au ne pas sur",
    "es": "el los las y es son cómo qué cuál una para con del por se en la que no al",
    "it": "il lo gli e è sono come quale che una per con della di del non si nel dei un",
    "pt": "o os as e é são como qual uma para com do da dos em não que se no na",
    "nl": "de het een en is zijn hoe welke wat niet met voor van op dat wordt bij aan te",
}
_LANGUAGES = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_NO_PROSE = re.compile(
    r"```.{0,20000}?```|`[^`\n]{0,300}`|https?://\S{1,500}|[\"“„«][^\"”“»\n]{0,300}[\"”“»]",
    re.DOTALL,
)
_WORD = re.compile(r"[^\W\d_]+")


def differ(question: str, draft: str) -> bool:
    """Whether both are certain, and not the same. Code, addresses and quotations do not count."""
    asked, written = _language(question), _language(_NO_PROSE.sub(" ", draft))
    return asked is not None and written is not None and asked != written


def _language(text: str) -> str | None:
    script = _script(text)
    return _latin(text) if script == "LATIN" else script


def _script(text: str) -> str | None:
    """Return the script of three letters in four, Japanese told from Chinese by its kana."""
    letters = [char for char in text[:20_000] if char.isalpha()]
    scripts = Counter(unicodedata.name(char, "?").partition(" ")[0] for char in letters)
    kana = scripts["HIRAGANA"] + scripts["KATAKANA"]
    if kana:
        scripts["JAPANESE"] = kana + scripts.pop("CJK", 0)
        del scripts["HIRAGANA"], scripts["KATAKANA"]
    if not scripts:
        return None
    [(script, count)] = scripts.most_common(1)
    return script if 4 * count >= 3 * len(letters) else None


def _latin(text: str) -> str | None:
    """Return the language with twice as many of its small words as any other has."""
    words = [word.casefold() for word in _WORD.findall(text)]
    hits = {
        language: sum(word in small for word in words) for language, small in _LANGUAGES.items()
    }
    (first, most), (_, second) = Counter(hits).most_common(2)
    enough = most >= 2 and 10 * most >= len(words)
    return first if enough and most >= 2 * second else None
