"""A research agent that answers with claims a reader can check, or refuses."""

__version__ = "0.1.0"
