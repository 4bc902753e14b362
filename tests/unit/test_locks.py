"""What is deployed is what was tested: the locks of the layers are parts of the main ones."""

from pathlib import Path

import pytest

from tests.built import ROOT

MAIN = [ROOT / "requirements" / name for name in ("run.txt", "bedrock.txt")]
DEPLOYED = sorted(
    [*ROOT.glob("layers/*/requirements.txt"), *ROOT.glob("functions/*/requirements.txt")]
)


def pins(lock: Path) -> dict[str, str]:
    """Each package's pin with its hashes, by the package's name."""
    entries = lock.read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    return {entry.partition("==")[0]: entry for entry in entries if "==" in entry}


@pytest.mark.parametrize("lock", DEPLOYED, ids=lambda path: path.parent.name)
def test_what_is_deployed_is_locked_as_it_was_tested(lock: Path) -> None:
    # GIVEN what is installed for the tests
    tested = pins(MAIN[0]) | pins(MAIN[1])
    deployed = pins(lock)
    # THEN a layer has the same versions with the same hashes, for the same systems
    assert deployed
    assert {name: tested.get(name) for name in deployed} == deployed


def test_there_is_a_lock_for_each_layer_and_for_the_api() -> None:
    assert [path.parent.name for path in DEPLOYED] == ["api", "bedrock", "core", "research"]


def test_boto3_is_in_no_layer_but_the_one_that_needs_a_newer_one_than_lambda_has() -> None:
    with_boto3 = [path.parent.name for path in DEPLOYED if "boto3" in pins(path)]
    assert with_boto3 == ["bedrock"]
