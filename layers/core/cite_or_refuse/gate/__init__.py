"""Decide whether a draft is grounded in its sources. Standard library only, pure.

from cite_or_refuse.gate import check
"""

from cite_or_refuse.gate.check import check, no_draft
from cite_or_refuse.gate.cut import cut
from cite_or_refuse.gate.feedback import feedback
from cite_or_refuse.gate.repoint import repoint

__all__ = ["check", "cut", "feedback", "no_draft", "repoint"]
