"""`cite-or-refuse ask`: a question becomes a cited report or a refusal."""

from pathlib import Path

import click

from cite_or_refuse.domain.budget import parse_budget
from cite_or_refuse.runtime.cli import output
from cite_or_refuse.runtime.cli.given import not_blank
from cite_or_refuse.runtime.cli.teaching import OUTCOMES, teach
from cite_or_refuse.runtime.cli.there import Engine, ask_there, engine_option, the_stack, wishes
from cite_or_refuse.runtime.cli.walking import (
    BUDGET_HELP,
    View,
    caller,
    view_options,
    walk_and_show,
)
from cite_or_refuse.runtime.runs import sound_question, start_run
from cite_or_refuse.runtime.searches import choose_searches
from cite_or_refuse.runtime.settings import read_settings
from cite_or_refuse.runtime.wiring import build_ports, prepare

ROLES = ("plan=", "write=", "review=")


@click.command(
    short_help="Answer a question with a cited report, or refuse.",
    epilog=teach(
        [
            'ask "How do I pause a LangGraph graph and wait for a human?"',
            'ask "How long are logs kept?" --corpus docs/ --corpus handbook.md',
            'ask "Which port does it use?" --corpus docs/ --json > run.json',
            'ask "Who maintains Tarn?" --search searxng,mediawiki',
            'ask "What changed in 2.0?" --corpus CHANGELOG.md --human --wait 60',
            'ask "Is it thread-safe?" --corpus docs/ --model ollama:qwen3 --budget calls=12',
            'ask "How long are logs kept?" --corpus docs/ --engine stack',
        ],
        OUTCOMES,
    ),
)
@click.argument("question")
@click.option(
    "--corpus",
    type=click.Path(exists=True),
    multiple=True,
    metavar="PATH",
    help="File or folder to search; may be repeated. Alone, nothing else is searched. Without it, "
    "'corpus' is the documentation of this program's own dependencies.",
)
@click.option(
    "--search",
    metavar="NAME[,NAME]",
    help="Who is asked: corpus, tavily, brave, searxng, mediawiki, duckduckgo. Default: what has a "
    "key or an address in the settings, else corpus, mediawiki and duckduckgo.",
)
@click.option(
    "--allow-host",
    "allow_hosts",
    multiple=True,
    callback=not_blank,
    metavar="HOST:PORT",
    help="Let pages be fetched from this host although it is not on the public web, as in an "
    "intranet; may be repeated. The report says so.",
)
@click.option(
    "--model",
    "models",
    multiple=True,
    callback=not_blank,
    metavar="[ROLE=]SPEC",
    help="Who works: 'extractive' quotes the sources without a language model, 'bedrock:ID' asks "
    "one on Amazon Bedrock, 'provider:name' any chat model of LangChain. ROLE is plan, write or "
    "review; without it, all three. May be repeated.",
)
@click.option("--budget", metavar="LIMITS", callback=not_blank, help=BUDGET_HELP)
@click.option(
    "--max-revisions",
    type=int,
    metavar="N",
    help="How often a draft may be rewritten, from 0 up to the setting.",
)
@click.option("--human", is_flag=True, help="Let a person decide when the rewrites are used up.")
@click.option(
    "--wait",
    type=int,
    metavar="MINUTES",
    help="How long to wait for that person, up to the setting.",
)
@engine_option
@view_options
def ask(  # noqa: PLR0913 - one parameter for each option
    *,
    question: str,
    corpus: tuple[str, ...],
    search: str | None,
    allow_hosts: tuple[str, ...],
    models: tuple[str, ...],
    budget: str | None,
    max_revisions: int | None,
    human: bool,
    wait: int | None,
    engine: Engine,
    as_json: bool,
    out: Path | None,
    quiet: bool,
) -> int:
    """Answer QUESTION with claims that each cite a source, or say why that cannot be done.

    The report goes to stdout, progress to stderr. The run is kept: see `show` and `resume`.
    """
    if wait is not None and not human:
        raise click.UsageError("--wait says how long --human waits; give both.")
    view = View(as_json, out, quiet)
    settings = read_settings()
    if out:
        output.prepare(out)
    by_role = _by_role(models)
    limits = parse_budget(budget or "")
    sound_question(question)  # what is wrong with it is told before the documents are read
    if engine == "stack":
        if allow_hosts:
            raise click.UsageError("--allow-host is for --engine laptop; a stack reads the web.")
        wished = wishes(
            by_role, search, limits, max_revisions=max_revisions, human=human, wait_minutes=wait
        )
        return ask_there(the_stack(settings), question, corpus, wished, view)
    options = settings.options(
        models=by_role,
        search=choose_searches(settings, search, corpus),
        corpus=corpus,
        allow_hosts=allow_hosts,
        max_revisions=max_revisions,
        human=human,
        wait_minutes=wait,
        budget=limits,
    )
    ports = build_ports(settings, options, view.progress)
    prepare(ports)
    run = start_run(question, options, caller(), ports)
    return walk_and_show(run, ports, settings.home, view)


def _by_role(models: tuple[str, ...]) -> dict[str, str]:
    """Map plan, write, review, and "" for all three, to what was named for them."""
    chosen: dict[str, str] = {}
    for given in models:
        role, _, spec = given.rpartition("=") if given.startswith(ROLES) else ("", "", given)
        if role in chosen or not spec:
            raise click.UsageError(f"--model {given}: give one model for each role, or for all.")
        chosen[role] = spec
    return chosen
