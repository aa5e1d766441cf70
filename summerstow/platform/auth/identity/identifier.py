"""Who sends a request: its API key, and for /rest/v1 the actor behind its token.

Wire: docs/wire/auth.md, "Keys and requests".
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qs, parse_qsl
from uuid import UUID

from cachetools import LRUCache

from summerstow.platform import clock
from summerstow.platform.actor import ANONYMOUS, SERVICE, Actor
from summerstow.platform.auth.api_keys import queries as api_key_queries
from summerstow.platform.auth.api_keys.commands import PREFIX as API_KEY_PREFIX
from summerstow.platform.auth.api_keys.commands import hash_of
from summerstow.platform.auth.tokens.access_tokens import AccessTokens, Claims, TokenError, bearer
from summerstow.platform.auth.tokens.keys import Keys
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import AppError
from summerstow.platform.http.asgi import Scope, header
from summerstow.platform.roles import (
    ADMIN,
    ANON,
    API_KEY,
    CUSTOMER,
    OFFICE,
    SERVICE_ROLE,
    KeyRole,
    Role,
)
from summerstow.platform.settings.model import Settings

from . import standing_queries
from .session_lifetime import ended

#: Seconds for which a live session is trusted without a query.
BELIEVED = 3.0
#: Sessions that a process keeps as alive.
_SESSIONS = 8192
_PROFILE = "/rest/v1/users"
_DATA = "/rest/v1"
#: Seconds of clock skew that the data API allows.
SKEW = 30


class TokenRefused(AppError):
    """401 with PostgREST's code; /rest/v1 adds `WWW-Authenticate`."""

    status = 401
    code = "PGRST301"


class SecondStepDue(AppError):
    """403: the account has a second factor that this session has not shown yet."""

    status = 403
    code = "42501"

    def __init__(self) -> None:
        super().__init__(
            "Please finish signing in with your second step first.",
            hint="This session is at aal1; answer a challenge of a verified factor.",
        )


class ApiKeyRefused(AppError):
    """401 of the gateway; on the wire its body is `message` and `hint` alone."""

    status = 401
    code = "PGRST301"


@dataclass(frozen=True, slots=True)
class _Believed:
    """A person with a live session, valid until `until` (monotonic seconds).

    `raised`: their token was at aal2. `second_step_due`: their account asks for more than that.
    """

    until: float
    actor: Actor
    raised: bool
    second_step_due: bool


class Identifier:
    """Turns the headers of a request into its `Actor`."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        keys: Keys,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._database = database
        self._tokens = AccessTokens(keys)
        self._monotonic = monotonic
        self._believed: LRUCache[UUID, _Believed] = LRUCache(_SESSIONS)

    def require_apikey(self, scope: Scope) -> None:
        """Raise `ApiKeyRefused` if the setting requires a key and the request has none of ours."""
        if not self._settings.require_apikey:
            return
        key = _apikey(scope)
        if not key:
            raise ApiKeyRefused(
                "No API key found in request",
                hint="No `apikey` request header or url param was found.",
            )
        if self._key_role(key) is None:
            raise ApiKeyRefused(
                "Invalid API key",
                hint="Double check your Supabase `anon` or `service_role` API key.",
            )

    async def identify_rest(self, scope: Scope) -> Actor:
        """The actor of a request to /rest/v1.

        With `Cache-Control: no-cache` the session is read anew. Raises `TokenRefused` for a
        token that is not believed or whose session has ended, `Unavailable` while that cannot be
        known; `SecondStepDue` before the second factor of an account that has one, for all but
        its own profile; `ApiKeyRefused` as `require_apikey` does, of all but programs with a key.
        """
        authorization = header(scope, b"authorization")
        token = bearer(authorization)
        if token is not None and token.startswith(API_KEY_PREFIX):
            return await self._api_key(token, scope)
        self.require_apikey(scope)
        apikey = _apikey(scope)
        if token is None:
            if authorization is not None and authorization.strip().lower() == "bearer":
                raise _token_refusal(TokenError("empty"))
            return self._key_actor(apikey)
        role = self.opaque_role(token)
        if role == SERVICE_ROLE:
            return SERVICE
        # A bearer that repeats the apikey means "not signed in", whatever the key is.
        if role == ANON or (apikey is not None and _same(token, apikey)):
            return self._key_actor(apikey or token)
        try:
            claims = self._tokens.verify(token, leeway=SKEW)
        except TokenError as error:
            raise _token_refusal(error) from None
        if claims.get("role") == "service_role":
            return SERVICE
        if claims.get("role") == ANON:
            return ANONYMOUS
        person = await self._person(claims, anew=header(scope, b"cache-control") == "no-cache")
        if person.second_step_due and not _reads_own_profile(scope):
            raise SecondStepDue
        return person.actor

    async def _api_key(self, secret: str, scope: Scope) -> Actor:
        """The program behind an API key; nothing is believed from before, so that a revoked one
        ends at once."""
        if not scope["path"].startswith(_DATA):
            raise TokenRefused("API keys are for the data API alone.")
        async with self._database.reading(None) as tx:
            key = await api_key_queries.use(tx, hash_of(secret), clock.now())
        if key is None:
            raise TokenRefused(
                "This API key does not hold: it is wrong, over or revoked.", code="PGRST303"
            )
        return Actor(API_KEY, key.id, scopes=frozenset(key.scopes))

    def _role(self, row: standing_queries.PersonStanding) -> Role:
        """The profile's; without one, of those that are listed an admin's."""
        is_listed = row.proved_email in self._settings.admin_emails
        return row.role or (ADMIN if is_listed else CUSTOMER)

    def forget(self, session_ids: Iterable[UUID]) -> None:
        """These sessions have ended: ask the database again."""
        for session_id in session_ids:
            self._believed.pop(session_id, None)

    async def find_stale_actors(self, actors: Sequence[Actor]) -> set[Actor]:
        """Which of these signed-in people may not act as such any more.

        Their session has ended, or they have another role or a second step before them by now.
        Raises `Unavailable` while that cannot be known.
        """
        people = [(one, one.user_id) for one in actors if one.user_id is not None]
        queried_at = self._monotonic()
        async with self._database.reading(None) as tx:
            rows = await standing_queries.standings(
                tx, [(user_id, one.session_id) for one, user_id in people]
            )
        stale = set()
        for (one, user_id), row in zip(people, rows, strict=True):
            now = self._behind(row, user_id, one.session_id, queried_at, raised=True)
            if now is None or now.second_step_due or now.actor != one:
                self.forget([one.session_id or user_id])
                stale.add(one)
        return stale

    def _behind(
        self,
        row: standing_queries.PersonStanding | None,
        user_id: UUID,
        session_id: UUID | None,
        queried_at: float,
        *,
        raised: bool,
    ) -> _Believed | None:
        """Return the person behind a token (at aal2 if `raised`) from their row, or None."""
        if row is None or (row.session is not None and ended(row.session, clock.now()) is not None):
            return None
        due = row.has_factor and not (raised and row.aal == "aal2")
        role = CUSTOMER if due else self._role(row)
        if role in OFFICE and not row.has_factor and self._settings.asks_staff_second_factor:
            # Until they have set one up (rule: staff-second-factor).
            role = CUSTOMER
        actor = Actor(role, user_id, session_id)
        return _Believed(queried_at + BELIEVED, actor, raised, due)

    def _key_actor(self, key: str | None) -> Actor:
        return SERVICE if key is not None and self._key_role(key) == SERVICE_ROLE else ANONYMOUS

    def opaque_role(self, key: str) -> KeyRole | None:
        """What an opaque key of the settings grants; None for anything else."""
        if _same(key, self._settings.service_key):
            return SERVICE_ROLE
        return ANON if _same(key, self._settings.anon_key) else None

    def _key_role(self, key: str) -> KeyRole | None:
        """What a key grants: an opaque one of the settings, or a token with a role of ours."""
        role = self.opaque_role(key)
        if role is not None or key.count(".") != 2:
            return role
        try:
            claimed = self._tokens.verify(key).get("role")
        except TokenError:
            return None
        return SERVICE_ROLE if claimed == "service_role" else ANON if claimed == ANON else None

    async def _person(self, claims: Claims, *, anew: bool) -> _Believed:
        """The person behind a token, in the role of their profile.

        With a verified second factor, both the token and its session must be at aal2. Until then
        the role is customer, with a step due, so that a stolen password opens no data.
        """
        user_id, session_id = _uuid(claims.get("sub")), _uuid(claims.get("session_id"))
        if user_id is None:
            raise TokenRefused("JWT sub claim is not a user id", code="PGRST303")
        raised = claims.get("aal") == "aal2"
        cached = self._believed.get(session_id or user_id)
        if (
            cached is not None
            and not anew
            and cached.until > self._monotonic()
            and (cached.actor.user_id, cached.raised) == (user_id, raised)
        ):
            return cached
        queried_at = self._monotonic()
        async with self._database.reading(None) as tx:
            row = await standing_queries.standing(tx, user_id, session_id)
        person = self._behind(row, user_id, session_id, queried_at, raised=raised)
        if person is None:
            # Apps refresh at this message, and the refresh tells them that the session is gone.
            raise TokenRefused(
                "JWT expired", code="PGRST303", details="The session of this token has ended."
            )
        self._believed[session_id or user_id] = person
        return person


def _reads_own_profile(scope: Scope) -> bool:
    """Whether a customer gets their own row of `users` by this and nothing that refers to it."""
    if scope.get("path") != _PROFILE or scope.get("method") not in ("GET", "HEAD"):
        return False
    query = scope.get("query_string", b"").decode("latin-1")
    # An embedded table stands in parentheses behind its name.
    return not any(name == "select" and "(" in value for name, value in parse_qsl(query))


def _token_refusal(error: TokenError) -> TokenRefused:
    match error.fault:
        case "expired":
            return TokenRefused("JWT expired", code="PGRST303")
        case "early":
            return TokenRefused("JWT not yet valid", code="PGRST303")
        case "empty":
            return TokenRefused("Empty JWT is sent in Authorization header")
        case "parts":
            return TokenRefused(f"Expected 3 parts in JWT; got {error.parts}")
        case "key":
            return TokenRefused("No suitable key or wrong key type")
        case "algorithm":
            return TokenRefused("Wrong or unsupported encoding algorithm")
        case "signature":
            return TokenRefused("JWT cryptographic operation failed")
        case "malformed":
            return TokenRefused("JWT couldn't be decoded")


def _apikey(scope: Scope) -> str | None:
    key = header(scope, b"apikey")
    if key is not None or b"apikey=" not in scope.get("query_string", b""):
        return key
    values = parse_qs(scope["query_string"].decode("latin-1")).get("apikey")
    return values[0] if values else None


def _same(candidate: str, key: str) -> bool:
    return bool(key) and hmac.compare_digest(candidate.encode(), key.encode())


def _uuid(value: object) -> UUID | None:
    """The id, or None where it is absent, no UUID, or all zeros."""
    if not isinstance(value, str):
        return None
    try:
        parsed = UUID(value)
    except ValueError:
        return None
    return parsed if parsed.int else None
