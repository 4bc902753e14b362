from pathlib import Path

import pytest

from bench.gate.report import block_of, table, write_block

PAGE = "# Gate\n\n<!-- bench.gate given -->\nold\n<!-- end given -->\n\nAfter.\n"


def test_a_table_is_markdown_that_lines_up() -> None:
    # GIVEN rows of unequal cells
    # WHEN they are made a table
    # THEN the columns line up
    assert table([("set", "n"), ("own", "216")]) == "| set | n   |\n|-----|-----|\n| own | 216 |"


def test_a_block_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    # GIVEN a page with a block
    path = tmp_path / "gate.md"
    path.write_text(PAGE, encoding="utf-8")
    # WHEN it is written twice
    write_block(path, "given", "new")
    write_block(path, "given", "newer")
    # THEN only what stands between the comments has changed
    assert path.read_text(encoding="utf-8") == PAGE.replace("old", "newer")
    assert block_of(path.read_text(encoding="utf-8"), "given") == "newer"


@pytest.mark.parametrize("page", ["# Gate", "<!-- end given --><!-- bench.gate given -->"])
def test_a_page_without_the_block_is_left_as_it_is(tmp_path: Path, page: str) -> None:
    # GIVEN a page that lacks one of the comments, or has them the wrong way round
    path = tmp_path / "gate.md"
    path.write_text(page, encoding="utf-8")
    # WHEN a block is to be written
    # THEN it says which lines are needed, and writes nothing
    with pytest.raises(ValueError, match=r"<!-- bench\.gate given -->"):
        write_block(path, "given", "new")
    assert path.read_text(encoding="utf-8") == page
