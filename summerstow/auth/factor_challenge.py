"""POST /factors/{id}/challenge (contract A4.14): begin to prove a factor."""

from __future__ import annotations

import secrets
from typing import Any, Final
from uuid import UUID, uuid4

import asyncpg
import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit.actor import ANONYMOUS
from summerstow.kit.database import Transaction
from summerstow.mail import outbox

from . import factors, texts, validation, webauthn_ceremony
from .answers import json
from .bearer import claims_of
from .errors import AuthError, TooSoon
from .queries import factor_rows
from .room import Room

#: Seconds for which a challenge may be answered (contract A6).
LIFETIME: Final = 300
_NONCE_BYTES = 32


class Body(msgspec.Struct):
    """Of what clients send, only the channel of a text message is asked for."""

    channel: str | None = None


async def challenge(room: Room, request: Request) -> Response:
    """200 `{id, type, expires_at}`, for a passkey with the browser's options as well."""
    claims = claims_of(room, request)
    body = await factors.body_if_any(request, Body)
    async with room.database.owner(ANONYMOUS) as tx:
        holder = await factors.holder_of(room, tx, claims)
        factor = await factors.factor_of(tx, holder.user_id, request)
        factors.require_challenge(factor)
        if factor["status"] == "unverified":
            await factors.require_aal2_to_add(tx, holder)
        challenge_id, now = uuid4(), room.now()
        answer: dict[str, Any] = {
            "id": str(challenge_id),
            "type": factor["factor_type"],
            "expires_at": int(now.timestamp()) + LIFETIME,
        }
        code_hash = nonce = None
        if factor["factor_type"] == "phone":
            code_hash = await _text(room, tx, factor, challenge_id, body.channel)
        elif factor["factor_type"] == "webauthn":
            nonce = secrets.token_bytes(_NONCE_BYTES)
            answer["webauthn"] = await _options(room, tx, holder, factor, nonce)
        await factor_rows.insert_challenge(
            tx,
            challenge_id,
            factor["id"],
            holder.session_id,
            code_hash=code_hash,
            nonce=nonce,
            now=now,
        )
        return json(answer)


def code_parts(challenge_id: UUID, code: str) -> tuple[bytes, ...]:
    """What the keyed hash of a text message's digits is made of."""
    return b"factor", challenge_id.bytes, "".join(code.split()).encode()


async def _text(
    room: Room, tx: Transaction, factor: asyncpg.Record, challenge_id: UUID, channel: str | None
) -> bytes:
    """Send six digits to the factor's phone; returns what is stored of them."""
    if not room.settings.phone:
        raise AuthError(
            422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone"
        )
    validation.channel(channel)
    last = factor["last_challenged_at"]
    if last is not None:
        left = room.settings.mail_interval - (room.now() - last).total_seconds()
        if left > 0:
            raise TooSoon(left, by_text=True)
    await texts.take(room, factor["phone"])
    code = f"{secrets.randbelow(1_000_000):06}"
    await outbox.text(
        tx,
        cause=f"factor_code:{challenge_id}",
        kind="factor_code",
        to=f"+{factor['phone']}",
        data={"code": code},
    )
    return room.keys.keyed_hash(*code_parts(challenge_id, code))


async def _options(
    room: Room,
    tx: Transaction,
    holder: factors.Holder,
    factor: asyncpg.Record,
    nonce: bytes,
) -> dict[str, Any]:
    site_url = room.settings.site_url
    if factor["status"] == "verified":
        options = webauthn_ceremony.request_options(site_url, factor, nonce)
        return {"type": "request", "credential_options": options}
    known = await factor_rows.factors(tx, holder.user_id)
    options = webauthn_ceremony.creation_options(site_url, holder.user, nonce, known)
    return {"type": "create", "credential_options": options}
