"""The laptop stack stays on the laptop, and nothing of value gets into it."""

import pytest

from laptop.environment import Unusable, for_tools, is_loopback, refuse_elsewhere


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:4566",
        "http://127.0.0.2:4566/",
        "http://localhost:4566",
        "http://LOCALHOST",
        "https://[::1]:4566",
    ],
)
def test_an_endpoint_on_loopback_is_used(url: str):
    # GIVEN an environment whose endpoint is on this machine
    environment = {"AWS_ENDPOINT_URL": url, "AWS_ENDPOINT_URL_S3": ""}
    # WHEN it is looked at, THEN nothing is refused
    refuse_elsewhere(environment)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com",
        "https://dynamodb.us-east-1.amazonaws.com",
        "http://0.0.0.0:4566",
        "http://[::]:4566",
        "http://10.0.0.1:4566",
        "http://169.254.169.254",
        "http://127.0.0.1.example.com:4566",
        "http://localhost.example.com",
        "http://localhost@example.com:4566",
        "http://127.0.0.1:4566@example.com",
        "http://user:pass@127.0.0.1:4566",
        "http://example.com\\@127.0.0.1:4566",
        "http://127.0.0.1 .example.com",
        "http://2130706433:4566",
        "http://0x7f.1:4566",
        "http://127.1:4566",
        "http://[::ffff:10.0.0.1]",
        "http://127.0.0.1:port",
        "ftp://127.0.0.1",
        "127.0.0.1:4566",
        "http://",
        "http://[::1",
    ],
)
@pytest.mark.parametrize("name", ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_DYNAMODB"])
def test_any_other_endpoint_is_refused_by_name(name: str, url: str):
    # GIVEN an environment that sends calls elsewhere, or where readers of URLs could disagree
    assert not is_loopback(url)
    # WHEN it is looked at, THEN one sentence says which variable is to be unset
    with pytest.raises(Unusable, match=rf"^{name} is .*Unset {name}\.$"):
        refuse_elsewhere({"AWS_ENDPOINT_URL": "http://127.0.0.1:4566"} | {name: url})


def test_no_key_of_the_caller_reaches_the_tools():
    # GIVEN an environment full of keys, and of what leads to more of them
    theirs = "AKIA-real"
    environment = dict.fromkeys(
        [
            "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE",
            "AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE", "AWS_WEB_IDENTITY_TOKEN_FILE",
            "AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3",
            "AWS_REGION", "AWS_ROLE_ARN", "TAVILY_API_KEY", "BRAVE_SEARCH_API_KEY",
            "OPENAI_API_KEY", "GITHUB_TOKEN", "PIP_INDEX_URL", "CITE_OR_REFUSE_TABLE",
        ],
        theirs,
    )  # fmt: skip
    # WHEN the environment of the emulator, and so of the functions, is made
    got = for_tools(environment | {"PATH": "/bin", "HTTPS_PROXY": "http://proxy:3128"}, 4567)
    # THEN none of it is there, and AWS is the emulator under keys that open nothing
    assert theirs not in got.values()
    assert got["AWS_ENDPOINT_URL"] == "http://127.0.0.1:4567"
    assert got["AWS_ACCESS_KEY_ID"] == got["AWS_SECRET_ACCESS_KEY"] == "test"
    assert got["AWS_CONFIG_FILE"] == got["AWS_SHARED_CREDENTIALS_FILE"] == "/dev/null"
    # AND a proxy of the caller stays, but is never asked for the emulator
    assert (got["PATH"], got["HTTPS_PROXY"]) == ("/bin", "http://proxy:3128")
    assert got["NO_PROXY"] == got["no_proxy"] == "127.0.0.1,localhost"


def test_what_installs_packages_keeps_its_own_settings():
    # GIVEN a caller whose packages come from a mirror, and who has excepted a host from the proxy
    environment = {"PIP_INDEX_URL": "https://mirror.test", "NO_PROXY": "mirror.test"}
    # WHEN the environment for building is made
    got = for_tools(environment, 4566, "PIP_")
    # THEN both are kept
    assert got["PIP_INDEX_URL"] == "https://mirror.test"
    assert got["NO_PROXY"] == "mirror.test,127.0.0.1,localhost"
