import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cite_or_refuse.adapters.documents import MAX_BYTES, SUFFIXES, read_document
from cite_or_refuse.domain.errors import Unreadable


def why_not(path: Path) -> str:
    with pytest.raises(Unreadable) as refusal:
        read_document(path)
    return str(refusal.value)


def test_a_document_has_its_text_whole_and_a_url_that_leads_back_to_the_file(tmp_path):
    # GIVEN a file whose name needs escaping in a URL
    path = tmp_path / "how to #1 & ü.md"
    path.write_text("# Pausing\n\nCall `interrupt`.\n", encoding="utf-8")
    # WHEN it is read
    page = read_document(path)
    # THEN nothing is lost on the way
    assert page.title == "Pausing"
    assert page.content == "# Pausing\n\nCall `interrupt`.\n"
    assert page.content_type == "text/markdown"
    assert Path.from_uri(page.url) == path
    assert page.bytes == path.stat().st_size


def test_a_file_of_200_mb_is_refused_and_not_read(tmp_path):
    # GIVEN a file whose size is told and whose blocks were never written
    path = tmp_path / "dump.txt"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    # WHEN it is read
    # THEN the sentence says what the limit is
    assert why_not(path) == f"{path} is over the limit of 20 MB; split it, or leave it out."


def test_a_file_of_exactly_the_limit_is_read_and_one_byte_more_is_not(tmp_path):
    path = tmp_path / "long.txt"
    path.write_bytes(b"word " * (MAX_BYTES // 5))
    assert len(read_document(path).content) == MAX_BYTES
    with path.open("ab") as file:
        file.write(b"!")
    assert "over the limit" in why_not(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless device here")
def test_a_device_that_tells_no_size_is_not_read_for_ever():
    assert why_not(Path("/dev/zero")) == "/dev/zero is not a file."


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path):
    path = tmp_path / "pipe.txt"
    os.mkfifo(path)
    assert why_not(path) == f"{path} is not a file."


def test_what_is_no_readable_file_says_so_in_one_sentence(tmp_path):
    # GIVEN a folder, a link to nowhere, a missing file and empty ones
    (tmp_path / "link.md").symlink_to(tmp_path / "nowhere.md")
    (tmp_path / "empty.md").write_bytes(b"")
    (tmp_path / "blank.md").write_bytes(b" \n\t\n")
    (tmp_path / "hidden.html").write_text("<p hidden>secret</p>")
    # WHEN each is read
    # THEN each gives its own reason
    assert "cannot be read" in why_not(tmp_path) or "is not a file" in why_not(tmp_path)
    assert why_not(tmp_path / "link.md").endswith("cannot be read: No such file or directory.")
    assert why_not(tmp_path / "none.md").endswith("cannot be read: No such file or directory.")
    assert why_not(tmp_path / "empty.md").endswith("is empty.")
    assert why_not(tmp_path / "blank.md").endswith("is empty.")
    assert why_not(tmp_path / "hidden.html").endswith("holds no text.")


def test_a_page_is_read_as_html_whatever_its_name(tmp_path):
    # GIVEN a page saved under the name of a text
    path = tmp_path / "saved.txt"
    path.write_text("<!DOCTYPE html><title>Tarn</title><p>Tarn needs <b>2</b> GB.</p>")
    # WHEN it is read
    page = read_document(path)
    # THEN its tags are no text
    assert (page.title, page.content) == ("Tarn", "Tarn needs 2 GB.\n")


def test_a_file_name_that_is_no_text_can_still_be_spoken_of(tmp_path):
    # GIVEN a name in bytes that are no UTF-8
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.md"))
    try:
        path.write_bytes(b"")
    except OSError:
        pytest.skip("this file system takes no such name")
    # WHEN it cannot be read
    # THEN the sentence can be printed
    why_not(path).encode()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=300), suffix=st.sampled_from(sorted({*SUFFIXES, ".bin"})))
def test_any_bytes_under_any_name_give_a_page_or_a_sentence(tmp_path, data, suffix):
    path = tmp_path / f"any{suffix}"
    path.write_bytes(data)
    try:
        page = read_document(path)
    except Unreadable:
        return
    assert page.content.strip()
    assert page.title
