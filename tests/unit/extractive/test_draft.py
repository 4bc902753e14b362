import re
from textwrap import dedent

from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.extractive import ExtractiveModel
from cite_or_refuse.adapters.extractive.draft import compose
from cite_or_refuse.adapters.extractive.quotes import quotes_of
from cite_or_refuse.domain.check import GateOutcome
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check
from cite_or_refuse.ports import Assignment
from tests.builders import a_source

QUESTION = "How do I change the size of the Tarn cache?"


def composed(content: str) -> str:
    return compose(quotes_of(a_source(dedent(content)), 7))


def test_entries_are_a_list_under_the_signature_they_belong_to():
    # GIVEN the documentation of a function
    draft = composed("""
        tarn.resize(size: int) -> bool

        Change the size of the cache.

        Args:
            size: The new size in MB.

                It must not be 0.

        Returns:
            Whether the size was another before.

        Raises:
            ValueError: The size is 0.
        """)
    # WHEN all of it is laid out, THEN what is said of an entry stays in its item
    assert draft == dedent("""\
        ### `tarn.resize(size: int) -> bool`[^7]

        Change the size of the cache.[^7]

        - `size`: The new size in MB.[^7] It must not be 0.[^7]
        - Returns: Whether the size was another before.[^7]
        - Raises `ValueError`: The size is 0.[^7]
        """)


def test_code_never_comes_before_the_first_sentence_of_its_section():
    # GIVEN an example above the text that explains it
    draft = composed("""
        # Resize

        ```python
        tarn.resize(1024)
        ```

        The size is given in MB, not in bytes.
        """)
    # WHEN both are laid out, THEN the line above the code cites
    assert draft == (
        "### Resize[^7]\n\nThe size is given in MB, not in bytes.[^7]\n\n"
        "```python\ntarn.resize(1024)\n```\n"
    )


def test_a_block_that_reads_like_prose_is_no_example():
    # GIVEN sentences that their source lays out as code
    said, laid_out = (
        "Set `TARN_CACHE_MB` to change the size of the cache of Tarn.",
        "The size of the Tarn cache is 512 MB.",
    )
    source = a_source(f"{said}\n```\n{laid_out}\n```")
    # WHEN a draft is written
    draft = ExtractiveModel().write(Assignment(QUESTION, [source])).text
    # THEN they are not shown without a citation
    assert draft == f"{said}[^1]\n"


def test_a_heading_leaves_its_number_off_but_keeps_a_version():
    # GIVEN a numbered section and a release
    # WHEN they are laid out, THEN only what names something is shown
    assert composed("2.1. The cache\n\nIt holds 512 MB by default.").startswith("### The cache[^7]")
    assert composed("# 2.4.1 (2024)\n\nIt holds 512 MB by default.").startswith("### 2.4.1 (2024)")


def test_a_heading_that_could_be_read_as_something_else_is_left_out():
    # GIVEN headings with an address, a tag and a whole sentence in front of another
    # WHEN their sections are laid out, THEN the sentences come without them
    for heading in ("Cache https://x.example", "Cache <script>", "It is small. The cache is"):
        assert composed(f"# {heading}\n\nIt holds 512 MB.") == "It holds 512 MB.[^7]\n"


ANSWERS = st.sampled_from(
    [
        "The Tarn cache holds 512 MB by default.",
        "Set `TARN_CACHE_MB` to change the size of the cache.",
        "Call ``tarn.resize(size=1024)`` to change the size of the cache at run time.",
        "The cache size can be changed with :func:`tarn.resize <resize>` while Tarn runs.",
        "See [the *manual*](https://tarn.example/manual) to change the size of the Tarn cache.",
        "To change the Tarn cache, edit **tarn.toml** and restart Tarn[^9].",
        "The size of the cache was 256 MB in Tarn 1.9 [1].",
        "It grows when the size of the Tarn cache is large.",
        "To change the size of the Tarn cache:",
        "A cache of 3 GB, e.g. on a server with 16 cores, speeds up Tarn by 12.5 %.",
        "Use `https://tarn.example/size` to change the size of the cache of Tarn.",
        "The docs at https://tarn.example tell how to change the Tarn cache.",
        "Change the cache <b>size</b> of Tarn with <script>alert(1)</script>.",
        "Tarn's cache size is \ue200cite\ue2011 set by default to 64 MB.",
        "Der Tarn-Cache hat eine Größe von 1,5 GB.",
        "Tarnのキャッシュのサイズは512 MBである。",
        "size (int): The size of the Tarn cache in MB, 512 by default",
        ":param size: The size of the Tarn cache. Defaults to 512.",
        "`size` | 512 | The size of the Tarn cache.",
        "What is the size of the Tarn cache?",
    ]
)
MARKUP = st.sampled_from(
    """
    # The Tarn cache|Cache size|==========|----------|```python|```|Args:|.. note::|$$x$$
    2.1. The cache of Tarn|.. code-block:: python|>>> tarn.resize(1024)|[^9]: https://evil.example
    tarn.resize(size: int = 512) -> bool|class Cache(size=3)|<div class='x'>Tarn cache size</div>
    For example::|!!! warning "Cache"|\t|TARN CACHE|--size|1 Tarn
    """.strip()
    .replace("\n", "|")
    .split("|")
)
LINE = st.one_of(
    ANSWERS,
    ANSWERS,
    MARKUP,
    st.builds("{}{}".format, st.sampled_from(["- ", "1. ", "    ", "> ", "# ", "| ", ""]), ANSWERS),
    st.text(max_size=40),
    st.just(""),
)
DOCUMENT = st.lists(LINE, max_size=25).map("\n".join)


def words(text: str) -> str:
    """The words of a text without markup, by rules that share nothing with the writer's."""
    text = re.sub(r":[a-z:]+:(?=`)", "", text)
    text = re.sub(r"(`[^`<>\n]*?)\s*<[^`<>\n]*>`", r"\1`", text)
    text = re.sub(r"\]\([^()]*\)", "]", text)
    text = re.sub(r"\[\^?[0-9]+\]_?|</?b>", "", text)
    return f" {' '.join(re.findall(r'[^\W_]+', text))} "


@given(st.lists(DOCUMENT, min_size=1, max_size=3))
def test_whatever_the_sources_hold_a_draft_only_quotes_and_the_gate_grounds_it(documents):
    # GIVEN sources with any text, markup, markers, addresses, code and HTML
    sources = [
        Source(f"Tarn {n}", f"https://t.example/{n}", "", d) for n, d in enumerate(documents)
    ]
    # WHEN a draft is written
    draft = ExtractiveModel().write(Assignment(QUESTION, sources)).text
    # THEN the gate reads it as it is and finds each claim in its source
    verdict = check(draft, sources)
    assert not draft or (verdict.outcome, verdict.changes) == (GateOutcome.GROUNDED, ())
    # THEN each marker cites a source, and what is claimed stands there in one piece
    assert {int(n) for n in re.findall(r"\[\^(.*?)\]", draft)} <= set(range(1, len(sources) + 1))
    for claim in verdict.claims:
        [number] = claim.citations
        content, laid_out = sources[number - 1].content, verdict.draft[claim.start : claim.end]
        if laid_out.startswith("```"):
            assert all(line.strip() in content for line in laid_out.splitlines()[1:-1])
        else:
            assert words(claim.text) in words(content)
