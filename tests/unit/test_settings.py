from pathlib import Path

import pytest
from platformdirs import user_data_path

from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.domain.options import Options
from cite_or_refuse.runtime.settings import Settings, read_settings


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CITE_OR_REFUSE_MAX_REVISIONS", "three"),
        ("CITE_OR_REFUSE_MAX_REVISIONS", "-1"),
        ("CITE_OR_REFUSE_MAX_REVISIONS", "٣"),
        ("CITE_OR_REFUSE_MAX_REVISIONS", "1e9"),
        ("CITE_OR_REFUSE_MAX_REVISIONS", "9" * 5000),
        ("CITE_OR_REFUSE_MAX_SOURCES", "0"),
        ("CITE_OR_REFUSE_WAIT_MINUTES", "0"),
        ("CITE_OR_REFUSE_WAIT_MINUTES", "9999999"),
    ],
)
def test_a_bad_value_is_one_sentence_that_names_its_variable(variable: str, value: str) -> None:
    with pytest.raises(BadInput, match=rf"^{variable} .{{1,150}} from [0-9]+ to [0-9]+\.$"):
        read_settings({variable: value})


def test_whether_a_person_is_asked_is_one_of_three_words() -> None:
    with pytest.raises(BadInput, match=r"^CITE_OR_REFUSE_HUMAN_REVIEW: .*wished, always or never"):
        read_settings({"CITE_OR_REFUSE_HUMAN_REVIEW": "sometimes"})


def test_what_is_not_set_has_its_default() -> None:
    # GIVEN an environment with nothing of ours, or nothing in it
    for environment in ({}, {"CITE_OR_REFUSE_HOME": "", "CITE_OR_REFUSE_MAX_REVISIONS": " "}):
        # THEN the defaults hold, and the home is where the platform keeps a user's data
        home = user_data_path("cite-or-refuse", appauthor=False)
        assert read_settings(environment) == Settings(home=home)


def test_the_environment_is_read_when_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # GIVEN a variable that is set after the import
    monkeypatch.setenv("CITE_OR_REFUSE_HOME", str(tmp_path))
    monkeypatch.setenv("CITE_OR_REFUSE_MAX_REVISIONS", "5")
    # THEN it counts
    assert read_settings() == Settings(home=tmp_path, max_revisions=5)


def test_every_setting_is_described() -> None:
    fields = Settings.__dataclass_fields__.values()
    assert all(field.metadata["about"] for field in fields)


@pytest.mark.parametrize(
    "wish",
    [{"max_revisions": 4}, {"max_revisions": -1}, {"wait_minutes": 0}, {"wait_minutes": 1441}],
    ids=str,
)
def test_a_caller_cannot_go_beyond_what_the_operator_set(wish: dict[str, int]) -> None:
    with pytest.raises(BadInput, match=str(next(iter(wish.values())))):
        Settings(home=Path("home")).options(**wish)  # type: ignore[arg-type]


def test_a_caller_may_lower_a_limit_and_is_given_the_settings_otherwise() -> None:
    # GIVEN an operator's settings
    settings = Settings(home=Path("home"), model="m", max_revisions=5, max_sources=6)
    # WHEN a caller says nothing, or little
    assert settings.options() == Options(model="m", max_revisions=5, max_sources=6)
    lowered = settings.options(max_revisions=0, human=True, wait_minutes=1)
    # THEN only that is lower
    assert lowered == Options(model="m", max_revisions=0, max_sources=6, human=True, wait_minutes=1)


def test_a_corpus_is_found_again_from_another_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # GIVEN a corpus named as seen from here
    monkeypatch.chdir(tmp_path)
    options = Settings(home=tmp_path).options(corpus=["docs", "/elsewhere"])
    # THEN a resume from anywhere finds it
    assert options.corpus == (str(tmp_path / "docs"), "/elsewhere")


@pytest.mark.parametrize(
    ("models", "chosen"),
    [
        ({}, ("w", "p", "r")),
        ({"": "x:y"}, ("x:y", "", "")),
        ({"": "x:y", "review": "r"}, ("x:y", "", "r")),
        ({"write": "x:y"}, ("x:y", "p", "r")),
        ({"plan": "w"}, ("w", "", "r")),
    ],
    ids=str,
)
def test_a_model_that_is_named_stands_before_the_settings(
    models: dict[str, str], chosen: tuple[str, ...]
) -> None:
    # GIVEN an operator with a model for each role
    settings = Settings(home=Path("home"), model="w", plan_model="p", review_model="r")
    # WHEN a caller names some
    options = settings.options(models=models)
    # THEN those are taken, and a role with the writer's model has none of its own
    assert (options.model, options.plan_model, options.review_model) == chosen
