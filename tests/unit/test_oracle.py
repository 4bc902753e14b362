import pytest

from tests.oracle import lies_in
from tests.writers import FACTS, SOURCES


@pytest.mark.parametrize(
    ("draft", "lies"),
    [
        ("The default cache size is 640 MB.[^1]", ["640"]),
        ("The default cache size is 12 MB.[^1]", ["12"]),
        ("Tarn 2 was released.[^1]", ["2"]),
        ("Ostrel 9.3 listens.[^2]", ["9.3"]),
        ("The default cache size is 512 MB.[^2]", ["512"]),
        ("The default cache size is 512 MB.", ["512"]),
        ("The default cache size is 512 MB.[^7]", ["[^7]", "512"]),
        ("It works.[^01]", ["[^01]"]),
        ("Use `LangfuseTracer`.[^1]", ["LangfuseTracer"]),
        ("Use `TARN_CACHE`.[^1]", ["TARN_CACHE"]),
        ("Fine.[^1] It takes 9 seconds. The port is 7421.[^2]", ["9"]),
        ("| Tarn | 9.9 [^1] |", ["9.9"]),
        ("It works.[^1]\n\n```\nopen_store(timeout=31)\n```", ["31"]),
    ],
)
def test_a_lie_is_found(draft: str, lies: list[str]) -> None:
    assert lies_in(draft, SOURCES) == lies


@pytest.mark.parametrize("n", [1, 2, 3])
def test_what_a_source_says_is_no_lie(n: int) -> None:
    facts = FACTS[n - 1]
    for draft in (
        " ".join(f"{fact}[^{n}]" for fact in facts),
        "\n".join(f"1. {fact[:-1]} [^{n}]." for fact in facts),
        "\n".join(f"| {fact} | [^{n}] |" for fact in facts),
    ):
        assert lies_in(draft, SOURCES) == []
