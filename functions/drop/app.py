"""Hears of questions dropped into S3, and is asked by the workflow of each whether it can begin."""

from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from cite_or_refuse.runtime.aws.drops import handle
from cite_or_refuse.runtime.aws.stack import open_stack
from cite_or_refuse.runtime.aws.telemetry import count_drop, logger, metrics
from cite_or_refuse.runtime.settings import read_settings


@logger.inject_lambda_context(clear_state=True)
@metrics.log_metrics(capture_cold_start_metric=True)
def handler(event: dict[str, Any], _context: LambdaContext) -> dict[str, Any]:
    """Return what was begun, is waited for, or was refused, as `handle` says."""
    answer = handle(event, open_stack(read_settings()))
    count_drop(answer)
    return answer
