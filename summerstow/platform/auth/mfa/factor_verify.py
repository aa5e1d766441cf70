"""POST /factors/{id}/verify: a proven factor raises the session to aal2.

A challenge belongs to the session that began it, wherever that moves, and takes ten guesses;
a factor takes twenty wrong ones an hour, so that fresh challenges are no way around it
(docs/wire/auth.md, "Second factors").
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import events, validation
from summerstow.platform.auth.accounts.model import Factor
from summerstow.platform.auth.client_origin import Device, device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.mfa.model import FactorChallenge
from summerstow.platform.auth.sessions import sessions
from summerstow.platform.auth.sessions.bearer import claims_of
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.observability import log

from . import factor_challenge, factor_queries, factors, totp, webauthn_ceremony

_log = log.get("auth")

MAX_ATTEMPTS: Final = 10
MAX_WRONG_GUESSES: Final = 20
_GUESSES_COUNT: Final = timedelta(hours=1)
#: The amr method of each kind (docs/wire/auth.md, "Sessions and tokens").
METHODS: Final = {
    "totp": "totp",
    "phone": "mfa/phone",
    "webauthn": "mfa/webauthn",
    "recovery_code": "mfa/recovery_code",
}
_WRONG: Final = {
    "totp": "Invalid TOTP code entered",
    "phone": "Invalid MFA Phone code entered",
    "webauthn": "Invalid WebAuthn credential",
}


class WebAuthnBody(msgspec.Struct):
    """A passkey's answer; what it says of relying party and origins is not read."""

    type: str | None = None
    credential_response: dict[str, Any] | None = None


class VerifyFactorBody(msgspec.Struct):
    """A challenge, and six digits or a passkey's answer."""

    challenge_id: UUID | None = None
    code: str | None = None
    webauthn: WebAuthnBody | None = None


async def verify(context: AuthContext, request: Request) -> Response:
    """200 with the same session at aal2; other sessions below it end, as do older tokens."""
    claims = claims_of(context, request)
    body = await validation.body_of(request, VerifyFactorBody)
    by = device(request)
    async with context.database.owner(ANONYMOUS) as tx:
        holder = await factors.holder_of(context, tx, claims)
        factor = await factors.factor_of(tx, holder.user_id, request)
        factors.require_challenge(factor)
        if factor.status == "unverified":
            await factors.require_aal2_to_add(tx, holder)
        _check(factor, body)
        challenge = await _challenge(context, tx, holder, factor, body)
        kind = factor.factor_type
        if await _prove(context, tx, factor, challenge, body):
            await factor_queries.use_challenge(tx, challenge.id, context.now())
            if factor.status == "unverified":
                await _count_from_now_on(context, tx, holder, factor, by)
            return sessions.answer(await raise_session(context, tx, holder, factor))
        await factor_queries.count_attempt(tx, challenge.id)
        await count_wrong_guess(context, tx, holder, factor, by=by)
    # Raised after the commit: a wrong guess counts.
    raise AuthError(422, "mfa_verification_failed", _WRONG[kind])


def _check(factor: Factor, body: VerifyFactorBody) -> None:
    if factor.factor_type != "webauthn":
        if not (body.code or "").strip():
            raise invalid("Code needs to be non-empty")
        return
    if body.webauthn is None:
        raise invalid("WebAuthn config required")
    if body.webauthn.type != ("create" if factor.status == "unverified" else "request"):
        raise invalid("WebAuthn type must be create or request")
    if body.webauthn.credential_response is None:
        raise invalid("credential_response required")


async def _challenge(
    context: AuthContext,
    tx: Transaction,
    holder: factors.Holder,
    factor: Factor,
    body: VerifyFactorBody,
) -> FactorChallenge:
    """The challenge, which this session may still answer."""
    row = None
    if body.challenge_id is not None:
        row = await factor_queries.challenge(tx, factor.id, body.challenge_id)
    if row is None:
        raise AuthError(
            422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found"
        )
    if row.used_at is not None or row.session_id != holder.session_id:
        raise AuthError(
            422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch."
        )
    expires_at = row.created_at + timedelta(seconds=factor_challenge.LIFETIME)
    if expires_at <= context.now() or row.attempts >= MAX_ATTEMPTS:
        raise AuthError(
            422,
            "mfa_challenge_expired",
            f"MFA challenge {row.id} has expired, verify against another challenge or create a "
            "new challenge.",
        )
    refuse_guessing(context, factor, "over_request_rate_limit")
    return row


def refuse_guessing(context: AuthContext, factor: Factor, code: str) -> None:
    """Raise 429 with this code where a factor took all the wrong guesses of an hour."""
    since = factor.wrong_since
    if since is not None and factor.wrong_guesses >= MAX_WRONG_GUESSES:
        left = (since + _GUESSES_COUNT - context.now()).total_seconds()
        if left > 0:
            raise AuthError(
                429,
                code,
                "Request rate limit reached",
                headers={"Retry-After": str(int(left) + 1)},
                private=f"{factor.wrong_guesses} wrong guesses at factor {factor.id}",
            )


async def count_wrong_guess(
    context: AuthContext,
    tx: ElevatedTransaction,
    holder: factors.Holder,
    factor: Factor,
    *,
    by: Device,
) -> None:
    """A wrong code counts against its factor; the transaction must be committed."""
    now = context.now()
    await factor_queries.count_wrong_guess(tx, factor.id, since=now - _GUESSES_COUNT, now=now)
    await events.record(
        tx,
        "factor_challenge_failed",
        user_id=holder.user_id,
        by=by,
        factor_type=factor.factor_type,
    )


async def _prove(
    context: AuthContext,
    tx: Transaction,
    factor: Factor,
    challenge: FactorChallenge,
    body: VerifyFactorBody,
) -> bool:
    match factor.factor_type:
        case "totp":
            assert factor.sealed_secret is not None
            secret = context.factor_secrets.open(factor.id, factor.sealed_secret)
            step = totp.step_of(body.code or "", secret, context.now(), factor.last_step)
            if step is None:
                return False
            await factor_queries.take_step(tx, factor.id, step)
        case "phone":
            parts = factor_challenge.code_parts(challenge.id, body.code or "")
            if challenge.code_hash is None or not context.keys.matches(challenge.code_hash, *parts):
                return False
            await factor_queries.forgive_guesses(tx, factor.id)
        case _:
            assert body.webauthn is not None
            assert challenge.nonce is not None
            try:
                await _passkey(
                    context, tx, factor, challenge.nonce, body.webauthn.credential_response or {}
                )
            except webauthn_ceremony.WebAuthnRejected as error:
                _log.info("passkey_refused", factor_id=str(factor.id), why=str(error))
                return False
    return True


async def _passkey(
    context: AuthContext,
    tx: Transaction,
    factor: Factor,
    nonce: bytes,
    credential: dict[str, Any],
) -> None:
    """Keep a new passkey or the count of a known one; raises `WebAuthnRejected`."""
    site_url = context.settings.site_url
    if factor.status == "verified":
        count = webauthn_ceremony.asserted(site_url, nonce, credential, factor)
        await factor_queries.set_sign_count(tx, factor.id, count)
        return
    passkey = webauthn_ceremony.registered(site_url, nonce, credential)
    if await factor_queries.credential_known(tx, passkey.credential_id):
        raise webauthn_ceremony.WebAuthnRejected("a credential that is a factor already")
    await factor_queries.set_credential(
        tx,
        factor.id,
        credential_id=passkey.credential_id,
        public_key=passkey.public_key,
        sign_count=passkey.sign_count,
        transports=passkey.transports,
    )


async def _count_from_now_on(
    context: AuthContext,
    tx: ElevatedTransaction,
    holder: factors.Holder,
    factor: Factor,
    by: Device,
) -> None:
    await factor_queries.mark_verified(tx, factor.id)
    await factor_queries.delete_unverified(tx, holder.user_id, factor.factor_type)
    await events.record(
        tx, "factor_added", user_id=holder.user_id, by=by, factor_type=factor.factor_type
    )
    await factors.notify(context, tx, holder.user, factor, added=True)


async def raise_session(
    context: AuthContext, tx: Transaction, holder: factors.Holder, factor: Factor
) -> sessions.IssuedSession:
    """The session's tokens at aal2; the person's other sessions below it end."""
    counter = await factor_queries.raise_session(
        tx,
        holder.session_id,
        factor.id,
        method=METHODS[factor.factor_type],
        now=context.now(),
    )
    session_ids = await factor_queries.delete_lower_sessions(tx, holder.user_id, holder.session_id)
    sessions.forget(context, tx, [*session_ids, holder.session_id])
    return await sessions.issue(context, tx, holder.session_id, counter)
