"""The model behind `bedrock:ID` and `provider:name`: it proposes, and is believed nothing."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cite_or_refuse.adapters.chat.answers import (
    ReviewVerdict,
    SearchQueries,
    check_not_blocked,
    draft_problem,
    typed,
    used,
)
from cite_or_refuse.adapters.chat.connection import Connection
from cite_or_refuse.adapters.chat.errors import Unreadable, explain, turned_away, unsent
from cite_or_refuse.adapters.chat.prices import Price, a_call
from cite_or_refuse.adapters.chat.window import fit, tokens
from cite_or_refuse.domain.budget import NOTHING, Usage
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.ports import (
    Assignment,
    Manuscript,
    Meter,
    Model,
    Opinion,
    Unmetered,
    Writing,
)
from cite_or_refuse.prompts import (
    Prompt,
    plan_prompt,
    repaired,
    review_prompt,
    write_prompt,
)

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.runnables import Runnable
    from pydantic import BaseModel

OVERHEAD = 600  # tokens of a call beside the prompt: its roles, and the form of a typed answer
FENCE = 60  # tokens of the two boundaries around a source
UNREADABLE = "The reviewer gave no verdict that could be read."


class ChatModel(Model):
    """A chat model of LangChain in the three roles.

    Each method raises ModelBlocked, TransientError or PermanentError, and BudgetExhausted from
    its meter.
    """

    name = ""

    def __init__(
        self,
        name: str,
        chat: BaseChatModel,
        connection: Connection,
        price: Price | None,
        meter: Meter | None = None,
    ) -> None:
        self.name = name
        self._chat = chat
        self._connection = connection
        self._price = price
        self._meter = meter or Unmetered()

    def metered(self, meter: Meter) -> ChatModel:
        """Return this model, its calls reserved with the meter."""
        return ChatModel(self.name, self._chat, self._connection, self._price, meter)

    def plan(self, question: str) -> Sequence[str]:
        """Return search queries, or none if the model gives none that can be read."""
        answer = self._typed(plan_prompt(question), SearchQueries)
        return answer.queries if answer else ()

    def write(self, assignment: Assignment) -> Writing:
        """Return a draft of what fits the window, or the problem it has instead."""
        previous, notes = self._bounded(assignment)
        bare = write_prompt(assignment.question, (), previous, notes)
        titles = sum(tokens(source.title) + FENCE for source in assignment.sources)
        room = self._connection.input_tokens - self._size(bare) - titles
        wanted = "\n".join([assignment.question, *notes])
        excerpts, left_out = fit(assignment.sources, wanted, room)
        prompt = write_prompt(assignment.question, excerpts, previous, notes)
        message = self._ask(self._chat, prompt)
        problem = draft_problem(message, assignment.question)
        return Writing(str(message.text), problem, left_out)

    def _bounded(self, assignment: Assignment) -> tuple[str, list[str]]:
        """The previous draft and the notes, each within a quarter of what may be read."""
        chars = self._connection.input_tokens // 4
        notes: list[str] = []
        for note in assignment.notes:
            notes.append(note[: max(0, chars - sum(map(len, notes)))])
        return assignment.previous[:chars], [note for note in notes if note]

    def review(self, manuscript: Manuscript) -> Opinion:
        """Return the verdict; one that cannot be read, or contradicts itself, is REVISE."""
        bare = self._size(review_prompt(manuscript, 0))
        room = self._connection.input_tokens - bare
        quote_chars = max(0, room // max(1, len(manuscript.claims)))
        answer = self._typed(review_prompt(manuscript, quote_chars), ReviewVerdict)
        if answer is None:
            return Opinion(Verdict.REVISE, open_notes=(UNREADABLE,))
        accepted = answer.verdict == "accept" and not answer.notes
        return Opinion(
            Verdict.ACCEPT if accepted else Verdict.REVISE,
            tuple(answer.notes),
            tuple(answer.open_notes),
        )

    def _typed[Answer: BaseModel](self, prompt: Prompt, kind: type[Answer]) -> Answer | None:
        """Ask for a typed answer, and once more if it is none."""
        with warnings.catch_warnings():
            # Of a model that cannot be forced to answer in a form: that is what the repair is for.
            warnings.simplefilter("ignore")
            # Given a class, some clients parse, and raise, before we see the answer.
            asked = self._chat.with_structured_output(kind.model_json_schema(), include_raw=True)
        for attempt in (prompt, repaired(prompt)):
            try:
                answer = typed(self._ask(asked, attempt), kind)
            except Unreadable:
                continue
            if answer is not None:
                return answer
        return None

    def _ask(self, chat: Runnable[Any, Any], prompt: Prompt) -> AIMessage:
        """Make one call within the budget, and return an answer that nothing has blocked."""
        reserved = self._reserved(prompt)
        with self._meter.reserve(reserved) as bill:
            try:
                answer = chat.invoke([("system", prompt.system), ("human", prompt.user)])
            except Exception as error:  # each provider's package raises its own
                if unsent(error):
                    bill.used = NOTHING
                elif turned_away(error):
                    bill.used = Usage(calls=1)
                raise explain(self.name, error) from error
            message: AIMessage = answer["raw"] if isinstance(answer, dict) else answer
            bill.used = used(message, reserved, self._price)
        check_not_blocked(self.name, message)
        return message

    def _reserved(self, prompt: Prompt) -> Usage:
        call = a_call(self._size(prompt), self._connection.output_tokens, self._price)
        return replace(call, milliseconds=1000 * self._connection.seconds)

    def _size(self, prompt: Prompt) -> int:
        return tokens(prompt.system) + tokens(prompt.user) + OVERHEAD
