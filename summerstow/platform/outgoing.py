"""Requests to addresses that another person chose.

This server can reach what that person cannot, so it connects only to public addresses: the
name is resolved once, checked, and connected to as it was checked. A site on this machine may be
led anywhere, which is how development and tests run.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from summerstow.platform.observability import tracing

#: Where gateways to IPv4 stand, with its address at the end; and where all of public IPv6 is.
_TO_IPV4: Final = IPv6Network("64:ff9b::/96")
_GLOBAL: Final = IPv6Network("2000::/3")


class NotPublic(Exception):
    """The name leads to an address that strangers may not send this server to."""


@asynccontextmanager
async def request(
    method: str,
    url: str,
    *,
    private: bool,
    timeout: float,  # noqa: ASYNC109 - of each step; callers bound the whole
    headers: Mapping[str, str] | None = None,
    content: bytes | None = None,
) -> AsyncIterator[httpx.Response]:
    """The answer to one request, its body not read yet; redirects are not followed.

    `private`: addresses that are not public may be connected to. Raises `NotPublic`, `OSError`
    where the name is unknown, and httpx's errors.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = parts.port or (80 if parts.scheme == "http" else 443)
    target = httpx.URL(url).copy_with(host=await _address_of(host, port, private=private))
    extensions: dict[str, Any] = {"sni_hostname": host}
    # Without the environment's proxy, which would resolve the name anew.
    async with (
        httpx.AsyncClient(
            timeout=timeout,
            trust_env=False,
            follow_redirects=False,
            event_hooks={"request": [tracing.pass_on]},
        ) as client,
        client.stream(
            method,
            target,
            headers={**(headers or {}), "host": parts.netloc.rpartition("@")[2]},
            content=content,
            extensions=extensions,
        ) as answer,
    ):
        yield answer


def _is_public(address: str) -> bool:
    """Whether an IP address is one of the public network."""
    target = ip_address(address.partition("%")[0])
    if isinstance(target, IPv6Address):
        # An IPv4 address inside an IPv6 one is judged as what it leads to.
        translated = IPv4Address(target.packed[-4:]) if target in _TO_IPV4 else None
        inside = target.ipv4_mapped or target.sixtofour or translated
        if inside is None and target not in _GLOBAL:
            return False
        target = inside or target
    return target.is_global and not target.is_multicast


async def _address_of(host: str, port: int, *, private: bool) -> str:
    """The first address of this name; every one of them must be public, unless `private`."""
    entries = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in entries]
    for address in addresses:
        if not private and not _is_public(address):
            raise NotPublic(f"{address} is not a public address")
    return addresses[0]
