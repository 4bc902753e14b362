import re

from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.documents.cleaning import clean
from cite_or_refuse.domain.unseen import UNSEEN
from cite_or_refuse.gate import check
from cite_or_refuse.report.text import visible
from tests.builders import a_source

NOBODY_SEES = re.findall(f"[{UNSEEN}]", "".join(map(chr, range(0x110000))))


@given(st.sampled_from(NOBODY_SEES))
def test_what_no_reader_sees_is_neither_stored_nor_judged_nor_printed(unseen: str):
    # GIVEN a word with such a character in it
    word = f"ca{unseen}che"
    # WHEN a document, a draft or a line of a report has it
    drafted = check(f"Tarn has a {word}.[^1]", [a_source("Tarn has a cache.")]).draft
    # THEN nothing is left of it in any
    assert clean(word) == "cache"
    assert drafted == "Tarn has a cache.[^1]"
    assert visible(word) == "cache"


def test_joiners_and_white_space_are_seen():
    # GIVEN what writing needs, or what stands between words
    for needed in "\u200c\u200d\u200b\t\n\v\f\x1c\x85\u2028 ":
        # THEN it is none of these
        assert needed not in NOBODY_SEES
