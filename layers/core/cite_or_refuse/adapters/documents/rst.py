"""reStructuredText: as it stands, but for comments, which no reader of the page would see."""

import re
from pathlib import Path

from cite_or_refuse.adapters.documents.cleaning import decode

# A section title is underlined with one repeated punctuation mark, at least as long as the title.
_UNDERLINED = re.compile(r"^(\S.*)\n([=\-~^\"'`#*+:.<>_])\2{2,}[ \t]*$", re.MULTILINE)
# `.. ` and no directive, target, footnote or substitution after it; then whatever is indented.
_COMMENT = re.compile(
    r"^\.\.[ ](?!\[|_|\||[A-Za-z][\w:.+-]*::).*\n(?:(?:[ \t].*)?\n)*", re.MULTILINE
)


def read(path: Path, data: bytes) -> tuple[str, str]:
    """Return `(title, text)`: the title is the first section's."""
    text = _COMMENT.sub("", decode(path, data).replace("\r\n", "\n"))
    return next((found[1] for found in _UNDERLINED.finditer(text)), ""), text
