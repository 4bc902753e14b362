"""What is dropped from a draft before its claims are read, and what is not."""

import pytest

from cite_or_refuse.domain.check import Reason
from cite_or_refuse.gate.repair import repair
from tests.gate.tarn import BENCHMARK, CACHE, NOTES, SOURCES, TLS, checked

CLAIM = f"{CACHE}.[^1]"


@pytest.mark.parametrize(
    "extra",
    [
        f"[^1]: {NOTES.url}",
        f"[^1]: <{NOTES.url}>",
        f"[^1]: [Notes]({NOTES.url}), read in May",
        f"[^1]: Notes. {NOTES.url}.\n    More of it.",
        f"[1]: {NOTES.url}",
        f'[1]: {NOTES.url} "Notes"',
        f"[^1]: {NOTES.url}/",
        f"[^1]: {NOTES.url}?utm_source=x#cache",
        "Sources: [^1], [^2]",
        "**Sources:** [^1][^2]",
        "*Source: [^1]*",
        "Quellen: [^1]",
        "参考文献：[^1]",
        f"Source: {NOTES.url}",
        f"Sources: {NOTES.title} [^1], {BENCHMARK.title} [^2]",
        f"## Sources\n\n1. [{NOTES.title}]({NOTES.url})\n2. {BENCHMARK.title}. {BENCHMARK.url}",
        f"## References\n\n- [^1] {NOTES.title}\n- [^2] {BENCHMARK.title}, read on 3 May",
        f"Sources\n=======\n\n[^1]: {NOTES.url}",
        f"**References**\n\n[1] {NOTES.url}\n[2] {BENCHMARK.url}",
        f"---\n\n### 7. Sources used\n\n{NOTES.url}",
        "## Sources",
        "References:",
        f"[1] {NOTES.title}\n[2] {BENCHMARK.title}",
        f"1. {NOTES.url}\n2. {BENCHMARK.url}",
        "[^1]",
        "[^1][^2]",
        "- [^1]\n- [^2]",
        "[1], [2]",
        "<!-- hidden [^9] -->",
        "<!--\n\n[^9]\n\n-->",
        "<!-- never closed",
    ],
)
def test_what_cites_nothing_and_states_nothing_is_dropped(extra: str):
    # GIVEN a grounded draft with a list of sources of the writer's own, or what no reader sees
    # WHEN it is repaired
    found = repair(f"{CLAIM}\n\n{extra}\n", SOURCES)
    # THEN the rest is left, and the change is told
    assert found.page.text.replace("---", "").strip() == CLAIM
    assert found.changes


@pytest.mark.parametrize("extra", ["Sources: [^1], [^2]", "[^1]", f"[^1]: {NOTES.url}"])
def test_none_of_these_cites_a_claim(extra: str):
    assert Reason.UNCITED_CLAIM in checked(f"{CACHE}.\n\n{extra}").reasons


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ("[^1]: https://docs.exmaple.org/tarn/2.4", Reason.DEFINITION_MISMATCH),
        ("[^1]: https://docs.example.org/tarn/2", Reason.DEFINITION_MISMATCH),
        (f"[^2]: {NOTES.url}", Reason.DEFINITION_MISMATCH),
        (f"[^9]: {NOTES.url}", Reason.DEFINITION_MISMATCH),
        (f"[^1]: {NOTES.url} and https://evil.example.org", Reason.DEFINITION_MISMATCH),
        ("[^1]: The release notes", Reason.DEFINITION_MISMATCH),
        ("[^note]: The release notes", Reason.DEFINITION_MISMATCH),
        ("[1]: https://evil.example.org", Reason.DEFINITION_MISMATCH),
        ("[e]: https://evil.example.org", Reason.UNLISTED_URL),
        ("Sources: [1], [2]", Reason.MALFORMED_MARKER),
        ("\\[1] Some Portal \\[2] Other", Reason.MALFORMED_MARKER),
        ("## Sources\n\n1. Some Portal", Reason.UNCITED_CLAIM),
        ("## Sources\n\n1. https://evil.example.org", Reason.UNLISTED_URL),
        ("Sources: Some Portal [^1]", Reason.UNSUPPORTED_CLAIM),
        ("Sources: [^1-3]", Reason.MALFORMED_MARKER),
        ("[^9]", Reason.DANGLING_CITATION),
        ("[^abc]", Reason.MALFORMED_MARKER),
    ],
)
def test_a_list_that_names_anything_else_stays_and_is_judged(extra: str, reason: Reason):
    assert reason in checked(f"{CLAIM}\n\n{extra}\n").reasons


def test_a_section_about_references_is_no_list_of_sources():
    # GIVEN a last section whose heading is such a word, with a claim in it
    draft = f"{CLAIM}\n\n## References\n\n{TLS}.[^1]"
    # WHEN it is checked
    found = checked(draft)
    # THEN nothing is dropped
    assert found.draft == draft
    assert len(found.claims) == 2


def test_frontmatter_is_dropped_and_a_rule_is_not():
    assert checked(f"---\ntitle: Tarn 9.9\ntags:\n  - a\n---\n{CLAIM}").draft == CLAIM
    assert checked(f"---\n{CLAIM}\n---\n{TLS}.[^1]").draft == f"---\n{CLAIM}\n---\n{TLS}.[^1]"


def test_a_comment_does_not_let_its_neighbours_grow_together():
    for marker in ("[<!-- -->^1]", "[^<!-- -->1]", "[^1<!-- -->2]"):
        assert checked(f"{CACHE}.{marker}").reasons == (Reason.MALFORMED_MARKER,)


def test_line_breaks_are_read_alike():
    assert checked(f"{CLAIM}\r\n\r\n{TLS}.[^1]\r").draft == f"{CLAIM}\n\n{TLS}.[^1]\n"


def test_the_same_change_is_told_once_with_its_count():
    assert checked(f"{CACHE} [1]. {TLS} [1].").changes == (
        "rewrote [1] as [^1], 2 times",
        "moved a marker behind the full stop, 2 times",
    )


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("The default \u202ecache\u202c size is 512 MB", CACHE),
        ("The default cache size is 5\u00ad12 MB", CACHE),
        ("The default cache size is 5\u206412\U000e0041 MB", CACHE),
        ("The default cache size is 5\ufe0f12 MB", CACHE),
        ("The default cache size is 5\x0812 MB\u200f", CACHE),
    ],
)
def test_what_no_reader_sees_is_dropped_before_anything_is_read(written: str, shown: str):
    # GIVEN a claim with characters that change what stands there, but not what is seen
    # WHEN it is checked
    found = checked(f"{written}.[^1]")
    # THEN what was judged is what ships, and the change is listed
    assert found.draft == f"{shown}.[^1]"
    assert found.changes[0].startswith("dropped a character that no reader sees")
    assert found.claims[0].stands


def test_joiners_and_signs_of_emoji_stay():
    draft = "می\u200cخواهم ⚠\ufe0f 👩\u200d💻.[^1]"
    assert checked(draft).draft == draft
