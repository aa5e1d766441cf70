"""Messages and photos go once the time for claims is over (rule: retention)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

import pytest

from summerstow.billing.pricing import price_lists
from summerstow.messages import samples
from summerstow.platform import clock
from summerstow.privacy import erase, retention
from tests.people import Person, booking_body

from .conftest import FIRST, READ_BACK, App
from .lived import found

CLAIM_HOURS: Final = price_lists.of_files()[0].terms.insurance.claim_hours


def _later(monkeypatch: pytest.MonkeyPatch, wait: timedelta) -> None:
    moment: datetime = datetime.now().astimezone() + wait
    monkeypatch.setattr(clock, "now", lambda: moment)


async def _photo(app: App, owner: UUID | None) -> UUID:
    photo = uuid4()
    async with app.database.owner() as tx:
        await tx.execute(
            "insert into app.pictures (id, owner_id, kind, media_type, content, sha256, "
            "width, height) "
            "values ($1, $2, 'evidence', 'image/jpeg', decode('00', 'hex'), "
            "sha256(decode('00', 'hex')), 8, 8)",
            photo,
            owner,
        )
    return photo


async def _closed(app: App, status: str = "delivered") -> tuple[Person, str, UUID]:
    """Somebody whose booking is over, with a photo of the crew's and a sent message."""
    who = await app.customer(phone=None)
    booking = await app.booked(who, pickup_date="2027-04-20")
    await app.item(who, booking, "Lamp")
    photo = await _photo(app, who.id)
    async with app.database.owner() as tx:
        await tx.execute(
            "insert into public.item_events (id, item_id, kind, at, received_at, clock_offset_ms, "
            "photo_id, actor_role) select gen_random_uuid(), id, 'note', now(), now(), 0, $2, "
            "'worker' from public.items where booking_id = $1::text::uuid",
            booking,
            photo,
        )
        await tx.execute(
            "update app.outbox set sent_at = now() where strpos(cause, $1) > 0", booking
        )
    await app.status(booking, status)
    async with app.database.owner() as tx:
        await tx.execute(
            "update app.outbox set sent_at = now() where strpos(cause, $1) > 0", booking
        )
    return who, booking, photo


async def _left(app: App, booking: str, photo: UUID) -> tuple[int, int]:
    """(photos, messages) that are kept of a booking."""
    return (
        await app.value("select count(*) from app.pictures where id = $1", photo),
        await app.value("select count(*) from app.outbox where strpos(cause, $1) > 0", booking),
    )


@pytest.mark.parametrize("status", ["delivered", "completed", "cancelled"])
async def test_photos_and_messages_go_with_the_time_for_claims(
    app: App, monkeypatch: pytest.MonkeyPatch, status: str
) -> None:
    _, booking, photo = await _closed(app, status)
    photos, messages = await _left(app, booking, photo)
    assert (photos, messages > 0) == (1, True)
    _later(monkeypatch, timedelta(hours=CLAIM_HOURS - 1))
    await retention.clear(app.database)
    assert await _left(app, booking, photo) == (photos, messages)
    _later(monkeypatch, timedelta(hours=CLAIM_HOURS + 1))
    await retention.clear(app.database)
    assert await _left(app, booking, photo) == (0, 0)
    named = "select count(*) from public.item_events where photo_id = $1"
    assert await app.value(named, photo) == 0


_OF_FRIENDS: Final = frozenset(
    {"friend_joined", "shared_plan_ended", "bundle_joined", "bundle_moved"}
    | {"bundle_in_two_days", "bundle_tomorrow", "bundle_picked_up", "bundle_stored_longer"}
)
#: What the cause of each kind of message names. Kinds of `_STAY` are no booking's, or of a bill.
_NAMES: Final = {
    "pickup_request_refused": "change",
    "picked_up": "pickup",
    "delivered": "stop",
    "claim_decided": "claim",
    **dict.fromkeys(_OF_FRIENDS, "member"),
    **dict.fromkeys(
        ("delivery_quote_sent", "delivery_quote_accepted", "delivery_quote_withdrawn"), "quote"
    ),
}
_STAY: Final = frozenset({"place_free", "season_open"})


def _stays(kind: str) -> bool:
    group = samples.EDITABLE[kind].group if kind in samples.EDITABLE else "Other"
    return kind in _STAY or group == "Bill" or (group == "Account" and kind != "account_invited")


async def _parts(app: App, who: Person, booking: str) -> dict[str, str]:
    """Ids of a booking and of something of each kind that belongs to it."""
    statements = {
        "change": "insert into public.date_changes (booking_id, actor_role, field, reason) "
        "values ($1::text::uuid, 'admin', 'pickup_date', 'other') returning id",
        "pickup": "insert into public.pickups (booking_id, pickup_date) "
        "values ($1::text::uuid, '2027-04-20') returning id",
        "stop": "select id from public.run_stops where booking_id = $1::text::uuid limit 1",
        "claim": "insert into public.claims (item_id, booking_id, what, words, amount_cents, "
        "cap_cents, filed_at, state, decided_at) select id, booking_id, 'wet', 'Wet', 100, 100, "
        "now(), 'refused', now() from public.items where booking_id = $1::text::uuid returning id",
        "member": "insert into app.plan_members (booking_id) values ($1::text::uuid) returning id",
        "quote": "insert into public.delivery_quotes (booking_id, address, day, state) "
        "values ($1::text::uuid, 'Far', '2027-09-02', 'asked') returning id",
    }
    return {"booking": booking} | {
        name: str(await app.value(statement, booking)) for name, statement in statements.items()
    }


async def test_every_kind_of_message_of_a_closed_booking_goes_but_those_of_bills(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    who, booking, _ = await _closed(app)
    parts = await _parts(app, who, booking)
    kinds = {*samples.EDITABLE, "staff_message"}
    device = uuid4()
    async with app.database.owner() as tx:
        for kind in kinds:
            of = str(uuid4()) if _stays(kind) else parts[_NAMES.get(kind, "booking")]
            for end in ("", ":text", ":door", f":push:{device}"):
                await tx.execute(
                    "insert into app.outbox (cause, kind, recipient, sent_at) "
                    "values ($1, $2, $3, now())",
                    f"{kind.replace('_', '-')}:{of}:{device}{end}",
                    kind,
                    f"{device}@example.test",
                )
    # A friend is told once in the week after the end of a bundle.
    told = set(_OF_FRIENDS)
    for wait, more in ((timedelta(hours=CLAIM_HOURS + 1), told), (timedelta(days=9), set())):
        _later(monkeypatch, wait)
        await retention.clear(app.database)
        async with app.database.owner() as tx:
            rows = await tx.fetch(
                "select distinct kind as name from app.outbox where recipient = $1",
                f"{device}@example.test",
            )
        assert {one["name"] for one in rows} == {one for one in kinds if _stays(one)} | more


async def test_a_message_after_the_time_for_claims_goes_too(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, booking, photo = await _closed(app)
    _later(monkeypatch, timedelta(hours=CLAIM_HOURS + 1))
    await retention.clear(app.database)
    async with app.database.owner() as tx:
        for number, sent in enumerate(("now()", "null")):
            await tx.execute(
                "insert into app.outbox (cause, kind, recipient, sent_at) "
                f"values ($1, 'staff_message', 'late@example.test', {sent})",
                f"staff-message:{booking}:{number}",
            )
    await retention.clear(app.database)
    # What waits to be sent is sent first.
    assert await _left(app, booking, photo) == (0, 1)


@pytest.mark.parametrize("still", ["in storage", "missing", "claimed", "asked", "disputed"])
async def test_nothing_goes_while_something_is_open(
    app: App, monkeypatch: pytest.MonkeyPatch, still: str
) -> None:
    who, booking, photo = await _closed(app)
    of_booking = "where booking_id = $1::text::uuid"
    async with app.database.owner() as tx:
        if still in ("in storage", "missing"):
            state = still.replace(" ", "_")
            await tx.execute(f"update public.items set state = '{state}' {of_booking}", booking)
        elif still == "claimed":
            await tx.execute(
                "insert into public.claims (item_id, booking_id, user_id, what, words, "
                "amount_cents, cap_cents, filed_at) select id, booking_id, $2, 'wet', 'Wet', 100, "
                f"100, now() from public.items {of_booking}",
                booking,
                who.id,
            )
        elif still == "asked":
            await tx.execute(
                "insert into app.conversations (id, booking_id, user_id, about, created_at, "
                "updated_at) values (gen_random_uuid(), $1::text::uuid, $2, 'booking', now(), "
                "now())",
                booking,
                who.id,
            )
        else:
            await tx.execute(
                "insert into public.fee_proposals (booking_id, term, amount_cents, reason, "
                "proposed_at) values ($1::text::uuid, 'missed_pickup', 5000, 'Nobody', now())",
                booking,
            )
    before = await _left(app, booking, photo)
    _later(monkeypatch, timedelta(days=300))
    await retention.clear(app.database)
    assert await _left(app, booking, photo) == before


async def test_an_old_guest_booking_loses_its_person(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    email = f"guest-{uuid4().hex[:8]}@guests.example"
    body = booking_body(email=email, guest_email=email, guest_first_name=FIRST, first_name=FIRST)
    answer = await app.rest.of(None).post("/bookings", json=body, headers=READ_BACK)
    booking = str(answer.json()[0]["id"])
    await app.status(booking, "cancelled")
    days = timedelta(days=retention.RETENTION.guest_booking_days)
    async with app.database.owner() as tx:
        await tx.execute("update app.outbox set sent_at = now()")
    _later(monkeypatch, days - timedelta(days=2))
    await retention.clear(app.database)
    name = "select first_name from public.bookings where id = $1::text::uuid"
    assert await app.value(name, booking) == FIRST
    _later(monkeypatch, days + timedelta(days=2))
    await retention.clear(app.database)
    assert await app.value(name, booking) is None
    await erase.finish(app.database)
    assert await found(app, email) == []


async def test_a_guest_who_comes_back_keeps_the_newer_booking_and_its_messages(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    email = f"guest-{uuid4().hex[:8]}@guests.example"
    body = booking_body(email=email, guest_email=email, guest_first_name=FIRST, first_name=FIRST)
    old, new = "", ""
    for _ in range(2):
        answer = await app.rest.of(None).post("/bookings", json=body, headers=READ_BACK)
        old, new = new, str(answer.json()[0]["id"])
        if not old:
            await app.status(new, "cancelled")
    async with app.database.owner() as tx:
        await tx.execute(
            "update app.outbox set sent_at = now() where cause like '%' || $1 || '%'", old
        )
    _later(monkeypatch, timedelta(days=retention.RETENTION.guest_booking_days + 2))
    await retention.clear(app.database)
    await erase.finish(app.database)
    name = "select first_name from public.bookings where id = $1::text::uuid"
    assert await app.value(name, old) is None
    assert await app.value(name, new) == FIRST
    waiting = (
        "select count(*) from app.outbox where cause = 'booking-received:' || $1 and not forget"
    )
    assert await app.value(waiting, new) == 1
    logged = (
        "select after ->> 'email' from public.audit_log where row_id = $1 and action = 'insert'"
    )
    assert await app.value(logged, new) == email


async def test_who_pays_for_another_booking_stays_its_payer(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    email = f"guest-{uuid4().hex[:8]}@guests.example"
    body = booking_body(email=email, guest_email=email)
    answer = await app.rest.of(None).post("/bookings", json=body, headers=READ_BACK)
    await app.status(answer.json()[0]["id"], "cancelled")
    paid_for = await app.booked(await app.customer(phone=None))
    async with app.database.owner() as tx:
        await tx.execute("update app.outbox set sent_at = now()")
        await tx.execute(
            "update public.bookings set payer_email = $2 where id = $1::text::uuid", paid_for, email
        )
    _later(monkeypatch, timedelta(days=retention.RETENTION.guest_booking_days + 2))
    await retention.clear(app.database)
    await erase.finish(app.database)
    logged = (
        "select count(*) from public.audit_log where row_id = $1 and after ->> 'payer_email' = $2"
    )
    assert await app.value(logged, paid_for, email) == 1
