import os

import pytest

from cite_or_refuse.adapters.corpus.walk import files_of, resolved
from cite_or_refuse.domain.errors import BadInput


def plant(root, *names):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)


def found(*roots):
    return [str(file.path.relative_to(roots[0].resolve())) for file in files_of(resolved(roots))]


def test_only_documents_are_taken_and_nothing_of_other_people(tmp_path):
    # GIVEN a project with documents, code, caches and vendored things
    taken = ["README.md", "docs/a.rst", "docs/b.HTML", "docs/c.txt", "src/mod.py", "tests/plan.md"]
    plant(
        tmp_path,
        *taken,
        *[
            "logo.png",
            ".secret.md",
            ".git/x.md",
            "node_modules/x/README.md",
            "src/__pycache__/m.py",
        ],
        *[
            "tests/test_mod.py",
            "tests/helper.py",
            "src/test_b.py",
            "src/conftest.py",
            "vendor/v.md",
        ],
    )
    # WHEN it is walked
    # THEN the written rule holds
    assert found(tmp_path) == taken


def test_a_path_that_is_named_is_entered_whatever_the_rule_says(tmp_path):
    # GIVEN documents in a hidden folder, in site-packages and in a file without a suffix
    plant(tmp_path, ".notes/a.md", "site-packages/pkg/b.py", "METADATA")
    # WHEN each is named as a path
    # THEN it is taken
    assert found(tmp_path / ".notes") == ["a.md"]
    assert found(tmp_path / "site-packages") == ["pkg/b.py"]
    assert len(files_of([tmp_path / "METADATA"])) == 1


def test_links_never_lead_round_in_circles_and_never_double_a_file(tmp_path):
    # GIVEN a folder linked into itself, a linked file and a broken link
    plant(tmp_path, "docs/a.md")
    (tmp_path / "docs" / "loop").symlink_to(tmp_path)
    (tmp_path / "docs" / "again.md").symlink_to(tmp_path / "docs" / "a.md")
    (tmp_path / "docs" / "broken.md").symlink_to(tmp_path / "nowhere.md")
    # WHEN the corpus is walked, with a root inside the other
    # THEN each file is there once, and the broken link for the reader to complain of
    assert found(tmp_path, tmp_path / "docs") == ["docs/a.md", "nowhere.md"]


def test_folders_nested_hundreds_deep_are_walked(tmp_path):
    deep = tmp_path / "/".join(["d"] * 300)
    plant(tmp_path, f"{'d/' * 300}a.md")
    assert [file.path for file in files_of([tmp_path])] == [deep / "a.md"]


@pytest.mark.parametrize("name", ["nowhere", "with\x00nul", "x" * 5000])
def test_a_path_that_is_not_there_is_the_callers_mistake(tmp_path, name):
    with pytest.raises(BadInput, match="There is no file or folder at"):
        resolved([tmp_path / name])


def test_a_link_that_leads_to_itself_is_not_there(tmp_path):
    (tmp_path / "me").symlink_to(tmp_path / "me")
    with pytest.raises(BadInput, match="There is no file or folder at"):
        resolved([tmp_path / "me"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_no_corpus(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadInput, match="neither a file nor a folder"):
        resolved([tmp_path / "pipe"])


def test_no_path_at_all_is_the_callers_mistake():
    with pytest.raises(BadInput, match="name a --corpus PATH"):
        resolved([])
