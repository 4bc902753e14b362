"""Each rule of drift, each malformed form, and what is no citation at all."""

import pytest

from cite_or_refuse.domain.check import GateOutcome, Reason
from cite_or_refuse.gate.repair import repair
from tests.gate.tarn import CACHE, OSTREL, SOURCES, checked


def repaired(draft: str) -> str:
    return repair(draft, SOURCES).page.text


@pytest.mark.parametrize(
    ("written", "markers"),
    [
        ("[^1, 2]", "[^1][^2]"),
        ("[^1,2]", "[^1][^2]"),
        ("[^1; ^2]", "[^1][^2]"),
        ("[^1, ^2, ^3]", "[^1][^2][^3]"),
        ("［＾１］", "[^1]"),
        ("[^１]", "[^1]"),
        ("［^1, ^2］", "[^1][^2]"),
        ("[1]", "[^1]"),
        ("[1, 2]", "[^1][^2]"),
        ("[1][2]", "[^1][^2]"),
        ("［1］", "[^1]"),
        ("【1】", "[^1]"),
        ("【1, 2】", "[^1][^2]"),
        ("【1】【2】", "[^1][^2]"),
        ("【1†source】", "[^1]"),
        ("【2†L3-L9】", "[^2]"),
        ("[1†source]", "[^1]"),
    ],
)
def test_drift_is_rewritten_and_told(written: str, markers: str):
    # GIVEN a claim with a marker in a form that models really produce
    # WHEN the draft is repaired
    found = repair(f"{CACHE}.{written}", SOURCES)
    # THEN the marker has the agreed form, and the change is listed
    assert found.page.text == f"{CACHE}.{markers}"
    assert found.changes


@pytest.mark.parametrize(
    ("written", "placed"),
    [
        ("A [^1].", "A.[^1]"),
        ("A[^1].", "A.[^1]"),
        ("A. [^1]", "A.[^1]"),
        ("A [^1] b.", "A[^1] b."),
        ("A [^1] [^2].", "A.[^1][^2]"),
        ("Is it [^1]?", "Is it?[^1]"),
        ("です[^1]。", "です。[^1]"),
        ("A[^1].B[^2]", "A.[^1]B[^2]"),
        ("A[^1], b[^2].", "A[^1], b.[^2]"),
        ("- [^1] A.", "- [^1] A."),
        ("| a | [^1] |", "| a | [^1] |"),
        ("> [^1] A.", "> [^1] A."),
        ("A [^1]...", "A[^1]..."),
        ("A[^1].5", "A[^1].5"),
        ("A.\n[^1] b", "A.\n[^1] b"),
        (f"A {SOURCES[0].url} [^1].", f"A {SOURCES[0].url} [^1]."),
    ],
)
def test_a_marker_moves_behind_the_stop_and_up_to_its_word(written: str, placed: str):
    assert repaired(written) == placed
    assert repaired(placed) == placed


MALFORMED = [
    "[^1-3]",
    "[^1–3]",
    "[^3-1]",
    "[^1..3]",
    "[^1 to 3]",
    "[^1-]",
    "[1-3]",
    "[1–3]",
    "[^1, 2-3]",
    "[^1]-[^3]",
    "[1] – [3]",
    "【1-3】",
    "[^１-３]",
    "[^-1]",
    "[^1.5]",
    "[^1/2]",
    "[^abc]",
    "[^1a]",
    "[^source1]",
    "[^]",
    "[^ ]",
    "[^01]",
    "[^1^]",
    "[^ 1]",
    "[ ^1 ]",
    "[^1 ]",
    "[^1\u200b]",
    "[^1 2]",
    "[^1 and 2]",
    "[^1 & 2]",
    " [ 1 ]",
    "[^,1]",
    "[^1,]",
    "[^1",
    "[^1\n",
    "[[1]]",
    "[[^1]]",
    "[^١]",
    "[^①]",
    "[^¹]",
    "\\[^1\\]",
    "\\[^1]",
    "\\[1\\]",
    "[^1](https://docs.example.org/tarn/2.4)",
    "[1](x)",
    "^1^",
    "^[1]",
    "(^1)",
    "{^1}",
    "<^1>",
    "¹",
    "<sup>1</sup>",
    "<sup>[1]</sup>",
    '<sup><a href="#fn1">1</a></sup>',
    "<sup class=x>1, 2</sup>",
    " [cite: 1]",
    " [cite:1,2]",
    " [Source 1]",
    " [source: release notes]",
    " [ref 2]",
    " [@tarn]",
    " [citation needed]",
    "【4:0†source】",
    "【source】",
    '【{"id": 1}】',
    "〔1〕",
    "⟦1⟧",
    "\ue200cite\ue202turn2search9\ue201",
    "\uf8ff",
    " citeturn2search9turn1",
    " turn0search1",
    "\\cite{tarn}",
    "{{cite web}}",
    "【9】",
    " [7]",
    " [1, 7]",
]


@pytest.mark.parametrize("written", MALFORMED)
def test_what_no_rule_covers_is_malformed_even_beside_a_good_marker(written: str):
    # GIVEN a claim with a good marker and one in a form of its own
    # WHEN it is checked
    found = checked(f"{CACHE}[^1].{written}")
    # THEN it is not silently ignored, and can be mended
    assert found.outcome is GateOutcome.UNSUPPORTED
    assert Reason.MALFORMED_MARKER in found.reasons
    assert any(claim.missing and not claim.stands for claim in found.claims)


@pytest.mark.parametrize("written", [form for form in MALFORMED if "\n" not in form])
def test_a_malformed_marker_is_a_marker_of_some_form(written: str):
    # GIVEN a draft whose only citation is malformed
    # WHEN it is checked
    found = checked(f"{CACHE}.{written}")
    # THEN the draft is not one without citations, so that it may be revised
    assert found.outcome is GateOutcome.UNSUPPORTED
    assert Reason.NO_CITATIONS not in found.reasons


@pytest.mark.parametrize(
    "written",
    ["[^0]", "[^4]", "[^81]", "[^999999999]", "[^" + "9" * 5000 + "]", "[^1, 9]", "［^9］"],
)
def test_a_number_without_a_source_dangles(written: str):
    # GIVEN three sources, and a marker that names none of them
    # WHEN the draft is checked
    found = checked(f"{OSTREL}.[^2] {CACHE}.{written}")
    # THEN it is refused for that, and the claim beside it stands
    assert found.outcome is GateOutcome.HARD
    assert found.reasons == (Reason.DANGLING_CITATION,)
    assert [claim.stands for claim in found.claims] == [True, False]


@pytest.mark.parametrize("written", ["", " (1)", " (release-notes.pdf, p. 3)", " {1}", " *1*"])
def test_what_is_no_marker_cites_nothing(written: str):
    assert checked(f"{CACHE}{written}.").reasons == (Reason.NO_CITATIONS, Reason.UNCITED_CLAIM)


@pytest.mark.parametrize(
    "plain",
    [
        "Use argv[1] for a[0] and list[0].",
        "Call f()[1] or `x`[1].",
        "It returns [1] at once.",
        "Values in the range [1, 2] are fine.",
        "A value in [0, 1].",
        "The class [0-9] is ASCII.",
        "Set x = [1] first.",
        "Call f([1]) first.",
        "`[1]` is a list.",
        "10<sup>6</sup> and m<sup>2</sup>.",
        "x^2^ and 10^6^.",
        "[sic] and [see below] and [x].",
        "【注意】",
        "As of [2024] it is.",
        "m² and 10³.",
        "A [ ] box.",
    ],
)
def test_other_brackets_are_left_alone(plain: str):
    # GIVEN brackets that are an index, a range, code or prose, in a draft that cites as agreed
    draft = f"{CACHE}.[^1] {plain}[^1]"
    # WHEN it is repaired
    page = repair(draft, SOURCES).page
    # THEN nothing is rewritten, and nothing is malformed
    assert page.text == draft
    assert Reason.MALFORMED_MARKER not in checked(draft).reasons


def test_a_number_glued_to_a_word_cites_only_in_a_draft_that_cites_in_no_other_way():
    assert (
        repaired("The cache is 512 MB[1]. TLS is off[1].")
        == "The cache is 512 MB.[^1] TLS is off.[^1]"
    )
    assert (
        repaired("The cache is args[1]. TLS is off [1].") == "The cache is args[1]. TLS is off.[^1]"
    )


@pytest.mark.parametrize(
    "code", ["`x [^9] [1-3]`", "``x ` [^9]``", "```\nx [^9]\n```", "~~~\n[^9]\n~~~", "    x [^9]"]
)
def test_code_is_not_read_for_markers(code: str):
    # GIVEN code that looks like citations
    # WHEN the draft is checked
    found = checked(f"{CACHE}.[^1]\n\n{code}\n")
    # THEN none of them is one
    assert not {Reason.DANGLING_CITATION, Reason.MALFORMED_MARKER} & set(found.reasons)
