"""Language models through LangChain: Amazon Bedrock, and any provider that LangChain names."""

from cite_or_refuse.adapters.chat.connection import Connection, connect
from cite_or_refuse.adapters.chat.model import ChatModel
from cite_or_refuse.adapters.chat.prices import price_of
from cite_or_refuse.adapters.chat.roles import ByRole
from cite_or_refuse.domain.budget import Budget
from cite_or_refuse.domain.errors import BadInput

__all__ = ["ByRole", "ChatModel", "Connection", "chat_model"]


def chat_model(spec: str, connection: Connection, budget: Budget) -> ChatModel:
    """Return the model of `bedrock:ID` or `provider:name`; nothing is called yet.

    Raises BadInput as `connect` does, and for a budget in dollars where the price is not known.
    """
    price = price_of(spec)
    if price is None and budget.micro_dollars is not None:
        raise BadInput(
            f"The price of {spec!r:.80} is not known here, so a limit in dollars cannot be kept; "
            "limit tokens or calls instead."
        )
    return ChatModel(spec, connect(spec, connection), connection, price)
