"""Which model works in the laptop stack: none, or one on this machine by way of Bedrock's API."""

from collections.abc import Mapping

from laptop.environment import Unusable

OLLAMA = "127.0.0.1:11434"
SECONDS = 300  # a local model is slow


def model_on(spec: str, environment: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return settings for the emulator and parameters for the template. Raises Unusable.

    The functions call Bedrock, as they do on AWS, and the emulator passes the calls on to the
    server at OLLAMA_HOST, which has to speak OpenAI's protocol, tools included.
    """
    kind, _, name = spec.partition(":")
    if spec == "extractive":
        return {}, [f"Model={spec}"]
    if kind != "ollama" or not name:
        raise Unusable(f"The laptop stack has no model {spec!r}; give extractive or ollama:NAME.")
    host = environment.get("OLLAMA_HOST") or OLLAMA
    url = host if "://" in host else f"http://{host}"
    settings = {
        "MINISTACK_BEDROCK_PROXY_URL": url,
        "MINISTACK_BEDROCK_PROXY_TIMEOUT_SECONDS": str(SECONDS),
    }
    return settings, [f"Model=bedrock:{name}"]
