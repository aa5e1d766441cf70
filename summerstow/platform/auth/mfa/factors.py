"""POST /factors and DELETE /factors/{id}, and who may touch a factor at all.

Wire: docs/wire/auth.md, "Second factors".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import events, validation
from summerstow.platform.auth.accounts import user_queries
from summerstow.platform.auth.accounts.model import Account, Factor
from summerstow.platform.auth.client_origin import Device, device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.one_time import text_limits
from summerstow.platform.auth.responses import json
from summerstow.platform.auth.sessions import session_queries, sessions
from summerstow.platform.auth.sessions.bearer import claims_of, signed_in
from summerstow.platform.auth.tokens.access_tokens import Claims
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.http.asgi import read_body
from summerstow.platform.outbox import outbox

from . import factor_queries, totp, webauthn_ceremony

T = TypeVar("T")

#: Factors of one person, verified or not.
MAX_FACTORS: Final = 10
MAX_LINE: Final = 100
_KINDS: Final = "factor_type needs to be totp, phone, or webauthn"
_IN_WORDS: Final = {
    "totp": "a code from an authenticator app",
    "phone": "a code sent to your phone",
    "webauthn": "a passkey",
}


class EnrollBody(msgspec.Struct):
    """A factor to set up: `totp` (with the name that the app shows), `phone` or `webauthn`."""

    factor_type: str | None = None
    friendly_name: str | None = None
    issuer: str | None = None
    phone: str | None = None


@dataclass(frozen=True)
class Holder:
    """A person who may hold factors, and their session; both are locked for the transaction."""

    user: Account
    session_id: UUID
    aal: str

    @property
    def user_id(self) -> UUID:
        """The account's id."""
        user_id: UUID = self.user.id
        return user_id


async def enroll(context: AuthContext, request: Request) -> Response:
    """Begin a factor, which counts from its first verification on: 200 with what sets it up."""
    claims = claims_of(context, request)
    body = await validation.body_of(request, EnrollBody)
    async with context.database.owner(ANONYMOUS) as tx:
        holder = await holder_of(context, tx, claims)
        kind, name = _kind(context, body), friendly_name(body.friendly_name)
        phone = _phone(context, body) if kind == "phone" else None
        await require_space(tx, holder, name, phone)
        factor_id = uuid4()
        answer: dict[str, Any] = {"id": str(factor_id), "type": kind, "friendly_name": name}
        sealed = None
        if kind == "totp":
            secret = totp.new_secret()
            sealed = context.factor_secrets.seal(factor_id, secret)
            answer["totp"] = _set_up(context, holder, secret, body.issuer)
        elif kind == "phone":
            answer["phone"] = body.phone
        await factor_queries.insert_factor(
            tx,
            factor_id,
            holder.user_id,
            factor_type=kind,
            friendly_name=name,
            sealed_secret=sealed,
            phone=phone,
            now=context.now(),
        )
        return json(answer)


async def unenroll(context: AuthContext, request: Request) -> Response:
    """Remove a factor; the sessions that it raised drop to aal1 with their next refresh."""
    claims = claims_of(context, request)
    async with context.database.owner(ANONYMOUS) as tx:
        holder = await holder_of(context, tx, claims)
        factor = await factor_of(tx, holder.user_id, request)
        if factor.status == "verified" and holder.aal != "aal2":
            raise AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor")
        await remove(context, tx, holder.user, factor, by=device(request))
        return json({"id": str(factor.id)})


async def remove(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account,
    factor: Factor,
    *,
    by: Device | None,
) -> None:
    """Remove a factor with all that it held up, and tell its person of one that counted."""
    dropped = await factor_queries.delete_factor(tx, user.id, factor.id)
    sessions.forget(context, tx, dropped)
    if factor.status == "verified":
        await events.record(
            tx, "factor_removed", user_id=user.id, by=by, factor_type=factor.factor_type
        )
        await notify(context, tx, user, factor, added=False)
        await _remove_lone_codes(context, tx, user, by)


async def holder_of(context: AuthContext, tx: Transaction, claims: Claims) -> Holder:
    """The person behind the token with a session; anonymous people hold no factors."""
    person = await signed_in(context, tx, claims)
    if person.user.is_anonymous:
        raise AuthError(
            403, "no_authorization", "Anonymous user not allowed to perform these actions"
        )
    # One request at a time decides about a person's factors.
    user = await user_queries.lock_user(tx, person.user_id)
    session = (
        await session_queries.lock_session(tx, person.session_id) if person.session_id else None
    )
    if user is None or session is None:
        raise AuthError(
            403, "session_not_found", "Session from session_id claim in JWT does not exist"
        )
    return Holder(user, session.id, session.aal)


async def factor_of(tx: Transaction, user_id: UUID, request: Request) -> Factor:
    """The person's factor that the path names."""
    try:
        factor_id = UUID(request.path_params["factor_id"])
    except ValueError:
        raise AuthError(404, "validation_failed", "factor_id must be an UUID") from None
    factor = await factor_queries.factor(tx, user_id, factor_id)
    if factor is None:
        raise AuthError(404, "mfa_factor_not_found", "Factor not found")
    return factor


async def body_if_any(request: Request, shape: type[T]) -> T:
    """The request's JSON as `shape`, where an empty body is as good as `{}`."""
    raw = await read_body(request.scope, request.receive)
    return validation.decoded(raw or b"{}", shape)


def require_challenge(factor: Factor) -> None:
    """Raise for recovery codes, which have calls of their own."""
    if factor.factor_type == "recovery_code":
        raise invalid(_KINDS)


async def require_space(
    tx: Transaction, holder: Holder, name: str, phone: str | None = None
) -> None:
    """Replace what was begun under the same name; raise where a factor may not be added."""
    await factor_queries.delete_abandoned(tx, holder.user_id, name)
    factors = await user_queries.factors(tx, holder.user_id)
    if any(one.friendly_name == name for one in factors):
        raise name_conflict(name)
    if phone and any(one.phone == phone and one.status == "verified" for one in factors):
        raise AuthError(
            422,
            "mfa_verified_factor_exists",
            "A verified phone factor already exists, unenroll the existing factor to continue",
        )
    if len(factors) >= MAX_FACTORS:
        raise AuthError(
            422,
            "too_many_enrolled_mfa_factors",
            "Maximum number of verified factors reached, unenroll to continue",
        )
    await require_aal2_to_add(tx, holder)


async def require_aal2_to_add(tx: Transaction, holder: Holder) -> None:
    """Raise where a first step alone would add a way to take the second one."""
    if holder.aal != "aal2" and await factor_queries.has_verified(tx, holder.user_id):
        raise AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor")


def friendly_name(name: str | None) -> str:
    """One line of at most `MAX_LINE` characters; "" for an unnamed factor."""
    return _line(name, "friendly_name").strip()


def name_conflict(name: str) -> AuthError:
    """422: the person has a factor of that name."""
    return AuthError(
        422,
        "mfa_factor_name_conflict",
        f'A factor with the friendly name "{name}" for this user already exists',
    )


async def notify(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account,
    factor: Factor,
    *,
    added: bool,
) -> None:
    """Tell the person by mail that a factor counts from now on, or does no more."""
    what = _IN_WORDS.get(factor.factor_type)
    if what and user.email and user.email_confirmed_at:
        await outbox.post(
            tx,
            cause=f"second_factor:{factor.id}:{'added' if added else 'removed'}",
            kind="second_factor",
            to=user.email,
            data={
                "added": added,
                "what": what,
                "name": factor.friendly_name,
                "link": f"{context.settings.site_url}/account",
                "site_url": context.settings.site_url,
            },
        )


def _kind(context: AuthContext, body: EnrollBody) -> str:
    match body.factor_type:
        case "totp":
            return "totp"
        case "phone":
            if context.settings.phone:
                return "phone"
            raise AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone")
        case "webauthn":
            if webauthn_ceremony.possible(context.settings.site_url):
                return "webauthn"
            raise AuthError(
                422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn"
            )
        case _:
            raise invalid(_KINDS)


def _phone(context: AuthContext, body: EnrollBody) -> str:
    if not body.phone:
        raise invalid("Phone number required to enroll Phone factor")
    phone = validation.phone_number(body.phone)
    text_limits.require_textable(context, phone)
    return phone


async def _remove_lone_codes(
    context: AuthContext, tx: ElevatedTransaction, user: Account, by: Device | None
) -> None:
    """Recovery codes are a way around a lost factor: with the last other one, they go."""
    factors = await user_queries.factors(tx, user.id)
    counting = [one for one in factors if one.status == "verified"]
    if [one.factor_type for one in counting] == ["recovery_code"]:
        await remove(context, tx, user, counting[0], by=by)


def _set_up(
    context: AuthContext, holder: Holder, secret: str, issuer: str | None
) -> dict[str, str]:
    host = urlsplit(context.settings.site_url).hostname or "summerstow"
    account = holder.user.email or holder.user.phone or str(holder.user_id)
    uri = totp.uri(secret, issuer=_line(issuer, "issuer") or host, account=account)
    return {"qr_code": totp.qr_code(uri), "secret": secret, "uri": uri}


def _line(text: str | None, field: str) -> str:
    line = text or ""
    if len(line) > MAX_LINE or not line.isprintable():
        raise invalid(f"{field} must be one line of at most {MAX_LINE} characters")
    return line
