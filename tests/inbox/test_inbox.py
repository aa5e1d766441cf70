"""One list of what needs a person (rule: inbox)."""

from __future__ import annotations

from datetime import timedelta
from typing import get_args
from uuid import UUID

import pytest

from summerstow.office.inbox.model import Kind
from summerstow.platform import clock, published
from summerstow.privacy import retention

from .conftest import Desk

_OURS = ("dispute", "claim_credit")
_WORDS = {
    "count": "Another count stands for this stop.",
    "stop": "It did not work out. Another date is wanted.",
    "scan": "Books: It is missing. Call Mina Park",
    "conversation": "The count is wrong: I had four boxes",
    "claim": "Books: wet, $120",
    "claim_credit": "Books: $30 left",
    "fee": "Labels by our crew, $20: Two boxes",
    "dispute": "Missed pickup, $50: I was there",
    "quote": "To 4 Hill St, Calgary, August 31, 2031",
    "price_match": "BoxCo, $300",
    "date_change": "Pickup on April 30, 2031, 9:00 AM - 12:00 PM: My exam moved",
    "unpaid": "$50 owed",
    "transfer": "$77 of March 2, 2031: E-TRANSFER NOOR",
    "failed_message": "Booking received, by mail: No such mailbox",
    "stocktake": "1 missing",
}


async def test_everything_that_needs_a_person_is_listed_once_with_whose_it_is(desk: Desk) -> None:
    inbox = await desk.done(desk.boss, "inbox")
    assert sorted(one["kind"] for one in inbox["rows"]) == sorted(get_args(Kind))
    for one in inbox["rows"]:
        assert _WORDS[one["kind"]] in one["words"], one
    names = {one["kind"]: one["name"] for one in inbox["rows"]}
    assert names.pop("failed_message") == "gone@example.test"
    assert names.pop("transfer") == "Bank transfer"
    assert names.pop("stocktake").startswith("V-")
    assert set(names.values()) == {"Mina Park"}
    of_booking = [one for one in inbox["rows"] if one["booking_id"]]
    assert {one["booking_id"] for one in of_booking} == {desk.booking}
    assert {one["campus_id"] for one in of_booking} == {1}


async def test_an_admin_does_not_count_what_only_an_executive_decides(desk: Desk) -> None:
    admin = await desk.done(desk.admin, "inbox")
    boss = await desk.done(desk.boss, "inbox")
    assert boss["counts"]["todo"] - admin["counts"]["todo"] == len(_OURS)
    assert not {one["kind"] for one in admin["rows"]} & set(_OURS)
    every = await desk.listed(desk.admin, "all")
    assert {kind for kind, one in every.items() if not one["may_decide"]} == set(_OURS)
    assert (await desk.listed(desk.boss))["dispute"]["may_decide"]


async def test_who_takes_an_item_has_it_and_colleagues_count_it_no_more(desk: Desk) -> None:
    before = (await desk.done(desk.colleague, "inbox"))["counts"]
    assert (await desk.take(desk.admin, "claim")).status_code == 204
    mine = await desk.listed(desk.admin, "mine")
    assert list(mine) == ["claim"]
    assert mine["claim"]["owner_name"] == "Ana Office"
    assert "claim" in await desk.listed(desk.admin)
    after = (await desk.done(desk.colleague, "inbox"))["counts"]
    assert after["todo"] == before["todo"] - 1
    assert after["unowned"] == before["unowned"] - 1
    assert after["all"] == before["all"]
    # Of two who take it at once, the second is told.
    late = await desk.take(desk.colleague, "claim")
    assert late.status_code == 409
    assert late.json()["message"] == "Ana Office took this a moment ago."
    given = {"owner_id": str(desk.colleague.id), "seen_owner_id": str(desk.admin.id)}
    assert (await desk.take(desk.admin, "claim", **given)).status_code == 204
    assert list(await desk.listed(desk.colleague, "mine")) == ["claim"]
    back = await desk.take(
        desk.colleague, "claim", owner_id=None, seen_owner_id=str(desk.colleague.id)
    )
    assert back.status_code == 204
    assert "claim" in await desk.listed(desk.admin, "unowned")


async def test_only_the_office_takes_and_who_leaves_it_has_nothing(desk: Desk) -> None:
    assert (await desk.take(desk.worker, "claim")).status_code == 403
    refused = await desk.take(desk.admin, "claim", owner_id=str(desk.worker.id))
    assert refused.status_code == 400
    assert (await desk.take(desk.colleague, "claim")).status_code == 204
    async with desk.database.owner() as tx:
        await tx.execute("update public.users set role = 'worker' where id = $1", desk.colleague.id)
    assert (await desk.listed(desk.admin))["claim"]["owner_id"] is None
    names = [one["name"] for one in (await desk.done(desk.admin, "inbox"))["office"]]
    assert "Ana Office" in names
    assert "Wes Crew" not in names


async def test_a_snoozed_item_is_back_on_its_day(desk: Desk) -> None:
    item = await desk.one("quote")
    until = clock.today() + timedelta(days=3)
    given = {"kind": "quote", "id": item["id"]}
    await desk.done(desk.admin, "snooze_inbox_item", until=until.isoformat(), **given)
    assert "quote" not in await desk.listed(desk.colleague)
    assert "quote" not in await desk.listed(desk.colleague, "all")
    asleep = await desk.listed(desk.colleague, "snoozed")
    assert asleep["quote"]["snoozed_until"] == until.isoformat()
    desk.set_now(clock.moment(until))
    assert "quote" in await desk.listed(desk.colleague)
    await desk.done(desk.admin, "snooze_inbox_item", until=None, **given)
    assert await desk.listed(desk.admin, "snoozed") == {}
    for days in (0, 91):
        too = (clock.today() + timedelta(days=days)).isoformat()
        answer = await desk.ask(desk.admin, "snooze_inbox_item", until=too, **given)
        assert answer.status_code == 400


async def test_a_customer_who_writes_again_wakes_the_conversation(desk: Desk) -> None:
    item = await desk.one("conversation")
    until = (clock.today() + timedelta(days=3)).isoformat()
    given = {"kind": "conversation", "id": item["id"], "until": until}
    await desk.done(desk.admin, "snooze_inbox_item", **given)
    assert "conversation" not in await desk.listed(desk.admin)
    await desk.done(
        desk.mina,
        "write_to_office",
        id=str(UUID(int=UUID(item["id"]).int ^ 1)),
        conversation_id=item["id"],
        booking_id=desk.booking,
        about="count",
        words="Did you see this?",
    )
    awake = (await desk.listed(desk.admin))["conversation"]
    assert "Did you see this?" in awake["words"]


async def test_what_a_customer_waits_for_is_due_as_promised_and_comes_first(desk: Desk) -> None:
    now = clock.now()
    rows = (await desk.done(desk.boss, "inbox"))["rows"]
    due = {one["kind"]: one["due_at"] for one in rows}
    promised = {kind for kind, moment in due.items() if moment is not None}
    assert promised == {
        "conversation",
        "claim",
        "dispute",
        "quote",
        "price_match",
        "date_change",
        "scan",
        "stop",
    }
    assert [one["due_at"] is not None for one in rows] == sorted(
        (one["due_at"] is not None for one in rows), reverse=True
    )
    assert await desk.listed(desk.boss, overdue=True) == {}
    desk.set_now(now + timedelta(hours=published.business().answer_hours, minutes=1))
    late = await desk.done(desk.boss, "inbox", overdue=True)
    assert {one["kind"] for one in late["rows"]} == promised
    assert all(one["overdue"] for one in late["rows"])
    assert late["counts"]["todo"] == len(promised)


async def test_a_day_that_a_customer_wants_to_move_is_due_before_it_begins(desk: Desk) -> None:
    today = clock.today()
    async with desk.database.owner() as tx:
        await tx.execute(
            "update public.bookings set pickup_date = $2 where id = $1",
            UUID(desk.booking),
            today + timedelta(days=1),
        )
    due = (await desk.one("date_change"))["due_at"]
    assert due == clock.moment(today + timedelta(days=1)).isoformat().replace("+00:00", "Z")


async def test_the_list_is_narrowed_by_kind_and_campus(desk: Desk) -> None:
    claims = await desk.done(desk.boss, "inbox", kind="claim")
    assert [one["kind"] for one in claims["rows"]] == ["claim"]
    assert claims["counts"]["todo"] == 1
    assert "quote" in await desk.listed(desk.boss, campus_id=1)
    assert await desk.listed(desk.boss, campus_id=3) == {}


async def test_a_worker_reads_what_they_recorded_and_decides_nothing(desk: Desk) -> None:
    seen = await desk.listed(desk.worker, "all")
    assert set(seen) == {"count", "scan"}
    assert not any(one["may_decide"] for one in seen.values())
    inbox = await desk.done(desk.worker, "inbox")
    assert inbox["counts"]["todo"] == 0
    assert inbox["office"] == []
    claim = (await desk.one("claim"))["id"]
    assert await desk.done(desk.worker, "inbox_item", kind="claim", id=claim) is None


async def test_what_is_decided_is_gone_and_nobody_takes_it(desk: Desk) -> None:
    item = await desk.one("count")
    assert await desk.done(desk.admin, "inbox_item", kind="count", id=item["id"]) == item
    await desk.done(desk.admin, "settle_case", id=item["id"], decision="keep")
    assert "count" not in await desk.listed(desk.admin, "all")
    assert await desk.done(desk.admin, "inbox_item", kind="count", id=item["id"]) is None
    given = {"kind": "count", "id": item["id"]}
    answer = await desk.ask(
        desk.admin, "assign_inbox_item", owner_id=None, seen_owner_id=None, **given
    )
    assert answer.status_code == 409


async def test_a_message_that_failed_is_sent_again_or_let_go(desk: Desk) -> None:
    failed = int((await desk.one("failed_message"))["id"])
    await desk.done(desk.admin, "retry_message", id=failed)
    assert "failed_message" not in await desk.listed(desk.admin)
    async with desk.database.owner() as tx:
        waits = "select given_up_at is null and due_at <= now() from app.outbox where id = $1"
        assert await tx.fetchval(waits, failed)
        await tx.execute("update app.outbox set given_up_at = now() where id = $1", failed)
    await desk.done(desk.admin, "drop_message", id=failed)
    assert "failed_message" not in await desk.listed(desk.admin)
    for command in ("retry_message", "drop_message"):
        assert (await desk.ask(desk.admin, command, id=failed)).status_code == 409


async def test_who_took_what_is_forgotten_after_a_year(desk: Desk) -> None:
    """Rule: retention."""
    await desk.take(desk.admin, "claim")
    now = clock.now()
    for days, marks in ((364, 1), (366, 0)):
        desk.set_now(now + timedelta(days=days))
        await retention.clear(desk.database)
        async with desk.database.owner() as tx:
            assert await tx.fetchval("select count(*) from app.inbox_marks") == marks


@pytest.mark.parametrize("command", ["needs_person", "item_cases", "claims_to_decide"])
async def test_one_of_what_waits_is_read_by_its_id(desk: Desk, command: str) -> None:
    kind = {"needs_person": "count", "item_cases": "scan", "claims_to_decide": "claim"}[command]
    item = (await desk.one(kind))["id"]
    found = await desk.done(desk.admin, command, id=item)
    rows = found["open"] if command != "claims_to_decide" else [one["claim"] for one in found]
    assert [one["id"] for one in rows] == [item]
