"""What a mail lets its reader prove: a link and six digits, each good once (contract A4.4).

The link is random rather than made from the digits, so that it cannot be found by counting; both
are kept as hashes alone. The digits fall after ten wrong guesses, the link does not.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

import asyncpg

from summerstow.kit.database import Transaction
from summerstow.mail import outbox

from .accounts import decode
from .errors import AuthError, TooSoon
from .queries import proof_rows, user_rows
from .redirects import Target, in_link
from .room import Room
from .validation import Challenge, full_name

#: Seconds for which a link and its digits are good (contract A6).
LIFETIME: Final = 3600
MAX_WRONG_GUESSES: Final = 10
PKCE_PREFIX: Final = "pkce_"
#: How long a flow may be ended: well beyond the life of its link and its code.
FLOWS_KEPT: Final = timedelta(days=1)

#: The kinds of token that a `type` of the wire may stand for, in the order in which they are tried.
KINDS: Final[dict[str, tuple[str, ...]]] = {
    "signup": ("confirmation",),
    "invite": ("confirmation",),
    "magiclink": ("recovery",),
    "recovery": ("recovery",),
    "email": ("confirmation", "recovery"),
}


def wait_for_mail(room: Room, last: datetime | None) -> None:
    """Raise `TooSoon` while the last mail of the kind is younger than the mail interval."""
    if last is not None:
        left = room.settings.mail_interval - (room.now() - last).total_seconds()
        if left > 0:
            raise TooSoon(left)


async def send_confirmation(
    room: Room,
    tx: Transaction,
    user_id: UUID,
    email: str,
    *,
    target: Target,
    challenge: Challenge | None,
    password_hash: str | None = None,
    user_metadata: str | None = None,
) -> None:
    """Mail the link and the digits that confirm an address, in place of those before.

    `password_hash` and `user_metadata` are taken over when this very mail is answered.
    """
    now = room.now()
    token_id, code = uuid4(), f"{secrets.randbelow(1_000_000):06}"
    flow_id = await start_flow(room, tx, user_id, challenge, "email/signup")
    link = (PKCE_PREFIX if flow_id else "") + secrets.token_hex(28)
    await proof_rows.put_token(
        tx,
        token_id,
        user_id,
        "confirmation",
        link_hash=link_hash(link),
        code_hash=_code_hash(room, user_id, "confirmation", code),
        flow_state_id=flow_id,
        password_hash=password_hash,
        user_metadata=user_metadata,
        now=now,
    )
    await user_rows.mark_confirmation_sent(tx, user_id, now)
    await outbox.post(
        tx,
        cause=f"confirm_signup:{token_id}",
        kind="confirm_signup",
        to=email,
        data={
            "link": mail_link(room, link, "signup", target),
            "code": code,
            "site_url": room.settings.site_url,
        },
    )


async def start_flow(
    room: Room, tx: Transaction, user_id: UUID, challenge: Challenge | None, method: str
) -> UUID | None:
    """Remember the PKCE challenge for which a link will give a code; None without one."""
    if challenge is None:
        return None
    flow_id = uuid4()
    await proof_rows.delete_flows_before(tx, room.now() - FLOWS_KEPT)
    await proof_rows.insert_flow(
        tx,
        flow_id,
        user_id,
        method=method,
        challenge=challenge.value,
        challenge_method=challenge.method,
        now=room.now(),
    )
    return flow_id


def mail_link(room: Room, link: str, kind: str, target: Target) -> str:
    """The address in the mail."""
    return f"{room.issuer}/verify?token={link}&type={kind}&redirect_to={in_link(target.url)}"


def link_hash(link: str) -> bytes:
    """What is stored of a link."""
    return hashlib.sha256(link.encode()).digest()


async def by_link(
    room: Room, tx: Transaction, link: str, kinds: Sequence[str]
) -> asyncpg.Record | None:
    """The token that a link stands for, if it is still good."""
    return await proof_rows.token_by_link(tx, link_hash(link), kinds, _since(room))


async def by_code(
    room: Room, tx: Transaction, user_id: UUID, code: str, kinds: Sequence[str]
) -> asyncpg.Record | None:
    """The token whose digits these are; a wrong guess is counted, which must be committed."""
    for row in await proof_rows.tokens_of(tx, user_id, kinds, _since(room)):
        parts = _code_parts(user_id, row["kind"], code)
        if row["wrong_guesses"] < MAX_WRONG_GUESSES and room.keys.matches(row["code_hash"], *parts):
            return row
    await proof_rows.count_wrong_guess(tx, user_id, kinds)
    return None


async def spend(room: Room, tx: Transaction, token: asyncpg.Record) -> bool:
    """Take a token: its address is confirmed and all the account's other tokens end with it.

    False where somebody else just took it; raises 403 `user_banned`.
    """
    user = await user_rows.lock_user(tx, token["user_id"])
    if user is None or await proof_rows.token_by_id(tx, token["id"]) is None:
        return False
    until = user["banned_until"]
    if until is not None and until > room.now():
        raise AuthError(403, "user_banned", "User is banned")
    if token["password_hash"] is not None and user["email_confirmed_at"] is None:
        await user_rows.set_password(tx, user["id"], token["password_hash"])
    if token["user_metadata"] is not None and user["email_confirmed_at"] is None:
        await user_rows.set_user_metadata(tx, user["id"], token["user_metadata"])
        name = full_name(decode(token["user_metadata"]))
        if name is not None:
            await user_rows.set_profile_name(tx, user["id"], name)
    await user_rows.confirm_email(tx, user["id"], room.now())
    await proof_rows.delete_tokens(tx, user["id"])
    return True


def _since(room: Room) -> datetime:
    return room.now() - timedelta(seconds=LIFETIME)


def _code_hash(room: Room, user_id: UUID, kind: str, code: str) -> bytes:
    return room.keys.keyed_hash(*_code_parts(user_id, kind, code))


def _code_parts(user_id: UUID, kind: str, code: str) -> tuple[bytes, ...]:
    return b"code", user_id.bytes, kind.encode(), code.encode()
