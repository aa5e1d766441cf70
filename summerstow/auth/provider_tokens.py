"""A provider's own tokens, on their way to the client that asked for them (contract A2.4, A4.9).

Between callback and exchange they are kept under the code, of which the database has only a hash:
whoever reads the database gets none.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import msgspec
from joserfc import jwe
from joserfc.jwk import OctKey

from .openid import ProviderTokens

_HEADER: Final = {"alg": "dir", "enc": "A256GCM"}
_ALGORITHMS: Final = ("dir", "A256GCM")


def on_the_wire(tokens: ProviderTokens) -> dict[str, str]:
    """`provider_token`, and `provider_refresh_token` where there is one."""
    refresh = {"provider_refresh_token": tokens.refresh_token} if tokens.refresh_token else {}
    return {"provider_token": tokens.access_token, **refresh}


def seal(tokens: ProviderTokens, code: str) -> str:
    """The tokens as only the holder of the code can read them."""
    plain = msgspec.json.encode(on_the_wire(tokens))
    return jwe.encrypt_compact(_HEADER, plain, _key(code), algorithms=_ALGORITHMS)


def unseal(sealed: str, code: str) -> dict[str, Any]:
    """The tokens on the wire again."""
    plain = jwe.decrypt_compact(sealed, _key(code), algorithms=_ALGORITHMS).plaintext
    return msgspec.json.decode(plain or b"{}", type=dict[str, Any])


def _key(code: str) -> OctKey:
    digest = hashlib.sha256(b"summerstow provider tokens " + code.encode()).digest()
    return OctKey.import_key(digest)
