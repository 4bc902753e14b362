import pytest

from cite_or_refuse.domain.budget import Usage
from cite_or_refuse.report.usage import by_node, spent


@pytest.mark.parametrize(
    ("usage", "words"),
    [
        (Usage(), "0 calls, 0 tokens in and 0 out, $0.00"),
        (Usage(1, 1200, 30, 27), "1 call, 1,200 tokens in and 30 out, $0.000027"),
        (Usage(2, micro_dollars=1_234_500_000), "2 calls, 0 tokens in and 0 out, $1,234.50"),
        (Usage(2, unpriced_calls=2), "2 calls, 0 tokens in and 0 out, an unknown price"),
        (
            Usage(2, micro_dollars=500_000, unpriced_calls=1),
            "2 calls, 0 tokens in and 0 out, $0.50 and an unknown price",
        ),
    ],
)
def test_what_was_spent_is_said_in_words(usage: Usage, words: str) -> None:
    assert spent(usage) == words


class Step:
    at = ""

    def __init__(self, step: str, usage: Usage) -> None:
        self.step = step
        self.usage = usage


def test_the_steps_of_a_node_are_added_up_and_those_that_used_nothing_left_out() -> None:
    trail = [
        Step("writer", Usage(1, 10)),
        Step("validate", Usage()),
        Step("reviewer", Usage(1, 7)),
        Step("writer", Usage(1, 20)),
    ]
    assert by_node(trail) == {"writer": Usage(2, 30), "reviewer": Usage(1, 7)}
