"""Cut text into tokens and give each token the keys under which it is found.

One compiled expression cuts the text; it has one group, so `split` returns gaps and tokens in
turn and every offset is a running sum. All further work is done once for each distinct token.
"""

import re
import unicodedata
from functools import lru_cache

# Scripts written without spaces: each character is a token, and neighbours are compared in pairs.
_CJK = (
    r"\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf"
    r"\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
# Letters, digits, marks that belong to a letter, and the invisible soft hyphen and joiners.
_WORD = (
    r"0-9A-Za-z_\xaa\xad\xb2\xb3\xb5\xb9\xba\xbc-\xbe\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0300-\u037d"
    r"\u037f-\u0386\u0388-\u0559\u0560-\u0588\u0591-\u05bd\u05bf-\u060b\u060e-\u061a"
    r"\u0620-\u0669\u066e-\u06d3\u06d5-\u06ff\u0710-\u0963\u0966-\u10ff\u1200-\u1fff"
    r"\u200b-\u200d\u2060-\u209c\u2150-\u218b\u2460-\u24ff\u2776-\u2793\u2c00-\u2dff\ua000-\ua4ff\ua500-\ua95f\ua980-\uabff"
    r"\ufb00-\ufdff\ufe70-\ufefc\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc"
    r"\U00010000-\U0001f0ff"
)
UNSPACED = re.compile(f"[{_CJK}]")
TOKEN = re.compile(
    rf"(U\+[0-9A-Fa-f]{{4,6}}+(?!\w)|(?:(?<![\w-])-{{1,2}}(?=[A-Za-z]))?"
    rf"[{_WORD}]++(?:(?:[.\-‐‑\u066b\u066c]|['’](?![0-9])|(?<=[0-9])[,'’](?=[0-9])|\\(?=_))"
    rf"[{_WORD}]++)*+|[{_CJK}]|[%‰$€£¥₹₽₩°℃℉])"
)
_LONGEST_PATH = 200  # characters of a dotted path whose ends are keys, too
_VOWEL = re.compile("[aeiouyäöüáàâéèêíóôúåæø]")
_WHOLE = frozenset(  # that end like a past tense, and are none
    "need feed seed speed breed heed weed exceed proceed succeed indeed".split()
)
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^A-Za-z0-9]+")
_PIECES = re.compile(r"[._'’\-‐‑,:]+")
_INVISIBLE = re.compile(r"[\xad\u200b-\u200d\u2060]")
_ASCII_FOLD = str.maketrans({"’": "'", "‐": "-", "‑": "-", "\u066b": ".", "\u066c": ","})
_LEADING_NUMBER = re.compile(r"[0-9]{1,400}(?:[.,][0-9]{1,400})*")
_LIST_MARKS = re.compile("[-,]")
_DOTTED_DATE = re.compile(r"([0-3]?[0-9])\.([01]?[0-9])\.([12][0-9]{3})")
_ISO_DATE = re.compile(r"([12][0-9]{3})-(0[1-9]|1[0-2])-([0-3][0-9])(?![0-9])")
_POWER = re.compile(r"([0-9]{1,3})\^([0-9]{1,2})")
_UNDERSCORED = re.compile(r"[0-9]{1,3}(?:_[0-9]{3}){1,9}")
_HEX = re.compile(r"(?:0[xX]|U\+)([0-9A-Fa-f]{1,16})")
_NUMBER = re.compile(r"[0-9]{1,400}(?:[.,][0-9]{1,400})*")
MACRO = re.compile("-D[A-Z]")  # how a compiler is given a macro


def fold(token: str) -> str:
    """Return the token without the differences of typography: NFKC, one hyphen, one apostrophe."""
    return token.replace("\\_", "_") if token.isascii() else _folded(token)  # Markdown's `a\_b`


@lru_cache(maxsize=1 << 16)
def _folded(token: str) -> str:
    token = _plain_numerals(_INVISIBLE.sub("", token))
    return unicodedata.normalize("NFKC", token).translate(_ASCII_FOLD)


def _plain_numerals(token: str) -> str:
    """Write digits of any script as ASCII: `٣٤` is 34, `2½` is 2.5, `10²` is 10^2, `②` is 2.

    A fraction that no decimal equals, `⅓`, stays apart from the digits before it.
    """
    found = ""
    for char in token:
        if char.isascii() or unicodedata.category(char) not in ("Nd", "No"):
            found += char
            continue
        value = unicodedata.numeric(char)
        after_digit = found[-1:].isdecimal()
        if value.is_integer():
            raised = after_digit and unicodedata.decomposition(char).startswith("<super>")
            found += f"^{value:.0f}" if raised and "^" not in found else f"{value:.0f}"
        elif (value * 1000).is_integer():
            found += f"{value:g}"[1:] if after_digit else f"{value:g}"
        else:
            found += "_" + char if after_digit else char
    return found


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return a light stem of a lower-case word: inflection and spelling go, derivation stays."""
    if len(word) < 4 or not word.isalpha() or word in _WHOLE:
        return word
    if word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith(("sses", "xes", "zes", "ches", "shes")):
        word = word[:-2]
    elif word[-1] == "s" and word[-2] not in "sui":
        word = word[:-1]
    for suffix in ("ingly", "edly", "ing", "ied", "ed", "ly"):
        if word.endswith(suffix) and _VOWEL.search(word, 0, len(word) - len(suffix)):
            root = word[: -len(suffix)]
            word = root + "y" if suffix == "ied" else root if len(root) > 2 else root + "e"
            break
    word = word.replace("isation", "ization")
    if word.endswith("our") and len(word) > 5:
        word = word[:-3] + "or"
    word = word.removesuffix("e") if len(word) > 3 else word
    word = word[:-2] + "iz" if word.endswith("is") and len(word) > 5 else word
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def hexadecimal(token: str) -> str:
    """Return the one form of a hexadecimal number, "" for another token: `0x0A`, `U+000A`: 0xa."""
    match = _HEX.fullmatch(token)
    return f"{int(match[1], 16):#x}" if match else ""


def number_values(token: str) -> tuple[str, ...]:
    """Return the readings of a number token, as canonical decimal strings.

    >>> number_values("1,250"), number_values("1.250"), number_values("1.50")
    (('1250', '1.25'), ('1.25', '1250'), ('1.5',))
    """
    if power := _POWER.fullmatch(token):
        return (str(int(power[1]) ** int(power[2])),)
    if not _NUMBER.fullmatch(token):
        return ("".join(token.split("_")),) if _UNDERSCORED.fullmatch(token) else ()
    commas, dots = token.count(","), token.count(".")
    readings = []
    if commas and _grouped(token, ","):
        readings.append(token.replace(",", ""))
    if dots and _grouped(token.replace(",", ".", 0), ".") and (dots > 1 or commas == 1):
        readings.append(token.replace(".", "").replace(",", "."))
    if commas == 1 and not dots:
        readings.append(token.replace(",", "."))
    if not commas and dots <= 1:
        readings.append(token)
        if dots and token[0] != "0" and _grouped(token, "."):
            readings.append(token.replace(".", ""))
    return tuple(dict.fromkeys(canonical(reading) for reading in readings))


def _grouped(token: str, mark: str) -> bool:
    """Whether the whole part of the number stands in groups of three."""
    other = "." if mark == "," else ","
    whole, _, rest = token.partition(other)
    groups = whole.split(mark)
    return (
        not (mark in rest or other in rest)
        and 1 <= len(groups[0]) <= 3
        and all(len(group) == 3 for group in groups[1:])
    )


def canonical(number: str) -> str:
    """Return a plain decimal string without leading or trailing zeros: `007.50` is `7.5`."""
    whole, _, fraction = number.partition(".")
    fraction = fraction.rstrip("0")
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{fraction}" if fraction else whole


@lru_cache(maxsize=1 << 16)
def pieces(token: str) -> tuple[str, ...]:
    """Return the words that a folded token is made of: `maxSize_kb` is max, size, kb."""
    found: list[str] = []
    for part in _PIECES.split(token):
        if not part:
            continue
        if part.islower() or part.isupper():
            found.append(part.lower())
        else:
            found.extend(piece.lower() for piece in _CAMEL.findall(part))
    return tuple(found)


def _inner_numbers(token: str) -> list[str]:
    """Return the keys of numbers inside a compound: `8MB`, `4-byte`, `10-60`, `2024-03-05`."""
    if dotted := _DOTTED_DATE.fullmatch(token):
        day, month, year = dotted.groups()
        token = f"{year}-{month:0>2}-{day:0>2}"
    if date := _ISO_DATE.match(token):
        year, month, day = date.groups()
        return [f"#{year}", f"@{year}-{month}", f"@{year}-{month}-{day}"]
    keys: list[str] = []
    for part in _LIST_MARKS.split(token):
        number = _LEADING_NUMBER.match(part)
        if number and not part[number.end() :].startswith((".", "_")):
            keys.extend("#" + value for value in number_values(number[0]))
    return keys


@lru_cache(maxsize=1 << 16)
def keys_of(token: str) -> tuple[str, ...]:  # noqa: C901 - one step for each kind of key
    """Return the keys of a token: `=` exact form, `#` number value, and the stems of its words."""
    if token.isascii() and token.isalpha() and (token.islower() or token[1:].islower()):
        return "=" + token, stem(token.lower())
    token = fold(token)
    bare = token.lstrip("-")
    keys = ["=" + token]
    if bare != token:
        keys.append("=" + bare)
    if MACRO.match(token):
        keys.append("=" + bare[1:])
    if MACRO.match(token):
        keys.append("=" + bare[1:])
    digits = bare[1:] if bare[:1] in "vV" and bare[1:2].isdigit() else bare
    if digits != bare:
        keys.append("=" + digits)
    keys.extend("#" + value for value in number_values(digits))
    if sixteen := hexadecimal(bare):
        keys.append("=" + sixteen)
    elif len(keys) == 1 and any(c in "0123456789" for c in bare):
        keys.extend(_inner_numbers(bare))
    if bare.isalpha() and (bare.islower() or bare[1:].islower()):
        keys.append(stem(bare.lower()))
        return tuple(keys)
    words = pieces(bare)
    keys.extend(stem(word) for word in words if not word.isdecimal())
    if len(words) > 1 and not words[0].isdecimal():
        keys.append(stem("".join(words)))
    if "." in bare and len(bare) <= _LONGEST_PATH and not bare[0].isdecimal():
        parts = bare.split(".")
        keys.extend("=" + part for part in parts)
        keys.extend("=" + ".".join(parts[at:]) for at in range(1, len(parts) - 1))
    return tuple(dict.fromkeys(keys))
