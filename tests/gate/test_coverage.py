"""Which bits of a draft are claims, and which of them need a marker."""

from dataclasses import replace

import pytest

from cite_or_refuse.domain.check import GateOutcome, Reason
from cite_or_refuse.gate import check
from tests.gate.tarn import CACHE, NOTES, OSTREL, SOURCES, TLS, checked, texts, verdicts

GROUNDED = [
    f"**{CACHE}.**[^1]",
    f"**{CACHE}.[^1]**",
    f"*{CACHE}*.[^1]",
    "The **default cache size** is `512 MB`.[^1]",
    f"**Cache.** {CACHE}.[^1] **TLS.** {TLS}.[^1]",
    f"**Note:** {CACHE}.[^1]",
    f"__Cache.__ {CACHE}.[^1]",
    f"{CACHE}[^1], and {OSTREL}[^2].",
    f"{CACHE}; {TLS}.[^1]",
    f"{CACHE}\nas of Tarn 2.4.[^1]",
    f"{CACHE}.\n[^1]",
    f"- **Cache** — {CACHE} [^1]\n- **TLS** — {TLS} [^1]",
    f"* {CACHE}.[^1]\n    * {TLS}.[^1]",
    f"1. {CACHE}.[^1]\n\n   {TLS}.[^1]\n2. {OSTREL}.[^2]",
    f"• {CACHE}.[^1]\n• {TLS}.[^1]",
    f"- [ ] {CACHE}.[^1]",
    f"1) {CACHE}.[^1]\n2) {TLS}.[^1]",
    f"+ {CACHE}\n  at that.[^1]",
    f"> {CACHE}.[^1]\n> {TLS}.[^1]",
    f"> **Note**\n> {CACHE}.[^1]",
    f"> {CACHE}.[^1]\n\n{TLS}.[^1]",
    "> “We never planned a hosted service,” said Okoye.\n> — Interview with Mira Okoye[^3]",
    "| Option | Default |\n|:--|--:|\n| Cache size | 512 MB [^1] |",
    "Option | Default\n---|---\nCache size | 512 MB [^1]",
    "| Option | Default | Source |\n|---|---|---|\n| Cache size | 512 MB | [^1] |",
    "| Option | Default |\n|---|---|\n| Cache size | 512 MB [^1] |\n| Source | [^1] |\n| | |",
    "| The default cache size | 512 MB [^1] |",
    f"| a | b |\n|---|---|\n| {CACHE} \\| {TLS} | [^1] |",
    f"# Report\n\n## Cache size\n\n{CACHE}.[^1]",
    f"## 1. Overview\n{CACHE}.[^1]",
    f"### Step 2: Configure\n{CACHE}.[^1]",
    f"Cache\n-----\n{CACHE}.[^1]",
    f"**Cache**\n\n{CACHE}.[^1]",
    f"{CACHE}.[^1]\n---\n{TLS}.[^1]\n\n***\n",
    f"What is the default?\n\n{CACHE}.[^1]",
    f"## How large is it?\n\n{CACHE}.[^1]",
    f"既定は？ {CACHE}.[^1]",
    f"Defaults:\n- {CACHE}.[^1]\n- {TLS}.[^1]",
    f"The defaults are the following:\n\n1. {CACHE}.[^1]",
    f"- Defaults:\n  - {CACHE}.[^1]",
    f"- **Defaults**\n  - {CACHE}.[^1]",
    f"- Defaults\n\n  {CACHE}.[^1]",
    f"Defaults:[^1]\n\n- {CACHE}.[^1]",
    f"Defaults：\n\n- {CACHE}.[^1]",
    "As a table:\n\n| Option | Default |\n|---|---|\n| Cache size | 512 MB[^1] |",
    f"In his words:\n\n> {TLS}.[^1]",
    "Open the store like this:[^1]\n\n```python\ntarn.open()\n```",
    "```\ntarn.open()\n```\n[^1]",
    "```\ntarn.open()\n```\n\nSource: [^1]",
    "The store is opened with `tarn.open()`.[^1]\n\n    tarn.open()\n",
    f"{CACHE}.[^1]\n\n```\ntarn.open()\n```",
    "- Open it:[^1]\n\n  ```\n  tarn.open()\n  ```",
    f"{CACHE}.[^1] 🚀\n\n—\n\n...",
    "Tarn 2.4 の既定キャッシュは 512 MB です。[^1]",
    "TARN\\_CACHE\\_MB changes the cache size.[^1]",
    f"The --no-sync flag disables fsync.[^1] ({TLS}.)[^1]",
    f"({TLS}.[^1])",
    f"{CACHE} (see [^1]).",
    f"{CACHE}&nbsp;[^1].",
]


@pytest.mark.parametrize("draft", GROUNDED)
def test_honest_formatting_is_grounded(draft: str):
    found = checked(draft)
    assert found.outcome is GateOutcome.GROUNDED, (found.reasons, found.claims)


UNCITED = [
    f"{CACHE}.[^1] {OSTREL}. {TLS}.[^1]",
    f"{OSTREL}. {CACHE}.[^1]",
    f"{CACHE}.[^1] {TLS}!",
    f"{CACHE}.[^1] Yes.",
    f"{CACHE}.[^1]\n\nNote",
    f"{CACHE}.[^1]\n\n{TLS}.",
    f"{CACHE}.[^1]\n{TLS}.",
    f"**{CACHE}.** {TLS}.[^1]",
    f"{CACHE}.[^1] e.g. nothing. {TLS}.[^1]",
    f"{CACHE}.[^1]Ostrel is slow.",
    "毎秒 410,000 件です。既定は 512 MB です。[^1]",
    f"{CACHE}。{TLS}.[^1]",
    f"- {CACHE}.[^1]\n- {TLS}.",
    f"- {CACHE}.[^1]\n  - {TLS}.",
    f"- {CACHE}.[^1]\n\n  {TLS}.",
    f"- {CACHE}. {TLS}.[^1]",
    f"- {CACHE}\n- {TLS}\n\n[^1]",
    f"1. {CACHE}.[^1]\n1. {TLS}.",
    f"* {CACHE}.[^1]\n+ {TLS}.",
    f"> {CACHE}. {TLS}.[^1]",
    f"{CACHE}.[^1]\n\n> {TLS}.",
    f"> {CACHE}.\n\n[^1]",
    "| Option | Default |\n|---|---|\n| Cache size | 512 MB [^1] |\n| p99 | 3.2 ms |",
    "| cache size | 512 MB [^1] |\n| p99 | 3.2 ms |",
    "| Option | Default [^1] |\n|---|---|\n| Cache size | 512 MB |",
    "a | b\n-|-\nCache size | 512 MB [^1]\nTLS | off",
    f"Defaults:\n\n{CACHE}.[^1]",
    f"{CACHE}.[^1] As follows:",
    f"## Tarn is the best.\n\n{CACHE}.[^1]",
    f"Yes\n\n{CACHE}.[^1]",
    f"Open it:\n\n```\ntarn.open()\n```\n\n{CACHE}.",
    f"{CACHE}.[^1]\n\n{TLS}.\n\n    tarn.open()\n",
    f"[{CACHE}]({NOTES.url}) {TLS}.[^1]".replace(") ", "). "),
    f"`{CACHE}.[^1]` {TLS}.[^1]".replace("` ", "`. "),
]


@pytest.mark.parametrize("draft", UNCITED)
def test_whatever_states_something_needs_its_own_marker(draft: str):
    found = checked(draft)
    assert Reason.UNCITED_CLAIM in found.reasons, found.claims


LABELS = [
    ("# Tarn 2.4\n\n{}", True),
    ("## Setting `TARN_CACHE_MB`\n\n{}", True),
    ("## `tarn.open()`\n\n{}", True),
    ("## Cache: 512 MB\n\n{}", True),
    ("### --no-sync\n{}", True),
    ("# Released on 5 March 2024\n\n{}", True),
    ("# Top 5 facts\n\n{}", True),
    ("## 2.1 Caches\n\n{}", True),
    ("## 3. Caches\n\n{}", True),
    ("## Step 4\n\n{}", True),
    ("## The cache of Tarn 2.4 is 512 MB\n\n{}", True),
    ("Tarn 2.4 has one default:\n\n- {}", True),
    ("Is 512 MB enough?\n\n{}", True),
    ("| Option | Tarn 2.4 |\n|---|---|\n| Default cache size | 512 MB [^1] |", True),
    ("# Tarn 9.9\n\n{}", False),
    ("## 640 MB\n\n{}", False),
    ("## 1.7 is new\n\n{}", False),
    ("## Tarn 3\n\n{}", False),
    ("## Tarn listens on port 2\n\n{}", False),
    ("## Latency: 3.2\n\n{}", False),  # which a source has that nothing cites
    ("## The `LangfuseTracer` class\n\n{}", False),
    ("## LangfuseTracer\n\n{}", False),
    ("## Throughput fell by 12.5 %\n\n{}", False),
    ("# 1,250,000 requests per second\n\n{}", False),
    ("**9,000,000 users**\n\n{}", False),
    ("## --no-sync-all\n\n{}", False),
    ("# Released in 2023\n\n{}", False),
    ("It earned USD 730,000,000:\n\n- {}", False),
    ("Pass these to `graph.run(model=x)`:\n\n- {}", False),
    ("Do 9,000,000 people use it?\n\n{}", False),
    ("| Option | Tarn 9.9 |\n|---|---|\n| Default cache size | 512 MB [^1] |", False),
    ("# “A truly hosted service”\n\n{}", False),
]


@pytest.mark.parametrize(("draft", "fine"), LABELS)
def test_a_label_is_held_to_the_hard_facts_it_states(draft: str, fine: bool):
    # GIVEN a heading, a lead-in, a question or a table header without a marker, over cited claims
    # WHEN the draft is checked
    found = checked(draft.format(f"{CACHE}.[^1]"))
    # THEN a quantity has to be restated below it, any other hard fact to stand in a cited source
    assert (found.outcome is GateOutcome.GROUNDED) == fine
    assert fine or any(claim.missing and not claim.citations for claim in found.claims)


def test_a_label_with_a_marker_is_held_to_its_hard_facts_too():
    assert verdicts("Open the store:[^1]\n\n```\ntarn.open()\n```")[-1] == (
        "`tarn.open()`",
        "supported",
    )
    assert ("The LangfuseTracer class:", "unsupported") in verdicts(
        f"The LangfuseTracer class:[^1]\n\n- {CACHE}.[^1]"
    )


def test_code_is_a_claim_of_its_own_with_the_citation_beside_it():
    # GIVEN an invented interface in a block of code, once cited and once not
    code = "```python\nfrom langfuse import LangfuseTracer\ngraph.run(model='x', prompt='y')\n```"
    # WHEN the drafts are checked
    cited, uncited = (
        checked(f"{CACHE}.[^1]\n\nUse it so:[^1]\n\n{code}"),
        checked(f"{CACHE}.[^1]\n\nUse:\n{code}"),
    )
    # THEN neither ships
    assert Reason.UNSUPPORTED_CLAIM in cited.reasons
    assert any("LangfuseTracer" in token for token in cited.claims[-1].missing)
    assert uncited.reasons == (Reason.UNCITED_CLAIM,)


def test_a_claim_has_its_place_in_the_draft_and_a_text_without_marks():
    # GIVEN a draft with quotes, items, rows and links
    draft = (
        f"> {CACHE}\n> [^1]\n\n- [x] {TLS} ([notes]({NOTES.url})).[^1]\n\n"
        "| Option | Default |\n|---|---|\n| Cache size | 512 MB[^1] |\n"
    )
    # WHEN it is checked
    found = checked(draft)
    # THEN each text is plain, and each place holds the claim with its marker
    assert texts(found.claims) == [CACHE, f"{TLS} (notes).", "Cache size | 512 MB"]
    assert [found.draft[c.start : c.end].count("[^1]") for c in found.claims] == [1, 1, 1]


def test_a_draft_that_only_declines_is_never_grounded():
    for text in (
        "The sources do not answer the question.",
        "None of the provided sources covers it.",
        "Unfortunately, I could not find an answer.",
        "I'm sorry, I can’t help with that.",
    ):
        assert checked(f"{text}[^1]").outcome is GateOutcome.UNSUPPORTED


@pytest.mark.parametrize(
    "draft", ["", " \n", "[^1]", "[^1]\n\n[^2]", "- [^1]", "# Title", "...[^1]", "🚀", "***"]
)
def test_a_draft_that_states_nothing_is_empty(draft: str):
    assert Reason.EMPTY_DRAFT in checked(draft).reasons
    assert not checked(draft).claims


def test_without_sources_the_text_is_not_even_looked_at():
    assert check(f"{CACHE}.[^1]", []).reasons == (Reason.NO_SOURCES,)


def test_a_source_that_cannot_be_evidence_carries_nothing():
    # GIVEN an empty source, the page of a robot check, and one that speaks of such pages at length
    robot = "Just a moment... Checking your browser before accessing tarn.example."
    for content, stands in (
        ("", False),
        (" \n", False),
        (robot, False),
        ("Access denied", False),
        (f"{CACHE}. Access denied is an error of HTTP 403.", True),
        (robot + f" {CACHE}." * 99, True),
    ):
        # WHEN a claim cites it
        found = check(f"{CACHE}.[^1]", [replace(SOURCES[0], content=content)])
        # THEN only the last two carry it
        assert found.claims[0].stands == stands, content
