from ipaddress import IPv4Address, IPv4Network, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.fetching.addresses import why_not_public

# IANA's registry of special-purpose addresses, and multicast.
INTERNAL = [
    IPv4Network(network)
    for network in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
        "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    )
]  # fmt: skip


def inside_ipv6(address: IPv4Address) -> list[str]:
    """The forms in which an IPv6 address leads to an IPv4 one."""
    number = int(address)
    return [
        f"::ffff:{address}",
        f"::{address}",
        str(IPv6Address(int(IPv6Address("64:ff9b::")) | number)),
        str(IPv6Address(int(IPv6Address("64:ff9b:1::")) | number)),
        str(IPv6Address(int(IPv6Address("2002::")) | number << 80)),
        str(IPv6Address(int(IPv6Address("2001::")) | (number ^ 0xFFFFFFFF))),
    ]


@given(st.sampled_from(INTERNAL), st.integers(min_value=0))
def test_no_internal_address_is_public_in_any_form(network: IPv4Network, place: int):
    # GIVEN any address of a network that is not public
    address = network[place % network.num_addresses]
    # THEN neither it nor what leads to it is
    for form in (str(address), *inside_ipv6(address)):
        assert why_not_public(form), form


@pytest.mark.parametrize(
    "address",
    [
        "::", "::1", "fe80::1", "fe80::1%1", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1",
        "2001:db8::1", "3fff::1", "100::1", "5f00::1", "4000::1", "64:ff9b:1::1",
    ],
)  # fmt: skip
def test_special_ipv6_is_not_public(address: str):
    assert why_not_public(address)


@pytest.mark.parametrize(
    "address",
    ["93.184.215.14", "8.8.8.8", "2606:2800:21f:cb07::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"],
)
def test_public_addresses_are(address: str):
    # GIVEN addresses of public hosts, also as a network with NAT64 writes them
    assert why_not_public(address) is None
