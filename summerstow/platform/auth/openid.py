"""An OpenID provider as its client sees it: Google, or the issuer that GOOGLE_ISSUER names.

Discovery document and signature keys are fetched on first use and cached. Each request to a
provider has a deadline; never call one inside a transaction.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote_plus, urlsplit

import httpx
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import JWKRegistry, Key, KeySet
from joserfc.jws import JWSRegistry

from summerstow.platform.observability import log, tracing
from summerstow.platform.settings.model import LOOPBACK_NAMES

from .errors import AuthError

_log = log.get("auth")

Claims = dict[str, Any]

#: Seconds for one request to a provider, from the first byte to the last.
DEADLINE: Final = 8.0
#: Seconds for which discovery document and keys are cached.
CACHE_SECONDS: Final = 3600.0
#: Seconds in which a failed fetch is not tried again, and keys are not fetched anew.
PAUSE: Final = 5.0
#: Seconds by which the provider's clock may differ from ours.
SKEW: Final = 60
GOOGLE: Final = "https://accounts.google.com"
_CONNECT_SECONDS = 3.0
_ALGORITHMS = frozenset(
    ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
)
_NEEDED = ("authorization_endpoint", "token_endpoint", "jwks_uri")
#: Published by Google for years; serve while its discovery document cannot be fetched.
_GOOGLE_DOCUMENT: Claims = {
    "issuer": GOOGLE,
    "authorization_endpoint": f"{GOOGLE}/o/oauth2/v2/auth",
    "token_endpoint": "https://oauth2.googleapis.com/token",
    "userinfo_endpoint": "https://openidconnect.googleapis.com/v1/userinfo",
    "jwks_uri": "https://www.googleapis.com/oauth2/v3/certs",
    "id_token_signing_alg_values_supported": ["RS256"],
    "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
}


class Unreachable(AuthError):
    """503: the provider does not answer, or not as an OpenID provider does."""

    def __init__(self, private: str) -> None:
        super().__init__(
            503,
            "unexpected_failure",
            "The sign-in provider cannot be reached right now. Please try again in a moment.",
            headers={"Retry-After": "5"},
            private=private,
        )


class ExchangeRefused(Exception):
    """The provider gives no tokens for this code; the message is for the log."""


class BadIDToken(Exception):
    """An ID token that is not to be believed; the message is for the log."""


@dataclass(frozen=True)
class ProviderTokens:
    """What a provider gives for a code."""

    id_token: str
    access_token: str
    refresh_token: str | None


@dataclass
class _CacheEntry:
    """What was fetched last and when; one fetches at a time (monotonic seconds)."""

    value: Any = None
    at: float = float("-inf")
    failed_at: float = float("-inf")
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class OpenID:
    """One provider. `client_ids`: the first is ours; tokens for any of them are accepted."""

    def __init__(
        self,
        issuer: str,
        client_ids: Iterable[str],
        secret: str,
        now: Callable[[], datetime],
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.issuer = issuer.rstrip("/")
        self.client_ids = tuple(client_ids)
        self._secret = secret
        self._now = now
        self._monotonic = monotonic
        self._document = _CacheEntry()
        self._keys = _CacheEntry()
        self._tls: ssl.SSLContext | None = None

    @property
    def enabled(self) -> bool:
        """Whether signing in through this provider is set up."""
        return bool(self.client_ids)

    async def authorization_url(
        self, *, redirect_uri: str, scope: str, state: str, nonce: str, verifier: str, more: Claims
    ) -> str:
        """Where a browser signs in; `more` are the client's own parameters. Raises `Unreachable`.

        `verifier` is our PKCE verifier towards the provider; its challenge goes into the address.
        """
        # Loaded by the first who signs in so: it is a megabyte of each process.
        from authlib.common.urls import add_params_to_uri  # noqa: PLC0415
        from authlib.oauth2.rfc7636 import create_s256_code_challenge  # noqa: PLC0415

        document = await self.document()
        controlled = {
            "response_type": "code",
            "client_id": self.client_ids[0],
            "redirect_uri": redirect_uri,
            "scope": scope,
            "state": state,
            "nonce": nonce,
            "code_challenge": create_s256_code_challenge(verifier),
            "code_challenge_method": "S256",
        }
        address: str = add_params_to_uri(
            document["authorization_endpoint"], [*controlled.items(), *more.items()]
        )
        return address

    async def exchange(self, code: str, *, verifier: str, redirect_uri: str) -> ProviderTokens:
        """The tokens for a code; raises `ExchangeRefused` or `Unreachable`."""
        document = await self.document()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": verifier,
            "redirect_uri": redirect_uri,
        }
        auth: httpx.Auth = httpx.Auth()
        methods = document.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
        if self._secret and "client_secret_basic" in methods:
            # RFC 6749, 2.3.1: both are form-encoded first.
            auth = httpx.BasicAuth(quote_plus(self.client_ids[0]), quote_plus(self._secret))
        else:
            form |= {"client_id": self.client_ids[0]}
            form |= {"client_secret": self._secret} if self._secret else {}
        async with (
            self._asking("exchange"),
            httpx.AsyncClient(**self._connection(document["token_endpoint"])) as client,
        ):
            answer = await client.post(document["token_endpoint"], data=form, auth=auth)
            if answer.status_code >= 500:
                answer.raise_for_status()
            token = _object(answer)
            if answer.is_error or "error" in token:
                raise ExchangeRefused(f"{token.get('error')}: {token.get('error_description')}")
        tokens = {name: token.get(name) for name in ("id_token", "access_token", "refresh_token")}
        if not isinstance(tokens["id_token"], str) or not isinstance(tokens["access_token"], str):
            raise ExchangeRefused("the answer has no ID token or no access token")
        refresh = tokens["refresh_token"]
        return ProviderTokens(
            tokens["id_token"],
            tokens["access_token"],
            refresh if isinstance(refresh, str) else None,
        )

    async def claims(
        self, id_token: str, *, access_token: str | None = None, nonce: str | None = None
    ) -> Claims:
        """What a signed ID token says. Raises `BadIDToken`, `Unreachable`.

        Verifies signature, `iss`, `exp`, `iat`, and `nonce` and `at_hash` if present. The caller
        checks `sub` and `aud`.
        """
        from authlib.oidc.core import CodeIDToken  # noqa: PLC0415 - as in authorization_url

        document = await self.document()
        claims, header = await self._verify(id_token, document)
        issuers = [document["issuer"]]
        if issuers == [GOOGLE]:
            issuers.append("accounts.google.com")
        token = CodeIDToken(
            claims,
            header,
            {"iss": {"essential": True, "values": issuers}},
            {"nonce": nonce, "access_token": access_token},
        )
        # `sub` and `aud` are checked by the caller, with messages of their own.
        token.ESSENTIAL_CLAIMS = ("iss", "exp", "iat")
        try:
            token.validate(now=int(self._now().timestamp()), leeway=SKEW)
        except (JoseError, ValueError, TypeError, AttributeError) as error:
            raise BadIDToken(repr(error)) from None
        return dict(token)

    def is_for_us(self, claims: Claims) -> bool:
        """Whether the token was issued to one of our client ids, and for us alone to present.

        A token for several audiences names in `azp` the client that requested it.
        """
        claim = claims.get("aud")
        audience = claim if isinstance(claim, list) else [claim]
        if not any(one in self.client_ids for one in audience):
            return False
        if len(audience) == 1 and "azp" not in claims:
            return True
        return claims.get("azp") in self.client_ids

    async def userinfo(self, access_token: str) -> Claims:
        """What the provider's own endpoint says of the person; {} where it has none."""
        document = await self.document()
        address = document.get("userinfo_endpoint")
        if not isinstance(address, str):
            return {}
        async with self._asking("userinfo"):
            return await self._got(address, {"authorization": f"Bearer {access_token}"})

    async def document(self) -> Claims:
        """The discovery document; raises `Unreachable`."""
        address = f"{self.issuer}/.well-known/openid-configuration"
        try:
            document: Claims = await self._fetch_cached(
                self._document, address, self._check_document, CACHE_SECONDS
            )
        except Unreachable:
            if self.issuer != GOOGLE:
                raise
            return _GOOGLE_DOCUMENT
        return document

    async def _key_set(self, document: Claims, *, older_than: float) -> KeySet:
        keys: KeySet = await self._fetch_cached(
            self._keys, document["jwks_uri"], _key_set, older_than
        )
        return keys

    async def _verify(self, id_token: str, document: Claims) -> tuple[Claims, Claims]:
        """Claims and header of a signed token; an unknown key has the keys fetched anew."""
        keys = await self._key_set(document, older_than=CACHE_SECONDS)
        try:
            return _decode(id_token, keys, document)
        except InvalidKeyIdError:
            keys = await self._key_set(document, older_than=PAUSE)
        try:
            return _decode(id_token, keys, document)
        except InvalidKeyIdError as error:
            if self._monotonic() - self._keys.failed_at < PAUSE:
                raise Unreachable("the key may be a new one") from None
            raise BadIDToken(repr(error)) from None

    def _check_document(self, document: Claims) -> Claims:
        if str(document.get("issuer")).rstrip("/") != self.issuer:
            raise ValueError(f"it names the issuer {document.get('issuer')!r}")
        if not all(_is_address(document.get(name)) for name in _NEEDED):
            raise ValueError("it lacks an endpoint")
        return document

    async def _fetch_cached(
        self, entry: _CacheEntry, address: str, read: Callable[[Claims], Any], older_than: float
    ) -> Any:
        """Return the cached value, fetched again if older; serve the old one during an outage.

        After a failure it pauses, so that requests do not wait for a provider that is down.
        """
        if self._monotonic() - entry.at < older_than:
            return entry.value
        async with entry.lock:
            if self._monotonic() - entry.at < older_than:
                return entry.value
            try:
                if self._monotonic() - entry.failed_at < PAUSE:
                    raise Unreachable(f"{address} failed a moment ago")
                async with self._asking(address):
                    entry.value = read(await self._got(address, {}))
            except Unreachable as error:
                if self._monotonic() - entry.failed_at >= PAUSE:
                    entry.failed_at = self._monotonic()
                    _log.warning("provider_unreachable", address=address, why=error.private)
                if entry.value is None:
                    raise
            else:
                entry.at = self._monotonic()
            return entry.value

    async def _got(self, address: str, headers: dict[str, str]) -> Claims:
        async with httpx.AsyncClient(**self._connection(address)) as client:
            answer = await client.get(address, headers={"accept": "application/json", **headers})
        answer.raise_for_status()
        return _object(answer)

    @asynccontextmanager
    async def _asking(self, what: str) -> AsyncIterator[None]:
        """The time limit, and every way in which asking may fail as `Unreachable`."""
        try:
            async with asyncio.timeout(DEADLINE):
                yield
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError, TypeError) as error:
            raise Unreachable(f"{what}: {error!r}") from None

    def _connection(self, address: str) -> dict[str, Any]:
        if self._tls is None:
            self._tls = httpx.create_ssl_context()
        return {
            "verify": self._tls,
            "event_hooks": {"request": [tracing.pass_on]},
            "timeout": httpx.Timeout(DEADLINE, connect=_CONNECT_SECONDS),
            # What is on this machine is never reached through a proxy.
            "trust_env": urlsplit(address).hostname not in LOOPBACK_NAMES,
        }


def _decode(id_token: str, keys: KeySet, document: Claims) -> tuple[Claims, Claims]:
    algorithms = document.get("id_token_signing_alg_values_supported") or ["RS256"]
    registry = JWSRegistry(
        algorithms=[name for name in algorithms if name in _ALGORITHMS], strict_check_header=False
    )
    try:
        token = jwt.decode(id_token, keys, registry=registry)
    except InvalidKeyIdError:
        raise
    except (JoseError, ValueError, TypeError, RecursionError) as error:
        raise BadIDToken(repr(error)) from None
    return token.claims, token.header


def _key_set(document: Claims) -> KeySet:
    """The keys that we know how to use; a provider may publish others beside them."""
    keys: list[Key] = []
    jwks = document.get("keys")
    for one in jwks if isinstance(jwks, list) else []:
        try:
            if one.get("use", "sig") == "sig":
                # What a provider says a key may do is often what its private half may do.
                bare = {name: value for name, value in one.items() if name != "key_ops"}
                keys.append(JWKRegistry.import_key(bare))
        except (JoseError, ValueError, TypeError, KeyError, AttributeError):
            continue
    return KeySet(keys)


def _object(answer: httpx.Response) -> Claims:
    body = answer.json()
    if not isinstance(body, dict):
        raise TypeError("not a JSON object")
    return body


def _is_address(value: object) -> bool:
    return isinstance(value, str) and value.startswith(("https://", "http://"))
