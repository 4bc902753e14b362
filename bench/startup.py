"""What it costs to start the gate: `make bench`.

The validate step runs in a function of its own, so its imports are its cold start. They are
compared, in fresh processes and in processor time, with the few modules of the standard library
that any such program loads.
"""

import json
import resource
import statistics
import subprocess
import sys

BASELINE = "import json,re,hashlib,logging,dataclasses"
GATE = "cite_or_refuse.nodes.validate"
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


def modules_loaded_by(module: str) -> list[str]:
    """Return the names of all modules that importing one brings into a fresh interpreter."""
    loaded: list[str] = json.loads(
        python(
            "import sys; before = set(sys.modules)\n"
            f"import {module}\n"
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
    starts = {"bare interpreter": "pass", BASELINE: BASELINE, f"import {GATE}": f"import {GATE}"}
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
    ratio = median[f"import {GATE}"] / median[BASELINE]
    print(f"  {ratio:6.2f}     the last over the one before; the limit is 1.5")

    modules = modules_loaded_by(GATE)
    print(
        f"{len(modules)} modules loaded; from elsewhere: {', '.join(outsiders(modules)) or 'none'}"
    )


if __name__ == "__main__":
    main()
