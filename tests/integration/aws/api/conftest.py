from collections.abc import Iterator

import pytest

from tests.api import Stage, an_api


@pytest.fixture
def api(account: None) -> Iterator[Stage]:
    """An API whose operator allows 20 calls of models and a wait of an hour."""
    with an_api(budget="calls=20", wait_minutes="60") as stage:
        yield stage
