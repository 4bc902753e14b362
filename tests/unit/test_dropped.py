import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.runtime.aws.dropped import Dropped, dropped_from

KEYS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=300).map(
    lambda text: f"questions/{text}"
)


def prefix(key: str) -> str:
    return Dropped("b", key, "v1").results


@pytest.mark.parametrize(
    ("key", "results"),
    [
        ("questions/tarn.txt", "results/tarn/"),
        ("questions/TARN.JSON", "results/TARN/"),
        ("questions/legal/2026/q 1.v2.md", "results/legal/2026/q 1.v2/"),
        ("questions/Größe & Preis+?.txt", "results/Größe & Preis+?/"),
        ("questions/no extension", "results/no extension/"),
        ("questions/.txt", "results/.txt/"),
    ],
)
def test_results_lie_under_the_name_of_the_question(key: str, results: str):
    assert prefix(key) == results


@pytest.mark.parametrize(
    ("key", "begins"),
    [
        ("questions/../../etc/passwd.txt", "results/-/-/etc/passwd-"),
        ("questions//q.txt", "results/-/q-"),
        ("questions/a\nb\\c.txt", "results/a-b-c-"),
        ("questions/" + "é" * 480 + ".txt", "results/" + "é" * 200 + "-"),
    ],
)
def test_a_name_that_could_lead_astray_is_cleaned_and_told_apart_by_a_digest(key: str, begins: str):
    assert prefix(key).startswith(begins)
    assert len(prefix(key)) == len(begins) + len("0a1b2c3d/")


@given(KEYS)
def test_results_lie_where_s3_takes_them_and_never_trigger(key: str):
    # GIVEN any key, however long
    dropped = Dropped("b", key, "v1")
    # THEN its results are below results/, within S3's limit, and no part leads out of there
    longest = f"{dropped.results}0000000-00000/sources.json"
    for path in (longest, dropped.error_key):
        assert len(path.encode()) <= 1024
        assert path.startswith("results/")
        assert not {"", ".", ".."} & set(path.split("/"))


@given(KEYS, KEYS)
def test_two_questions_share_a_name_only_if_their_extensions_alone_differ(one: str, other: str):
    if prefix(one) == prefix(other):
        assert {one, one.rpartition(".")[0]} & {other, other.rpartition(".")[0]}


@given(KEYS, st.text("abcABC012._-", min_size=1))
def test_an_address_names_the_object_again(key: str, version: str):
    dropped = Dropped("a-bucket", key, version)
    assert dropped_from(dropped.address) == dropped


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "iam:arn:aws:iam::1:user/ann",
        "s3://b/documents/set/a.txt?versionId=1",
        "s3://b/questions/a.txt",
        "https://b/questions/a.txt?versionId=1",
    ],
)
def test_who_else_started_a_run_is_no_dropped_question(address: str):
    assert dropped_from(address) is None


def test_two_versions_have_error_documents_of_their_own():
    one, other = (Dropped("b", "questions/q.txt", version).error_key for version in "12")
    assert one != other
