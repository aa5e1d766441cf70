"""A push service on loopback, and the devices that read what arrives there."""

from __future__ import annotations

import asyncio
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey


def text(given: bytes) -> str:
    """URL-safe base64 without its padding, as browsers write keys."""
    return urlsafe_b64encode(given).rstrip(b"=").decode()


def raw(given: str) -> bytes:
    """The bytes of such a text."""
    return urlsafe_b64decode(given + "=" * (-len(given) % 4))


class Device:
    """A browser with its own keys, whose push service is at `base`."""

    def __init__(self, base: str, name: str = "device") -> None:
        self.endpoint = f"{base}/push/{name}-{os.urandom(6).hex()}"
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    def subscription(self) -> dict[str, Any]:
        """What `PushSubscription.toJSON()` gives."""
        point = self._private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        return {
            "endpoint": self.endpoint,
            "expirationTime": None,
            "keys": {"p256dh": text(point), "auth": text(self._auth)},
        }

    def read(self, request: Request) -> dict[str, str]:
        """The message of a request, opened with this device's keys."""
        opened = http_ece.decrypt(
            request.body,
            private_key=self._private,
            auth_secret=self._auth,
            version=request.headers["content-encoding"],
        )
        found: dict[str, str] = msgspec.json.decode(opened)
        return found


@dataclass
class Request:
    """One that the push service got."""

    path: str
    headers: dict[str, str]
    body: bytes

    def sender(self, public: str) -> dict[str, Any]:
        """Who says that they send (RFC 8292), by the key that the browser subscribed with."""
        scheme, _, rest = self.headers["authorization"].partition(" ")
        parts = dict(one.strip().split("=", 1) for one in rest.split(","))
        assert (scheme, parts["k"]) == ("vapid", public)
        point = raw(public)
        key = ECKey.import_key(
            {"kty": "EC", "crv": "P-256", "x": text(point[1:33]), "y": text(point[33:])}
        )
        return dict(jwt.decode(parts["t"], key, algorithms=["ES256"]).claims)


@dataclass
class PushService:
    """Keeps what it gets and answers with `status`; `silent`: not at all."""

    status: int = 201
    silent: bool = False
    requests: list[Request] = field(default_factory=list)
    base: str = ""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request."""
        head, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        headers = {name.lower(): value for name, value in (one.split(": ", 1) for one in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.requests.append(Request(head.split(" ")[1], headers, body))
        if self.silent:
            await reader.read()
        writer.write(
            f"HTTP/1.1 {self.status} x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode()
        )
        await writer.drain()
        writer.close()
