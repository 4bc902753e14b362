"""Which search providers a run asks, and how each is made."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.domain.options import Options
from cite_or_refuse.ports import Fetcher, Search
from cite_or_refuse.runtime.settings import KEYS, Settings

SEARCHES = ("corpus", "tavily", "brave", "searxng", "mediawiki", "duckduckgo")
KEYLESS = ("corpus", "mediawiki", "duckduckgo")


def choose_searches(settings: Settings, named: str | None, corpus: Sequence[str]) -> Sequence[str]:
    """Return the providers that a run asks, in this order of precedence.

    Those named, and the corpus with them if it is given; the corpus alone if it is given; what the
    setting names; every one with a key or an address; those that need none, of which the corpus
    answers also without a network. Raises BadInput for a name that there is not.
    """
    if named is not None:
        chosen = _names(named)
        return chosen if "corpus" in chosen or not corpus else ("corpus", *chosen)
    if corpus:
        return ("corpus",)
    return _names(settings.search) if settings.search else _configured(settings) or KEYLESS


def choose_configured(
    settings: Settings, named: Sequence[str], *, documents: bool
) -> Sequence[str]:
    """Return the providers that a run in the stack asks: those of the setting, or some of them.

    The corpus is searched if the run has documents, and alone unless others are named. A function
    has no corpus of its own. No secret is read. Raises BadInput for a provider that the setting
    does not name, and where there is nothing to search.
    """
    configured = (
        [name for name in _names(settings.search) if name != "corpus"] if settings.search else []
    )
    for name in named:
        if name not in configured and not (documents and name == "corpus"):
            choices = ", ".join(["corpus"] * documents + configured) or "none"
            raise BadInput(f"The search {name!r:.60} is not configured here; there is: {choices}.")
    if documents:
        return tuple(dict.fromkeys(["corpus", *named]))
    if not configured:
        raise BadInput(
            "There is nothing to search: no search provider is configured here, so a question "
            "needs a set of documents."
        )
    return tuple(dict.fromkeys(named)) or tuple(configured)


def _names(text: str) -> Sequence[str]:
    names = tuple(dict.fromkeys(name.strip().lower() for name in text.split(",")))
    for name in names:
        if name not in SEARCHES:
            raise BadInput(f"There is no search {name!r:.60}; choose {', '.join(SEARCHES)}.")
    return names


def _configured(settings: Settings) -> Sequence[str]:
    keyed = [provider for provider in KEYS if key_of(settings, provider)]
    return (*keyed, "searxng") if settings.searxng_url else tuple(keyed)


def key_of(settings: Settings, provider: str) -> str:
    """Return the key from the environment, else from the secret that a setting names, else ""."""
    key: str = getattr(settings, f"{provider}_key")
    if key or not settings.secret:
        return key
    from cite_or_refuse.adapters.aws.secrets import read_secret

    return read_secret(settings.secret).get(KEYS[provider], "")


def build_searches(
    settings: Settings, options: Options, progress: Callable[[str], None]
) -> tuple[tuple[Search, ...], Fetcher]:
    """Return the providers that the options name, and the fetcher for what they find.

    Raises BadInput for a provider that is unknown or lacks its key or address, a corpus that is not
    there, and a host to allow that is none.
    """
    searches: list[Search] = []
    fetchers: dict[str, Fetcher] = {}
    for name in _names(",".join(options.search)):
        if name == "corpus":
            search, fetchers[name] = _corpus(settings, options, progress)
        else:
            search = _MAKERS[name](settings)
        searches.append(search)
    on_the_web = [search.name for search in searches if search.name not in fetchers]
    if on_the_web or options.allow_hosts:
        fetchers |= dict.fromkeys(on_the_web, _web(settings, options, progress))
    if len(fetchers) == 1:
        return tuple(searches), next(iter(fetchers.values()))
    from cite_or_refuse.adapters.fetching.by_provider import ByProvider

    return tuple(searches), ByProvider(fetchers)


def _corpus(
    settings: Settings, options: Options, progress: Callable[[str], None]
) -> tuple[Search, Fetcher]:
    if options.corpus and options.corpus[0].startswith("s3://"):
        from cite_or_refuse.adapters.aws.document_sets import DocumentSet

        documents = DocumentSet(options.corpus[0], settings.home, progress)
        return documents, documents
    from cite_or_refuse.adapters.corpus import CorpusSearch, FileFetcher, default_corpus

    paths = [Path(path) for path in options.corpus] or default_corpus()
    corpus = CorpusSearch(paths, settings.home / "indexes", progress)
    return corpus, FileFetcher(corpus)


def _web(settings: Settings, options: Options, progress: Callable[[str], None]) -> Fetcher:
    from cite_or_refuse.adapters.fetching import Guard, WebFetcher

    if settings.ignore_robots:
        progress(f"robots.txt is not asked: {settings.ignore_robots}")
    return WebFetcher(
        Guard(options.allow_hosts),
        seconds=settings.page_seconds,
        contact=settings.contact,
        obey_robots=not settings.ignore_robots,
    )


def _tavily(settings: Settings) -> Search:
    from cite_or_refuse.adapters.providers.tavily import Tavily

    return Tavily(_needed(key_of(settings, "tavily"), "tavily", KEYS["tavily"]))


def _brave(settings: Settings) -> Search:
    from cite_or_refuse.adapters.providers.brave import Brave

    return Brave(_needed(key_of(settings, "brave"), "brave", KEYS["brave"]))


def _searxng(settings: Settings) -> Search:
    from cite_or_refuse.adapters.providers.searxng import SearxNG

    return SearxNG(_needed(settings.searxng_url, "searxng", "CITE_OR_REFUSE_SEARXNG_URL"))


def _mediawiki(settings: Settings) -> Search:
    from cite_or_refuse.adapters.providers.mediawiki import MediaWiki

    return MediaWiki(settings.mediawiki_url, settings.contact)


def _duckduckgo(_: Settings) -> Search:
    from cite_or_refuse.adapters.providers.duckduckgo import DuckDuckGo

    return DuckDuckGo()


_MAKERS: Mapping[str, Callable[[Settings], Search]] = {
    "tavily": _tavily,
    "brave": _brave,
    "searxng": _searxng,
    "mediawiki": _mediawiki,
    "duckduckgo": _duckduckgo,
}


def _needed(value: str, provider: str, variable: str) -> str:
    if not value:
        raise BadInput(f"The search {provider} needs {variable} to be set.")
    return value
