"""What a block of code states, and what it may say freely."""

import pytest

from cite_or_refuse.domain.check import GateOutcome, Reason, Support
from cite_or_refuse.gate.codeblocks import facts, is_prose, unknown
from cite_or_refuse.gate.index import build_index
from tests.gate.tarn import CACHE, OSTREL, checked


@pytest.mark.parametrize(
    ("code", "stated"),
    [
        ("tarn.open()", {"tarn.open"}),
        (
            "from langfuse import LangfuseTracer, trace_all",
            {"langfuse", "LangfuseTracer", "trace_all"},
        ),
        ("graph.run(model='x', prompt=p)", {"graph.run", "model", "prompt"}),
        ("store = tarn.open(path)\nstore.scan_all()", {"tarn.open", "scan_all"}),
        ("pip install -U tarn-client==2.0 x", {"tarn-client", "2.0", "x"}),
        ("npm install tarn && npx tarn-cli", {"tarn", "tarn-cli"}),
        ("tarn serve --no-sync --port 8080", {"--no-sync", "--port", "8080"}),
        ("export TARN_CACHE_MB=512", {"TARN_CACHE_MB", "512"}),
        ('{"cacheMb": 512, "a": "LangfuseTracer"}', {"cacheMb", "a", "512"}),
        ("cache_mb: 512", {"cache_mb", "512"}),
        ("curl https://api.example.org/v1", {"https://api.example.org/v1"}),
        ("x = 1  # needs Tarn 9.9 and 512 MB", {"1", "9.9", "512 MB"}),
        ("x = 12", {"12"}),
        ("for my_item in range(3):\n    print(my_item, end='')", {"3"}),
        ("interrupt(value)", {"interrupt"}),
        ("const db = await openStore()", {"openStore"}),
    ],
)
def test_names_flags_packages_addresses_and_numbers_are_stated(code: str, stated: set[str]):
    assert set(facts(code)) == stated


@pytest.mark.parametrize(
    "code",
    [
        'print("[^9]")',
        "cfg[1] = a[0]",
        "import os, sys\nimport asyncio\nasyncio.run(main())",
        "x = y[12]",
        "def my_helper(x):\n    return len(x)",
        "with open(path) as my_file:\n    my_file = None",
        "my_name = 'LangfuseTracer.run(model=1)'",
        "const my_items = [], f = my_item => my_item",
        "self.x = None",
        "├── src\n└── README",
        "",
        "os.path.join('a')",
    ],
)
def test_local_names_builtins_and_strings_are_free(code: str):
    assert unknown(code, [build_index("nothing of it")]) == ()


def test_a_fact_has_to_stand_whole():
    source = build_index("Call `tarn.open(path, cache_mb=512)`.")
    assert unknown("tarn.open(cache_mb=512)", [source]) == ()
    assert unknown("tarn.open_all(cache=51)", [source]) == ("cache", "tarn.open_all", "51")


@pytest.mark.parametrize(
    ("line", "prose"),
    [
        ("The default cache size is nine terabytes.", True),
        ("Tarn is the best store!", True),
        ("tarn serve now please", False),
        ("return a if b else c", False),
        ("x.y(a, b).z", False),
        ("Done.", False),
    ],
)
def test_a_sentence_in_a_fence_is_a_sentence(line: str, prose: bool):
    assert is_prose(f"x = 1\n  {line}\n") == prose


@pytest.mark.parametrize(
    ("draft", "outcome"),
    [
        ("```\ntarn.open()\n```", GateOutcome.GROUNDED),
        ("```\nstore = tarn.open()\nprint(store[1], '[^9]')\n```", GateOutcome.GROUNDED),
        ("    cfg = a[0]", GateOutcome.GROUNDED),
        ("So:[^1]\n\n```\nstore = tarn.open()\nprint(store)\n```", GateOutcome.GROUNDED),
        ("```\nstore = tarn.open()\n```\n\n[^1]", GateOutcome.GROUNDED),
        ("[^1]\n\n```\nstore = tarn.open()\n```", GateOutcome.GROUNDED),
        ("So:[^2]\n\n```\ntarn.open()\n```", GateOutcome.UNSUPPORTED),
        ("So:[^1]\n\n```\ntarn.open(mode=1)\n```", GateOutcome.UNSUPPORTED),
        ("```\ngraph.run(model=x, prompt=y)\n```", GateOutcome.UNSUPPORTED),
        ("So:\n\n```\nfrom langfuse import LangfuseTracer\n```", GateOutcome.UNSUPPORTED),
        ("```\npip install tarn-client\n```", GateOutcome.UNSUPPORTED),
        ("```\nTarn is the best store.\n```", GateOutcome.UNSUPPORTED),
        ("    Tarn handles 9,000,000 requests", GateOutcome.UNSUPPORTED),
        ("So:[^9]\n\n```\ntarn.open()\n```", GateOutcome.HARD),
    ],
)
def test_invented_code_does_not_ship_with_or_without_a_marker(draft: str, outcome: GateOutcome):
    assert checked(f"{CACHE}.[^1]\n\n{draft}").outcome is outcome


def test_code_without_a_marker_is_held_to_what_the_report_cites():
    # GIVEN a call that only a source knows which nothing cites
    draft = f"{OSTREL}.[^2]\n\n```\ntarn.open()\n```"
    # WHEN it is checked, and again with a claim that cites that source
    alone, beside = checked(draft), checked(f"{CACHE}.[^1] {draft}")
    # THEN it is missing at first
    assert alone.claims[-1].missing == ("tarn.open",)
    assert beside.outcome is GateOutcome.GROUNDED


def test_code_is_a_claim_where_it_is_cited_or_wrong():
    # GIVEN known code without a marker, the same with one, and invented code
    code = "```python\nstore = tarn.open()\nprint(store)\n```"
    free = checked(f"{CACHE}.[^1]\n\n{code}")
    cited = checked(f"{CACHE}.[^1]\n\nSo:[^1]\n\n{code}")
    wrong = checked(f"{CACHE}.[^1]\n\n{code.replace('open', 'launch_all')}")
    # THEN the first states nothing of its own, the second stands, the third names what is missing
    assert len(free.claims) == 1
    assert cited.claims[-1].stands
    assert cited.claims[-1].citations == (1,)
    assert wrong.reasons == (Reason.UNCITED_CLAIM,)
    assert wrong.claims[-1].verdict is Support.UNCITED
    assert wrong.claims[-1].missing == ("tarn.launch_all",)
