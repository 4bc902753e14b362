"""Addresses that no renderer makes a link of, but that a reader may follow."""

from dataclasses import replace

import pytest

from cite_or_refuse.gate import check
from cite_or_refuse.gate.addresses import bare_addresses
from tests.gate.tarn import CACHE, NOTES, SOURCES, checked


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Read evil.example/steal.", ["evil.example/steal"]),
        ("Mail ann.b@docs.example.org, please", ["ann.b@docs.example.org"]),
        ("(bit.ly/3x) and https://x.example.org/a", ["bit.ly/3x"]),
        ("**Example.com**'s docs", ["Example.com"]),
        ("пример.рф/вход", ["пример.рф/вход"]),
        ("see evil\u2024example/x or evil\uff0eexample/y", ["evil.example/x", "evil.example/y"]),
        ("README.md, os.path, Node.js, U.S. and e.g./i.e.", []),
        ("Edit main.py/setup.py or docs/index.md", []),
        ("It stops.In 2019/20 it runs.It does", []),
        ("`evil.example/steal` is code", []),
        ("@app.route, x@y, 127.0.0.1/8, v1.2/3", []),
    ],
)
def test_an_address_is_what_can_hardly_be_anything_else(text: str, found: list[str]):
    assert bare_addresses(text) == found


@pytest.mark.parametrize(
    "address",
    ["evil.example/steal", "evil.example", "ann@evil.example", "tarn.example.org/wiki", "bit.ly/9"],
)
def test_an_address_that_no_cited_source_has_is_missing(address: str):
    # GIVEN a claim that its source carries, with an address that stands nowhere
    # WHEN it is checked, as a sentence and as a heading over one
    claim = checked(f"{CACHE}, see {address}.[^1]").claims[0]
    heading = checked(f"## See {address}\n\n{CACHE}.[^1]")
    # THEN the address is missing
    assert (claim.stands, claim.missing[0]) == (False, address)
    assert heading.claims[0].missing[0] == address


@pytest.mark.parametrize(
    "address",
    [
        "docs.example.org",
        "Example.org",
        "docs.example.org/tarn/2.4",
        "tarn.example",
        "ann@tarn.example",
    ],
)
def test_an_address_of_a_source_or_in_the_cited_one_may_stand(address: str):
    # GIVEN a page that names a site and a mailbox
    page = f"{NOTES.content} Ask ann@tarn.example, or read www.tarn.example/wiki."
    # WHEN a claim gives one of them, or the place of a source
    found = check(f"{CACHE}, see {address}.[^1]", [replace(NOTES, content=page), *SOURCES[1:]])
    # THEN it stands
    assert found.claims[0].stands


def test_another_path_or_the_host_before_it_is_another_address():
    page = f"{NOTES.content} Read tarn.example/wiki/start."
    for address in ("tarn.example/wiki", "tarn.example/wiki/start/2", "docs.tarn.example"):
        found = check(f"{CACHE}, see {address}.[^1]", [replace(NOTES, content=page)])
        assert found.claims[0].missing[0] == address
