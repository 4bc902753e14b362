"""What it costs to start the gate: `make bench`.

The validate step runs in a function of its own, so its imports are its cold start. They are
compared, in fresh processes and in processor time, with the few modules of the standard library
that any such program loads. The gate itself is loaded by the first draft that is judged, which is
measured too.
"""

import json
import resource
import statistics
import subprocess
import sys

BASELINE = "import json,re,hashlib,logging,dataclasses"
STEP = "import cite_or_refuse.nodes.validate"
FIRST_DRAFT = """
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check
check("Tarn needs 2 GB.[^1]", [Source("Tarn", "https://tarn.example", "", "Tarn needs 2 GB.")])
"""
RUNS = 21


def python(code: str) -> str:
    """Run code in a fresh interpreter, away from this folder; return what it printed."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], check=True, capture_output=True, text=True
    )
    return done.stdout


def processor_ms(code: str) -> float:
    """Return the processor time, in milliseconds, of a fresh interpreter that runs code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    python(code)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def modules_loaded_by(code: str) -> list[str]:
    """Return the names of all modules that running code brings into a fresh interpreter."""
    loaded: list[str] = json.loads(
        python(
            "import sys; before = set(sys.modules)\n"
            f"{code}\n"
            "loaded = sorted(set(sys.modules) - before)\n"
            "import json; print(json.dumps(loaded))"
        )
    )
    return loaded


def outsiders(modules: list[str], package: str = "cite_or_refuse") -> list[str]:
    """Return those modules that belong neither to the standard library nor to the package."""
    allowed = sys.stdlib_module_names | {package}
    return [name for name in modules if name.partition(".")[0] not in allowed]


def main() -> None:
    """Measure both, turn and turn about, and print medians."""
    starts = {
        "bare interpreter": "pass",
        BASELINE: BASELINE,
        STEP: STEP,
        "the same, and the gate's first draft": f"{STEP}\n{FIRST_DRAFT}",
    }
    times: dict[str, list[float]] = {name: [] for name in starts}
    for code in starts.values():
        python(code)  # so that no run pays for writing .pyc files
    for _ in range(RUNS):
        for name, code in starts.items():
            times[name].append(processor_ms(code))
    median = {name: statistics.median(values) for name, values in times.items()}

    print(f"Processor time of a fresh Python {sys.version.split()[0]}, median of {RUNS} runs")
    for name, value in median.items():
        print(f"  {value:6.1f} ms (least {min(times[name]):.1f})  {name}")
    print(f"  {median[STEP] / median[BASELINE]:6.2f}     import over import; the limit is 1.5")

    modules = modules_loaded_by(f"{STEP}\n{FIRST_DRAFT}")
    print(
        f"{len(modules)} modules in all; from elsewhere: {', '.join(outsiders(modules)) or 'none'}"
    )


if __name__ == "__main__":
    main()
