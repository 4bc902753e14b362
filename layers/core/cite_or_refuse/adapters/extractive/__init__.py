"""A writer and reviewer without any language model: it quotes its sources and cannot invent."""

from cite_or_refuse.adapters.extractive.model import ExtractiveModel

__all__ = ["ExtractiveModel"]
