"""Using up what a message let its reader prove, and what follows for the account (contract A4.4).

A sign-in ends every other way to sign in that is pending, but not a pending change of address or
number, which its owner would otherwise find dead without a word (pain-points.md, 14 and 17); a new
password ends those too.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

import asyncpg

from summerstow.kit.database import Transaction
from summerstow.mail import outbox

from . import events, sessions, turns
from .accounts import decode, proved_email
from .devices import Device
from .errors import AuthError
from .queries import (
    change_rows,
    factor_rows,
    identity_rows,
    proof_rows,
    session_rows,
    user_rows,
)
from .room import Room
from .validation import full_name

#: The contract's words for the first of the two mailboxes.
HALF_DONE: Final = (
    "Confirmation link accepted. Please proceed to confirm link sent to the other email"
)
_SIGN_INS: Final = ("confirmation", "recovery", "phone_confirmation", "reauthentication")


class Spent(Enum):
    """What came of it: nothing (somebody was quicker), half of a change of address, or all."""

    GONE = auto()
    HALF = auto()
    DONE = auto()


async def spend(room: Room, tx: Transaction, token: asyncpg.Record, by: Device) -> Spent:
    """Take a token and do what its kind is for; raises 403 `user_banned`, 422 `email_exists` or
    `phone_exists` where a new address has become somebody else's."""
    user = await user_rows.lock_user(tx, token["user_id"])
    if user is None or await proof_rows.token_by_id(tx, token["id"]) is None:
        return Spent.GONE
    until = user["banned_until"]
    if until is not None and until > room.now():
        raise AuthError(403, "user_banned", "User is banned")
    match token["kind"]:
        case "email_change_current" | "email_change_new":
            return await _agree(room, tx, user, token, by)
        case "phone_change":
            await take_phone(room, tx, user, user["new_phone"], by)
            return Spent.DONE
        case "phone_confirmation":
            await _take_over(room, tx, user, token)
            await user_rows.confirm_phone(tx, user["id"], room.now())
            await turns.forget(room, tx, user["phone"])
        case _:
            await _take_over(room, tx, user, token)
            await user_rows.confirm_email(tx, user["id"], room.now())
            await turns.forget(room, tx, user["email"])
    await proof_rows.delete_tokens(tx, user["id"], _SIGN_INS)
    return Spent.DONE


async def _take_over(
    room: Room, tx: Transaction, user: asyncpg.Record, token: asyncpg.Record
) -> None:
    """An account that nobody has confirmed gets the password and the data of the answered message.

    Whatever stood there may be a stranger's, who signed up with an address that is not theirs.
    Auto-confirmation is nobody's word either: the mailbox's reader keeps nothing of a stranger's.
    """
    if proved_email(user) is not None or user["phone_confirmed_at"] is not None:
        return
    if user["email_autoconfirmed"]:
        sessions.forget(room, tx, await session_rows.delete_sessions(tx, user["id"]))
        await factor_rows.delete_all(tx, user["id"])
        await identity_rows.doubt(tx, user["id"])
    if await identity_rows.settle(tx, user["id"], token["id"], room.now()):
        sessions.forget(room, tx, await session_rows.delete_sessions(tx, user["id"]))
        await factor_rows.delete_all(tx, user["id"])
    await change_rows.ask_email(tx, user["id"], None)
    await change_rows.ask_phone(tx, user["id"], None)
    await user_rows.set_password(tx, user["id"], token["password_hash"])
    if token["user_metadata"] is not None:
        await user_rows.set_user_metadata(tx, user["id"], token["user_metadata"])
        name = full_name(decode(token["user_metadata"]))
        if name is not None:
            await user_rows.set_profile_name(tx, user["id"], name)


async def _agree(
    room: Room, tx: Transaction, user: asyncpg.Record, token: asyncpg.Record, by: Device
) -> Spent:
    if user["new_email"] is None:
        return Spent.GONE
    mailbox: change_rows.Mailbox = "new" if token["kind"] == "email_change_new" else "current"
    agreed = {user["email_change_agreed"], mailbox}
    asked_both = user["email"] is not None and not room.settings.autoconfirm
    if asked_both and agreed != {"current", "new"}:
        await change_rows.agree(tx, user["id"], mailbox)
        await proof_rows.delete_tokens(tx, user["id"], [token["kind"]])
        return Spent.HALF
    await take_email(room, tx, user, user["new_email"], by)
    return Spent.DONE


async def take_email(
    room: Room,
    tx: Transaction,
    user: asyncpg.Record,
    email: str,
    by: Device,
    *,
    proved: bool = True,
) -> None:
    """The account has this address from now on; its old one is told, and its bookings follow.

    `proved` is False where no mailbox agreed: then nothing follows.
    """
    await refuse_taken_email(tx, email)
    await change_rows.set_email(tx, user["id"], email, room.now(), proved=proved)
    await proof_rows.delete_tokens(tx, user["id"])
    await turns.forget(room, tx, user["email"], email)
    await events.record(tx, "email_changed", user_id=user["id"], by=by)
    if user["email"] is not None:
        await outbox.post(
            tx,
            cause=f"email_changed:{user['id']}:{room.now().isoformat()}",
            kind="email_changed",
            to=user["email"],
            data={"new_email": email, "site_url": room.settings.site_url},
        )
    if proved:
        await sessions.welcome(room, tx, user["id"], email)


async def take_phone(
    room: Room, tx: Transaction, user: asyncpg.Record, phone: str | None, by: Device
) -> None:
    """The account has this number (E.164 digits) from now on; its owner is told by mail."""
    if phone is None:
        raise AuthError(403, "otp_expired", "Token has expired or is invalid")
    await refuse_taken_phone(tx, phone)
    await change_rows.set_phone(tx, user["id"], phone, room.now())
    await proof_rows.delete_tokens(tx, user["id"])
    await turns.forget(room, tx, phone)
    await events.record(tx, "phone_changed", user_id=user["id"], by=by)
    if user["email"] is not None and user["email_confirmed_at"] is not None:
        await outbox.post(
            tx,
            cause=f"phone_changed:{user['id']}:{room.now().isoformat()}",
            kind="phone_changed",
            to=user["email"],
            data={
                "ending": phone[-2:],
                "link": f"{room.settings.site_url}/auth",
                "site_url": room.settings.site_url,
            },
        )


async def refuse_taken_email(tx: Transaction, email: str) -> None:
    """Raise 422 `email_exists` where an account has the address, which nobody takes meanwhile."""
    await user_rows.lock_address(tx, email)
    if await user_rows.user_by_email(tx, email) is not None:
        raise AuthError(
            422, "email_exists", "A user with this email address has already been registered"
        )


async def refuse_taken_phone(tx: Transaction, phone: str) -> None:
    """Raise 422 `phone_exists` where an account has the number, which nobody takes meanwhile."""
    await user_rows.lock_address(tx, phone)
    if await user_rows.user_by_phone(tx, phone) is not None:
        raise AuthError(
            422, "phone_exists", "A user with this phone number has already been registered"
        )
