"""What the function that starts most often costs to start."""

from pathlib import Path

from bench.functions import LIMIT, measure
from tests.emulated import Account


def test_the_gate_starts_nearly_as_fast_as_the_client_of_its_table(
    account: Account, tmp_path: Path
) -> None:
    # GIVEN boto3's client of DynamoDB and the logger of Powertools, started by themselves
    # WHEN the gate's function is started beside them, as it was built
    medians = measure(["ValidateFunction"], tmp_path, account.settings, runs=5)
    # THEN its handler is there for at most 1.3 times the processor's time
    assert medians["ValidateFunction"][1] <= LIMIT * medians["Yardstick"][1]
