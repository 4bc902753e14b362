"""Who asks, for what representation, and of which stack."""

from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from cite_or_refuse.domain.errors import BadInput, PermanentError
from cite_or_refuse.runtime.aws.stack import Stack, open_stack
from cite_or_refuse.runtime.settings import Settings, read_settings


def caller_of(event: APIGatewayProxyEvent) -> str:
    """Return who signed the request, else the address that it came from."""
    identity = event["requestContext"].get("identity") or {}
    if arn := identity.get("userArn"):
        return f"iam:{arn}"
    return f"ip:{identity.get('sourceIp') or 'unknown'}"


def accepted_by(event: APIGatewayProxyEvent) -> str:
    """Return the `Accept` headers of a request as one, empty if there is none."""
    return ",".join(event.multi_value_headers.get("accept") or [event.headers.get("accept", "")])


def the_settings() -> Settings:
    """Return the operator's settings. Raises PermanentError: a caller cannot mend them."""
    try:
        return read_settings()
    except BadInput as error:
        raise PermanentError(f"The settings of the API are wrong: {error}") from error


def the_stack() -> Stack:
    """Return the stack of these settings."""
    return open_stack(the_settings())
