"""Places kept for an open form, and the waiting list (rules: place-held, waiting-list)."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from itertools import count
from typing import Any

import httpx
import pytest

from summerstow.bookings.table import BookingRules
from summerstow.platform.database.pool import Database
from summerstow.slots import holds
from summerstow.slots.commands import COMMANDS
from summerstow.slots.table import SlotRules
from tests.people import RestClients, booking_body, person

MORNING = "9:00 AM - 12:00 PM"
READ_BACK = {"Prefer": "return=representation"}
_DAYS = count()


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with bookings, slots and their commands."""
    return RestClients(
        database,
        {"bookings": BookingRules(), "slot_availability": SlotRules()},
        {one.name: one for one in COMMANDS},
    )


@pytest.fixture
async def window(rest: RestClients) -> dict[str, Any]:
    """A window with one place."""
    day = (date(2032, 5, 1) + timedelta(days=next(_DAYS))).isoformat()
    answer = await rest.of(None, service=True).post(
        "/slot_availability",
        json={"campus_id": 1, "date": day, "capacity": 1, "available_slots": 1},
        headers=READ_BACK,
    )
    return {"slot": answer.json()[0]["id"], "campus_id": 1, "pickup_date": day}


def _asked(window: dict[str, Any]) -> dict[str, Any]:
    return {key: window[key] for key in ("campus_id", "pickup_date")} | {"pickup_time": MORNING}


async def _free(rest: RestClients, window: dict[str, Any]) -> int:
    answer = await rest.of(None).get(f"/slot_availability?id=eq.{window['slot']}")
    free: int = answer.json()[0]["available_slots"]
    return free


async def _book(client: httpx.AsyncClient, window: dict[str, Any], **more: Any) -> httpx.Response:
    return await client.post(
        "/bookings",
        json=booking_body(**_asked(window), **more),
        headers=READ_BACK,
    )


async def _hold(client: httpx.AsyncClient, window: dict[str, Any], **more: Any) -> httpx.Response:
    return await client.post("/rpc/hold_place", json=_asked(window) | more)


async def test_a_kept_place_is_nobody_elses_and_becomes_the_bookings(
    rest: RestClients, window: dict[str, Any]
) -> None:
    mine, other = rest.of(None), rest.of(None)
    kept = (await _hold(mine, window)).json()
    assert 590 <= kept["seconds"] <= 600
    assert await _free(rest, window) == 0
    assert (await _hold(other, window)).status_code == 409
    assert (await _book(other, window)).status_code == 409
    booked = await _book(mine, window, hold_id=kept["hold_id"])
    assert booked.status_code == 201, booked.text
    assert booked.json()[0]["slot_id"] == window["slot"]
    assert await _free(rest, window) == 0
    # A hold is good for one booking.
    assert (await _book(mine, window, hold_id=kept["hold_id"])).status_code == 409


async def test_a_closed_form_and_another_window_give_it_back(
    rest: RestClients, window: dict[str, Any]
) -> None:
    mine = rest.of(None)
    kept = (await _hold(mine, window)).json()["hold_id"]
    again = (await _hold(mine, window, hold_id=kept)).json()["hold_id"]
    assert again == kept
    assert await _free(rest, window) == 0
    beside = {"pickup_date": "2032-12-02"}
    assert (await _hold(mine, window, hold_id=kept, **beside)).json()["hold_id"] is None
    assert await _free(rest, window) == 1
    again = (await _hold(mine, window)).json()["hold_id"]
    assert (await mine.post("/rpc/release_place", json={"hold_id": again})).status_code == 204
    assert await _free(rest, window) == 1
    kept = (await _hold(mine, window)).json()["hold_id"]
    elsewhere = booking_body(pickup_date="2032-12-01", pickup_time=MORNING, hold_id=kept)
    assert (await mine.post("/bookings", json=elsewhere)).status_code == 201
    assert await _free(rest, window) == 1


async def test_after_ten_minutes_it_is_free_for_the_next(
    rest: RestClients, database: Database, window: dict[str, Any]
) -> None:
    kept = (await _hold(rest.of(None), window)).json()["hold_id"]
    async with database.owner() as tx:
        await tx.execute("update app.slot_holds set expires_at = now() - interval '1 s'")
    booked = await _book(rest.of(None), window)
    assert booked.status_code == 201, booked.text
    late = await _book(rest.of(None), window, hold_id=kept)
    assert late.status_code == 409
    assert await _free(rest, window) == 0


async def test_choosing_the_same_window_again_neither_renews_nor_calls_anybody(
    rest: RestClients, database: Database, window: dict[str, Any]
) -> None:
    mine = rest.of(None)
    kept = (await _hold(mine, window)).json()["hold_id"]
    waits = _asked(window) | {"email": "patient@example.test"}
    assert (await rest.of(None).post("/rpc/wait_for_place", json=waits)).status_code == 200
    async with database.owner() as tx:
        await tx.execute(
            "update app.slot_holds set expires_at = now() + interval '60 s' where id::text = $1",
            kept,
        )
    again = (await _hold(mine, window, hold_id=kept)).json()
    assert again["hold_id"] == kept
    assert again["seconds"] <= 60
    async with database.owner() as tx:
        told = await tx.fetchval(
            "select count(*) from app.outbox where recipient = 'patient@example.test'"
        )
        await tx.execute("update app.slot_holds set expires_at = now() - interval '1 s'")
    assert told == 0
    # Its time is over: it asks for the place like everybody, and has it anew if it is free.
    anew = (await _hold(mine, window, hold_id=kept)).json()
    assert anew["hold_id"] != kept
    assert anew["seconds"] >= 590
    await mine.post("/rpc/release_place", json={"hold_id": anew["hold_id"]})


async def test_forms_that_swap_windows_do_not_block_each_other(
    rest: RestClients, window: dict[str, Any]
) -> None:
    day = (date(2033, 5, 1) + timedelta(days=next(_DAYS))).isoformat()
    await rest.of(None, service=True).post(
        "/slot_availability",
        json={"campus_id": 1, "date": day, "capacity": 9, "available_slots": 9},
    )
    await rest.of(None, service=True).patch(
        f"/slot_availability?id=eq.{window['slot']}", json={"capacity": 9}
    )
    forms = [rest.of(None) for _ in range(8)]
    days = [window["pickup_date"], day]
    holds_of: list[str | None] = [None] * len(forms)
    for turn in range(4):
        answers = await asyncio.gather(
            *(
                _hold(one, window, pickup_date=days[(number + turn) % 2], hold_id=holds_of[number])
                for number, one in enumerate(forms)
            )
        )
        assert {one.status_code for one in answers} == {200}
        holds_of = [one.json()["hold_id"] for one in answers]
    assert await _free(rest, window) == 5
    for one in holds_of:
        await rest.of(None).post("/rpc/release_place", json={"hold_id": one})


async def test_holds_that_are_over_are_swept_up(
    rest: RestClients, database: Database, window: dict[str, Any]
) -> None:
    await _hold(rest.of(None), window)
    waits = _asked(window) | {"email": "patient@example.test"}
    await rest.of(None).post("/rpc/wait_for_place", json=waits)
    told = "select count(*) from app.outbox where kind = 'place_free' and data ->> 'link' like $1"
    async with database.owner() as tx:
        assert await holds.expire(tx) == 0
        await tx.execute("update app.slot_holds set expires_at = now() - interval '1 s'")
        assert await holds.expire(tx) == 1
        assert await tx.fetchval(told, f"%{window['pickup_date']}") == 1
    assert await _free(rest, window) == 1


async def test_many_hands_for_one_place(rest: RestClients, window: dict[str, Any]) -> None:
    clients = [rest.of(None) for _ in range(30)]
    answers = await asyncio.gather(
        *(
            _hold(one, window) if number % 2 else _book(one, window)
            for number, one in enumerate(clients)
        )
    )
    won = [one for one in answers if one.status_code in (200, 201)]
    assert len(won) == 1
    assert {one.status_code for one in answers} <= {200, 201, 409}
    assert await _free(rest, window) == 0


async def test_the_first_who_waits_is_told_when_a_place_is_free(
    rest: RestClients, database: Database, window: dict[str, Any]
) -> None:
    mina = await person(database)
    free = await rest.of(None).post(
        "/rpc/wait_for_place", json=_asked(window) | {"email": "a@b.ca"}
    )
    assert free.status_code == 409
    booked = (await _book(rest.of(mina), window)).json()[0]
    first = _asked(window) | {"email": "First@example.test"}
    for _ in range(2):
        waits = await rest.of(None).post("/rpc/wait_for_place", json=first)
        assert waits.json() == {"place": 1, "email": "first@example.test"}
    noor = await person(database)
    waits = await rest.of(noor).post("/rpc/wait_for_place", json=_asked(window))
    assert waits.json() == {"place": 2, "email": noor.email}
    await rest.of(None, service=True).patch(
        f"/bookings?id=eq.{booked['id']}", json={"status": "cancelled"}
    )
    async with database.owner() as tx:
        told = await tx.fetch(
            "select recipient, data ->> 'link' link from app.outbox where kind = 'place_free' "
            "and recipient <> 'patient@example.test'"
        )
    assert [row["recipient"] for row in told] == ["first@example.test"]
    assert told[0]["link"] == f"/book?campus=ubcv&date={window['pickup_date']}"
    bad = await rest.of(None).post("/rpc/wait_for_place", json=_asked(window) | {"email": "x\n@y"})
    assert bad.status_code in (400, 409)
