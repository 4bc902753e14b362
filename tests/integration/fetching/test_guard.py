"""What may be connected to, over real sockets: the server that must not be reached counts."""

from collections.abc import Sequence

import pytest
from pytest_httpserver import HTTPServer

from cite_or_refuse.adapters.fetching import Guard
from cite_or_refuse.adapters.fetching.deadline import Deadline
from cite_or_refuse.domain.errors import Unreadable
from tests.integration.fetching.conftest import PAGE, Fetch
from tests.servers import RawServer, a_raw_server, answers

SPELLINGS = [
    "http://127.0.0.1:{port}/",
    "http://127.1:{port}/",
    "http://2130706433:{port}/",
    "http://0x7f.1:{port}/",
    "http://0x7f000001:{port}/",
    "http://0177.0.0.1:{port}/",
    "http://0:{port}/",
    "http://[::1]:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://[::ffff:7f00:1]:{port}/",
    "http://[::127.0.0.1]:{port}/",
    "http://[64:ff9b::127.0.0.1]:{port}/",
    "http://[64:ff9b::a9fe:a9fe]:{port}/",
    "http://[64:ff9b:1::7f00:1]:{port}/",
    "http://[2002:7f00:1::]:{port}/",
    "http://[2001:0:7f00:1::]:{port}/",
    "http://[fe80::1]:{port}/",
    "http://[fd00:ec2::254]:{port}/",
    "http://169.254.169.254:{port}/latest/meta-data/",
    "http://100.64.0.1:{port}/",
    "http://10.0.0.1:{port}/",
    "http://224.0.0.1:{port}/",
    "http://255.255.255.255:{port}/",
    "HTTP://LOCALHOST.:{port}/",
    "http://127.0.0.1:{port}\\@9.9.9.9/",
    "http://9.9.9.9\\@127.0.0.1:{port}/",
    "http://user@127.0.0.1:{port}/",
    "http://user:word@127.0.0.1:{port}/",
    "http://@127.0.0.1:{port}/",
    "http://127.0.0.1\t:{port}/",
    "http://127.0.0.1:{port}\r\nHost: x/",
    "http://１２７.0.0.1:{port}/",
    "http://127。0。0。1:{port}/",
    "http://[::1",
    "http://",
    "http:///x",
    "http:127.0.0.1:{port}",
    "//127.0.0.1:{port}/",
    "file:///etc/passwd",
    "ftp://127.0.0.1:{port}/",
    "gopher://127.0.0.1:{port}/_x",
    "javascript:alert(1)",
    "data:text/html,x",
    "",
    "http://127.0.0.1:99999/",
    "http://x" + "y" * 5000 + ":{port}/",
]


@pytest.mark.parametrize("spelling", SPELLINGS, ids=lambda text: text[:40])
def test_no_spelling_of_an_internal_address_is_connected_to(
    spelling: str, fetch: Fetch, internal: RawServer
):
    # GIVEN an address that leads inside, at a port that is open
    url = spelling.format(port=internal.port)
    # WHEN it is fetched
    with pytest.raises(Unreadable) as refused:
        fetch(url, ports={internal.port})
    # THEN it is refused in one sentence before anything is connected
    assert internal.connections == 0
    assert not refused.value.withheld
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("spelling", SPELLINGS[:-1], ids=lambda text: text[:40])
def test_no_redirect_leads_inside(spelling: str, fetch: Fetch, internal: RawServer):
    # GIVEN an allowed page that redirects there
    url = spelling.format(port=internal.port)
    if "\r" in url or not url:
        pytest.skip("no header can say this")
    location = url.encode().decode("latin-1")
    script = answers(PAGE, f"Location: {location}", "Content-Length: 0", status="302 Found")
    with a_raw_server(script) as outside, pytest.raises(Unreadable):
        # WHEN the page is fetched
        fetch(f"{outside.url}/", outside.host, ports={internal.port})
    # THEN the second hop is refused like a first one
    assert internal.connections == 0


@pytest.mark.parametrize(
    "tag",
    [
        '<meta http-equiv="refresh" content="0;url={url}">',
        "<META content='1; URL={url}' HTTP-EQUIV='Refresh'>",
        "<meta http-equiv=refresh content='0;url=&#104;ttp://127.0.0.1:{port}/'>",
    ],
)
def test_a_page_that_refreshes_itself_does_not_lead_inside(
    tag: str, fetch: Fetch, internal: RawServer
):
    # GIVEN an allowed page with a refresh to an internal address (F17)
    page = tag.format(url=f"{internal.url}/", port=internal.port).encode()
    with a_raw_server(answers(page + PAGE)) as outside, pytest.raises(Unreadable) as refused:
        # WHEN it is fetched
        fetch(f"{outside.url}/", outside.host, ports={internal.port})
    # THEN that is a hop like any other
    assert "an address of this machine" in str(refused.value)
    assert internal.connections == 0


def test_a_port_that_is_not_usual_is_refused(fetch: Fetch, internal: RawServer):
    # GIVEN a port where databases and caches listen
    # WHEN it is fetched from
    with pytest.raises(Unreadable, match="is none of 80, 443, 8080, 8443"):
        fetch(f"{internal.url}/")
    # THEN nobody connects
    assert internal.connections == 0


def test_a_name_with_one_internal_address_among_others_is_refused(
    fetch: Fetch, internal: RawServer
):
    # GIVEN a name with a public address and an internal one
    def resolve(_host: str, _port: int) -> Sequence[str]:
        return ["93.184.215.14", "127.0.0.1"]

    # WHEN it is fetched
    with pytest.raises(Unreadable, match=r"two\.test leads to 127\.0\.0\.1"):
        fetch(f"http://two.test:{internal.port}/", resolve=resolve, ports={internal.port})
    # THEN not even the public one is tried
    assert internal.connections == 0


def test_what_dns_says_between_check_and_use_does_not_matter(fetch: Fetch, internal: RawServer):
    # GIVEN a name that is 127.0.0.2 when it is first asked for, and 127.0.0.1 from then on
    asked: list[str] = []

    def resolve(host: str, _port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.2"] if len(asked) == 1 else ["127.0.0.1"]

    # WHEN it is fetched, and allowed so that the check passes
    with pytest.raises(Unreadable, match="connection failed"):
        fetch(f"http://swaps.test:{internal.port}/", f"swaps.test:{internal.port}", resolve=resolve)
    # THEN the checked address was connected to, where nobody listens, and DNS was asked once
    assert asked == ["swaps.test"]
    assert internal.connections == 0


def test_each_hop_is_resolved_and_checked_anew(fetch: Fetch):
    # GIVEN a name that is a public address for the first hop, and an internal one for the second
    asked: list[str] = []

    def resolve(host: str, _port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"]

    script = answers(b"", "Location: http://swaps.test/", status="301 Moved Permanently")
    with a_raw_server(script) as outside, pytest.raises(Unreadable, match=r"swaps\.test leads to"):
        # WHEN the second hop is to a host that is not allowed
        fetch(f"http://first.test:{outside.port}/", f"first.test:{outside.port}", resolve=resolve)
    # THEN both were asked for
    assert asked == ["first.test", "swaps.test"]


def test_what_does_not_exist_is_told_apart(fetch: Fetch):
    # GIVEN a resolver that knows no such name
    def resolve(_host: str, _port: int) -> Sequence[str]:
        raise OSError(-2, "Name or service not known")

    # WHEN it is fetched
    # THEN the sentence says so
    with pytest.raises(Unreadable, match=r"There is no host gone\.test"):
        fetch("http://gone.test/", resolve=resolve)


def test_a_resolver_that_hangs_costs_no_more_than_the_deadline(fetch: Fetch):
    # GIVEN a resolver that answers after the deadline
    with Deadline(30) as far:

        def resolve(_host: str, _port: int) -> Sequence[str]:
            far.wait(2)
            return ["127.0.0.1"]

        # WHEN a page is fetched
        # THEN it is given up in time
        with pytest.raises(Unreadable, match=r"not there within 0\.3 seconds"):
            fetch("http://slow.test/", resolve=resolve, seconds=0.3)


def test_the_environment_brings_no_proxy_password_or_cookie(
    fetch: Fetch,
    httpserver: HTTPServer,
    internal: RawServer,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path,
):
    # GIVEN an environment full of them, and a page that sets a cookie and sends on
    for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(variable, internal.url)
    netrc = tmp_path / "netrc"
    netrc.write_text("default login me password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    jar = {"Set-Cookie": "id=1; Path=/"}
    httpserver.expect_request("/a").respond_with_data(status=302, headers={"Location": "/b", **jar})
    httpserver.expect_request("/b").respond_with_data(PAGE, content_type="text/html")
    # WHEN it is fetched
    page = fetch(httpserver.url_for("/a"), f"localhost:{httpserver.port}")
    # THEN the server saw none of it, and who asks
    assert page.content == "Tarn keeps 512 MB in its cache.\n"
    assert internal.connections == 0
    for request, _ in httpserver.log:
        assert "Cookie" not in request.headers
        assert "Authorization" not in request.headers
        assert request.headers["User-Agent"].startswith("cite-or-refuse/")
        assert request.headers["Accept-Encoding"] == "gzip, deflate"


@pytest.mark.parametrize(
    "text", ["127.0.0.1", "127.0.0.1:", "http://a:80", "a:99999", "a b:80", ""]
)
def test_a_host_to_allow_that_is_none_is_one_sentence(text: str):
    # GIVEN what a person mistypes
    # WHEN it is to be allowed
    # THEN they are told the form
    with pytest.raises(Exception, match="is no HOST:PORT"):
        Guard([text])
