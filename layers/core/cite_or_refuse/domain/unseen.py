"""The characters that no reader sees: left out of what is stored, judged and printed alike.

A model would read them, a comparison stumble over them, a terminal obey them: controls, but for
white space; soft hyphens and byte order marks; what turns the direction of writing; variation
selectors beyond the first sixteen, tag characters, which can spell whole orders, and annotations.
The joiners U+200C and U+200D are none of them: Persian, Indic scripts and emoji are misspelt
without. Nor is the zero-width space, which each place reads in its own way.
"""

UNSEEN = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u061c\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff"
)
"""For a character class of a regular expression."""
