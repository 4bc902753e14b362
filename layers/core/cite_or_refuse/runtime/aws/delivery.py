"""Lays the files of a run beside the dropped question that began it."""

from cite_or_refuse.domain.run import Run
from cite_or_refuse.report.files import RUN, contents_of
from cite_or_refuse.report.json import as_object
from cite_or_refuse.runtime.aws.dropped import dropped_from
from cite_or_refuse.runtime.settings import Settings
from cite_or_refuse.runtime.wiring import open_store


def deliver(run: Run, settings: Settings) -> None:
    """Write the files of a run that has ended, `run.json` last; of any other run, nothing.

    Nor of one that was not dropped into this stack's bucket. To do it again changes nothing, and a
    resumed run's files take the place of those it had when it failed. Needs s3:PutObject on
    `results/*`. Raises what `told` does.
    """
    dropped = dropped_from(run.started_by)
    end = run.current_publication
    if dropped is None or end is None or dropped.bucket != settings.documents:
        return
    from cite_or_refuse.adapters.aws.results import write_files

    whole = as_object(run, open_store(settings).trail(run.run_id))
    # A run that failed has no draft, and no other is published twice: no file has to go.
    files = {n: data for n, data in contents_of(run, end.report, whole).items() if data is not None}
    last = {RUN: files.pop(RUN)}
    write_files(dropped.bucket, f"{dropped.results}{run.run_id}/", files | last)
