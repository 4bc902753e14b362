"""Several citations: what they may carry together, and what one of them has to carry alone."""

import pytest

from cite_or_refuse.domain.check import Support
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.support import Judged, judge

STORE = (
    "Tarn is a store of keys and values. Its default cache size is 512 MB. TLS is not enabled by "
    "default. The `decode_keys=True` option makes keys strings. A reader never blocks a writer."
)
LAKE = (
    "The lake lies 640 metres above the sea and was surveyed on 5 March 2024. Its water is cold. "
    "The survey was written down with `sound_depth=True`, and 12 boats took part in it."
)


def judged(claim: str, *sources: str) -> Judged:
    return judge(claim, [(n, build_index(s)) for n, s in enumerate(sources, 1)])


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("The default cache size of Tarn is 640", "640"),
        ("Tarn has had its default cache size since 5 March 2024", "5 March 2024"),
        ("The `sound_depth` option of Tarn makes keys strings", "sound_depth"),
    ],
)
def test_a_fact_that_only_a_source_on_something_else_has_is_missing(claim: str, missing: str):
    # GIVEN a claim about the store, with a fact from the page on the lake
    # WHEN it cites both pages
    found = judged(claim, STORE, LAKE)
    # THEN the lake's page does not carry it, as it says it of something else
    assert found.verdict is Support.UNSUPPORTED
    assert missing in found.missing


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("TLS is enabled by default", "enabled"),
        ("The `cold_keys=True` option makes keys strings", "cold_keys"),
    ],
)
def test_a_second_citation_hides_no_contradiction(claim: str, missing: str):
    # GIVEN a claim that its source contradicts
    # WHEN it cites a page on something else, too
    alone, beside = judged(claim, STORE), judged(claim, STORE, LAKE)
    # THEN it stands as little
    assert missing in alone.missing
    assert missing in beside.missing


def test_a_claim_of_two_facts_may_have_one_from_each_source():
    # GIVEN a claim that says one thing of the store and one of the lake
    claim = "The cache of Tarn is 512 MB by default, and the lake lies 640 metres above the sea"
    # WHEN it cites both pages, in either order, and one of them
    both, turned, one = judged(claim, STORE, LAKE), judged(claim, LAKE, STORE), judged(claim, STORE)
    # THEN both together carry it
    assert both.verdict is Support.SUPPORTED
    assert turned.verdict is Support.SUPPORTED
    assert one.verdict is Support.UNSUPPORTED
