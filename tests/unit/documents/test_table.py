from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.documents.table import Cell, row_lines


def head(text: str, **spans: int) -> Cell:
    return Cell(text, is_header=True, **spans)


def test_each_cell_carries_its_header():
    rows = [[head("Name"), head("Default")], [Cell("timeout"), Cell("30 s")]]
    assert row_lines(rows) == ["Name: timeout | Default: 30 s"]


def test_a_header_of_two_rows_is_read_together():
    # GIVEN a header that spans two columns, and their own headers below
    rows = [
        [head("Limit", rows=2), head("Size", columns=2)],
        [head("soft"), head("hard")],
        [Cell("payload"), Cell("1 MB"), Cell("6 MB")],
    ]
    # THEN a cell says both
    assert row_lines(rows) == ["Limit: payload | Size soft: 1 MB | Size hard: 6 MB"]


def test_a_cell_that_spans_rows_belongs_to_each_of_them():
    rows = [
        [head("Service"), head("Limit")],
        [Cell("Lambda", rows=2), Cell("900 s")],
        [Cell("6 MB")],
    ]
    assert row_lines(rows) == [
        "Service: Lambda | Limit: 900 s",
        "Service: Lambda | Limit: 6 MB",
    ]


def test_a_row_that_begins_with_its_own_header_reads_as_a_fact():
    rows = [[head("Melting point"), Cell("161 K")], [head("Density"), Cell("5.9 g/L")]]
    assert row_lines(rows) == ["Melting point: 161 K", "Density: 5.9 g/L"]


def test_a_table_without_a_header_is_its_cells():
    assert row_lines([[Cell("a"), Cell(""), Cell("b")], [Cell("c")]]) == ["a | b", "c"]


def test_headers_over_nothing_are_not_lost():
    assert row_lines([[head("Name"), head("Default")]]) == ["Name | Default"]


cells = st.builds(
    Cell,
    st.text("abc", max_size=3),
    st.booleans(),
    st.integers(0, 9999),
    st.integers(0, 9999),
)


@given(st.lists(st.lists(cells, max_size=5), max_size=5))
def test_no_text_of_any_table_is_lost_whatever_spans_it_claims(rows):
    lines = "\n".join(row_lines(rows))
    # Beyond the widest table that is read, cells may be cut off: then, and only then.
    if all(sum(max(cell.columns, 1) for cell in row) < 20 for row in rows):
        assert all(cell.text in lines for row in rows for cell in row)
