import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.gate.tokens import TOKEN, fold, keys_of, stem


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("1,250,000 requests", ["1,250,000", "requests"]),
        ("--no-sync disables it", ["--no-sync", "disables", "it"]),
        ("tarn.open() and v2.4.", ["tarn.open", "and", "v2.4"]),
        ("12.5 % of $3", ["12.5", "%", "of", "$", "3"]),
        ("don’t re-run it", ["don’t", "re-run", "it"]),
        ("a tab (U+0009)", ["a", "tab", "U+0009"]),
        (r"LIMIT\_FILE is raised", [r"LIMIT\_FILE", "is", "raised"]),  # as Markdown escapes it
        ("COLING'2020 and 1'000", ["COLING", "2020", "and", "1'000"]),
        ("容量512です", ["容", "量", "512", "で", "す"]),
    ],
)
def test_text_is_cut_into_whole_tokens(text, tokens):
    # GIVEN a text
    # WHEN it is cut
    # THEN numbers, flags, paths and hyphenated words stay whole, and unspaced scripts do not
    assert TOKEN.findall(text) == tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("caches", "cached"),
        ("entries", "entry"),
        ("running", "run"),
        ("behaviours", "behavior"),
        ("serialised", "serializes"),
        ("cancelled", "canceled"),
        ("used", "use"),
    ],
)
def test_inflections_and_spellings_share_a_stem(one, other):
    # GIVEN two forms of a word
    # WHEN they are stemmed
    # THEN they are one
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("string", "str"), ("status", "stat"), ("us", "use")])
def test_words_that_only_look_alike_keep_their_stems(one, other):
    # GIVEN two words
    # WHEN they are stemmed
    # THEN they stay two
    assert stem(one) != stem(other)


def test_typography_is_folded():
    # GIVEN a soft hyphen, a Unicode hyphen and fullwidth digits
    # WHEN they are folded
    # THEN they are as plain text writes them
    assert fold("Foltyn\u2010Ha\u00adle") == "Foltyn-Hale"
    assert fold("２.４") == "2.4"


@pytest.mark.parametrize(
    ("numeral", "plain"),
    [("٣٤", "34"), ("٢٫٥", "2.5"), ("½", "0.5"), ("2½", "2.5"), ("②", "2"), ("❷", "2")],
)
def test_numerals_of_any_script_are_folded(numeral, plain):
    # GIVEN a numeral of another script or style
    # WHEN it is cut and folded
    # THEN it is one token, and the plain number
    assert [fold(token) for token in TOKEN.findall(numeral)] == [plain]


def test_a_raised_figure_is_no_figure_more():
    # GIVEN a power, an area and a fraction that no decimal equals
    # WHEN their keys are made
    # THEN the power has its value, and neither is another number
    assert "#100" in keys_of("10²")
    assert "#102" not in keys_of("10²")
    assert fold("m²") == "m2"
    assert not any(key[0] == "#" for key in keys_of("2⅓"))


@given(st.text(max_size=100))
def test_tokens_and_gaps_make_up_the_text(text):
    # GIVEN any text
    # WHEN it is cut
    # THEN nothing is lost, and each token has keys
    parts = TOKEN.split(text)
    assert "".join(parts) == text
    assert all(keys_of(token) for token in parts[1::2])
