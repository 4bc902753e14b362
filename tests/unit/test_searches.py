from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from botocore.stub import Stubber

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.adapters.aws.secrets import read_secret
from cite_or_refuse.domain.errors import BadInput, PermanentError, TransientError
from cite_or_refuse.domain.options import Options
from cite_or_refuse.runtime.searches import build_searches, choose_searches, key_of
from cite_or_refuse.runtime.settings import Settings, read_settings
from tests.aws import an_account

HOME = Path("home")


def settings(**values: str) -> Settings:
    return Settings(home=HOME, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "named", "corpus", "asked"),
    [
        ({}, None, [], ["corpus", "mediawiki", "duckduckgo"]),
        ({"brave_key": "k"}, None, [], ["brave"]),
        ({"brave_key": "k", "tavily_key": "k"}, None, [], ["tavily", "brave"]),
        ({"searxng_url": "http://s.test"}, None, [], ["searxng"]),
        ({"brave_key": "k", "search": "mediawiki"}, None, [], ["mediawiki"]),
        ({"brave_key": "k"}, None, ["docs"], ["corpus"]),
        ({"search": "brave", "brave_key": "k"}, None, ["docs"], ["corpus"]),
        ({}, "mediawiki", ["docs"], ["corpus", "mediawiki"]),
        ({}, "mediawiki,corpus", ["docs"], ["mediawiki", "corpus"]),
        ({"brave_key": "k"}, " MediaWiki , duckduckgo,mediawiki", [], ["mediawiki", "duckduckgo"]),
    ],
    ids=str,
)
def test_who_is_asked(
    given: dict[str, str], named: str | None, corpus: list[str], asked: list[str]
):
    # GIVEN what the operator set and the caller said
    # WHEN the searches are chosen
    # THEN a question about someone's own documents goes to the web only if they say so
    assert list(choose_searches(settings(**given), named, corpus)) == asked


@pytest.mark.parametrize("named", ["altavista", "brave,", "", "x" * 5000])
def test_who_is_not_there_is_one_sentence(named: str):
    with pytest.raises(BadInput, match=r"There is no search .* choose corpus, tavily") as raised:
        choose_searches(settings(), named, [])
    assert len(str(raised.value)) < 200


def test_a_name_in_the_setting_is_checked_too():
    with pytest.raises(BadInput, match="no search 'altavista'"):
        choose_searches(settings(search="altavista"), None, [])


def test_keys_are_found_under_the_names_of_their_providers_and_never_shown():
    # GIVEN an environment as a user of these providers has it
    found = read_settings(
        {"CITE_OR_REFUSE_HOME": "/h", "TAVILY_API_KEY": "t-1", "BRAVE_SEARCH_API_KEY": "b-1"}
    )
    # THEN they are there, and no log that prints the settings has them
    assert (found.tavily_key, found.brave_key) == ("t-1", "b-1")
    assert "t-1" not in repr(found)
    assert "b-1" not in repr(found)


@pytest.fixture
def secret() -> Iterator[Callable[[str, str], None]]:
    """Makes a secret of this name and text."""
    read_secret.cache_clear()
    with an_account():
        manager = client("secretsmanager")
        yield lambda name, text: manager.create_secret(Name=name, SecretString=text)
    read_secret.cache_clear()


def test_a_key_that_is_not_in_the_environment_is_in_the_secret(secret):
    # GIVEN a secret with a key, and another key in the environment
    secret("keys", '{"TAVILY_API_KEY": "t-2", "BRAVE_SEARCH_API_KEY": "b-2"}')
    given = settings(secret="keys", brave_key="b-1")
    # WHEN they are looked up
    # THEN the environment comes first, and both are configured
    assert (key_of(given, "tavily"), key_of(given, "brave")) == ("t-2", "b-1")
    assert list(choose_searches(given, None, [])) == ["tavily", "brave"]


@pytest.mark.parametrize("text", ["t-2", "[]", '"t-2"', "{"])
def test_a_secret_of_another_form_is_told_without_its_value(secret, text: str):
    secret("keys", text)
    with pytest.raises(PermanentError, match="'keys' is no JSON object of names") as raised:
        key_of(settings(secret="keys"), "tavily")
    assert "t-2" not in str(raised.value)


def test_a_secret_that_is_not_there_is_told(secret):
    with pytest.raises(PermanentError, match="The secret 'keys': it is not there"):
        key_of(settings(secret="keys"), "tavily")


def test_a_secret_that_is_asked_for_too_often_is_worth_another_try(secret):
    # GIVEN a secret, and AWS that throttles whoever asks for it now
    secret("keys", '{"TAVILY_API_KEY": "t-2"}')
    with Stubber(client("secretsmanager")) as manager:
        manager.add_client_error("get_secret_value", "ThrottlingException", http_status_code=400)
        # WHEN a key is looked up, THEN the step is worth another try
        with pytest.raises(TransientError, match="The secret 'keys': ThrottlingException"):
            key_of(settings(secret="keys"), "tavily")
    # AND that finds it
    assert key_of(settings(secret="keys"), "tavily") == "t-2"


def test_without_a_secret_aws_is_not_asked():
    assert not key_of(settings(), "tavily")


@pytest.mark.parametrize(
    ("search", "variable"),
    [
        ("tavily", "TAVILY_API_KEY"),
        ("brave", "BRAVE_SEARCH_API_KEY"),
        ("searxng", "CITE_OR_REFUSE_SEARXNG_URL"),
    ],
)
def test_what_a_provider_needs_is_named(search: str, variable: str):
    with pytest.raises(BadInput, match=f"The search {search} needs {variable} to be set"):
        build_searches(settings(), Options(search=(search,)), lambda _: None)


def test_every_provider_is_made_from_its_settings(tmp_path: Path):
    # GIVEN everything configured
    given = Settings(home=tmp_path, tavily_key="t", brave_key="b", searxng_url="http://s.test")
    names = ("corpus", "tavily", "brave", "searxng", "mediawiki", "duckduckgo")
    # WHEN all are asked for
    searches, _ = build_searches(given, Options(search=names), lambda _: None)
    # THEN each is there under the word that --search takes
    assert tuple(search.name for search in searches) == names


def test_who_ignores_robots_txt_says_why_each_time(tmp_path: Path):
    # GIVEN an operator with a site's leave
    said: list[str] = []
    given = Settings(home=tmp_path, ignore_robots="docs.tarn.test gave leave on 5 March")
    # WHEN a run is wired
    build_searches(given, Options(search=("mediawiki",)), said.append)
    # THEN the reason is told
    assert said == ["robots.txt is not asked: docs.tarn.test gave leave on 5 March"]
