"""A scripted model whose calls cost something."""

from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.domain.budget import Usage
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.ports import Assignment, Meter, Model, Writing

ONE_CALL = Usage(calls=1, input_tokens=100, output_tokens=50, micro_dollars=900)


class PayingModel(ScriptedModel):
    """Uses `costs` for each draft, of the `ONE_CALL` it reserves; an error costs all of it."""

    def __init__(self, *drafts: str | Exception, costs: Usage = ONE_CALL) -> None:
        super().__init__(drafts=drafts, opinions=[Verdict.ACCEPT] * 9)
        self._costs = costs
        self._meter: Meter

    def metered(self, meter: Meter) -> Model:
        self._meter = meter
        return self

    def write(self, assignment: Assignment) -> Writing:
        with self._meter.reserve(ONE_CALL) as bill:
            writing = super().write(assignment)
            bill.used = self._costs
        return writing
