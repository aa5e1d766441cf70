"""Refresh tokens that carry their own proof, so that nothing usable lies in the database.

A token is base64url(session id ‖ counter ‖ MAC): the session's row holds only the counter that is
current, and the current token can be derived again for a client that lost the response.
"""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from uuid import UUID

from .keys import Keys

_MAC_BYTES = 16
_SYNTAX = re.compile(r"[A-Za-z0-9_-]{48}\Z")
_DOMAIN = b"refresh"


class MalformedToken(ValueError):
    """Not the syntax of a refresh token."""


@dataclass(frozen=True, slots=True)
class RefreshToken:
    """A token issued by this server."""

    session_id: UUID
    counter: int


def make(keys: Keys, session_id: UUID, counter: int) -> str:
    """The `counter`-th refresh token of a session."""
    body = session_id.bytes + counter.to_bytes(4, "big")
    return urlsafe_b64encode(body + keys.keyed_hash(_DOMAIN, body)[:_MAC_BYTES]).decode()


def read(keys: Keys, token: str) -> RefreshToken | None:
    """What the token names; None if we did not make it; raises `MalformedToken`."""
    if not _SYNTAX.match(token):
        raise MalformedToken
    try:
        raw = urlsafe_b64decode(token)
    except binascii.Error:
        raise MalformedToken from None
    body, mac = raw[:20], raw[20:]
    if not keys.matches(mac, _DOMAIN, body):
        return None
    return RefreshToken(UUID(bytes=body[:16]), int.from_bytes(body[16:], "big"))
