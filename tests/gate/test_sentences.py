import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.gate.sentences import MARK, split


def sentences(text: str) -> list[str]:
    masked = re.sub(r"\[\^[0-9]\]", lambda m: MARK * len(m[0]), text)
    return [text[start:end] for start, end in split(masked)]


@pytest.mark.parametrize(
    "text",
    [
        "On 16 cores it did 1,250,000 per second vs. 410,000, with a p99 of approx. 3.2 ms.[^2]",
        "The Ph.D. thesis by J. R. Smith et al. measured it, e.g. on Tarn v2.4.1.",
        "Dr. Okoye and Mr. Field lead it.",
        "See Fig. 3, No. 5 and pp. 12 of vol. 2, max. 5 MB, i.e. the U.S. Army edition.",
        "Das gilt z. B. am 14. Juni, d. h. bzw. ca. 5 Tage usw. für alle.",
        "Edit README.md, os.path.join and example.com in Node.js 18.2.",
        '"It works. It is fast," said Okoye.[^1]',
        "“It works. It is fast.” — Mira Okoye[^1]",
        "「速いです。安全です」と言った。[^1]",
        "It waits ... for a while … and goes on.",
        "Sentence[^1], and more[^2]; and then the end[^1].",
        "`MERGE` is a counterpart to INSERT ... ON CONFLICT.",
    ],
)
def test_a_dot_that_ends_nothing_does_not_split(text):
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("A is 5 MB. [^1] B is 6. C fell[^2].", ["A is 5 MB. [^1]", "B is 6.", "C fell[^2]."]),
        ("A is so.[^1]B is not.[^2]", ["A is so.[^1]", "B is not.[^2]"]),
        ("既定は 512 です。[^1]毎秒 410 件です。", ["既定は 512 です。[^1]", "毎秒 410 件です。"]),
        ("速い！本当？はい。", ["速い！", "本当？", "はい。"]),
        ("It waits 5 min. The next one is 3.2 ms. Then 5 s.", 3),
        ("Made in the U.S. The rest by Acme Inc. It works.", 3),
        ("Is it fast? Yes! It is.", ["Is it fast?", "Yes!", "It is."]),
        ('He said "it works." Then he left.', ['He said "it works."', "Then he left."]),
        ("**Bold.** Next one.", ["**Bold.**", "Next one."]),
        ("(It is so.) And more.", ["(It is so.)", "And more."]),
        ("Released in 2024. 512 MB is the default.", 2),
        ("It is 2.4. The other is 2.5.", 2),
        ("The answer is no. The rest follows.", 2),
        ("Use tarn. asyncio.timeout is slower. ostrel too.", 3),
        ("यह तेज़ है। यह सुरक्षित है।", 2),
        ("So it is.", ["So it is."]),
        ("No.", ["No."]),
    ],
)
def test_each_sentence_is_found(text, parts):
    found = sentences(text)
    assert found == parts if isinstance(parts, list) else len(found) == parts


@given(st.text(st.sampled_from("aB1 .!?…。\"“”'()[]*_\n" + MARK), max_size=60))
def test_nothing_but_white_space_is_ever_left_out(text):
    spans = split(text)
    rest = list(text)
    for start, end in spans:
        rest[start:end] = " " * (end - start)
    assert not "".join(rest).strip()
    assert spans == sorted(spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
