"""A guest's place: held for a while, confirmed by mail or given back; never too many at once."""

from __future__ import annotations

import asyncio
import itertools
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest

from summerstow.bookings.commands import COMMANDS
from summerstow.bookings.guests import answers as guest_answers
from summerstow.bookings.guests import service as guests
from summerstow.bookings.service import attach_guest_bookings
from summerstow.bookings.table import BookingRules
from summerstow.messages import planner
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.outbox.render import completed, render
from summerstow.slots import commands as slot_commands
from summerstow.slots.table import SlotRules
from tests.people import RestClients, booking_body, person

SITE = "http://summerstow.test"
MORNING = "9:00 AM - 12:00 PM"
READ_BACK = {"Prefer": "return=representation"}
NETWORK = "203.0.113.7"
_DAYS = itertools.count()


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the commands of bookings and of places."""
    rules = {"bookings": BookingRules(), "slot_availability": SlotRules()}
    known = (*COMMANDS, *slot_commands.COMMANDS)
    return RestClients(database, rules, {one.name: one for one in known})


async def _window(rest: RestClients, capacity: int) -> dict[str, Any]:
    """A morning of its own with so many places."""
    day = (date(2034, 1, 2) + timedelta(days=next(_DAYS))).isoformat()
    body = {"campus_id": 1, "date": day, "capacity": capacity, "available_slots": capacity}
    made = await rest.of(None, service=True).post("/slot_availability", json=body)
    assert made.status_code == 201, made.text
    return {"pickup_date": day, "pickup_time": MORNING}


async def _free(rest: RestClients, window: dict[str, Any]) -> int:
    rows = await rest.of(None).get(f"/slot_availability?date=eq.{window['pickup_date']}")
    return int(rows.json()[0]["available_slots"])


async def _book(rest: RestClients, bodies: Any, address: str | None = None) -> httpx.Response:
    return await rest.of(None, address=address).post("/bookings", json=bodies, headers=READ_BACK)


async def _booked(rest: RestClients, window: dict[str, Any], **changes: Any) -> dict[str, Any]:
    answer = await _book(rest, booking_body(**window, **changes))
    assert answer.status_code == 201, answer.text
    row: dict[str, Any] = answer.json()[0]
    return row


async def _row(rest: RestClients, booking: str) -> dict[str, Any]:
    rows = (await rest.of(None, service=True).get(f"/bookings?id=eq.{booking}")).json()
    row: dict[str, Any] = rows[0]
    return row


async def _mails(database: Database, email: str) -> list[tuple[str, dict[str, Any]]]:
    async with database.owner() as tx:
        rows = await tx.fetch(
            "select kind, data from app.outbox where recipient = $1 order by id", email
        )
    return [(row["kind"], msgspec.json.decode(row["data"])) for row in rows]


async def _token(database: Database, email: str) -> str:
    link = (await _mails(database, email))[0][1]["confirm"]
    return str(link).rpartition("/")[2]


async def _press(rest: RestClients, name: str, token: str) -> dict[str, Any]:
    answer = await rest.of(None).post(f"/rpc/{name}", json={"token": token})
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


async def _follow_up(database: Database) -> int:
    async with database.owner() as tx:
        return await guest_answers.follow_up(tx)


@pytest.mark.parametrize(
    ("to_pickup", "held"),
    [
        (timedelta(days=30), timedelta(hours=48)),
        (timedelta(days=7, minutes=1), timedelta(hours=48)),
        (timedelta(days=7), timedelta(hours=24)),
        (timedelta(days=2), timedelta(hours=24)),
        (timedelta(hours=5), timedelta(hours=5)),
        (timedelta(minutes=10), timedelta(hours=1)),
        (timedelta(days=-1), timedelta(hours=1)),
    ],
)
def test_how_long_a_place_is_held(to_pickup: timedelta, held: timedelta) -> None:
    """Two days, one where the pickup is within a week, and never into the window itself.

    Rule: guest-confirmation.
    """
    starts = datetime(2027, 4, 28, 16, tzinfo=UTC)
    now = starts - to_pickup
    assert guests.deadline(starts, now) - now == held


async def test_the_row_and_the_mail_say_until_when_the_place_is_held(
    rest: RestClients, database: Database
) -> None:
    window = await _window(rest, 4)
    row = await _booked(rest, window)
    until = datetime.fromisoformat(row["confirm_by"])
    assert timedelta(hours=47) < until - clock.now() <= timedelta(hours=48)
    ((kind, data),) = await _mails(database, row["email"])
    assert kind == "booking_received"
    data = completed(data, SITE)
    mail = render(kind, data)
    assert mail.subject.startswith("Please confirm your booking")
    assert data["held_until"] in mail.text
    assert data["confirm"] in mail.links
    assert data["give_back"] == f"{data['confirm']}?give-back"
    async with database.owner() as tx:
        stored = await tx.fetchval(
            "select string_agg(encode(token_hash, 'escape'), '') from app.guest_links"
        )
    assert data["confirm"].rpartition("/")[2] not in stored


async def test_what_holds_no_limited_place_or_is_somebodys_waits_for_nothing(
    rest: RestClients, database: Database
) -> None:
    mina = await person(database)
    window = await _window(rest, 4)
    answers = [
        await rest.of(None).post("/bookings", json=booking_body(), headers=READ_BACK),
        await rest.of(mina).post("/bookings", json=booking_body(**window), headers=READ_BACK),
        await rest.of(None, service=True).post(
            "/bookings", json=booking_body(**window), headers=READ_BACK
        ),
    ]
    assert [one.json()[0]["confirm_by"] for one in answers] == [None, None, None]


async def test_a_press_of_the_button_confirms_and_opening_the_link_does_not(
    rest: RestClients, database: Database
) -> None:
    window = await _window(rest, 4)
    row = await _booked(rest, window)
    token = await _token(database, row["email"])
    shown = await _press(rest, "guest_booking", token)
    assert shown["state"] == "unconfirmed"
    assert shown["held_until"]
    assert shown["pickup"].endswith(MORNING)
    assert (await _row(rest, row["id"]))["confirm_by"] is not None
    for _ in range(2):
        assert (await _press(rest, "confirm_guest_booking", token))["state"] == "confirmed"
    stored = await _row(rest, row["id"])
    assert (stored["confirm_by"], stored["status"]) == (None, "pending")
    assert stored["email_confirmed_at"] is not None
    # It is nobody's to give back with this link any more.
    assert (await _press(rest, "give_back_guest_booking", token))["state"] == "confirmed"
    assert await _follow_up(database) == 0
    assert await _free(rest, window) == 3
    lost = await rest.of(None).post("/rpc/confirm_guest_booking", json={"token": "x" * 43})
    assert lost.status_code == 404


async def test_a_guest_gives_the_place_back_with_the_other_link(
    rest: RestClients, database: Database
) -> None:
    window = await _window(rest, 4)
    row = await _booked(rest, window)
    token = await _token(database, row["email"])
    shown = await _press(rest, "give_back_guest_booking", token)
    assert (shown["state"], shown["words"]) == (
        "cancelled",
        "Given back with the link in our mail.",
    )
    assert await _free(rest, window) == 4
    assert (await _press(rest, "confirm_guest_booking", token))["state"] == "cancelled"
    stored = await _row(rest, row["id"])
    assert (stored["status"], stored["cancellation_fee_cents"]) == ("cancelled", 0)


async def test_reminded_once_and_given_back_once_with_a_note(
    rest: RestClients, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One mail on booking, one reminder half way, one when the place goes back.

    Rule: guest-confirmation.
    """
    window = await _window(rest, 2)
    row = await _booked(rest, window)
    token = await _token(database, row["email"])
    start = clock.now()
    waits = {**window, "campus_id": 1, "email": f"{uuid4().hex}@example.test"}
    second = await _booked(rest, window)
    queued = await rest.of(None).post("/rpc/wait_for_place", json=waits)
    assert queued.status_code == 200, queued.text
    await _press(rest, "confirm_guest_booking", await _token(database, second["email"]))
    for hours in (23, 25, 26, 47, 49, 50):
        monkeypatch.setattr(clock, "now", lambda now=start + timedelta(hours=hours): now)
        while await _follow_up(database):
            pass
        kinds = [kind for kind, _ in await _mails(database, row["email"])]
        assert ("booking_unconfirmed" in kinds) == (hours > 24)
        assert ("place_given_back" in kinds) == (hours > 48)
    mails = await _mails(database, row["email"])
    kinds = [kind for kind, _ in mails]
    assert kinds == ["booking_received", "booking_unconfirmed", "place_given_back"]
    assert "Please confirm" in render(*mails[1]).subject
    assert "not confirmed and is cancelled" in render(*mails[2]).subject
    assert [one["method"] for one in mails[2][1]["calendar"]] == ["CANCEL"]
    async with database.owner() as tx:
        verdicts = [await planner.judge(tx, "mail", "", data) for _, data in mails]
    assert verdicts == ["withdraw", "withdraw", "send"]
    stored = await _row(rest, row["id"])
    assert (stored["status"], stored["cancellation_fee_cents"]) == ("cancelled", 0)
    assert "was not confirmed by" in stored["cancellation_note"]
    assert (await _row(rest, second["id"]))["status"] == "pending"
    assert await _free(rest, window) == 1
    assert [kind for kind, _ in await _mails(database, waits["email"])] == ["place_free"]
    # Whoever comes late is told so, and the place stays where it is.
    for name in ("confirm_guest_booking", "give_back_guest_booking"):
        late = await _press(rest, name, token)
        assert (late["state"], late["words"]) == ("cancelled", stored["cancellation_note"])
    # The link of the reminder leads to the same booking.
    reminded = mails[1][1]["link"].rpartition("/")[2]
    assert (await _press(rest, "guest_booking", reminded))["code"] == late["code"]


async def test_confirming_the_account_confirms_its_bookings(
    rest: RestClients, database: Database
) -> None:
    window = await _window(rest, 4)
    mina = await person(database)
    row = await _booked(rest, window, email=mina.email)
    async with database.owner() as tx:
        await tx.execute("update auth.users set email_confirmed_at = now() where id = $1", mina.id)
        await attach_guest_bookings(tx, mina.id, mina.email)
    stored = await _row(rest, row["id"])
    assert (stored["confirm_by"], stored["user_id"]) == (None, str(mina.id))
    shown = await _press(rest, "confirm_guest_booking", await _token(database, mina.email))
    assert shown["state"] == "confirmed"


@pytest.mark.parametrize("change", [{"status": "confirmed"}, {"pickup_date": "2035-12-01"}])
async def test_staff_who_take_it_in_hand_end_the_waiting(
    rest: RestClients, database: Database, change: dict[str, Any]
) -> None:
    window = await _window(rest, 4)
    row = await _booked(rest, window)
    boss = await person(database, "executive")
    done = await rest.of(boss).patch(f"/bookings?id=eq.{row['id']}", json=change)
    assert done.is_success, done.text
    assert (await _row(rest, row["id"]))["confirm_by"] is None


async def test_nothing_that_was_typed_goes_to_an_address_that_nobody_confirmed(
    rest: RestClients, database: Database
) -> None:
    """Neither the name nor the place, in the mail or its calendar file; after confirming, both.

    Rule: no-promotion.
    """
    window = await _window(rest, 4)
    typed = {
        "first_name": "win-big.example.com",
        "building_name": "cheap.example",
        "address": "Unit 9 Z",
    }
    row = await _booked(rest, window, **typed)
    ((kind, data),) = await _mails(database, row["email"])
    mail = render(kind, data)
    everything = mail.subject + mail.text + mail.html + str(data)
    for words in typed.values():
        assert words not in everything
    assert "Hi there," in mail.text
    await _press(rest, "confirm_guest_booking", await _token(database, row["email"]))
    async with database.owner() as tx:
        assert await tx.fetchval(
            "select app.address_confirmed(b) from bookings b where id::text = $1", row["id"]
        )


async def test_one_address_takes_no_more_than_half_of_a_window(
    rest: RestClients, database: Database
) -> None:
    """Rows are counted: five bookings in one request take nothing at all (rule: guest-bounds)."""
    window = await _window(rest, 5)
    five = await _book(rest, [booking_body(**window) for _ in range(5)], NETWORK)
    assert (five.status_code, five.json()["details"]) == (409, "confirm-first")
    assert "Half of this window" in five.json()["message"]
    assert await _free(rest, window) == 5
    made = await _book(rest, [booking_body(**window) for _ in range(2)], NETWORK)
    assert made.status_code == 201, made.text
    assert (await _book(rest, booking_body(**window), NETWORK)).status_code == 409
    held = await rest.of(None, address=NETWORK).post(
        "/rpc/hold_place", json={**window, "campus_id": 1}
    )
    assert held.json()["hold_id"] is not None
    more = await rest.of(None, address=NETWORK).post(
        "/rpc/hold_place", json={**window, "campus_id": 1}
    )
    assert more.json()["hold_id"] is None
    await rest.of(None).post("/rpc/release_place", json={"hold_id": held.json()["hold_id"]})
    # Others are not concerned, and whoever confirms makes room.
    assert (await _book(rest, booking_body(**window), "198.51.100.4")).status_code == 201
    await _press(rest, "confirm_guest_booking", await _token(database, made.json()[0]["email"]))
    assert (await _book(rest, booking_body(**window), NETWORK)).status_code == 201
    single = await _window(rest, 1)
    assert (await _book(rest, booking_body(**single), NETWORK)).status_code == 201


async def test_134_requests_of_ten_take_thirty_places_at_most(
    rest: RestClients, database: Database
) -> None:
    """A season's places from one address: thirty at a time, whoever asks and however many."""
    home = "192.0.2.55"
    windows = [await _window(rest, 10) for _ in range(14)]
    bodies = [
        [booking_body(**windows[(number + place) % len(windows)]) for place in range(10)]
        for number in range(134)
    ]
    # Those of one address are counted in turn: many at once would wait out a statement's time.
    busy = asyncio.Semaphore(2)

    async def send(rows: list[dict[str, Any]]) -> int:
        async with busy:
            return (await _book(rest, rows, home)).status_code

    answers = await asyncio.gather(*(send(rows) for rows in bodies))
    assert set(answers) == {201, 409}
    assert answers.count(201) == 3
    taken = [10 - await _free(rest, window) for window in windows]
    assert sum(taken) == guests.MOST_OF_ADDRESS
    assert max(taken) <= 5


async def test_three_unconfirmed_bookings_for_one_email_address(
    rest: RestClients, database: Database
) -> None:
    """From wherever they come; confirming one makes room for another (rule: guest-bounds)."""
    email = f"{uuid4().hex}@example.test"
    window = await _window(rest, 40)
    body = booking_body(**window, email=email)
    answers = await asyncio.gather(
        *(_book(rest, body, f"198.51.100.{number}") for number in range(20, 26))
    )
    assert sorted(one.status_code for one in answers) == [201] * 3 + [409] * 3
    refused = next(one.json() for one in answers if one.status_code == 409)
    assert "3 bookings for this email address" in refused["message"]
    await _press(rest, "confirm_guest_booking", await _token(database, email))
    assert (await _book(rest, body, NETWORK)).status_code == 201


async def test_where_visitors_are_not_told_apart_nothing_is_counted(rest: RestClients) -> None:
    window = await _window(rest, 8)
    body = booking_body(**window, email=f"{uuid4().hex}@example.test")
    assert (await _book(rest, [body] * 8)).status_code == 201


async def test_guests_who_wait_are_not_reminded_of_their_pickup(
    rest: RestClients, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = await _window(rest, 4)
    row = await _booked(rest, window)
    day = date.fromisoformat(window["pickup_date"])
    evening = datetime(day.year, day.month, day.day, 4, tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: evening)
    async with database.owner() as tx:
        await planner.sweep(tx)
    assert len(await _mails(database, row["email"])) == 1
    noon = evening - timedelta(hours=9)
    monkeypatch.setattr(clock, "now", lambda: noon)
    await _press(rest, "confirm_guest_booking", await _token(database, row["email"]))
    monkeypatch.setattr(clock, "now", lambda: evening)
    async with database.owner() as tx:
        await planner.sweep(tx)
    kinds = [kind for kind, *_ in await _mails(database, row["email"])]
    assert kinds == ["booking_received", "booking_received", "pickup_tomorrow"]
