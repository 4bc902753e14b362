"""Other processes, which share nothing with the test but files."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def a_python(script: str, *arguments: object) -> subprocess.Popen[str]:
    """A fresh interpreter that runs a script, with pipes to talk through."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
