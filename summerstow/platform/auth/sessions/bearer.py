"""The signed-in person behind a request (docs/wire/auth.md, "Who is signed in")."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from starlette.requests import Request

from summerstow.platform.auth.accounts import user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.identity.session_lifetime import ended
from summerstow.platform.auth.tokens.access_tokens import Claims, TokenError, bearer
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import ANON, SERVICE_ROLE

from . import session_queries

_REASONS = {
    "empty": "token is malformed: token contains an invalid number of segments",
    "parts": "token is malformed: token contains an invalid number of segments",
    "malformed": "token is malformed: could not be decoded",
    "key": "token is unverifiable: error while executing keyfunc: unrecognized JWT kid",
    "algorithm": "token signature is invalid: signing method is invalid",
    "signature": "token signature is invalid: signature is invalid",
    "expired": "token has invalid claims: token is expired",
    "early": "token has invalid claims: token is not valid yet",
}


@dataclass(frozen=True)
class SignedIn:
    """A person and the session that the token names, if it names one."""

    user: Account
    session_id: UUID | None

    @property
    def user_id(self) -> UUID:
        """The account's id."""
        user_id: UUID = self.user.id
        return user_id


#: The role that a key of the gateway stands for where it is sent as the bearer.
_KEY_ROLES = {ANON: "anon", SERVICE_ROLE: "service_role"}


def claims_of(context: AuthContext, request: Request) -> Claims:
    """Steps 1 to 3: a bearer token that we signed, with a subject."""
    claims = verified(context, request)
    if not claims.get("sub"):
        raise AuthError(403, "bad_jwt", "invalid claim: missing sub claim")
    return claims


def verified(context: AuthContext, request: Request) -> Claims:
    """Steps 1 and 2: the claims of the bearer; those of an opaque key are its role alone."""
    token = bearer(request.headers.get("authorization"))
    if token is None:
        raise AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token")
    key = context.identifier.opaque_role(token)
    if key is not None:
        return {"role": _KEY_ROLES[key]}
    try:
        return context.tokens.verify(token)
    except TokenError as error:
        raise AuthError(
            403,
            "bad_jwt",
            "invalid JWT: unable to parse or verify signature, " + _REASONS[error.fault],
        ) from None


async def signed_in(context: AuthContext, tx: Transaction, claims: Claims) -> SignedIn:
    """Steps 4 to 6: the account and the session are still there, not banned and not over."""
    try:
        user_id = UUID(str(claims["sub"]))
    except ValueError:
        raise AuthError(400, "bad_jwt", "invalid claim: sub claim must be a UUID") from None
    user = await user_queries.user_by_id(tx, user_id)
    if user is None:
        raise AuthError(403, "user_not_found", "User from sub claim in JWT does not exist")
    session_id = session_id_of(claims)
    session = None
    if session_id is not None:
        session = await session_queries.session(tx, session_id)
        if session is None or session.user_id != user_id:
            raise AuthError(
                403, "session_not_found", "Session from session_id claim in JWT does not exist"
            )
    if banned(context, user):
        raise AuthError(403, "user_banned", "User is banned")
    if session is not None and ended(session, context.now()) is not None:
        raise AuthError(403, "session_expired", "Session has expired, please sign in again")
    return SignedIn(user, session_id)


async def require_second_step(tx: Transaction, person: SignedIn) -> None:
    """Raise 403 `insufficient_aal` where the account has a second factor that is still to come."""
    if await session_queries.lacks_second_step(tx, person.user_id, person.session_id):
        raise second_step_due()


def second_step_due() -> AuthError:
    """403: a first step alone does not do this."""
    return AuthError(
        403,
        "insufficient_aal",
        "AAL2 session is required for this when MFA is enabled: finish signing in first.",
    )


def session_id_of(claims: Claims) -> UUID | None:
    """The session that a token names; None where it names none or zeros."""
    claim = claims.get("session_id")
    if not claim:
        return None
    try:
        session_id = UUID(str(claim))
    except ValueError:
        raise AuthError(403, "bad_jwt", "invalid claim: session_id claim must be a UUID") from None
    return session_id if session_id.int else None


def banned(context: AuthContext, user: Account) -> bool:
    """Whether the account may not be used at this moment."""
    until = user.banned_until
    return until is not None and until > context.now()
