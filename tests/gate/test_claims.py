import json
from pathlib import Path

import pytest

from bench.gate.claims import Claim, read


@pytest.mark.parametrize(
    ("text", "draft"),
    [
        ("It holds 4 GB.", "It holds 4 GB[^1]."),
        ("It holds 4 GB", "It holds 4 GB[^1]."),
        ("Does it hold?", "Does it hold[^1]?"),
        ("It holds[^3] 4 GB [2].", "It holds 4 GB[^1]."),
        ("It holds.\nIt stays .", "It holds.\nIt stays[^1]."),
        ("", "[^1]."),
    ],
)
def test_a_claim_becomes_a_draft_with_one_citation_before_its_final_stop(
    text: str, draft: str
) -> None:
    # GIVEN a claim, with markers of its own or without
    claim = Claim("1", text, "", 1)
    # WHEN its draft is asked for
    # THEN its own markers are gone, and one stands before the final stop
    assert claim.draft == draft


def test_a_source_may_stand_in_a_file_beside_the_claims(tmp_path: Path) -> None:
    # GIVEN two claims, one with its source and one that names a file, line ends as they are
    (tmp_path / "page.txt").write_bytes(b"It holds 4 GB.\r\n")
    rows = [
        {"id": 1, "claim": "It holds.", "label": 1, "source": "It holds."},
        {"id": 2, "claim": "It stays.", "label": 0, "source_file": "page.txt", "kind": "default"},
    ]
    lines = "\n\n".join(map(json.dumps, rows))
    (tmp_path / "claims.jsonl").write_text(lines, encoding="utf-8")
    # WHEN they are read
    first, second = read([tmp_path / "claims.jsonl"])
    # THEN both have their text
    assert (first.source, second.source) == ("It holds.", "It holds 4 GB.\r\n")
    assert (first.kind, second.kind) == ("", "default")


def test_a_line_that_is_no_claim_is_an_error(tmp_path: Path) -> None:
    # GIVEN a line without a label
    path = tmp_path / "claims.jsonl"
    path.write_text('{"id": 1, "claim": "It holds.", "source": ""}', encoding="utf-8")
    # WHEN it is read
    # THEN the field is named
    with pytest.raises(KeyError, match="label"):
        read([path])
