"""Reading an identity provider's metadata from its address, which the caller chose."""

from __future__ import annotations

import asyncio
from typing import Final
from urllib.parse import urlsplit

import httpx

from summerstow.platform import outgoing
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.settings.rules import is_loopback

#: For name, connection and answer together.
DEADLINE: Final = 8.0
#: A federation's aggregate is larger; a single provider's metadata is some ten kilobytes.
MAX_BYTES: Final = 1024 * 1024


class _Refused(Exception):
    """Why an answer is not taken."""


async def fetch_metadata(url: str, *, site_url: str) -> str:
    """The text at this address: https, without redirects, within `DEADLINE` and `MAX_BYTES`.

    Raises 400 `validation_failed` for an address that is no https, 400
    `saml_metadata_fetch_failed` for one that is not public, or does not answer well.
    """
    try:
        parts = urlsplit(url)
        # Read only to see that it is one.
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise invalid("metadata_url is not a HTTPS URL") from None
    home = is_loopback(urlsplit(site_url).hostname)
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and home)):
        raise invalid("metadata_url is not a HTTPS URL")
    if parts.scheme == "http" and not is_loopback(host):
        raise invalid("metadata_url is not a HTTPS URL")
    try:
        async with asyncio.timeout(DEADLINE):
            return await _read(url, private=home)
    except (
        httpx.HTTPError,
        httpx.InvalidURL,
        OSError,
        ValueError,
        outgoing.NotPublic,
        _Refused,
    ) as error:
        raise AuthError(
            400,
            "saml_metadata_fetch_failed",
            "HTTP request to the metadata_url failed",
            private=repr(error),
        ) from None


async def _read(url: str, *, private: bool) -> str:
    async with outgoing.request("GET", url, private=private, timeout=DEADLINE) as answer:
        answer.raise_for_status()
        body = bytearray()
        async for part in answer.aiter_bytes():
            body += part
            if len(body) > MAX_BYTES:
                raise _Refused(f"more than {MAX_BYTES} bytes")
    return body.decode(answer.encoding or "utf-8")
