"""Actor x command: who may call it, and that nobody reaches a booking of somebody else by one."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID, uuid4

from msgspec.structs import fields

from summerstow.platform.database.pool import Database

from .calls import CALL
from .conftest import RunningApp
from .table import ACTORS, words

#: For each command that names a booking or what hangs on one: arguments that are sound.
_SOUND: Final[dict[str, dict[str, Any]]] = {
    "booking_rules": {},
    "item_rules": {},
    "preview_cancellation": {},
    "accept_count": {"counted": 9},
    "cancel_booking": {"expected_fee_cents": 0},
    "undo_change": {"seen": "2032-01-01T00:00:00Z"},
    "calendar_file": {"visit": "pickup"},
    "agreed_terms": {},
    "announce_late": {"minutes": 15},
    "preview_edit_booking": {"changes": {"additional_comments": "Mine now"}},
    "edit_booking": {"changes": {"additional_comments": "Mine now"}, "expected_fee_cents": 0},
    "add_item": {"item_id": str(uuid4()), "kind": "box", "description": "Mine", "boxed": True},
    "change_item": {"item_id": str(uuid4()), "kind": "box", "description": "Mine", "boxed": True},
    "remove_item": {"item_id": str(uuid4())},
    "preview_delivery": {"delivery_option": "same_city", "day": "2032-08-31", "address": "Mine 1"},
    "book_delivery": {
        "delivery_option": "same_city",
        "day": "2032-08-31",
        "address": "Mine 1",
        "expected_fee_cents": 0,
    },
    "store_longer": {"months": 4, "expected_cents": 0},
    "storage_until": {},
    "part_returns": {},
    "preview_part_return": {"item_ids": [str(uuid4())], "way": "ship"},
    "book_part_return": {
        "id": str(uuid4()),
        "item_ids": [str(uuid4())],
        "way": "collect",
        "day": "2032-08-20",
        "window": "9:00 AM - 12:00 PM",
        "expected_cents": 0,
    },
    "cancel_part_return": {"id": str(uuid4())},
    "accept_shipment": {"id": str(uuid4()), "expected_cents": 0},
    "ask_pickup_change": {"pickup_date": "2033-05-01", "pickup_time": "9:00 AM - 12:00 PM"},
    "withdraw_pickup_change": {},
    "write_to_office": {
        "id": str(uuid4()),
        "conversation_id": str(uuid4()),
        "words": "Is this mine?",
    },
    "name_proxy": {"stop_kind": "pickup", "name": "Mine"},
    "invite_friends": {},
    "revoke_invite": {},
    "leave_shared_plan": {},
    "choose_room": {"room": "214"},
    "name_share_people": {
        "contact_name": "Mine",
        "contact_phone": None,
        "payer_name": None,
        "payer_email": None,
    },
    "remove_friend": {"member_id": str(uuid4())},
    "statement": {},
    "invoice_pdf": {},
}

#: Leaving what one is not in is no mistake, and changes nothing.
_NO_MISTAKE: Final = ("leave_shared_plan",)


async def test_every_command_has_its_row_in_the_table(app: RunningApp) -> None:
    assert set(app.commands) == set(CALL)


async def test_who_calls_what(app: RunningApp) -> None:
    wrong = []
    for name, command in app.commands.items():
        # Arguments that no command takes: who may not call it is refused before they are read.
        given = {one.encode_name: ["?"] for one in fields(command.arguments)}
        for actor in ACTORS:
            answer = await app.clients[actor].post(f"/rpc/{name}", json=given)
            refused = (
                answer.status_code in (401, 403)
                and answer.json()["message"] == f"permission denied for function {name}"
            )
            if refused is (actor in words(CALL.get(name))):
                wrong.append(f"{actor} calls {name}: {answer.status_code} {answer.text}")
            if refused and answer.status_code != (401 if actor == "anon" else 403):
                wrong.append(f"{actor} calls {name}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)


async def _state(database: Database, booking_id: UUID) -> str:
    """A booking with everything that hangs on it."""
    async with database.owner() as tx:
        found: str = await tx.fetchval(
            "select json_build_object('booking', row_to_json(b), 'items', (select json_agg(i) "
            "from public.items i where i.booking_id = b.id), 'changes', "
            "(select json_agg(c) from public.date_changes c where c.booking_id = b.id), "
            "'friends', (select json_agg(m) from app.plan_members m where m.booking_id = b.id), "
            "'ledger', (select json_agg(l) from public.ledger l where l.booking_id = b.id))::text "
            "from public.bookings b where b.id = $1",
            booking_id,
        )
    return found


async def test_nobody_reaches_anothers_booking_by_a_command(app: RunningApp) -> None:
    wrong = []
    async with app.database.owner() as tx:
        invoices = {
            row["booking_id"]: row["id"]
            for row in await tx.fetch("select id, booking_id from public.invoices")
        }
    for name, command in app.commands.items():
        names = {one.encode_name for one in fields(command.arguments)}
        if "customer" not in words(CALL.get(name)) or not names & {"booking_id", "invoice_id"}:
            continue
        for whose in ("other", "guest"):
            booking = app.bookings[whose]
            target = {"booking_id": str(booking), "invoice_id": str(invoices[booking])}
            given = _SOUND.get(name, {}) | {key: target[key] for key in names & target.keys()}
            before = await _state(app.database, booking)
            for actor in ("customer", "worker"):
                answer = await app.clients[actor].post(f"/rpc/{name}", json=given)
                if name in _NO_MISTAKE and answer.status_code == 204:
                    continue
                if answer.status_code != 404 or answer.json()["code"] != "P0002":
                    wrong.append(f"{actor} by {name} of {whose}: {answer.text}")
            if await _state(app.database, booking) != before:
                wrong.append(f"{name} changed the booking of {whose}")
    assert not wrong, "\n".join(wrong)
