from pathlib import Path

import pytest

from cite_or_refuse.domain.budget import Budget
from cite_or_refuse.runtime.aws.stack import Stack, open_stack
from cite_or_refuse.runtime.settings import Settings
from tests.aws import make_bucket, make_table
from tests.documents import make_documents
from tests.drops import make_workflow


@pytest.fixture
def stack(account: None) -> Stack:
    """A stack of its own for each test, whose workflows only take their input."""
    return open_stack(
        Settings(
            home=Path("unused"),
            table=make_table(),
            texts=make_bucket(),
            documents=make_documents(),
            state_machine=make_workflow(),
            drop_machine=make_workflow(),
            search="brave",
            budget=Budget(calls=20),
        )
    )
