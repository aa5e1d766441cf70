"""The few pieces of HTTP that the plain ASGI applications share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Any

from summerstow.platform.errors import AppError

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]
Network = IPv4Network | IPv6Network

MAX_BODY = 1024 * 1024
_FORWARDED = b"x-forwarded-for"


class BodyTooLarge(AppError):
    """More than `MAX_BODY` bytes."""

    status = 413
    code = "request_entity_too_large"


class BodyBroken(AppError):
    """The body ended early, or is not what its headers say (400)."""

    code = "bad_request"


async def read_body(scope: Scope, receive: Receive, limit: int = MAX_BODY) -> bytes:
    """The whole body; raises `BodyTooLarge` without reading further than `limit` bytes.

    Raises `BodyBroken` if it ends early: a client that hung up does not see that, but one that
    broke the rules of its encoding does.
    """
    length = header(scope, b"content-length")
    if length is not None and length.isdigit() and int(length) > limit:
        raise _too_large(limit)
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BodyBroken("The request body is broken or incomplete.")
        chunk: bytes = message.get("body", b"")
        size += len(chunk)
        if size > limit:
            raise _too_large(limit)
        parts.append(chunk)
        if not message.get("more_body", False):
            return b"".join(parts)


def _too_large(limit: int) -> BodyTooLarge:
    return BodyTooLarge(f"Request body too large (max {limit} bytes)")


def header(scope: Scope, name: bytes) -> str | None:
    """The first header of this lower-case name, decoded as Latin-1."""
    for key, value in scope["headers"]:
        if key == name:
            return bytes(value).decode("latin-1")
    return None


def client_address(scope: Scope, trusted: Iterable[Network]) -> str | None:
    """The address of the one who asks: the peer's, unless that is one of our own proxies.

    `X-Forwarded-For` is read from its end, and believed as far as trusted proxies wrote it.
    """
    client = scope.get("client")
    address: str | None = client[0] if client else None
    forwarded_for = [
        value.decode("latin-1") for key, value in scope["headers"] if key == _FORWARDED
    ]
    hops = [hop.strip() for hop in ",".join(forwarded_for).split(",") if hop.strip()]
    while address is not None and hops and within(address, trusted):
        address = hops.pop()
    return address


def within(address: str, networks: Iterable[Network]) -> bool:
    """Whether an IP address is in one of these networks; what is no address is in none."""
    try:
        parsed_address = ip_address(address)
    except ValueError:
        return False
    return any(parsed_address in one for one in networks)


async def send_response(
    send: Send, status: int, headers: list[Header], body: bytes = b"", *, head: bool = False
) -> None:
    """A whole answer with its length; `head` leaves the body out."""
    if status != 204:
        headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else body})
