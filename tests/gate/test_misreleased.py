import pytest

from cite_or_refuse.domain.check import Support
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.support import judge

PAGE = """# The tarn module

class Store(path)

Keeps blocks in a file.

.. versionadded:: 2.0

Store.compact(level=1)

Frees what is no longer used.

.. versionchanged:: 8.2
   The level.

class Pool(size)

Keeps workers. Before 8.0 it was named after its Store.

.. versionadded:: 8.0

## Changes in 7.1

`Store.compact` may be stopped.
"""


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("`Store.compact` changed or was added in version 8.2.", ()),
        ("`Store.compact` changed or was added in version 8.0.", ("8.0",)),
        ("`Store.compact` changed in version 7.1.", ()),  # said under another heading
        ("`Pool` was added in version 8.0.", ()),
        ("`Pool` was added in version 2.0.", ("2.0",)),
    ],
)
def test_a_release_is_that_of_the_entry_of_its_subject(claim, missing):
    # GIVEN the reference of a module, whose entries say in which release each came
    # WHEN a claim gives a function or class a release of the page
    judged = judge(claim, [(1, build_index(PAGE))])
    # THEN it is missing unless the entry, or something else said of it, has that release
    found = judged.missing if judged.verdict is Support.UNSUPPORTED else ()
    assert found == missing
