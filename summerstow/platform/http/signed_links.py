"""Links that are signed and end: what they name is in them, and only the server makes them."""

from __future__ import annotations

import hmac
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from dataclasses import dataclass
from typing import Final

#: Seconds in which the download of a link has to begin.
_LINK_SECONDS: Final = 300
_ENDS_BYTES: Final = 8
_SIGNATURE_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class SignedLinks:
    """Signs what a link names and reads it back; `secret` is the same on every host.

    `purpose`: a link of one kind is none of another.
    """

    secret: str
    purpose: str

    def token(self, named: bytes) -> str:
        """Return the last part of a link, good for five minutes."""
        signed = int(time.time() + _LINK_SECONDS).to_bytes(_ENDS_BYTES) + named
        return urlsafe_b64encode(signed + self._signature(signed)).rstrip(b"=").decode()

    def named(self, token: str) -> bytes | None:
        """Return what a token names; None unless it is right and still holds."""
        try:
            content = urlsafe_b64decode(token + "=" * (-len(token) % 4))
        except (NotBase64, ValueError):
            return None
        signed, signature = content[:-_SIGNATURE_BYTES], content[-_SIGNATURE_BYTES:]
        if not hmac.compare_digest(signature, self._signature(signed)):
            return None
        if int.from_bytes(signed[:_ENDS_BYTES]) < time.time():
            return None
        return signed[_ENDS_BYTES:]

    def _signature(self, signed: bytes) -> bytes:
        digest = hmac.digest(self.secret.encode(), self.purpose.encode() + b":" + signed, "sha256")
        return digest[:_SIGNATURE_BYTES]
