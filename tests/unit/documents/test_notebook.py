import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.documents import read_bytes, read_document
from cite_or_refuse.domain.errors import Unreadable
from tests.files import a_notebook


def test_a_notebook_is_its_text_its_code_and_what_that_printed(tmp_path):
    # GIVEN a notebook of the user's
    path = tmp_path / "tour.ipynb"
    printed = [
        {"output_type": "stream", "text": ["a\n", "b\n"]},
        {"output_type": "execute_result", "data": {"text/plain": "3", "text/html": "<b>3</b>"}},
        {"output_type": "display_data", "data": {"image/png": "iVBOR"}},
    ]
    path.write_bytes(
        a_notebook(
            {"cell_type": "markdown", "source": ["# Tarn\n", "\n", "It needs <!-- order -->2 GB."]},
            {"cell_type": "code", "source": "for x in y:\n    print(x)", "outputs": printed},
            {"cell_type": "code", "source": "", "outputs": []},
        )
    )
    # WHEN it is read
    page = read_document(path)
    # THEN each cell is a block
    assert page.title == "Tarn"
    assert page.content == (
        "# Tarn\n\nIt needs 2 GB.\n\n```python\nfor x in y:\n    print(x)\n```\n\n"
        "```text\na\nb\n```\n\n```text\n3\n```\n"
    )


def test_a_notebook_of_the_third_format_is_read_too():
    # GIVEN one from before 2015
    sheet = {"cells": [{"cell_type": "heading", "level": 2, "source": ["Old"]},
                       {"cell_type": "code", "input": ["x = 1"]}]}  # fmt: skip
    data = json.dumps({"nbformat": 3, "metadata": {}, "worksheets": [sheet]}).encode()
    assert read_bytes(data, "text/plain", "x").content == "## Old\n\n```\nx = 1\n```\n"


def test_code_that_holds_a_fence_stays_inside_one():
    data = a_notebook({"cell_type": "code", "source": "'''\n```\n'''"})
    assert read_bytes(data, None, "x").content == "````python\n'''\n```\n'''\n````\n"


def test_what_is_no_notebook_has_a_sentence():
    for data in (b'{"nbformat": 4, "cells"', b'{"nbformat": 4}', b"[]", b'{"nbformat": [[[['):
        with pytest.raises(Unreadable, match="notebook"):
            read_bytes(data, "application/x-ipynb+json", "x.ipynb")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["cells", "source", "cell_type", "outputs", "data", "text", "metadata"]
            ),
            inner,
        )
    ),
    max_leaves=12,
)


@given(values)
def test_any_json_called_a_notebook_gives_a_page_or_a_sentence(value):
    data = json.dumps({"nbformat": 4, "cells": value}).encode()
    try:
        assert read_bytes(data, None, "x.ipynb").content.strip()
    except Unreadable:
        return
