"""POST /factors/{id}/challenge: begin to prove a factor (docs/wire/auth.md, "Second factors")."""

from __future__ import annotations

import secrets
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import validation
from summerstow.platform.auth.accounts import user_queries
from summerstow.platform.auth.accounts.model import Factor
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, TooSoon
from summerstow.platform.auth.one_time import text_limits
from summerstow.platform.auth.responses import json
from summerstow.platform.auth.sessions.bearer import claims_of
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.outbox import outbox

from . import factor_queries, factors, webauthn_ceremony

#: Seconds for which a challenge may be answered (docs/wire/auth.md, "Lifetimes").
LIFETIME: Final = 300
_NONCE_BYTES = 32


class ChallengeBody(msgspec.Struct):
    """Of what clients send, only the channel of a text message is read."""

    channel: str | None = None


async def challenge(context: AuthContext, request: Request) -> Response:
    """200 `{id, type, expires_at}`, for a passkey with the browser's options as well."""
    claims = claims_of(context, request)
    body = await factors.body_if_any(request, ChallengeBody)
    async with context.database.owner(ANONYMOUS) as tx:
        holder = await factors.holder_of(context, tx, claims)
        factor = await factors.factor_of(tx, holder.user_id, request)
        factors.require_challenge(factor)
        if factor.status == "unverified":
            await factors.require_aal2_to_add(tx, holder)
        challenge_id, now = uuid4(), context.now()
        answer: dict[str, Any] = {
            "id": str(challenge_id),
            "type": factor.factor_type,
            "expires_at": int(now.timestamp()) + LIFETIME,
        }
        code_hash = nonce = None
        if factor.factor_type == "phone":
            code_hash = await _text(context, tx, factor, challenge_id, body.channel)
        elif factor.factor_type == "webauthn":
            nonce = secrets.token_bytes(_NONCE_BYTES)
            answer["webauthn"] = await _options(context, tx, holder, factor, nonce)
        await factor_queries.insert_challenge(
            tx,
            challenge_id,
            factor.id,
            holder.session_id,
            code_hash=code_hash,
            nonce=nonce,
            now=now,
        )
        return json(answer)


def code_parts(challenge_id: UUID, code: str) -> tuple[bytes, ...]:
    """The parts of a text code's keyed hash."""
    return b"factor", challenge_id.bytes, "".join(code.split()).encode()


async def _text(
    context: AuthContext,
    tx: ElevatedTransaction,
    factor: Factor,
    challenge_id: UUID,
    channel: str | None,
) -> bytes:
    """Send six digits to the factor's phone; returns what is stored of them."""
    if not context.settings.phone:
        raise AuthError(
            422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone"
        )
    validation.channel(channel)
    last = factor.last_challenged_at
    if last is not None:
        left = context.settings.mail_interval - (context.now() - last).total_seconds()
        if left > 0:
            raise TooSoon(left, by_text=True)
    assert factor.phone is not None
    await text_limits.take(context, factor.phone)
    code = f"{secrets.randbelow(1_000_000):06}"
    await outbox.text(
        tx,
        cause=f"factor_code:{challenge_id}",
        kind="factor_code",
        to=f"+{factor.phone}",
        data={"code": code},
    )
    return context.keys.keyed_hash(*code_parts(challenge_id, code))


async def _options(
    context: AuthContext,
    tx: Transaction,
    holder: factors.Holder,
    factor: Factor,
    nonce: bytes,
) -> dict[str, Any]:
    site_url = context.settings.site_url
    if factor.status == "verified":
        options = webauthn_ceremony.request_options(site_url, factor, nonce)
        return {"type": "request", "credential_options": options}
    registered_factors = await user_queries.factors(tx, holder.user_id)
    options = webauthn_ceremony.creation_options(site_url, holder.user, nonce, registered_factors)
    return {"type": "create", "credential_options": options}
