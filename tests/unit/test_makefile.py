"""What the Makefile does that another part of the repository relies on."""

import os
import re
import subprocess
from pathlib import Path

from laptop.workflows import BUILT
from tests.built import BUILD, ROOT

SHIPPED = Path(".aws-sam/build")  # where `sam deploy` looks if it is told nothing else


def test_what_is_built_for_this_machine_is_not_what_is_deployed_to_aws():
    # GIVEN the commands of a build for the processor of this machine
    printed = subprocess.run(
        ["make", "--dry-run", "build-here"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    [into] = re.findall(r"--build-dir (\S+)", printed.stdout)
    # THEN they build beside what is shipped, with a cache of their own, since each clears its own
    assert Path(into) != SHIPPED
    assert f"--cache-dir {Path(into).parent}/cache " in printed.stdout
    # AND from there the laptop's stack and the tests of what was built take it
    assert Path(into) == BUILT == BUILD.relative_to(ROOT)


def test_what_the_environment_says_of_the_laptops_stack_counts():
    # GIVEN a port, a model and a search in the environment
    said = {"PORT": "4712", "MODEL": "ollama:qwen3", "SEARCH": "mediawiki"}
    # WHEN the commands of `make up` are printed
    printed = subprocess.run(
        ["make", "--dry-run", "up"],
        cwd=ROOT, env=os.environ | said, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    # THEN they use each of them
    assert '--port="4712" --model="ollama:qwen3" --search="mediawiki"' in printed
