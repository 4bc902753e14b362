"""Where the things of the API are, as its caller reaches them."""

from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from cite_or_refuse.runtime.settings import Settings


def base_of(event: APIGatewayProxyEvent, settings: Settings) -> str:
    """Return what comes before `/runs` in the address of each run.

    That is the setting, else the domain and stage of this request. An emulator may name no domain;
    then it is the way back from this request's own path, and the links are relative.
    """
    if settings.api:
        return settings.api.rstrip("/")
    context = event["requestContext"]
    if domain := context.get("domainName"):
        stage = context.get("path", "").removesuffix(event.path)
        return f"https://{domain}{stage}"
    return "/".join([".", *[".."] * (event.path.strip("/").count("/"))])


def links_of(base: str, run_id: str) -> dict[str, str]:
    """Return the addresses of a run and of what can be done with it."""
    run = f"{base}/runs/{run_id}"
    return {
        "self": run,
        "report": f"{run}/report",
        "decision": f"{run}/decision",
        "resume": f"{run}/resume",
    }
