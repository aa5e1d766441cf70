"""Where a request comes from, coarsely: which program on which network.

Coarse on purpose: providers move their customers about within a network, and programs are updated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from starlette.requests import Request

_PROGRAMS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
_NAME: Final = re.compile(r"[A-Za-z][\w.-]{0,39}")


def program_of(user_agent: str | None) -> str:
    """`Firefox on Windows`; of what is no browser its name; `unknown` without one."""
    agent = user_agent or ""
    match = _NAME.match(agent)
    program = _first(_PROGRAMS, agent) or (match[0] if match else "unknown")
    system = _first(_SYSTEMS, agent)
    return f"{program} on {system}" if system else program


def network_of(address: str | None) -> str | None:
    """The network in CIDR form, about as large as one provider's: /16, or /32 of IPv6."""
    parsed_address = _parse(address)
    if parsed_address is None:
        return None
    return str(
        ip_network((parsed_address, 16 if parsed_address.version == 4 else 32), strict=False)
    )


def address_key(address: str | None) -> str:
    """By what requests are counted: the address, of IPv6 the /64 that one household has."""
    parsed_address = _parse(address)
    if isinstance(parsed_address, IPv6Address):
        return str(IPv6Network((parsed_address, 64), strict=False))
    return str(parsed_address) if parsed_address is not None else "unknown"


def _parse(address: str | None) -> IPv4Address | IPv6Address | None:
    try:
        parsed_address = ip_address((address or "").partition("%")[0])
    except ValueError:
        return None
    ipv4 = parsed_address.ipv4_mapped if isinstance(parsed_address, IPv6Address) else None
    return ipv4 or parsed_address


def _first(names: tuple[tuple[str, str], ...], agent: str) -> str | None:
    return next((name for sign, name in names if sign in agent), None)


@dataclass(frozen=True, slots=True)
class Device:
    """The program and address of a request, stored with the session for its owner."""

    user_agent: str | None
    ip: str | None


def device(request: Request) -> Device:
    """The device behind a request."""
    agent = request.headers.get("user-agent")
    printable = "".join(sign for sign in agent[:255] if sign.isprintable()) if agent else None
    return Device(printable, request.client.host if request.client else None)
