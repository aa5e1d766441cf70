"""The key by which push services know this installation (VAPID, RFC 8292).

A device's subscription is bound to it: with another key it is worth nothing.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

#: How many numbers may be a private key of P-256.
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_BYTES: Final = 32
#: So many more bits that no number is likelier than another.
_SPARE: Final = 16


@dataclass(frozen=True, slots=True)
class VapidKey:
    """A P-256 key, both parts in URL-safe base64; browsers get `public`."""

    private: str = field(repr=False)
    public: str


def derived(secret: str) -> VapidKey:
    """The key of the installation that keeps this secret: the same on all its hosts."""
    hkdf = HKDF(SHA256(), _BYTES + _SPARE, None, b"summerstow vapid")
    number = int.from_bytes(hkdf.derive(secret.encode()), "big") % (_ORDER - 1) + 1
    public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return VapidKey(_text(number.to_bytes(_BYTES, "big")), _text(point))


def _text(key: bytes) -> str:
    return urlsafe_b64encode(key).rstrip(b"=").decode()
