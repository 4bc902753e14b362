"""Measure the gate on labelled claims, in both directions: `python -m bench.gate --help`."""
