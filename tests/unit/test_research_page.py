"""What docs/research.md says is held against the program and its tests."""

import re
from pathlib import Path

from cite_or_refuse.adapters.fetching import exchange, guard, web
from cite_or_refuse.adapters.providers.endpoint import KEYLESS_SECONDS
from cite_or_refuse.runtime.searches import SEARCHES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_each_case_names_tests_that_there_are():
    # GIVEN the table of what went wrong elsewhere
    rows = re.findall(r"(?m)^\| ([FI][0-9]{2}) \| .* \| (.*) \|$", PAGE)
    written = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert len(rows) == len({case for case, _ in rows}) >= 20
    for case, held in rows:
        names = re.findall(r"`(test_\w+)`", held)
        # THEN each has a test, by its name or by that of another case
        assert names or re.search("the same", held), case
        for name in names:
            assert f"def {name}(" in written, name


def test_its_table_of_providers_is_whole():
    assert tuple(re.findall(r"(?m)^\| `([a-z]+)` \|", PAGE)) == SEARCHES


def test_its_limits_are_the_program_s():
    # GIVEN the numbers that the page names
    # THEN they are those that hold
    assert f"may take {web.SECONDS} seconds in all" in " ".join(PAGE.split())
    wire, whole = exchange.MAX_WIRE_BYTES // 10**6, exchange.MAX_BYTES // 10**6
    assert f"{wire} MB on the wire and {whole} MB unpacked" in PAGE
    ports = sorted(guard.PORTS)
    assert f"every port but {', '.join(map(str, ports[:-1]))} and {ports[-1]}" in PAGE
    assert KEYLESS_SECONDS == 5
    assert "at most five seconds" in PAGE
    assert "at most five seconds" in README
