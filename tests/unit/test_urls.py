import pytest

from cite_or_refuse.domain.urls import canonical, host_of, page_key

ONE = [
    "https://x.test/p",
    "https://x.test/p/",
    "https://x.test/p?utm_source=a",
    "https://x.test/p?fbclid=1&utm_medium=b",
    "https://x.test/p#h2",
    "http://X.test:80/p",
    "https://x.test:443/%70",
    "https://www.x.test/p",
    "HTTPS://WWW.X.TEST/p/",
]


@pytest.mark.parametrize("url", ONE)
def test_one_page_under_many_addresses_has_one_key(url: str):
    # GIVEN what search engines and feeds make of an address (F25)
    # THEN it is one page
    assert page_key(url) == "//x.test/p"
    assert host_of(url) == "x.test"


@pytest.mark.parametrize(
    "url",
    [
        "https://x.test/P",
        "https://x.test/p/q",
        "https://x.test/p?id=1",
        "https://x.test:8080/p",
        "https://docs.x.test/p",
        "https://wwwx.test/p",
        "https://x.test/%2Fp",
    ],
)
def test_another_page_has_another_key(url: str):
    assert page_key(url) != "//x.test/p"


def test_a_file_is_its_own_key():
    assert page_key("file:///www.x/a.md") == "file:///www.x/a.md"
    assert not host_of("file:///www.x/a.md")


def test_the_gate_tells_www_apart():
    # GIVEN two addresses that are one page for the researcher
    # THEN a link in a draft still has to be the source's own
    assert canonical("https://www.x.test/p") != canonical("https://x.test/p")
