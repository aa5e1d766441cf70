"""Reading an identity provider's metadata from its address, which the caller chose.

This server can reach what the caller cannot, so it connects only to public addresses: the name is
resolved once, checked, and connected to as it was checked. A site on this machine may read from
anywhere, which is how development and tests run.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

import httpx

from summerstow.auth.errors import AuthError, invalid
from summerstow.kit.observability import tracing
from summerstow.kit.settings.rules import is_loopback

#: For name, connection and answer together.
DEADLINE: Final = 8.0
#: A federation's aggregate is larger; a single provider's metadata is some ten kilobytes.
MAX_BYTES: Final = 1024 * 1024


class _Refused(Exception):
    """Why an address is not read from, or its answer not taken."""


async def fetch_metadata(url: str, *, site_url: str) -> str:
    """The text at this address: https, without redirects, within `DEADLINE` and `MAX_BYTES`.

    Raises 400 `validation_failed` for an address that is no https, 400
    `saml_metadata_fetch_failed` for one that is not public, or does not answer well.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise invalid("metadata_url is not a HTTPS URL") from None
    home = is_loopback(urlsplit(site_url).hostname)
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and home)):
        raise invalid("metadata_url is not a HTTPS URL")
    if parts.scheme == "http" and not is_loopback(host):
        raise invalid("metadata_url is not a HTTPS URL")
    try:
        async with asyncio.timeout(DEADLINE):
            address = await _address_of(host, port or 443, private=home)
            target = httpx.URL(url).copy_with(host=address)
            named = parts.netloc.rpartition("@")[2]
            return await _read(target, {"host": named}, {"sni_hostname": host})
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError, _Refused) as error:
        raise AuthError(
            400,
            "saml_metadata_fetch_failed",
            "HTTP request to the metadata_url failed",
            private=repr(error),
        ) from None


async def _address_of(host: str, port: int, *, private: bool) -> str:
    """The first address of this name; every one of them must be public, unless `private`."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    for address in addresses:
        if not private and not _is_public(address):
            raise _Refused(f"{address} is not a public address")
    return addresses[0]


def _is_public(address: str) -> bool:
    found = ip_address(address.partition("%")[0])
    # An IPv4 address inside an IPv6 one is judged as what it leads to.
    found = getattr(found, "ipv4_mapped", None) or found
    return found.is_global and not found.is_multicast


async def _read(url: httpx.URL, headers: Mapping[str, str], extensions: dict[str, str]) -> str:
    # Without the environment's proxy, which would resolve the name anew.
    async with (
        httpx.AsyncClient(
            timeout=DEADLINE,
            trust_env=False,
            follow_redirects=False,
            event_hooks={"request": [tracing.pass_on]},
        ) as client,
        client.stream("GET", url, headers=headers, extensions=extensions) as answer,
    ):
        answer.raise_for_status()
        body = bytearray()
        async for part in answer.aiter_bytes():
            body += part
            if len(body) > MAX_BYTES:
                raise _Refused(f"more than {MAX_BYTES} bytes")
    return body.decode(answer.encoding or "utf-8")
