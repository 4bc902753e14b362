"""Whatever a model may write, for property tests: true, half true, invented, malformed."""

from collections.abc import Sequence

from hypothesis import strategies as st

from cite_or_refuse.domain.errors import BudgetExhausted, ModelBlocked
from cite_or_refuse.domain.parts import DraftProblem, Verdict
from cite_or_refuse.ports import Assignment, Manuscript, Model, Opinion, Writing
from tests.builders import a_source

FACTS = [
    [
        "Tarn 2.4 was released on 5 March 2024.",
        "The default cache size is 512 MB.",
        "Set `TARN_CACHE_MB` to change the cache size.",
    ],
    [
        "Ostrel 1.9.3 listens on port 7421.",
        "The method `Ostrel.connect` waits 15 seconds for an answer.",
        "The option `--retries` takes a number from 0 to 64.",
    ],
    [
        "The call `open_store(path, timeout=30)` returns a `Store`.",
        "Version 3.2.1 added the parameter `timeout`.",
        "A `Store` holds at most 65536 entries, and `Store.scan` walks them in 70 ms.",
    ],
]
SOURCES = [a_source(" ".join(facts), title=f"Notes {n}") for n, facts in enumerate(FACTS, 1)]

_NUMBERS = ["2.4", "512", "1.9.3", "7421", "15", "64", "30", "3.2.1", "65536", "70", "2024"]
_NAMES = ["TARN_CACHE_MB", "Ostrel.connect", "--retries", "timeout", "Store"]

_true = st.integers(1, 3).flatmap(
    lambda n: st.tuples(st.sampled_from(FACTS[n - 1]), st.just(f"[^{n}]"))
)
_WRONG = ["", "[^4]", "[^0]", "[^1-3]", "[^a]", "[^" + "9" * 30 + "]", "(source 1)", "\\[^1]"]
_DRIFT = ["[2]", "【3】", "[^1, 2]", "［^1］", "[^ 2 ]", "[^1][^2]", "<sup>1</sup>"]
_RIGHT = ["[^1]", "[^2]", "[^3]"]
_markers = st.sampled_from([*_RIGHT * 9, *_DRIFT * 2, *_WRONG])
_numbers = st.one_of(st.sampled_from(_NUMBERS), st.integers(10, 10**6).map(str), st.just("１２"))
_names = st.sampled_from([*_NAMES, "Langfuse", "graph.run", "TARN_CACHE", "Stores"])


@st.composite
def _claim(draw: st.DrawFn) -> str:
    """A sentence of a source, with one or more things about it changed, or none."""
    sentence, marker = draw(_true)
    for _ in range(draw(st.integers(0, 2))):
        old, new = draw(
            st.one_of(
                st.tuples(st.sampled_from(_NUMBERS), _numbers),
                st.tuples(st.sampled_from(_NAMES), _names),
                st.tuples(st.just("."), st.just(" and `Langfuse` 9.9.")),
                st.tuples(st.just(" is "), st.just(" is not ")),
                st.tuples(st.just("MB"), st.just("GB")),
            )
        )
        sentence = sentence.replace(old, new, 1)
    if draw(st.integers(0, 5)) == 0:
        marker = draw(_markers)
    before = draw(st.booleans())
    return f"{sentence[:-1]}{marker}." if before else f"{sentence}{marker}"


_statements = st.one_of(_true.map("".join), _claim())
# Without line breaks, digits and the punctuation that would make it more than one sentence.
_noise = st.text(
    st.characters(
        exclude_categories=["Cc", "Zl", "Zp", "Nd", "Nl", "No"], exclude_characters="`[]\\|<>~.!?"
    ),
    max_size=30,
)
_nonsense = st.tuples(st.just("Also "), _noise, st.just("."), _markers).map("".join)
_claims = st.one_of(*[_statements] * 8, _nonsense)


def _lines(prefix: str, claims: st.SearchStrategy[str] = _claims) -> st.SearchStrategy[str]:
    return st.lists(claims, min_size=1, max_size=3).map(
        lambda claims: "\n".join(prefix + claim for claim in claims)
    )


_prose = st.lists(_claims, min_size=1, max_size=3).map(" ".join)
_blocks = st.one_of(
    *[_prose] * 4,
    _lines("- "),
    _lines("1. "),
    _lines("> "),
    _lines("## ", _statements),
    _lines("| Tarn | ").map(lambda rows: f"| what | value |\n|---|---|\n{rows} |"),
    st.tuples(_lines(""), _markers).map(lambda code: f"```python\n{code[0]}\n```\n{code[1]}"),
    st.sampled_from(
        [
            "It works.",
            "## 640 MB",
            "## Tarn 2.4",
            "**Version 3.2.1**",
            "Set `TARN_CACHE_MB` to 512 MB:",
            "```\nOstrel.connect()\n```",
            "[^1]: https://elsewhere.example/page",
            "See [the notes](https://elsewhere.example/9.9)[^1].",
        ]
    ),
)

drafts = st.lists(_blocks, min_size=1, max_size=4).map("\n\n".join)

writings = st.one_of(
    *[drafts.map(Writing)] * 8,
    st.builds(Writing, drafts, st.sampled_from(DraftProblem)),
    st.sampled_from([ModelBlocked("blocked"), BudgetExhausted("spent"), ValueError("a bug")]),
)

opinions = st.one_of(
    st.just(Opinion(Verdict.ACCEPT)),
    st.sampled_from(Verdict).map(Opinion),
    st.builds(Opinion, st.sampled_from(Verdict), st.tuples(st.text()), st.tuples(st.text())),
    st.sampled_from(["accept", "ACCEPT", "UNACCEPTABLE", True, None]).map(Opinion),  # type: ignore[arg-type]
    st.sampled_from([ModelBlocked("blocked"), ValueError("a bug")]),
)


class AnyModel(Model):
    """Gives each answer of two lists in turn, and the last one for ever."""

    name = "any"

    def __init__(
        self, writings: Sequence[Writing | Exception], opinions: Sequence[Opinion | Exception]
    ) -> None:
        self._writings, self._opinions = list(writings), list(opinions)

    def plan(self, question: str) -> Sequence[str]:
        return ()

    def write(self, assignment: Assignment) -> Writing:
        return _next(self._writings)

    def review(self, manuscript: Manuscript) -> Opinion:
        return _next(self._opinions)


def _next[Answer](answers: list[Answer | Exception]) -> Answer:
    answer = answers.pop(0) if len(answers) > 1 else answers[0]
    if isinstance(answer, Exception):
        raise answer
    return answer
