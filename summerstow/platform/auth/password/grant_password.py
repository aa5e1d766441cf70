"""`grant_type=password` (docs/wire/auth.md, "Token grants")."""

from __future__ import annotations

from uuid import UUID

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import client_origin, events, validation
from summerstow.platform.auth.accounts import user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.passwords import is_imported
from summerstow.platform.auth.rate_limits import limit_queries
from summerstow.platform.auth.sessions import sessions
from summerstow.platform.auth.sessions.bearer import banned
from summerstow.platform.auth.sessions.sessions import IssuedSession
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.text import mail_address


class TokenPasswordBody(msgspec.Struct):
    """Who, and the password."""

    email: str | None = None
    phone: str | None = None
    password: str | None = None


def _typed_address(body: TokenPasswordBody) -> str:
    try:
        return mail_address(body.email or "")
    except ValueError:
        # No account has it; the answer takes the same work.
        return (body.email or "").lower()


async def sign_in(context: AuthContext, request: Request) -> Response:
    """A session; unknown, passwordless and wrong take the same work and get the same answer."""
    body = await validation.body_of(request, TokenPasswordBody)
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided on login.")
    if not body.email and not body.phone:
        raise invalid("missing email or phone")
    if body.phone and not context.settings.phone:
        raise AuthError(422, "phone_provider_disabled", "Phone logins are disabled")
    phone = validation.phone_digits(body.phone) or "" if body.phone else None
    address, password = _typed_address(body) if phone is None else phone, body.password or ""
    by, provider = device(request), "email" if phone is None else "phone"
    network = client_origin.network_of(by.ip)
    tried = await context.limits.attempt(address, network, by_phone=phone is not None)
    account, attempts = tried.account, tried.key
    stored = account.password_hash if account is not None else None
    right = await context.passwords.verify(stored, password)
    ours = await context.passwords.hash(password) if right and is_imported(stored or "") else None
    async with context.database.owner(ANONYMOUS) as tx:
        refusal = await _refusal(context, tx, account, right=right, by_phone=phone is not None)
        if account is not None and refusal is None:
            await limit_queries.clear_attempts(tx, attempts)
            if ours is not None:
                await user_queries.set_password(tx, account.id, ours)
            session = await sessions.open_session(
                context, tx, account.id, method="password", by=by, provider=provider
            )
            return _answer(context, session, password)
        refusal = refusal or _wrong()
        user_id: UUID | None = account.id if account is not None else None
        await events.record(tx, "sign_in_failed", user_id=user_id, by=by, reason=refusal.code)
    # Raised after the commit: the failure is to stand in the audit log.
    raise refusal


def _answer(context: AuthContext, session: IssuedSession, password: str) -> Response:
    weak = context.passwords.weakness(password)
    if weak is not None:
        session.body["weak_password"] = {"message": weak[0], "reasons": weak[1]}
    return sessions.answer(session)


async def _refusal(
    context: AuthContext,
    tx: Transaction,
    account: Account | None,
    *,
    right: bool,
    by_phone: bool,
) -> AuthError | None:
    """Why this person does not get in, their row being locked; None for one who does."""
    if account is None or not right:
        return _wrong()
    user = await user_queries.lock_user(tx, account.id)
    if user is None or user.password_hash != account.password_hash:
        return _wrong()
    if banned(context, user):
        return AuthError(400, "user_banned", "User is banned")
    if by_phone and user.phone_confirmed_at is None:
        return AuthError(400, "phone_not_confirmed", "Phone not confirmed")
    if not by_phone and user.email_confirmed_at is None:
        return AuthError(400, "email_not_confirmed", "Email not confirmed")
    return None


def _wrong() -> AuthError:
    return AuthError(400, "invalid_credentials", "Invalid login credentials")
