"""The words of the project: runs, sources, claims, verdicts and the rules of the walk.

Standard library only, and no I/O.
"""
