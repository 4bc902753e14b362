"""What `sam build` made: its size, its bytecode, and for which processor."""

import importlib.util
import re
from pathlib import Path

import pytest

from tests.built import ARCHITECTURE, BUILD, Built, built, resources

MB = 1_000_000
LIMIT = 250 * MB  # Lambda's, for a function with its layers, unpacked
ELF_MACHINES = {"x86_64": 62, "arm64": 183}
NAMES = list(resources("Serverless::Function"))
LIBRARIES = [*resources("Serverless::LayerVersion"), "ApiFunction"]


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def size_with_layers(function: Built) -> int:
    return sum(map(size_of, (function.folder, *function.layers)))


@pytest.mark.parametrize("name", NAMES)
def test_a_function_with_its_layers_fits_into_lambda(name: str) -> None:
    assert size_with_layers(built(name)) < LIMIT


def test_the_gate_is_small() -> None:
    # GIVEN the function that starts most often, with the layer that it needs
    # THEN it stays below 10 MB, and has no other layer
    validate = built("ValidateFunction")
    assert [layer.name for layer in validate.layers] == ["CoreLayer"]
    assert size_with_layers(validate) < 10 * MB


def test_without_a_model_no_function_carries_the_client_of_one() -> None:
    # GIVEN a stack that asks no model, THEN what would ask one is as small as the gate
    for name in ("SupervisorFunction", "WriterFunction", "ReviewerFunction"):
        assert size_with_layers(built(name, models=False)) < 10 * MB < size_with_layers(built(name))


@pytest.mark.parametrize("name", LIBRARIES)
def test_all_bytecode_comes_along_and_is_not_checked_against_its_source(name: str) -> None:
    # GIVEN a layer, unpacked with other times than it was packed with
    sources = list((BUILD / name).rglob("*.py"))
    assert sources
    for source in sources:
        # WHEN Python looks for the bytecode of a module
        cached = Path(importlib.util.cache_from_source(str(source)))
        head = cached.read_bytes()[:16]
        # THEN it is there, of this Python, marked as hashed and unchecked, and of this source
        assert head[:4] == importlib.util.MAGIC_NUMBER, source
        assert int.from_bytes(head[4:8], "little") == 0b01, source
        assert head[8:16] == importlib.util.source_hash(source.read_bytes()), source


@pytest.mark.parametrize("name", NAMES)
def test_starting_compiles_nothing_but_the_handler(name: str) -> None:
    # GIVEN a built function
    function = built(name)
    # WHEN Python imports its handler and says what it loads from where
    done = function.python("-v", "-c", "import app")
    assert done.returncode == 0, done.stderr[-2000:]
    # THEN only the handler's few lines are read from source, where they were not compiled, too
    read = map(Path, re.findall(r"^# code object from (/.*)", done.stderr, re.MULTILINE))
    ours = [path for path in read if BUILD in path.parents and path.suffix == ".py"]
    assert ours == ([] if name == "ApiFunction" else [function.folder / "app.py"])


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_layer_holds_no_tests_and_no_commands(name: str) -> None:
    folder = BUILD / name
    junk = [path for path in folder.rglob("*") if path.name in {"tests", "bin"} and path.is_dir()]
    assert not junk


@pytest.mark.parametrize("name", LIBRARIES)
def test_what_is_native_is_for_the_processor_of_the_functions(name: str) -> None:
    # GIVEN the compiled modules of a layer
    for library in (BUILD / name).rglob("*.so"):
        head = library.read_bytes()[:20]
        # THEN they are for this machine, for which the functions were built
        assert head[:4] == b"\x7fELF"
        assert int.from_bytes(head[18:20], "little") == ELF_MACHINES[ARCHITECTURE], library


def test_functions_load_nothing_that_their_step_does_not_need() -> None:
    # GIVEN each function, as far as its handler's import goes
    heavy = {"langchain_aws", "langchain_core", "langgraph", "bs4", "lxml", "pydantic", "boto3"}
    allowed = {"ApiFunction": {"pydantic"}}
    for name in NAMES:
        code = "import app, sys; print(*sorted(m for m in sys.modules if '.' not in m))"
        loaded = set(built(name).python("-c", code).stdout.split())
        # THEN what is heavy waits for its first use
        assert "cite_or_refuse" in loaded
        assert loaded & heavy == allowed.get(name, set()), name
