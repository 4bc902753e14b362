"""Step Functions task: let a run wait for a human, or ask it once more what was decided."""

from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from cite_or_refuse.runtime.aws.step import take_step
from cite_or_refuse.runtime.aws.telemetry import logger, metrics


@logger.inject_lambda_context(clear_state=True)
@metrics.log_metrics(capture_cold_start_metric=True)
def handler(event: dict[str, Any], _context: LambdaContext) -> dict[str, Any]:
    """Return the facts that the workflow routes on; the run itself stays in the store."""
    return take_step("ask_human", event)
