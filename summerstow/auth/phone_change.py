"""A new phone number, confirmed by a code that is texted to it (contract A4.10)."""

from __future__ import annotations

import asyncpg

from summerstow.kit.database import Transaction

from . import one_time, spending, turns
from .devices import Device
from .purposes import PHONE_CHANGE
from .queries import change_rows
from .room import Room


async def ask(room: Room, tx: Transaction, user: asyncpg.Record, phone: str, by: Device) -> None:
    """Text a code to the number; with autoconfirmation it counts at once.

    The number as it is ends a change. Raises 422 `phone_exists`, 429 `over_sms_send_rate_limit`.
    """
    if phone == user["phone"]:
        if user["new_phone"] is not None:
            await change_rows.ask_phone(tx, user["id"], None)
        return
    if room.settings.autoconfirm:
        await spending.take_phone(room, tx, user, phone, by)
        return
    await spending.refuse_taken_phone(tx, phone)
    await turns.take(room, tx, "phone", phone)
    await change_rows.ask_phone(tx, user["id"], phone)
    await one_time.send(room, tx, user["id"], PHONE_CHANGE, phone)
