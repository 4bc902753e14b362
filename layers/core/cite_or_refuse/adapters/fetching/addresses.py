"""Which addresses belong to the public internet."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

# The only IPv6 block that holds public hosts (RFC 4291, IANA's registry of IPv6 address space).
_GLOBAL_UNICAST = IPv6Network("2000::/3")
_DOCUMENTATION = IPv6Network("3fff::/20")  # RFC 9637, younger than some releases of Python 3.13
# RFC 6052: the last 32 bits are an IPv4 address, and the network's gateway goes there.
_NAT64 = IPv6Network("64:ff9b::/96")


def why_not_public(address: str) -> str | None:
    """Return what kind of address this is if it is no public one, else None.

    An IPv4 address inside an IPv6 one (mapped, NAT64) is judged as the IPv4 address that it leads
    to. 6to4 and Teredo lead to one as well; nothing public lives there, so they are refused whole.
    Raises ValueError for what is no address.
    """
    parsed = _unwrapped(ip_address(address))
    if parsed.is_multicast:
        return "a multicast address"
    if parsed.is_loopback:
        return "an address of this machine"
    if parsed.is_link_local:
        return "a link-local address, where cloud metadata is served"
    if not parsed.is_global or (isinstance(parsed, IPv6Address) and not _is_global_unicast(parsed)):
        return "a private or reserved address"
    return None


def _is_global_unicast(address: IPv6Address) -> bool:
    return address in _GLOBAL_UNICAST and address not in _DOCUMENTATION


def _unwrapped(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return address.ipv4_mapped
        if address in _NAT64:
            return IPv4Address(int(address) & 0xFFFFFFFF)
    return address
