from dataclasses import replace
from textwrap import dedent

from cite_or_refuse.adapters.extractive import ExtractiveModel
from cite_or_refuse.domain.check import Claim, Support
from cite_or_refuse.gate import check, feedback
from cite_or_refuse.ports import Assignment
from tests.builders import a_source

MANUAL = """
## The cache

Set `TARN_CACHE_MB` to change the size of the Tarn cache.

## Replication

Replicas follow the leader wherever it goes.
"""
QUESTION = "How do I change the size of the Tarn cache?"


def written(question: str, content: str, **assignment: object) -> str:
    return ExtractiveModel().write(Assignment(question, [a_source(content)], **assignment)).text


def test_a_rewrite_drops_what_the_gate_refused_and_keeps_the_rest():
    # GIVEN a draft of two sentences, and a note of the gate on the second
    first = "Set `TARN_CACHE_MB` to change the size of the Tarn cache."
    second = "The size of the cache of Tarn cannot be 0, whatever you change."
    draft = written(QUESTION, f"{first} {second}")
    assert second in draft
    verdict = check(draft, [a_source(f"{first} {second}")])
    refused = [
        Claim(c.text, c.citations, Support.UNSUPPORTED, c.start, c.end, missing=("0",))
        if c.text == second
        else c
        for c in verdict.claims
    ]
    notes = feedback(replace(verdict, claims=tuple(refused)))
    # WHEN it is written again
    rewritten = written(QUESTION, f"{first} {second}", previous=draft, notes=notes)
    # THEN the refused sentence is gone, and the other stays
    assert rewritten == f"{first}[^1]\n"


def test_a_person_may_ask_for_more():
    # GIVEN a draft, and a person's note about another part of the manual
    draft = written(QUESTION, MANUAL)
    # WHEN it is written again, THEN that part is there
    notes = ("Please mention replicas too.",)
    assert "Replicas follow the leader wherever it goes.[^1]" in written(
        QUESTION, MANUAL, previous=draft, notes=notes
    )


def test_a_rewrite_keeps_the_order_of_the_sections():
    # GIVEN a draft whose first section is the one about the question
    content = """
## Sizes

Set `TARN_CACHE_MB` to change the size of the Tarn cache. It may grow while Tarn runs.

## Changes

The size of the Tarn cache can be changed. Call `tarn.resize` to change it. A change takes effect \
at once. Nobody has to wait for the change of a size.
"""
    first = "### Sizes[^1]\n\nSet `TARN_CACHE_MB` to change the size of the Tarn cache.[^1]"
    second = "### Changes[^1]\n\nThe size of the Tarn cache can be changed.[^1]"
    for draft in (f"{first}\n\n{second}\n", f"{second}\n\n{first}\n"):
        # WHEN a person asks for one thing more
        rewritten = written(
            QUESTION, content, previous=draft, notes=("Does it take effect at once?",)
        )
        # THEN it is added, and what opened the answer still does
        assert "A change takes effect at once." in rewritten
        assert rewritten.startswith(draft[:12])


def test_a_rewrite_of_lists_and_entries_keeps_every_line():
    # GIVEN a draft with entries, a nested list and the same sentence under two entries
    content = dedent("""
        tarn.resize(size: int, mode: str, wait: bool) -> None

        Change the size of the cache of Tarn.

        Args:
            size: The new size of the cache. The default is None.
            wait: Whether to wait until the size has changed. The default is None.
            mode: How to change the size of the cache. Can be one of:

                - `fast`: change the size at once. It drops what does not fit the cache.
                - `slow`: change the size of the cache bit by bit.
        """)
    draft = written(QUESTION, content)
    # WHEN it is written again with nothing to mend, THEN nothing changes
    assert "  - `fast`: change the size at once.[^1] It drops" in draft
    assert (
        written(QUESTION, content, previous=draft, notes=("0 more claims do not stand.",)) == draft
    )
