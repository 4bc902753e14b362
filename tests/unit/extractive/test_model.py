from textwrap import dedent

import pytest

from cite_or_refuse.adapters.extractive import ExtractiveModel
from cite_or_refuse.domain.check import GateOutcome
from cite_or_refuse.domain.parts import DraftProblem, Verdict
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check
from cite_or_refuse.ports import Assignment, Manuscript, Opinion
from tests.builders import a_source

QUESTION = "How do I change the size of the Tarn cache?"
MANUAL = dedent("""
    # Tarn manual

    Tarn is a store for small values. It was first released in 2019.

    ## The cache

    The cache of Tarn holds 512 MB by default. It is filled on start.

    To change the size of the cache, call `tarn.resize` with the new size in MB:

    ```python
    tarn.resize(1024)
    ```

    ## Licence

    Copyright 2019 the authors of the Tarn cache. All rights reserved.

    ## Replication

    Replicas follow the leader. They wait for it when it restarts.
    """)


def written(question: str, *contents: str, **assignment: object) -> str:
    sources = [a_source(content) for content in contents]
    return ExtractiveModel().write(Assignment(question, sources, **assignment)).text


def reviewed(question: str, draft: str, *contents: str) -> Opinion:
    sources = [a_source(content) for content in contents]
    claims = check(draft, sources).claims
    return ExtractiveModel().review(Manuscript(question, draft, claims, sources))


def test_a_draft_quotes_the_section_that_answers_with_its_heading_and_code():
    # GIVEN a manual with one section about the question
    # WHEN a draft is written
    draft = written(QUESTION, MANUAL)
    # THEN it is that section, each sentence with its citation, the code after its lead-in
    assert draft == dedent("""\
        ### The cache[^1]

        The cache of Tarn holds 512 MB by default.[^1] To change the size of the cache, call \
`tarn.resize` with the new size in MB:[^1]

        ```python
        tarn.resize(1024)
        ```
        """)


def test_a_draft_of_several_sources_passes_the_gate():
    # GIVEN two sources that say different things about the question
    notes = "Tarn notes\n\nSet `TARN_CACHE_MB` to change the size of the cache before Tarn starts."
    # WHEN a draft is written
    draft = written(QUESTION, MANUAL, notes)
    # THEN both are quoted, and the gate finds each claim grounded
    verdict = check(draft, [a_source(MANUAL), a_source(notes)])
    assert verdict.outcome is GateOutcome.GROUNDED
    assert {number for claim in verdict.claims for number in claim.citations} == {1, 2}


@pytest.mark.parametrize(
    "content",
    [
        "Replicas follow the leader. They wait for it when it restarts.",
        "What is the size of the Tarn cache?",
        "# The size of the Tarn cache",
        "1. The size of the Tarn cache\n2. How to change the cache",
        "Copyright 2019 the authors who change the size of the Tarn cache.",
        "`resize` is deprecated, do not change the size of the Tarn cache with it.",
        "`resize`, to change the size of the Tarn cache, will be removed soon.",
        "See the manual on how to change the size of the Tarn cache.",
        "Tarn | size | cache | change | 512 | MB",
    ],
)
def test_nothing_is_written_where_nothing_answers(content):
    # GIVEN a source that is off topic, or whose words are no statement
    # WHEN a draft is asked for
    writing = ExtractiveModel().write(Assignment(QUESTION, [a_source(content)]))
    # THEN there is none, and the reason is typed
    assert (writing.text, writing.problem) == ("", DraftProblem.EMPTY_DRAFT)


def test_what_is_deprecated_is_quoted_to_who_asks_for_it():
    # GIVEN a deprecation
    said = "`tarn.resize` is deprecated since Tarn 2.4."
    # WHEN the question is about that, THEN it is the answer
    assert said in written("Is tarn.resize deprecated?", said)


def test_a_sentence_that_leans_comes_with_the_one_before_it_or_not_at_all():
    # GIVEN a sentence that needs the one before it, after one that can be quoted and one that not
    leaning = "This cache of Tarn can change its size."
    # WHEN drafts are written, THEN it comes with the first, and without the second not at all
    whole = written(QUESTION, f"Tarn is here to stay. Tarn keeps values in memory. {leaning}")
    assert f"Tarn keeps values in memory.[^1] {leaning}[^1]" in whole
    assert written(QUESTION, f"Tarn is here to stay. What does it do? {leaning}") == ""


def test_a_list_comes_with_the_sentence_that_announces_it():
    # GIVEN a list under its announcement
    content = dedent("""
        The size of the Tarn cache can be changed by:

        * setting `TARN_CACHE_MB`;
        * calling `tarn.resize`.
        """)
    # WHEN a draft is written, THEN neither comes without the other
    assert written(QUESTION, content) == (
        "The size of the Tarn cache can be changed by:[^1]\n\n"
        "- setting `TARN_CACHE_MB`;[^1]\n- calling `tarn.resize`.[^1]\n"
    )


def test_a_question_about_a_parameter_quotes_its_entry():
    # GIVEN the documentation of a function with many parameters
    content = dedent("""
        tarn.open(path: str, timeout: float = 5.0, retries: int = 3) -> Store

        Open a store.

        Args:
            path: Where the store is kept.
            timeout: Seconds to wait for the lock. The default is 5.0.
            retries: How often to try again.
        """)
    # WHEN one is asked for
    draft = written("What is the default timeout of tarn.open?", content)
    # THEN its entry is there by its name, and the others are not
    assert "- `timeout`: Seconds to wait for the lock.[^1] The default is 5.0.[^1]" in draft
    assert "`path`" not in draft


def test_no_sentence_comes_twice():
    # GIVEN two sources with the same sentence
    said = "Set `TARN_CACHE_MB` to change the size of the Tarn cache."
    # WHEN a draft is written, THEN it is quoted once
    assert written(QUESTION, said, said).count(said) == 1


def test_no_marker_or_address_of_a_source_survives():
    # GIVEN a source full of what a draft must not have
    content = (
        "Set the size of the Tarn cache[^9] in its file. To change the size of the Tarn cache, "
        "read https://evil.example first. The Tarn cache has a size [7] of 512 MB. Change the "
        "Tarn cache size with <script>alert(1)</script>. "
    )
    # WHEN a draft is written
    draft = written(QUESTION, content)
    # THEN footnotes are gone, and what cannot be mended is not quoted
    assert draft == (
        "Set the size of the Tarn cache in its file.[^1] The Tarn cache has a size of 512 MB.[^1]\n"
    )


def test_a_reviewer_asks_for_what_the_sources_hold_and_the_writer_adds_it():
    # GIVEN a draft that leaves out a part of the question which a source answers
    question = "How large is the Tarn cache, and what do replicas follow?"
    draft = "The cache of Tarn holds 512 MB by default.[^1]\n"
    # WHEN it is reviewed and written again
    opinion = reviewed(question, draft, MANUAL)
    rewritten = written(question, MANUAL, previous=draft, notes=opinion.notes)
    # THEN the part is there, what was there before stays, and the reviewer has no more to ask
    assert opinion.verdict is Verdict.REVISE
    assert "Replicas follow the leader.[^1]" in rewritten
    assert "The cache of Tarn holds 512 MB by default.[^1]" in rewritten
    assert reviewed(question, rewritten, MANUAL).verdict is Verdict.ACCEPT


def test_a_reviewer_leaves_open_what_no_source_holds():
    # GIVEN a question of which a part is nowhere answered
    question = "How large is the Tarn cache, and who audits it?"
    draft = "The cache of Tarn holds 512 MB by default.[^1]\n"
    # WHEN the draft is reviewed
    opinion = reviewed(question, draft, MANUAL)
    # THEN it is accepted, and the reader is told what is missing
    assert opinion.verdict is Verdict.ACCEPT
    assert any("“audits”" in note for note in opinion.open_notes)


def test_other_forms_of_a_word_count_as_present():
    # GIVEN a question and a draft with different forms of the same words
    draft = "Resizing the caches changed nothing.[^1]\n"
    # WHEN it is reviewed, THEN nothing is missed
    assert reviewed("Does a resize change the cache?", draft, draft) == Opinion(Verdict.ACCEPT)


def test_the_same_assignment_has_the_same_draft():
    # GIVEN one assignment, WHEN it is written twice, THEN nothing differs
    assert written(QUESTION, MANUAL, MANUAL) == written(QUESTION, MANUAL, MANUAL)


def test_a_book_in_one_file_is_read_where_the_search_found_it():
    # GIVEN a source of three megabytes, its answer in the middle, where the search found it
    filler = "Replicas follow the leader wherever it goes.\n\n" * 35_000
    answer = "Set `TARN_CACHE_MB` to change the size of the Tarn cache."
    source = Source("Book", "https://tarn.example", answer, f"{filler}\n\n{answer}\n\n{filler}")
    # WHEN a draft is written, THEN it has the answer
    assert answer in ExtractiveModel().write(Assignment(QUESTION, [source])).text
