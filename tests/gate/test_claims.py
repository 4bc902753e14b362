import json
from pathlib import Path

import pytest

from bench.gate.claims import Claim, read

DRAFTS = Path(__file__).parent / "drafts"


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


def test_every_text_of_the_drafts_is_claimed_about_and_says_whose_it_is() -> None:
    # GIVEN the texts of the natural drafts
    texts = {path.stem for path in (DRAFTS / "texts").iterdir()}
    # WHEN the claims of both parts, and the tables of the page beside them, are read
    claims = read(sorted(DRAFTS.glob("*.jsonl")))
    page = (DRAFTS / "README.md").read_text(encoding="utf-8").partition("## The texts")[2]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines()]
    told = {row[0]: row[1:] for row in rows if row and row[0] in texts}
    # THEN each is named by the ids of its claims, and has its title, origin, licence and holder
    assert {claim.id.partition("-")[0] for claim in claims} == texts
    assert told.keys() == texts
    assert all(len(row) == 4 and all(row) for row in told.values())


def test_no_draft_is_twice_in_the_two_parts() -> None:
    # GIVEN both parts of the natural drafts
    claims = read(sorted(DRAFTS.glob("*.jsonl")))
    # WHEN their ids and words are counted
    # THEN no two are alike
    assert len({claim.id for claim in claims}) == len(claims)
    assert len({claim.text for claim in claims}) == len(claims)
