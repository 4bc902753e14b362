"""A model of its own for each role."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cite_or_refuse.ports import Assignment, Manuscript, Meter, Model, Opinion, Writing


@dataclass(frozen=True, slots=True)
class ByRole(Model):
    """Plans, writes and reviews by different models."""

    planner: Model
    writer: Model
    reviewer: Model

    @property
    def name(self) -> str:
        """The writer's."""
        return self.writer.name

    def metered(self, meter: Meter) -> ByRole:
        """Return the three, each with the meter."""
        return ByRole(*(m.metered(meter) for m in (self.planner, self.writer, self.reviewer)))

    def plan(self, question: str) -> Sequence[str]:
        """Ask the planner."""
        return self.planner.plan(question)

    def write(self, assignment: Assignment) -> Writing:
        """Ask the writer."""
        return self.writer.write(assignment)

    def review(self, manuscript: Manuscript) -> Opinion:
        """Ask the reviewer."""
        return self.reviewer.review(manuscript)
