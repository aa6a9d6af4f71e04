"""Addresses of visitors: what counts as one of them, and which belong to proxies."""

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from ..core.errors import MarbletopError

Network = IPv4Network | IPv6Network
ONE_HOME = 64                               # bits that are the same for all IPv6 addresses of one home


@lru_cache(maxsize=4096)
def home_of(address: str) -> str:
    """What is counted as one address: of IPv6 the whole network of a home, because each home has very many addresses."""
    try:
        given = ip_address(address)
    except ValueError:
        return address
    if not isinstance(given, IPv6Address):
        return address
    return str(given.ipv4_mapped or ip_network((given, ONE_HOME), strict=False))


def read_proxies(text: str) -> tuple[Network, ...]:
    """The networks of proxies in a setting, separated by commas; those of IPv4 also as a server for IPv6 sees them."""
    found: list[Network] = []
    for part in filter(None, map(str.strip, text.split(","))):
        try:
            found.append(network := ip_network(part, strict=False))
            if isinstance(network, IPv4Network):
                found.append(IPv6Network(f"::ffff:{network.network_address}/{96 + network.prefixlen}"))
        except ValueError:
            raise MarbletopError(f"{part!r} is no proxy: write addresses or networks with commas between, such as "
                                 "127.0.0.1,10.0.0.0/8.") from None
    return tuple(found)


def is_proxy(address: str, proxies: tuple[Network, ...]) -> bool:
    try:
        return any(ip_address(address) in network for network in proxies)
    except ValueError:
        return False
