"""`cite-or-refuse drop`: a question as a document, put where a stack looks for questions."""

import json
from collections.abc import Sequence
from pathlib import Path

import click

from cite_or_refuse.domain.errors import BadInput, PermanentError, UnknownRun
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.report.files import FILES, REPORT, RUN
from cite_or_refuse.runtime.aws.dropped import QUESTIONS, Dropped
from cite_or_refuse.runtime.cli import output
from cite_or_refuse.runtime.cli.speaking import Interrupted
from cite_or_refuse.runtime.cli.teaching import OUTCOMES, teach
from cite_or_refuse.runtime.cli.there import (
    ON_THE_STACK,
    Stack,
    interrupted,
    pauses,
    show,
    tell_steps,
    the_stack,
)
from cite_or_refuse.runtime.cli.walking import View, show_result, view_options
from cite_or_refuse.runtime.runs import run_id_of
from cite_or_refuse.runtime.settings import read_settings

LOOKS = 20  # for the files of a run that has ended: about a minute


@click.command(
    short_help="Drop a document with a question into the stack.",
    epilog=teach(
        [
            "drop question.txt",
            "drop question.json --corpus docs/",
            "drop question.txt --out answer/",
        ],
        OUTCOMES,
    ),
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--corpus",
    type=click.Path(exists=True),
    multiple=True,
    metavar="PATH",
    help="File or folder to upload first, into the set that a FILE.json names; may be repeated.",
)
@view_options
def drop(
    *, file: Path, corpus: tuple[str, ...], as_json: bool, out: Path | None, quiet: bool
) -> int:
    """Put FILE where the stack looks for questions, and follow it to its result.

    A .txt or .md is the question itself. A .json is an object with `question` and perhaps
    `options` and `documents`: {"set": NAME, "names": [those to wait for]}. The stack writes the
    result under results/ in the same bucket, or an error document.
    """
    from cite_or_refuse.adapters.aws.uploads import put, upload_as

    view = View(as_json, out, quiet)
    stack = the_stack(read_settings())
    bucket = stack.bucket()
    if out:
        output.prepare(out)
    data = file.read_bytes()
    key = QUESTIONS + file.name
    if corpus:
        upload_as(bucket, _set_of(key, data), corpus, view.progress)
    dropped = Dropped(bucket, key, put(bucket, key, data))
    view.progress(f"dropped {dropped.address}")
    return _follow(dropped, _Companions(bucket, key, data), stack, view)


def _set_of(key: str, data: bytes) -> str:
    from cite_or_refuse.runtime.aws.asking import asked_in

    name = asked_in(key, data).documents
    if not name:
        raise BadInput(
            'With --corpus, FILE is a .json whose "documents" name the set, as in '
            '{"question": "...", "documents": {"set": "handbook"}}.'
        )
    return name


class _Companions:
    """The documents that a question waits for before its run begins."""

    def __init__(self, bucket: str, key: str, data: bytes) -> None:
        from cite_or_refuse.runtime.aws.asking import Asked, asked_in

        try:
            self._asked = asked_in(key, data)
        except BadInput:  # the stack's error document says so
            self._asked = Asked("")
        self._address = f"s3://{bucket}/documents/{self._asked.documents}"
        self._told: Sequence[str] = ()

    def tell(self, view: View) -> None:
        """Say what is waited for, if that has changed."""
        from cite_or_refuse.runtime.aws.asking import in_words, missing

        try:
            lacking = missing(self._asked, self._address) if self._asked.documents else ()
        except BadInput:  # the stack's error document says so
            return
        if lacking and lacking != self._told:
            view.progress(f"waiting for {in_words(lacking)} in {self._address}")
        elif self._told and not lacking:
            view.progress("what was waited for is there")
        self._told = lacking


def _follow(dropped: Dropped, companions: _Companions, stack: Stack, view: View) -> int:
    run_id = run_id_of(dropped.address)
    begun = False
    seen = 0
    try:
        for _ in pauses():
            try:
                stands = stack.api.status(run_id)
            except UnknownRun:
                _raise_problem(dropped)
                companions.tell(view)
                continue
            begun = True
            seen = tell_steps(stands, view, seen)
            if stands["status"] == Status.WAITING:
                return show(stack.api, run_id, view)
            if stands["status"] != Status.RUNNING:
                break
        return _show_results(dropped, run_id, view)
    except KeyboardInterrupt:
        if begun:
            raise interrupted(run_id) from None
        raise Interrupted(
            "Interrupted. The question is dropped; its answer will be under "
            f"s3://{dropped.bucket}/{dropped.results}"
        ) from None


def _raise_problem(dropped: Dropped) -> None:
    """Raise what the error document says, if there is one."""
    from cite_or_refuse.adapters.aws.uploads import read

    document = read(dropped.bucket, dropped.error_key)
    if document is None:
        return
    problem = json.loads(document)
    told = f"{problem['detail']} (s3://{dropped.bucket}/{dropped.error_key})"
    raise BadInput(told) if problem["status"] < 500 else PermanentError(told)


def _show_results(dropped: Dropped, run_id: str, view: View) -> int:
    """Print what the stack wrote. `run.json` is its last file: with it, all are there."""
    from cite_or_refuse.adapters.aws.uploads import read

    prefix = f"{dropped.results}{run_id}/"
    for _, _look in zip(pauses(), range(LOOKS), strict=False):
        run = read(dropped.bucket, prefix + RUN)
        if run:
            break
    else:
        raise PermanentError(
            f"Run {run_id} has ended, and nothing is under s3://{dropped.bucket}/{prefix}; get it "
            f"with: cite-or-refuse show {run_id}{ON_THE_STACK}"
        )
    view.progress(f"results: s3://{dropped.bucket}/{prefix}")
    files = {name: read(dropped.bucket, prefix + name) for name in FILES}
    text = (files[REPORT] or b"").decode()
    return show_result(json.loads(run), text, lambda: files, view, ON_THE_STACK)
