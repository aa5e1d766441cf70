"""A provider's tokens and claims, on their way to the client that began the flow.

Between callback and exchange they are encrypted with the code. The database has only its hash, so
a reader of the database gets no tokens.
"""

from __future__ import annotations

import hashlib
from typing import Final, TypeVar

import msgspec
from joserfc import jwe
from joserfc.jwk import OctKey

from summerstow.platform.auth.openid import ProviderTokens

T = TypeVar("T")

_HEADER: Final = {"alg": "dir", "enc": "A256GCM"}
_ALGORITHMS: Final = ("dir", "A256GCM")


def on_the_wire(tokens: ProviderTokens) -> dict[str, str]:
    """`provider_token`, and `provider_refresh_token` where there is one."""
    refresh = {"provider_refresh_token": tokens.refresh_token} if tokens.refresh_token else {}
    return {"provider_token": tokens.access_token, **refresh}


def seal(value: object, code: str) -> str:
    """What only the holder of the code can read: the tokens on the wire, or a person."""
    plain = msgspec.json.encode(value)
    return jwe.encrypt_compact(_HEADER, plain, _key(code), algorithms=_ALGORITHMS)


def unseal(sealed: str, code: str, shape: type[T]) -> T:
    """The same again, as `shape`."""
    plain = jwe.decrypt_compact(sealed, _key(code), algorithms=_ALGORITHMS).plaintext
    return msgspec.json.decode(plain or b"", type=shape)


def _key(code: str) -> OctKey:
    digest = hashlib.sha256(b"summerstow provider tokens " + code.encode()).digest()
    return OctKey.import_key(digest)
