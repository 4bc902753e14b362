"""What the stack's tools get of the caller's environment, and where AWS is for them: here."""

from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

REGION = "us-east-1"
_PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")
# Everything else stays out: keys of AWS and of search providers, tokens, profiles.
_KEPT = frozenset(
    "PATH HOME USER LANG LC_ALL TZ TERM SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE".split()
) | {name for proxy in _PROXIES for name in (proxy, proxy.upper())}


class Unusable(Exception):
    """Why the stack cannot be had like this; one sentence that says what to do."""


def port_of(text: str) -> int:
    """Return the number of a port. Raises Unusable for what is none; 0 would be any of them."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 65535):
        raise Unusable(f"{text!r:.40} is no port; give a number from 1 to 65535: make up PORT=4566")
    return int(text)


def endpoint_on(port: int) -> str:
    """Return the address of the emulator: never a name, which somebody could point elsewhere."""
    return f"http://127.0.0.1:{port}"


def refuse_elsewhere(environment: Mapping[str, str]) -> None:
    """Raise Unusable if the environment sends calls of AWS anywhere but to this machine."""
    for name, url in environment.items():
        if name.startswith("AWS_ENDPOINT_URL") and url and not is_loopback(url):
            raise Unusable(
                f"{name} is {url!r}, which is not on this machine's loopback, and the laptop stack "
                f"runs nowhere else. Unset {name}."
            )


def is_loopback(url: str) -> bool:
    """Whether every reader of URLs takes this one to the loopback interface."""
    if "\\" in url or any(char.isspace() for char in url):
        return False
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        _ = parts.port
        if parts.scheme not in ("http", "https") or "@" in parts.netloc:
            return False
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def for_tools(environment: Mapping[str, str], port: int, *also: str) -> dict[str, str]:
    """Return an environment in which AWS is the emulator, under keys that open nothing else.

    `also` are beginnings of further names to keep, as `PIP_` for what installs packages.
    """
    kept = {
        name: value
        for name, value in environment.items()
        if name in _KEPT or name.startswith(tuple(also))
    }
    here = "127.0.0.1,localhost"
    beside = environment.get("no_proxy") or environment.get("NO_PROXY")
    no_proxy = f"{beside},{here}" if beside else here
    return (
        kept
        | for_callers(port)
        | {
            "AWS_CONFIG_FILE": "/dev/null",
            "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
            "AWS_EC2_METADATA_DISABLED": "true",
            "SAM_CLI_TELEMETRY": "0",
            "NO_PROXY": no_proxy,
            "no_proxy": no_proxy,
        }
    )


def for_callers(port: int) -> dict[str, str]:
    """Return the variables that lead an AWS tool to the emulator."""
    return {
        "AWS_ENDPOINT_URL": endpoint_on(port),
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
    }
