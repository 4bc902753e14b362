import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.nodes.likeness import likeness, say_the_same

WORDS = [
    "cache",
    "tarn",
    "store",
    "page",
    "index",
    "query",
    "shard",
    "lease",
    "write",
    "read",
    "log",
]


def prose(words: int, seed: int) -> str:
    pick = random.Random(seed)
    return " ".join(f"{pick.choice(WORDS)}{chr(97 + pick.randrange(26))}" for _ in range(words))


def same(one: str, other: str, *, same_site: bool) -> bool:
    return say_the_same(likeness(one), likeness(other), same_site=same_site)


ARTICLE = prose(900, 1)
MENU = prose(300, 2)


@pytest.mark.parametrize(
    ("one", "other", "same_site", "expected"),
    [
        (ARTICLE, ARTICLE, True, True),
        (ARTICLE, ARTICLE.upper().replace(" ", "\n"), True, True),
        (ARTICLE, prose(900, 3), True, False),
        (ARTICLE, prose(900, 3), False, False),
        (f"{MENU} {ARTICLE}", f"{prose(200, 4)} {ARTICLE}", False, True),
        (f"{prose(3000, 5)} {prose(200, 6)}", f"{prose(3000, 5)} {prose(200, 7)}", True, False),
        (f"{ARTICLE} 512 MB", f"{ARTICLE} 256 MB", True, False),
        (ARTICLE, f"{ARTICLE} {prose(2000, 8)}", False, False),
        ("Tarn needs 2 GB.", "Tarn needs 4 GB.", True, False),
        ("缓存的默认大小是很大的内存", "缓存的默认大小是很大的内存", False, True),
        ("缓存的默认大小是很大的内存", "日志的保留时间是三十天而已", False, False),
    ],
    ids=[
        "the same", "other layout", "other text", "other site and text", "syndicated",
        "same menu", "one number", "a chapter of it", "short", "chinese", "other chinese",
    ],
)  # fmt: skip
def test_when_two_documents_say_the_same(one: str, other: str, same_site: bool, expected: bool):
    assert same(one, other, same_site=same_site) is expected


@given(st.text(), st.text(), st.booleans())
def test_the_rule_is_symmetric_and_holds_for_any_text(one: str, other: str, same_site: bool):
    assert same(one, other, same_site=same_site) is same(other, one, same_site=same_site)
    assert same(one, one, same_site=same_site)
