"""What the functions of the stack log and measure, by Powertools: JSON lines, metrics as EMF.

The namespace, `POWERTOOLS_METRICS_NAMESPACE`, is the stack's name; `service` is always a dimension.

* by `step`: `Latency` (milliseconds of each try), `Failures` (tries that raised an error, those
  that are retried included), and what the tries have used: `Calls` of models, `InputTokens`,
  `OutputTokens`, `Dollars` (of the calls whose price is known) and `Searches`;
* by `outcome`: `Ended` (runs), and of each run `Revisions` and `ClaimsCut`;
* by nothing else, since CloudWatch does not add dimensions up: `Dollars`, `Tokens` and `Ended`;
* by `state`: `Drops`, how often the workflow of a dropped question was told so, see `drops`;
* by `function_name`: `ColdStart`.

No line holds a text of a source, a draft or a model: an error that was not foreseen, whose own
words might, is logged by its name and the place it came from.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from traceback import extract_tb
from typing import Any

from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import EphemeralMetrics, MetricUnit

from cite_or_refuse.domain.budget import MICRO, Usage
from cite_or_refuse.domain.run import Run
from cite_or_refuse.runtime.aws.failures import bounded
from cite_or_refuse.runtime.run_step import Taken

# Read at import, since the decorators of the handlers are made then.
_NAMESPACE = os.environ.get("POWERTOOLS_METRICS_NAMESPACE", "cite-or-refuse")
_SERVICE = os.environ.get("POWERTOOLS_SERVICE_NAME", "cite-or-refuse")

logger = Logger(service=_SERVICE)
metrics = Metrics(namespace=_NAMESPACE, service=_SERVICE)


@contextmanager
def watched(step: str, run_id: str) -> Iterator[None]:
    """Time the step and name the run on each line. An error is logged, and raised `bounded`."""
    logger.append_keys(step=step, run_id=run_id)
    metrics.add_dimension("step", step)
    start = monotonic()
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever broke, the workflow has to hear of it
        told = bounded(error)
        name, stack = type(error).__name__, places(error)
        logger.error("The step failed", error=name, why=str(told), stack=stack)
        metrics.add_metric("Failures", MetricUnit.Count, 1)
        raise told from None
    finally:
        metrics.add_metric("Latency", MetricUnit.Milliseconds, round(1000 * (monotonic() - start)))


def places(error: BaseException) -> list[str]:
    """Return where an error came from: a traceback without the words of the error."""
    frames = extract_tb(error.__traceback__)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


def count_step(taken: Taken) -> None:
    """Log whether the step was committed by this very call."""
    if taken.run is None:
        logger.info("The step was committed before", seq=taken.facts.seq)
        return
    logger.info("The step is committed", seq=taken.facts.seq, revision=taken.facts.revision)


def count_use(used: Usage) -> None:
    """Measure what a call of a model or a search has used; what is 0 makes no metric."""
    dollars = used.micro_dollars / MICRO
    for name, amount in (
        ("Calls", used.calls),
        ("InputTokens", used.input_tokens),
        ("OutputTokens", used.output_tokens),
        ("Dollars", dollars),
        ("Searches", used.searches),
    ):
        if amount:
            metrics.add_metric(name, MetricUnit.Count, amount)
    if used.calls:
        _measure({"Tokens": used.tokens, "Dollars": dollars})


def count_end(run: Run) -> None:
    """Measure a run that has been published by this very call."""
    end = run.current_publication
    assert end is not None, "only a published run has ended"
    revisions = run.draft.revision if run.draft else 0
    of_run = {"Ended": 1, "Revisions": revisions, "ClaimsCut": len(end.cut)}
    _measure(of_run, outcome=end.outcome.value)
    _measure({"Ended": 1})
    logger.info("The run has ended", outcome=end.outcome.value, reason=end.reason)


def _measure(amounts: Mapping[str, float], **dimensions: str) -> None:
    """Measure apart from the step, under these dimensions alone."""
    apart = EphemeralMetrics(namespace=_NAMESPACE, service=_SERVICE)
    for name, value in dimensions.items():
        apart.add_dimension(name, value)
    for name, amount in amounts.items():
        apart.add_metric(name, MetricUnit.Count, amount)
    apart.flush_metrics()


def count_drop(answer: Mapping[str, Any]) -> None:
    """Measure what a dropped question has come to, or that S3 has told of some."""
    metrics.add_dimension("state", answer.get("state", "told"))
    metrics.add_metric("Drops", MetricUnit.Count, 1)
    logger.info("Questions were dropped", **answer)
