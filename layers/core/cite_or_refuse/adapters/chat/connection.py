"""How a chat model is reached: Bedrock by its own class, all others by LangChain's initialiser."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cite_or_refuse.adapters.chat.errors import cannot_be_set_up
from cite_or_refuse.domain.errors import BadInput

if TYPE_CHECKING:  # langchain takes seconds to import
    from langchain_core.language_models import BaseChatModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """What holds for every call. `region` and `guardrail` (`ID:VERSION`) are for Bedrock alone."""

    max_output_tokens: int = 4096
    context_tokens: int = 32_000
    seconds: int = 120
    attempts: int = 4
    temperature: float | None = None
    region: str = ""
    guardrail: str = ""

    @property
    def output_tokens(self) -> int:
        """The most that is written: never more than half of the window."""
        return min(self.max_output_tokens, self.context_tokens // 2)

    @property
    def input_tokens(self) -> int:
        """The most that is read."""
        return self.context_tokens - self.output_tokens


def connect(spec: str, connection: Connection) -> BaseChatModel:
    """Return the chat model of `bedrock:ID` or `provider:name`; nothing is called yet.

    Raises BadInput for a provider that is unknown, lacks its package, or its key or region.
    """
    provider, _, name = spec.partition(":")
    if not name:
        raise BadInput(f"The model {spec!r:.60} has no name behind the colon.")
    try:
        return _bedrock(name, connection) if provider == "bedrock" else _other(spec, connection)
    except ImportError as error:
        extra = "make bedrock" if provider == "bedrock" else "make chat"
        package = f"langchain-{'aws' if provider == 'bedrock' else provider}"
        raise BadInput(
            f"The model {spec!r:.60} needs a package that is not installed: {extra}, or "
            f"pip install {package:.60} (and langchain, unless it is Bedrock)."
        ) from error
    except Exception as error:  # each provider's package raises its own
        raise cannot_be_set_up(spec, error) from error


def _bedrock(name: str, connection: Connection) -> BaseChatModel:
    import boto3
    from botocore.config import Config
    from botocore.exceptions import NoRegionError
    from langchain_aws import ChatBedrockConverse

    # boto3 alone reads AWS_DEFAULT_REGION and the profile, not AWS_REGION as other SDKs do.
    region = connection.region or os.environ.get("AWS_REGION") or boto3.Session().region_name
    if not region:
        raise NoRegionError
    more: dict[str, Any] = {}
    if connection.guardrail:
        guardrail, _, version = connection.guardrail.partition(":")
        more["guardrail_config"] = {
            "guardrailIdentifier": guardrail,
            "guardrailVersion": version or "DRAFT",
            "trace": "enabled",
        }
    if name.startswith("arn:"):  # it does not say whose model it is
        more["provider"] = name.rpartition("/")[2].split(".")[-2] if "." in name else "anthropic"
    return ChatBedrockConverse(
        model=name,
        region_name=region,
        max_tokens=connection.output_tokens,
        temperature=connection.temperature,
        disable_streaming=True,
        config=Config(
            connect_timeout=min(connection.seconds, 10),
            read_timeout=connection.seconds,
            # Adaptive: backs off with jitter, and slows down while the service throttles.
            retries={"mode": "adaptive", "total_max_attempts": connection.attempts},
        ),
        **more,
    )


def _other(spec: str, connection: Connection) -> BaseChatModel:
    from langchain.chat_models import init_chat_model

    options: dict[str, Any] = {"temperature": connection.temperature}
    if spec.startswith("ollama:"):
        # Without num_ctx Ollama drops the front of a prompt that is longer than its default.
        options |= {
            "num_predict": connection.output_tokens,
            "num_ctx": connection.context_tokens,
            "client_kwargs": {"timeout": connection.seconds},
        }
    else:
        options |= {
            "max_tokens": connection.output_tokens,
            "timeout": connection.seconds,
            "max_retries": connection.attempts - 1,
        }
    if connection.temperature is None:
        del options["temperature"]
    model: BaseChatModel = init_chat_model(spec, **options)
    return model
