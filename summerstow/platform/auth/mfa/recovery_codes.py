"""/factors/recovery-codes: a way back for a person who lost every other factor.

In the shape that the official JavaScript client's
experimental `mfa.recoveryCodes` speaks. The codes are a factor of the type `recovery_code`.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final
from uuid import UUID, uuid4

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import events, validation
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.mfa.model import RecoveryFactor
from summerstow.platform.auth.responses import json
from summerstow.platform.auth.sessions import sessions
from summerstow.platform.auth.sessions.bearer import claims_of
from summerstow.platform.database.transaction import Transaction

from . import factor_queries, factor_verify, factors, recovery_queries

CODES: Final = 10
#: Without 0 o 1 i l, which are misread on paper.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_CHARACTERS = 16
_NAME = "Recovery codes"


class RecoveryCodesBody(msgspec.Struct):
    """How the codes are called in the list of factors."""

    friendly_name: str | None = None


class RecoveryCodeBody(msgspec.Struct):
    """A code as typed."""

    code: str | None = None


async def status(context: AuthContext, request: Request) -> Response:
    """200 `{id, type, total, remaining}`, at any level."""
    claims = claims_of(context, request)
    async with context.database.owner(ANONYMOUS) as tx:
        holder = await factors.holder_of(context, tx, claims)
        codes = await _codes_of(tx, holder)
        body = {"id": str(codes.id), "type": "recovery_code"}
        return json(body | {"total": codes.total, "remaining": codes.left})


async def generate(context: AuthContext, request: Request) -> Response:
    """200 with ten codes, shown this once; beside another verified factor alone."""
    claims = claims_of(context, request)
    body = await factors.body_if_any(request, RecoveryCodesBody)
    name = factors.friendly_name(body.friendly_name) or _NAME
    async with context.database.owner(ANONYMOUS) as tx:
        holder = await factors.holder_of(context, tx, claims)
        _require_aal2(holder)
        if await recovery_queries.recovery_factor(tx, holder.user_id) is not None:
            raise AuthError(
                422,
                "mfa_verified_factor_exists",
                "Recovery codes already exist, regenerate them to continue",
            )
        if not await factor_queries.has_verified(tx, holder.user_id):
            raise AuthError(
                422,
                "mfa_recovery_codes_sole_factor",
                "Recovery codes need another verified factor beside them",
            )
        await factors.require_space(tx, holder, name)
        factor_id = uuid4()
        await recovery_queries.insert_recovery_factor(
            tx, factor_id, holder.user_id, name, context.now()
        )
        await events.record(
            tx,
            "factor_added",
            user_id=holder.user_id,
            by=device(request),
            factor_type="recovery_code",
        )
        return await _issue(tx, factor_id, name)


async def regenerate(context: AuthContext, request: Request) -> Response:
    """200 with ten codes in place of those before."""
    claims = claims_of(context, request)
    async with context.database.owner(ANONYMOUS) as tx:
        holder = await factors.holder_of(context, tx, claims)
        _require_aal2(holder)
        codes = await _codes_of(tx, holder)
        await events.record(
            tx, "recovery_codes_replaced", user_id=holder.user_id, by=device(request)
        )
        return await _issue(tx, codes.id, codes.friendly_name)


async def unenroll(context: AuthContext, request: Request) -> Response:
    """200 `{id}`: the codes are good no more."""
    claims = claims_of(context, request)
    async with context.database.owner(ANONYMOUS) as tx:
        holder = await factors.holder_of(context, tx, claims)
        codes = await _codes_of(tx, holder)
        _require_aal2(holder)
        await factors.remove(context, tx, holder.user, codes, by=device(request))
        return json({"id": str(codes.id)})


async def verify(context: AuthContext, request: Request) -> Response:
    """200 with the same session at aal2, for a code that was not used yet."""
    claims = claims_of(context, request)
    body = await validation.body_of(request, RecoveryCodeBody)
    by = device(request)
    async with context.database.owner(ANONYMOUS) as tx:
        holder = await factors.holder_of(context, tx, claims)
        codes = await _codes_of(tx, holder)
        factor_verify.refuse_guessing(context, codes, "mfa_recovery_codes_locked")
        if await recovery_queries.use_code(tx, codes.id, _hash(body.code or ""), context.now()):
            await factor_queries.forgive_guesses(tx, codes.id)
            await events.record(tx, "recovery_code_used", user_id=holder.user_id, by=by)
            return sessions.answer(await factor_verify.raise_session(context, tx, holder, codes))
        await factor_verify.count_wrong_guess(context, tx, holder, codes, by=by)
    # Raised after the commit: a wrong guess counts.
    raise AuthError(422, "mfa_verification_failed", "Invalid recovery code entered")


async def _codes_of(tx: Transaction, holder: factors.Holder) -> RecoveryFactor:
    codes = await recovery_queries.recovery_factor(tx, holder.user_id)
    if codes is None:
        raise AuthError(404, "mfa_factor_not_found", "Factor not found")
    return codes


def _require_aal2(holder: factors.Holder) -> None:
    if holder.aal != "aal2":
        raise AuthError(403, "insufficient_aal", "AAL2 required to manage recovery codes")


async def _issue(tx: Transaction, factor_id: UUID, name: str) -> Response:
    codes = ["".join(secrets.choice(_ALPHABET) for _ in range(_CHARACTERS)) for _ in range(CODES)]
    await recovery_queries.replace_codes(tx, factor_id, [_hash(one) for one in codes])
    return json(
        {
            "id": str(factor_id),
            "type": "recovery_code",
            "friendly_name": name,
            "total": CODES,
            "codes": codes,
        }
    )


def _hash(code: str) -> bytes:
    """What is stored of a code, however it is spelled."""
    bare = "".join(code.replace("-", " ").split()).lower()
    return hashlib.sha256(bare.encode()).digest()
