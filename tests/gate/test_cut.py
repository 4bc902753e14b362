"""What is left of a draft when what does not stand is cut."""

import pytest

from cite_or_refuse.domain.check import GateOutcome
from cite_or_refuse.gate import check, cut
from tests.gate.tarn import CACHE, OSTREL, TLS, WRONG, checked, texts

GOOD, FINE, BAD = f"{CACHE}.[^1]", f"{TLS}.[^1]", f"{WRONG}.[^1]"


@pytest.mark.parametrize(
    ("draft", "left"),
    [
        (f"{GOOD} {BAD} {FINE}", f"{GOOD} {FINE}"),
        (f"{BAD} {GOOD}\n\n{BAD}", GOOD),
        (f"{BAD}\ngoes on so. {GOOD}", GOOD),
        (f"{BAD}\n{GOOD}", GOOD),
        (f"**{WRONG}.[^1] {CACHE}.**[^1]", f"{CACHE}.[^1]"),
        (
            f"# Tarn\n\n{GOOD}\n\n## Wrong\n\n{BAD}\n\n### Deeper\n\n{BAD}\n\n## Right\n\n{FINE}",
            f"# Tarn\n\n{GOOD}\n\n## Right\n\n{FINE}",
        ),
        (f"## Tarn 9.9\n\n{GOOD}", GOOD),
        (f"{GOOD}\n\n---\n\n{BAD}\n\n---\n\n{FINE}\n\n***\n\n{BAD}", f"{GOOD}\n\n---\n\n{FINE}"),
        (f"Defaults:\n\n- {BAD}\n- {BAD}\n\n{GOOD}", GOOD),
        (f"Defaults:\n\n- {BAD}\n- {GOOD}", f"Defaults:\n\n- {GOOD}"),
        (f"It is so. Defaults:\n\n- {GOOD}", f"Defaults:\n\n- {GOOD}"),
        (
            f"1. {GOOD}\n2. {BAD}\n3. {FINE}\n4. {BAD}\n5. {GOOD}",
            f"1. {GOOD}\n2. {FINE}\n3. {GOOD}",
        ),
        (f"3) {BAD}\n4) {GOOD}", f"3) {GOOD}"),
        (f"1. {BAD}\n1. {GOOD}\n1. {FINE}", f"1. {GOOD}\n1. {FINE}"),
        (f"- {GOOD}\n  - {BAD}\n  - {FINE}\n- {BAD}", f"- {GOOD}\n  - {FINE}"),
        (f"- {BAD}\n  - {GOOD}\n    - {FINE}\n- {GOOD}", f"- {GOOD}\n  - {FINE}\n- {GOOD}"),
        (f"- **Term**\n  - {BAD}\n- **Other**\n  - {GOOD}", f"- **Other**\n  - {GOOD}"),
        (f"- {BAD}\n\n  {GOOD}\n- {FINE}", f"{GOOD}\n- {FINE}"),
        (f"- {GOOD} {BAD}\n- {BAD} {FINE}", f"- {GOOD}\n- {FINE}"),
        (
            f"> {BAD} So it\n> goes on. {GOOD}\n>\n> {BAD}\n>\n> {FINE}\n\n{GOOD}",
            f"> {GOOD}\n>\n> {FINE}\n\n{GOOD}",
        ),
        (f"{GOOD}\n\n> {BAD}\n\n{FINE}", f"{GOOD}\n\n{FINE}"),
        (
            "| a | b |\n|---|---|\n| Cache size | 512 MB[^1] |\n| Cache size | 999 MB[^1] |",
            "| a | b |\n|---|---|\n| Cache size | 512 MB[^1] |",
        ),
        (f"A table:\n\n| a | b |\n|---|---|\n| Cache size | 999 MB[^1] |\n\n{GOOD}", GOOD),
        (
            "| Tarn 9.9 | b |\n|---|---|\n| Default cache size | 512 MB[^1] |",
            "|  |  |\n|---|---|\n| Default cache size | 512 MB[^1] |",
        ),
        (
            (
                "Open it:[^1]\n\n```\ntarn.open()\n```\n\n"
                f"Trace it:[^1]\n\n```\nLangfuseTracer()\n```\n\n{GOOD}"
            ),
            f"Open it:[^1]\n\n```\ntarn.open()\n```\n\n{GOOD}",
        ),
        (f"{WRONG}:[^1]\n\n```\ntarn.open()\n```\n\n{GOOD}", GOOD),
        (f"What is it? {BAD}\n\nAnd TLS? {FINE}", f"And TLS? {FINE}"),
        (f"## What is it?\n\n{BAD}\n\n## And TLS?\n\n{FINE}", f"## And TLS?\n\n{FINE}"),
        (f"{GOOD}\n\n[^1]: https://evil.example.org", GOOD),
        (f"{GOOD} See https://evil.example.org.[^1]", GOOD),
        (f"{GOOD}[^1-3] {FINE}", FINE),
        (f"{BAD} - {TLS}.[^1]", f"\\- {TLS}.[^1]"),
        (f"{GOOD}\n\n🚀\n\n{BAD}", GOOD),
        (BAD, ""),
        ("", ""),
    ],
)
def test_what_is_left_is_whole(draft: str, left: str):
    # GIVEN a draft of which not everything stands
    found = checked(draft)
    # WHEN it is cut
    text, gone = cut(found)
    # THEN exactly the rest is left, it is grounded, and the claims cut are told
    assert text == left
    assert checked(text).outcome is GateOutcome.GROUNDED or not left
    assert {claim for claim in found.claims if not claim.stands} <= set(gone)
    assert len(checked(text).claims) == len(found.claims) - len(gone)


def test_a_grounded_draft_is_left_as_it_is():
    found = checked(f"\n# Tarn\n\n\n{GOOD}  \n\n* {FINE}\n")
    assert cut(found) == (found.draft, ())


def test_a_draft_that_was_never_judged_leaves_nothing():
    assert cut(check(GOOD, [])) == ("", ())


def test_what_hangs_on_a_cut_claim_is_told_though_it_stands():
    # GIVEN code that stands on the marker of a sentence that does not
    found = checked(f"{WRONG}:[^1]\n\n```\ntarn.open()\n```\n\n{OSTREL}.[^2]")
    # WHEN the draft is cut
    _, gone = cut(found)
    # THEN both are named
    assert texts(gone) == [f"{WRONG}:", "`tarn.open()`"]
