import pytest

from tests.documents import make_documents


@pytest.fixture
def bucket(account: None) -> str:
    return make_documents()
