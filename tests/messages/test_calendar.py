"""The pickup in a customer's calendar: comes, moves, leaves; and the mails that carry it."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from email import message_from_bytes
from email.policy import default
from functools import partial
from typing import Any

import httpx
import icalendar
import pytest

from drills.mail_server import MailServer
from summerstow.messages import planner
from summerstow.platform import clock, published
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.outbox import queries as mail_queries
from summerstow.platform.outbox import worker as mail_worker
from summerstow.platform.outbox.mailbox import Mailbox
from summerstow.platform.outbox.outbox import MERGE_WITHIN
from summerstow.platform.outbox.worker import Worker

from .conftest import AFTERNOON, MORNING, Customer, Season


def _window(event: dict[str, Any]) -> tuple[datetime, datetime]:
    return event["DTSTART"].dt, event["DTEND"].dt


async def _edit(season: Season, one: Customer, **changes: Any) -> None:
    await season.ask(
        one.who,
        "edit_booking",
        booking_id=one.booking,
        changes=changes,
        expected_fee_cents=0,
    )


async def test_one_entry_comes_moves_and_leaves(season: Season) -> None:
    """Through every way in which a booking changes: one UID, SEQUENCE that grows, UTC times."""
    one = await season.booked(building_name="Nootka, wing; B", address="2205 Lower Mall")
    next_day = (season.on + timedelta(days=1)).isoformat()
    steps: list[tuple[str, Any]] = [
        ("booking_received", None),
        ("booking_confirmed", season.patch(season.office, one.booking, status="confirmed")),
        ("booking_changed", season.patch(one.who, one.booking, pickup_date=next_day)),
        ("booking_changed", _edit(season, one, pickup_time="1:00 PM")),
        (
            "pickup_moved",
            season.ask(
                season.worker,
                "change_pickup",
                booking_id=one.booking,
                pickup_date=season.on.isoformat(),
                pickup_time=MORNING,
                reason="weather",
            ),
        ),
        ("pickup_moved", season.patch(season.office, one.booking, pickup_time=AFTERNOON)),
        (
            "booking_cancelled",
            season.ask(one.who, "cancel_booking", booking_id=one.booking, expected_fee_cents=0),
        ),
        ("booking_confirmed", season.patch(season.office, one.booking, status="confirmed")),
        ("booking_cancelled", season.patch(season.office, one.booking, status="cancelled")),
    ]
    for kind, step in steps:
        # Changes in quick succession are told in one mail.
        moment = clock.now() + MERGE_WITHIN
        season.monkeypatch.setattr(clock, "now", lambda at=moment: at)
        if step is not None:
            await step
        await season.look_later()
        assert await season.told(one.who.email) == [kind]
    entries = await season.entries(one.who.email)
    assert [method for method, _ in entries] == ["REQUEST"] * 6 + ["CANCEL", "REQUEST", "CANCEL"]
    assert [int(event["SEQUENCE"]) for _, event in entries] == list(range(9))
    assert {str(event["UID"]) for _, event in entries} == {f"pickup-{one.booking}@summerstow.test"}
    # 9:00 on campus is 16:00 UTC all year since March 2026, whatever old zone files say.
    midnight = datetime.combine(season.on, datetime.min.time(), UTC)
    day = timedelta(days=1)
    assert [(event["DTSTART"].dt - midnight) for _, event in entries] == [
        timedelta(hours=16),
        timedelta(hours=16),
        day + timedelta(hours=16),
        day + timedelta(hours=19),
        timedelta(hours=16),
        *[timedelta(hours=19)] * 4,
    ]
    assert {end - start for start, end in (_window(one) for _, one in entries)} == {
        timedelta(hours=3)
    }
    first = entries[0][1]
    assert str(first["LOCATION"]).startswith("Nootka, wing; B, 2205 Lower Mall, ")
    assert str(first["ATTENDEE"]) == f"mailto:{one.who.email}"
    assert str(first["ORGANIZER"]) == f"mailto:{published.business().email}"
    assert [str(event["STATUS"]) for _, event in entries[5:7]] == ["CONFIRMED", "CANCELLED"]


async def test_the_delivery_has_an_entry_of_its_own(season: Season) -> None:
    """It comes with its booking, moves, and leaves when its window does, or with the pickup."""
    one = await season.booked()
    await season.patch(season.office, one.booking, status="confirmed")
    year = season.on.year + (season.on.month > 7)
    wish = {
        "booking_id": one.booking,
        "delivery_option": "same_city",
        "address": "9 Harbour Road, Vancouver",
        "window": MORNING,
    }
    for day in (1, 2):
        moment = clock.now() + day * MERGE_WITHIN
        season.monkeypatch.setattr(clock, "now", lambda at=moment: at)
        await season.ask(
            one.who, "book_delivery", **wish, day=f"{year}-09-0{day}", expected_fee_cents=0
        )
        await season.look()
    for changes in (
        {"return_delivery_date": f"{year}-09-03"},
        {"delivery_option": "decide_later", "return_delivery_date": None},
    ):
        moment = clock.now() + MERGE_WITHIN
        season.monkeypatch.setattr(clock, "now", lambda at=moment: at)
        await _edit(season, one, **changes)
        await season.look()
    await season.ask(one.who, "cancel_booking", booking_id=one.booking, expected_fee_cents=0)
    await season.look()
    entries = [
        (method, event)
        for method, event in await season.entries(one.who.email)
        if str(event["UID"]).startswith("delivery-")
    ]
    assert [method for method, _ in entries] == ["REQUEST"] * 3 + ["CANCEL"] * 2
    assert {str(event["UID"]) for _, event in entries} == {
        f"delivery-{one.booking}@summerstow.test"
    }
    sequences = [int(event["SEQUENCE"]) for _, event in entries]
    assert sequences[:4] == sorted(set(sequences[:4]))
    assert str(entries[1][1]["LOCATION"]) == "9 Harbour Road, Vancouver"
    assert entries[1][1]["DTSTART"].dt == datetime(year, 9, 2, 16, tzinfo=UTC)


async def test_the_first_mail_has_an_entry_for_each_day_with_a_reminder(season: Season) -> None:
    """(rule: complete-mail)."""
    kit = season.on - timedelta(days=5)
    year = season.on.year + (season.on.month > 7)
    one = await season.booked(
        supply_kit_delivery_date=kit.isoformat(),
        delivery_option="same_city",
        delivery_address="9 Harbour Road, Vancouver",
        return_delivery_date=f"{year}-09-01",
    )
    await season.look()
    await season.ask(one.who, "cancel_booking", booking_id=one.booking, expected_fee_cents=0)
    await season.look()
    entries = await season.entries(one.who.email)
    assert [(method, str(event["UID"]).split("-")[0]) for method, event in entries] == [
        (method, visit)
        for method in ("REQUEST", "CANCEL")
        for visit in ("pickup", "delivery", "kit")
    ]
    _, delivery, brought = (event for _, event in entries[:3])
    # A window of the return is chosen later.
    assert _window(delivery) == (date(year, 9, 1), date(year, 9, 2))
    assert _window(brought) == (kit, kit + timedelta(days=1))
    async with season.database.owner() as tx:
        files = await tx.fetchval(
            "select attachments::text from app.captured_message where recipient = $1 "
            "order by id limit 1",
            one.who.email,
        )
    assert files.count("BEGIN:VALARM") == 3


async def test_a_booking_that_is_replaced_leaves_the_calendar(season: Season) -> None:
    one = await season.booked()
    await season.look()
    later = await season.again(one, pickup_time=AFTERNOON)
    await season.look()
    assert sorted(await season.told(one.who.email)) == [
        "booking_received",
        "booking_received",
        "booking_replaced",
    ]
    found = {
        (method, str(event["UID"])[7:43]) for method, event in await season.entries(one.who.email)
    }
    assert found == {("REQUEST", one.booking), ("CANCEL", one.booking), ("REQUEST", later)}


async def test_without_a_pickup_date_there_is_no_entry_and_one_is_taken_back(
    season: Season,
) -> None:
    one = await season.booked(pickup_date=None, pickup_time=None)
    await season.look()
    assert await season.entries(one.who.email) == []
    await season.patch(one.who, one.booking, pickup_date=season.on.isoformat())
    await season.look()
    await season.patch(None, one.booking, pickup_date=None)
    await season.look()
    assert [method for method, _ in await season.entries(one.who.email)] == ["REQUEST", "CANCEL"]


async def test_other_changes_of_a_row_say_nothing(season: Season) -> None:
    """The crew's and the office's fields are no news; a kit's date is."""
    one = await season.booked()
    await season.look()
    await season.told()
    await season.patch(None, one.booking, additional_comments="Ring twice", status="picked_up")
    await season.look()
    assert await season.told(one.who.email) == []
    await season.patch(None, one.booking, status="pending")
    kit = (season.on - timedelta(days=4)).isoformat()
    await season.patch(one.who, one.booking, supply_kit_delivery_date=kit)
    await season.look()
    assert await season.told(one.who.email) == ["booking_changed"]


async def test_what_changed_before_it_left_is_said_as_it_is_now(season: Season) -> None:
    """Three changes while nobody sends: only the last is told, and no mail is untrue."""
    one = await season.booked()
    for days in (1, 2):
        day = (season.on + timedelta(days=days)).isoformat()
        await season.patch(season.office, one.booking, pickup_date=day)
    await season.look_later()
    assert await season.told(one.who.email) == ["pickup_moved"]
    assert (
        f"Your pickup was {clock.spoken_day(season.on)}" in (await season.texts(one.who.email))[-1]
    )
    [(_, event)] = await season.entries(one.who.email)
    assert (event["DTSTART"].dt.date(), int(event["SEQUENCE"])) == (
        season.on + timedelta(days=2),
        2,
    )
    await season.patch(season.office, one.booking, status="confirmed")
    await season.patch(season.office, one.booking, status="cancelled")
    await season.look_later()
    assert await season.told(one.who.email) == ["booking_cancelled"]


@pytest.mark.parametrize(("day", "hour", "sent"), [(0, "11:59", True), (0, "12:00", False)])
async def test_news_of_a_pickup_that_is_over_is_none(
    season: Season, day: int, hour: str, sent: bool
) -> None:
    one = await season.booked()
    await season.look()
    await season.told()
    season.at(-1, "19:00")
    await season.patch(season.office, one.booking, status="confirmed")
    season.at(day, hour)
    await season.look()
    assert ("booking_confirmed" in await season.told(one.who.email)) == sent


async def test_over_smtp_the_file_is_an_invitation(
    season: Season, mail_server: MailServer, smtp: str
) -> None:
    """Two processes plan and send at once, after an outage: one mail, its file whole."""
    one = await season.booked(first_name="Zoë", building_name="Résidence Totem – aile nord, 🏠")
    season.smtp_url = smtp
    mail_server.refuse = "451 busy"
    await season.send()
    row = await _outbox(season, f"booking-received:{one.booking}")
    assert (row["attempts"], row["sent_at"]) == (1, None)
    mail_server.refuse = None
    later = clock.now() + timedelta(minutes=1)
    season.monkeypatch.setattr(clock, "now", lambda: later)
    workers = [Worker(season.database, smtp, None, planner.judge) for _ in range(3)]
    await asyncio.gather(*(worker.drain() for worker in workers))
    mine = [one_ for one_ in mail_server.received if one_.rcpt_tos == [one.who.email]]
    assert len(mine) == 1
    mail = message_from_bytes(mine[0].content, policy=default)
    assert mail.get_content_type() == "multipart/mixed"
    body = mail.get_body(("plain",))
    assert body is not None
    assert "Hi Zoë," in body.get_content()
    [part] = list(mail.iter_attachments())
    assert (part.get_content_type(), part.get_filename()) == ("text/calendar", "pickup.ics")
    assert (part["content-type"].params["method"], part.get_content_charset()) == (
        "REQUEST",
        "utf-8",
    )
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    file = icalendar.Calendar.from_ical(content)
    [event] = file.walk("VEVENT")
    assert str(file["METHOD"]) == "REQUEST"
    assert str(event["LOCATION"]).startswith("Résidence Totem – aile nord, 🏠, ")
    assert b"TZID" not in content
    # Two look at once: the unique cause lets one of them write.
    season.at(-2, "08:00")
    await asyncio.gather(*(season.plan() for _ in range(4)))
    await asyncio.gather(*(worker.drain() for worker in workers))
    mine = [one_ for one_ in mail_server.received if one_.rcpt_tos == [one.who.email]]
    assert len(mine) == 2


async def test_a_crash_before_it_was_marked_repeats_the_same_message(
    season: Season, mail_server: MailServer, smtp: str
) -> None:
    """What was handed over and not marked goes once more, under the same Message-ID."""
    one = await season.booked()
    season.smtp_url = smtp
    with season.monkeypatch.context() as crash:
        taken = asyncio.Event()
        crash.setattr(mail_queries, "mark_sent", partial(_never, taken))
        crash.setattr(mail_worker, "FAREWELL", 0)
        worker = Worker(season.database, smtp, None, planner.judge)
        await worker.step()
        await asyncio.wait_for(taken.wait(), 30)
        await worker.close()
    # Its lease runs out, and then the wait for a late mark.
    for _ in range(2):
        await season.send()
        async with season.database.owner() as tx:
            await tx.execute("update app.outbox set claimed_until = now() - interval '1 s'")
    await season.send()
    await season.send()
    sent = [each for each in mail_server.received if each.rcpt_tos == [one.who.email]]
    ids = [message_from_bytes(each.content, policy=default)["Message-ID"] for each in sent]
    assert len(ids) == 2
    assert ids[0] == ids[1]


async def _never(taken: asyncio.Event, tx: Transaction, *marked: object) -> None:
    taken.set()
    await asyncio.Event().wait()


async def test_a_reminder_that_outlived_the_pickup_is_not_sent(
    season: Season, mail_server: MailServer, smtp: str
) -> None:
    """The mail server is away from the evening before until the crew has begun."""
    one = await season.booked()
    season.smtp_url = smtp
    await season.send()
    mail_server.refuse = "451 busy"
    season.at(-1, "18:00")
    await season.look()
    mail_server.refuse = None
    season.at(0, "09:00")
    await season.look()
    sent = [each for each in mail_server.received if each.rcpt_tos == [one.who.email]]
    assert len(sent) == 1
    async with season.database.owner() as tx:
        left = await tx.fetchval(
            "select count(*) from app.outbox where recipient = $1 and sent_at is null",
            one.who.email,
        )
    assert left == 0


async def test_the_mailbox_lets_the_file_be_downloaded(season: Season) -> None:
    one = await season.booked()
    await season.look()
    client = httpx.AsyncClient(
        transport=httpx.ASGITransport(app=Mailbox(season.database)), base_url="http://s.test"
    )
    [message] = (await client.get(f"/dev/mailbox.json?to={one.who.email}")).json()
    [file] = message["attachments"]
    assert file["filename"] == "pickup.ics"
    assert f'href="{file["url"]}"' in (await client.get(f"/dev/mailbox?to={one.who.email}")).text
    answer = await client.get(file["url"])
    assert answer.headers["content-type"] == "text/calendar; method=REQUEST; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="pickup.ics"'
    assert one.booking in answer.text
    for wrong in ("/dev/mailbox/0/pickup.ics", "/dev/mailbox/x/y", f"{file['url']}x"):
        assert (await client.get(wrong)).status_code == 404


async def _outbox(season: Season, cause: str) -> Any:
    async with season.database.owner() as tx:
        return await tx.fetchrow("select * from app.outbox where cause = $1", cause)


async def test_a_customer_takes_the_entry_along_before_any_mail_is_read(season: Season) -> None:
    one = await season.booked(building_name="Nootka")
    found = await season.ask(one.who, "calendar_file", booking_id=one.booking, visit="pickup")
    (event,) = icalendar.Calendar.from_ical(found["content"]).walk("VEVENT")
    assert str(event["UID"]).startswith(f"pickup-{one.booking}@")
    assert _window(event)[0].astimezone(clock.CAMPUS_ZONE).date() == season.on
    assert "Nootka" in str(event["LOCATION"])
    other = await season.booked()
    for who, visit in ((one.who, "delivery"), (other.who, "pickup")):
        asked = {"booking_id": one.booking, "visit": visit}
        refused = await season.clients.of(who).post("/rpc/calendar_file", json=asked)
        assert refused.status_code == 404
