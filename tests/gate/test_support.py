"""What the gate decides about one claim and the sources it cites, a story for each rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.domain.check import Support
from cite_or_refuse.gate.evidence import local_support
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.support import Judged, judge

TARN = (
    "Tarn 2.4 was released on 5 March 2024. The default cache size is 512 MB. Set TARN_CACHE_MB to "
    "change it. The --no-sync flag disables fsync. TLS is not enabled by default. The store is "
    "opened with tarn.open()."
)
BENCH = (
    "In the test on 16 cores Tarn handled 1,250,000 requests per second with a p99 latency of "
    "3.2 ms. Ostrel handled 410,000 requests per second. Throughput fell by 12.5 % when TLS was on."
)
PEOPLE = "Mira Okoye leads the Tarn project. Jonas Field wrote the replication module."


def judged(claim: str, *sources: str, context: str = "") -> Judged:
    return judge(claim, [(n, build_index(s)) for n, s in enumerate(sources, 1)], context)


@pytest.mark.parametrize(
    "claim",
    [
        "The default cache size is 512 MB.",
        "Tarn 2.4 came out on 2024-03-05.",
        "Version 2.4 was released in March 2024.",
        "Tarn handled 1.25 million requests per second on 16 cores.",
        "Throughput fell by 12.5 percent when TLS was on.",
        "Throughput fell by about 13 % when TLS was on.",
        "The p99 latency was 3.2 milliseconds.",
        "`--no-sync` disables fsync.",
        "Set `TARN_CACHE_MB` to change the cache size.",
    ],
)
def test_a_fact_may_be_written_in_another_way(claim):
    # GIVEN sources that state the fact, and a claim that writes it otherwise
    # WHEN the claim is judged
    result = judged(claim, TARN, BENCH)
    # THEN it may ship
    assert result.verdict is not Support.UNSUPPORTED, result


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("The default cache size is 51 MB.", "51 MB"),
        ("The default cache size is 512 KB.", "512 KB"),
        ("Tarn handled 250,000 requests per second.", "250,000"),
        ("Throughput fell by 2.5 % when TLS was on.", "2.5 %"),
        ("Throughput fell by 13 % when TLS was on.", "13 %"),
        ("Tarn 2.4 was released on 5 May 2024.", "5 May 2024"),
        ("Tarn 2.4.1 was released on 5 March 2024.", "2.4.1"),
        ("The `--sync` flag disables fsync.", "--sync"),
        ("The --no-sync-all flag disables fsync.", "--no-sync-all"),
        ("Set `TARN_CACHEMB` to change the cache size.", "TARN_CACHEMB"),
        ("The store is opened with `tarn.connect()`.", "tarn.connect"),
        ("The default cache is kept in CacheMQ.", "CacheMQ"),
    ],
)
def test_a_hard_fact_that_no_source_states_refuses_and_is_named(claim, missing):
    # GIVEN a claim with one thing changed
    # WHEN it is judged
    result = judged(claim, TARN, BENCH)
    # THEN it is refused, and the very token is named as the claim writes it
    assert result.verdict is Support.UNSUPPORTED
    assert missing in result.missing


def test_code_stands_in_its_very_letters():
    # GIVEN a page that has a class in one number, and a method in capitals
    index = build_index("A call returns a `Store`. The API knows the method GET for each store.")
    # WHEN claims write them between ticks as they are, in another number, in other capitals
    one, several, small = (
        judge(claim, [(1, index)])
        for claim in ("A call returns a `Store`", "A call returns `Stores`", "The API knows `get`")
    )
    # THEN only the other number is missing; an "s" behind the ticks is prose
    assert (one.missing, several.missing, small.missing) == ((), ("Stores",), ())
    assert judge("A call returns `Store`s", [(1, index)]).missing == ()


@pytest.mark.parametrize(
    "claim", ["Compile with -DTARN_FAST for a small build", "The tarn_Fast build is small"]
)
def test_a_macro_and_a_name_in_prose_stand_as_the_page_writes_them(claim):
    # GIVEN a page with a macro and a name
    index = build_index("Compile with TARN_FAST for a small build. The tarn_fast build is small.")
    # WHEN a claim gives it to a compiler, or writes it in other capitals outside ticks
    # THEN it is not missing
    assert judge(claim, [(1, index)]).missing == ()


@pytest.mark.parametrize("claim", ["SciPy reads such files", "For a Postgres there is a driver"])
def test_a_name_in_prose_stands_in_any_form(claim):
    # GIVEN a page that writes names small, or in short
    index = build_index("The scipy package reads such files. A postgres driver is there.")
    # WHEN a claim writes them as their makers do
    # THEN nothing is missing
    assert judge(claim, [(1, index)]).missing == ()


def test_several_citations_carry_a_claim_together():
    # GIVEN a claim of two facts, one in each source
    claim = "Mira Okoye leads Tarn, whose default cache size is 512 MB."
    # WHEN it cites both, and only one
    both, one = judged(claim, TARN, PEOPLE), judged(claim, TARN)
    # THEN the union carries it, and each source shows what it carries
    assert both.verdict is not Support.UNSUPPORTED
    assert {e.source for e in both.evidence} == {1, 2}
    assert one.verdict is Support.UNSUPPORTED


def test_unknown_names_refuse_and_known_ones_pass():
    # GIVEN a page about people
    # WHEN a stranger, and then the right person, is said to lead the project
    # THEN only the stranger is refused
    assert judged("Anna Kestrel leads the Tarn project.", PEOPLE).verdict is Support.UNSUPPORTED
    assert judged("Mira Okoye leads the Tarn project.", PEOPLE).verdict is Support.SUPPORTED


def test_the_first_word_of_a_cell_is_no_name():
    # GIVEN a table row whose cells begin with capitals
    # WHEN it is judged
    result = judged("`--no-sync` | Disables fsync", TARN)
    # THEN nothing is taken for an unknown name
    assert result.verdict is not Support.UNSUPPORTED


def test_a_bare_row_is_read_with_its_header():
    # GIVEN a row of two numbers, and the header above it
    source = "| Library version | Redis versions |\n|---|---|\n| >= 4.5.0 | 5.0 to 7.0 |"
    # WHEN it is judged with the header as its context
    result = judged("4.5 and later | 5.0-7.0", source, context="Library version | Redis versions")
    # THEN the row is found, with `4.5` for `4.5.0`
    assert result.verdict is not Support.UNSUPPORTED


def test_a_number_counts_only_near_its_subject():
    # GIVEN a page on which 30 is the port's timeout and 8 the number of workers
    source = "The connection timeout of a port is 30 seconds. " + "Other text is here. " * 60
    source += "A worker pool starts with 8 worker processes for each node of the cluster."
    # WHEN the workers get the other number
    result = judged("A worker pool starts with 30 worker processes for each node.", source)
    # THEN the number stands on the page, yet is missing
    assert result.missing == ("30",)


def test_a_number_in_letters_counts_with_its_unit_only_near_its_subject():
    # GIVEN a page on which four gibibytes are the size of something else
    source = "A dictionary has up to 4 GiB. " + "Other text is here. " * 30
    source += "The size of the padding is always a multiple of four bytes."
    # WHEN they are said of the padding
    result = judged("The padding's size is always a multiple of four gibibytes.", source)
    # THEN they are missing
    assert result.missing == ("four gibibytes",)


def test_a_version_counts_only_where_most_of_its_clause_stands():
    # GIVEN a page that dates two releases, each with what it brought
    source = "Tarn 3.7.0 of July 2010 introduced write-ahead logging and its checkpoints. "
    source += "Other text is here. " * 30
    source += "Tarn 3.22.0 introduced readers without a lock file."
    # WHEN the later release gets what the earlier one brought
    right = judged("Tarn 3.7.0 introduced write-ahead logging with checkpoints.", source)
    wrong = judged("Tarn 3.22.0 introduced write-ahead logging with checkpoints.", source)
    # THEN its number is missing, though it stands near a word of the claim
    assert right.verdict is Support.SUPPORTED
    assert wrong.missing == ("3.22.0",)


def test_a_number_that_follows_from_two_others_of_the_claim_is_let_pass():
    # GIVEN a claim that states a total and its parts
    source = "The data set has 569 cases: 357 are benign and 212 are malignant."
    # WHEN it adds the ratio with a hedge, and a wrong ratio
    honest = judged("Of 569 cases 212 are malignant (about 37%), 357 benign.", source)
    false = judged("Of 569 cases 212 are malignant (about 47%), 357 benign.", source)
    # THEN only the right one may ship
    assert honest.verdict is not Support.UNSUPPORTED
    assert false.verdict is Support.UNSUPPORTED


def test_a_source_without_text_supports_nothing():
    # GIVEN an empty source and a bot challenge
    # WHEN anything is claimed of them
    # THEN it is refused
    assert judged("Tarn is written in C.", "").verdict is Support.UNSUPPORTED
    challenge = "Just a moment... Checking your browser before accessing."
    assert judged("The page confirms that Tarn is safe.", challenge).verdict is Support.UNSUPPORTED


@pytest.mark.parametrize(
    ("claim", "source", "verdict"),
    [
        ("既定のキャッシュサイズは512 MBです。", "既定のキャッシュサイズは512 MBです。", True),
        ("既定のキャッシュサイズは256 MBです。", "既定のキャッシュサイズは512 MBです。", False),
        ("TLS ist standardmäßig aktiv.", "TLS ist standardmäßig nicht aktiv.", False),
        ("Der Cache ist 1250,5 MB groß.", "Die Größe des Cache beträgt 1.250,5 MB.", True),
    ],
)
def test_other_languages_are_read(claim, source, verdict):
    # GIVEN a claim in another script or with decimal commas
    # WHEN it is judged
    # THEN its facts are read as those of an English one
    assert (judged(claim, source).verdict is not Support.UNSUPPORTED) is verdict


def test_a_claim_in_another_language_than_its_source_is_never_plainly_supported():
    # GIVEN a German claim about an English page
    # WHEN its numbers stand
    result = judged("Die Standardgröße des Caches ist 512 MB.", TARN)
    # THEN it is weak at best
    assert result.verdict is not Support.SUPPORTED


TEXTS = st.text(max_size=300) | st.text(
    alphabet="ab1.,-_`'\"(|)=:#\n \u200b\ud800é漢٣％", max_size=300
)


@given(claim=TEXTS, source=TEXTS, context=TEXTS)
def test_any_text_gets_a_verdict_and_exact_evidence(claim, source, context):
    # GIVEN any text as claim, source and context
    index = build_index(source)
    # WHEN the claim is judged
    result = judge(claim, [(1, index)], context)
    # THEN there is a verdict, its score agrees with it, and each quote is a span of the source
    assert 0 <= result.score <= 1
    assert (result.score < 0.4) is (result.verdict is Support.UNSUPPORTED)
    assert (result.score >= 0.7) is (result.verdict is Support.SUPPORTED)
    assert all(source[e.start : e.end] == e.quote for e in result.evidence)
    # AND the same answer comes again
    assert judge(claim, [(1, build_index(source))], context) == result


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Tarn steals passwords.", Support.UNSUPPORTED),
        ("Ostrel encrypts backups nightly.", Support.UNSUPPORTED),
        ("Tarn disables fsync.", Support.SUPPORTED),
        ("The default cache size is 512 MB, and it steals passwords.", Support.WEAK),
        ("The default cache size is 512 MB.", Support.SUPPORTED),
    ],
)
def test_a_name_carries_no_statement_that_its_source_has_no_word_of(claim: str, verdict: Support):
    # GIVEN a page that speaks of Tarn and Ostrel
    # WHEN a claim says something of them
    answer = judged(claim, f"{TARN} {BENCH}")
    # THEN it needs more than the name, and an invented end is marked
    assert answer.verdict is verdict


@pytest.mark.parametrize(
    "claim",
    [
        "Kestrel does not keep backups for 35 days.",
        "Kestrel never keeps backups for 35 days.",
        "Kestrel doesn't keep backups for 35 days.",
    ],
)
def test_an_ordinary_verb_is_denied_like_any_other(claim: str):
    # GIVEN a page with a plain sentence
    page = "Kestrel keeps backups for 35 days. It is a small server."
    assert judged("Kestrel keeps backups for 35 days.", page).verdict is Support.SUPPORTED
    # WHEN its predicate is denied
    # THEN the claim does not stand
    assert judged(claim, page).verdict is Support.UNSUPPORTED


def test_two_versions_of_a_claim_share_its_sentences():
    # GIVEN a changelog that deprecates something in one version and removes it in a later one
    source = (
        "# Changelog\n\n## 3.8.0\n\n- The `app` argument has been removed.\n"
        + "- A bug of the parser that nobody had seen was fixed.\n" * 12
        + "\n## 3.7.0\n\n- The `app` argument is deprecated. Use the explicit style of "
        "`transport=Mount()` instead.\n"
    )
    # WHEN a claim tells both, and one tells it of another version
    both = "The `app` argument was deprecated in 3.7.0 for `transport=Mount()`, removed in 3.8.0."
    wrong = "The explicit style of `transport=Mount()` was asked for when 3.8.0 deprecated `app`."
    # THEN the sentences of the one version do not speak against the other
    assert judged(both, source).verdict is not Support.UNSUPPORTED
    assert judged(wrong, source).missing == ("3.8.0",)


def test_a_cell_is_read_with_the_header_of_its_column():
    # GIVEN a long table
    rows = "".join(f"| field {n} | {n} | {n + 100} | {n + 200} |\n" for n in range(20))
    table = f"|  | least | most | average |\n| --- | --- | --- | --- |\n{rows}"
    table += "| proline: | 278 | 1680 | 746 |\n"
    # WHEN the names of its columns are looked for about a cell of its last row
    # THEN they are near
    index = build_index(table)
    [near] = index.postings["#746"]
    assert local_support(index, [near], {"averag": 1.0, "least": 1.0}) == 1.0


def test_a_unit_is_named_anywhere_in_the_entry():
    # GIVEN an entry that says at its head what it is counted in, and at its end the default
    entry = (
        "### `MAX_FORM`\n\nThe maximum size in bytes of a field. "
        + "If it is exceeded, an error is raised that tells the client so. " * 8
        + "\n\nDefault: `500_000`\n"
    )
    # WHEN a claim gives the default with its unit, and with another
    # THEN only the first stands
    assert judged("`MAX_FORM` defaults to 500,000 bytes.", entry).missing == ()
    assert judged("`MAX_FORM` defaults to 500,000 GB.", entry).missing == ("500,000 GB",)
