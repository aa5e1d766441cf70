"""Access tokens: signed and verified; verified ones are cached by their hash."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

import msgspec
from cachetools import LRUCache
from joserfc import jwt
from joserfc.errors import BadSignatureError, JoseError
from joserfc.util import urlsafe_b64decode

from summerstow.platform import clock

from .keys import Keys, KeySet, SigningKey

#: Verified tokens whose claims a process keeps, and the longest that it keeps.
_TOKENS = 2048
_MAX_CACHED_LENGTH = 4096
_BEARER = re.compile(r"bearer (\S+)\Z", re.IGNORECASE)

Claims = dict[str, Any]
Fault = Literal["empty", "parts", "malformed", "key", "algorithm", "signature", "expired", "early"]


class TokenError(Exception):
    """Why a token is not believed; `parts` is how many it had."""

    def __init__(self, fault: Fault, parts: int = 3) -> None:
        super().__init__(fault)
        self.fault = fault
        self.parts = parts


def bearer(authorization: str | None) -> str | None:
    """The token of an `Authorization` header, or None where it is not `Bearer <token>`."""
    match = _BEARER.match(authorization) if authorization is not None else None
    return match[1] if match else None


class AccessTokens:
    """Signs with the signing key; verifies by `kid`, else under the shared secret."""

    def __init__(self, keys: Keys, now: Callable[[], datetime] = clock.now) -> None:
        self._keys = keys
        self._now = now
        self._set: KeySet | None = None
        self._by_kid: dict[str | None, SigningKey] = {}
        self._verified: LRUCache[bytes, Claims] = LRUCache(_TOKENS)

    def sign(self, claims: Claims) -> str:
        """A compact JWT."""
        one = self._keys.current().signing
        header = {"alg": one.algorithm, "typ": "JWT"}
        if one.kid is not None:
            header["kid"] = one.kid
        return jwt.encode(header, claims, one.key, algorithms=[one.algorithm])

    def verify(self, token: str, leeway: int = 0) -> Claims:
        """The claims of a token that we signed and that has not expired `leeway` seconds ago.

        Raises `TokenError`. `iat` is never a reason to refuse: devices' clocks differ.
        """
        self._use(self._keys.current())
        digest = hashlib.sha256(token.encode()).digest()
        claims = self._verified.get(digest)
        if claims is None:
            claims = self._decode(token)
            if len(token) <= _MAX_CACHED_LENGTH:
                self._verified[digest] = claims
        moment = self._now().timestamp()
        expires, begins = claims.get("exp"), claims.get("nbf")
        if expires is not None and moment >= expires + leeway:
            self._verified.pop(digest, None)
            raise TokenError("expired")
        if begins is not None and moment < begins - leeway:
            raise TokenError("early")
        return claims

    def _use(self, key_set: KeySet) -> None:
        """Where the keys have changed, nothing is believed because of what was known before."""
        if key_set is not self._set:
            self._set = key_set
            self._by_kid = {one.kid: one for one in key_set.published}
            self._verified.clear()

    def _decode(self, token: str) -> Claims:
        if not token:
            raise TokenError("empty")
        parts = token.split(".")
        if len(parts) != 3:
            raise TokenError("parts", len(parts))
        one = self._key_for(parts[0])
        try:
            claims = jwt.decode(token, one.key, algorithms=[one.algorithm]).claims
        except BadSignatureError:
            raise TokenError("signature") from None
        except (JoseError, ValueError, RecursionError):
            raise TokenError("malformed") from None
        for name in ("exp", "nbf"):
            value = claims.get(name)
            if value is not None and (
                isinstance(value, bool) or not isinstance(value, int | float)
            ):
                raise TokenError("malformed")
        return claims

    def _key_for(self, header: str) -> SigningKey:
        try:
            names = msgspec.json.decode(urlsafe_b64decode(header.encode()), type=dict[str, Any])
        except (ValueError, RecursionError):
            raise TokenError("malformed") from None
        kid = names.get("kid")
        if isinstance(kid, str) and kid not in self._by_kid:
            # Another process may have noticed a new key a moment before this one.
            self._use(self._keys.current(look=True))
        one = self._by_kid.get(kid) if isinstance(kid, str) else None
        one = one or self._keys.current().shared
        if one is None:
            raise TokenError("key")
        if names.get("alg") != one.algorithm:
            raise TokenError("algorithm")
        return one
