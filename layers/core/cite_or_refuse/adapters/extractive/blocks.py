"""What a document is made of, to somebody who wants to quote it."""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a block is to a reader."""

    PROSE = "prose"
    ITEM = "item"
    ENTRY = "entry"  # a parameter, an option, a term, and what is said of it
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, list item, entry or code example, as it stands in the source.

    `path` holds the headings above it, the widest first, and `label` the word that introduces
    its part of a docstring or names its admonition, such as `Args` or `warning`. `info` is the
    language of code, or the name of the entry that a text belongs to; `indent` the columns before
    its first line.
    """

    kind: Kind
    text: str
    path: tuple[str, ...] = ()
    label: str = ""
    info: str = ""
    indent: int = 0
