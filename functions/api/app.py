"""API Gateway: everything that can be asked of the stack over HTTP."""

from typing import Any

from aws_lambda_powertools.logging import correlation_paths
from aws_lambda_powertools.utilities.typing import LambdaContext

from cite_or_refuse.runtime.aws.api.app import answer
from cite_or_refuse.runtime.aws.telemetry import logger


@logger.inject_lambda_context(
    clear_state=True, correlation_id_path=correlation_paths.API_GATEWAY_REST
)
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Return the response that the gateway passes on."""
    return answer(event, context)
