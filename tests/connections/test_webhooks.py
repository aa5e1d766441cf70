"""Events reach programs of others, signed, whatever fails on the way (rule: webhooks)."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from standardwebhooks import WebhookVerificationError

from summerstow.platform.database.pool import Database
from summerstow.platform.webhooks import events
from summerstow.platform.webhooks.sender import WAITS, WebhookSender
from tests.people import RestClients, booking_body, person

from .conftest import SECRETS, Clock, call
from .receiver import Receiver


async def _added(executive: httpx.AsyncClient, url: str, *kinds: str) -> tuple[str, str]:
    """The id and the secret of a new endpoint."""
    found = await call(executive, "add_webhook", url=url, events=kinds or events.EVENT_KINDS)
    return found["webhook"]["id"], found["secret"]


async def _booked(rest: RestClients, database: Database) -> dict[str, Any]:
    client = rest.of(await person(database))
    answer = await client.post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()[0]
    return found


async def _log(executive: httpx.AsyncClient, endpoint: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await call(executive, "webhook_deliveries", id=endpoint)
    return found


async def _mails(database: Database) -> list[tuple[str, str]]:
    async with database.owner() as tx:
        rows = await tx.fetch("select recipient, kind from app.outbox where kind like 'webhook%'")
    return [(row["recipient"], row["kind"]) for row in rows]


async def test_a_receiver_that_is_down_for_an_hour_gets_each_event_as_it_was_signed(
    executive: httpx.AsyncClient,
    rest: RestClients,
    database: Database,
    receiver: Receiver,
    sender: WebhookSender,
    moving: Clock,
) -> None:
    endpoint, secret = await _added(executive, receiver.url)
    bookings = [await _booked(rest, database) for _ in range(3)]
    receiver.status = 503
    began = moving.at
    for wait in (timedelta(0), *WAITS[:3]):
        moving.at += wait
        await sender.run()
    assert moving.at - began < timedelta(hours=1)
    assert len(receiver.requests) == 12
    [first, *_] = await _log(executive, endpoint)
    assert (first["state"], first["status"], len(first["tries"])) == ("waiting", 503, 4)
    receiver.status = 200
    moving.at += WAITS[3]
    # The receiver's clock is right: the signature is of this try, not of the first.
    moving.at = max(moving.at, datetime.now(UTC))
    failed, receiver.requests[:] = list(receiver.requests), []
    await sender.run()
    arrived = {one.id: one.verified(secret) for one in receiver.requests}
    assert len(receiver.requests) == len(arrived) == 3
    told = {one["data"]["booking_id"]: one for one in arrived.values()}
    assert set(told) == {one["id"] for one in bookings}
    assert {one["type"] for one in told.values()} == {"booking.created"}
    for one in receiver.requests:
        before = [other for other in failed if other.id == one.id]
        assert [other.body for other in before] == [one.body] * 4
        # One by one: a signature of three hours ago is refused by its receiver.
        with pytest.raises(WebhookVerificationError):
            before[0].verified(secret)
    [first, *_] = await _log(executive, endpoint)
    assert (first["state"], first["status"], len(first["tries"])) == ("delivered", 200, 5)
    await sender.run()
    assert len(receiver.requests) == 3


async def test_an_event_is_told_if_and_only_if_its_cause_is_stored(
    executive: httpx.AsyncClient, rest: RestClients, database: Database, receiver: Receiver
) -> None:
    """Of kinds that the endpoint wants, and without anything personal."""
    endpoint, _ = await _added(executive, receiver.url, "booking.created", "booking.cancelled")
    booking = await _booked(rest, database)
    refused = await executive.patch(
        f"/bookings?id=eq.{booking['id']}", json={"status": "never-heard-of"}
    )
    assert refused.status_code == 400
    await executive.patch(
        f"/bookings?id=eq.{booking['id']}",
        json={"pickup_date": f"{booking['pickup_date'][:4]}-04-29"},
    )
    await executive.patch(f"/bookings?id=eq.{booking['id']}", json={"status": "cancelled"})
    log = await _log(executive, endpoint)
    assert [one["kind"] for one in log] == ["booking.cancelled", "booking.created"]
    for personal in ("Mina", "Park", "example.test", "604"):
        assert personal not in log[0]["body"] + log[1]["body"]


async def test_two_processes_send_each_event_once(
    executive: httpx.AsyncClient,
    rest: RestClients,
    database: Database,
    receiver: Receiver,
    sender: WebhookSender,
) -> None:
    await _added(executive, receiver.url)
    for _ in range(4):
        await _booked(rest, database)
    await asyncio.gather(*(sender.run() for _ in range(4)))
    assert len(receiver.requests) == len({one.id for one in receiver.requests}) == 4


async def test_a_process_that_ends_in_the_middle_repeats_the_event_with_its_id(
    executive: httpx.AsyncClient,
    rest: RestClients,
    database: Database,
    receiver: Receiver,
    sender: WebhookSender,
    moving: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await _added(executive, receiver.url)
    await _booked(rest, database)

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr("summerstow.platform.webhooks.queries.mark", killed)
        with pytest.raises(asyncio.CancelledError):
            await sender.run()
    await sender.run()
    assert len(receiver.requests) == 1
    moving.pass_by(minutes=2)
    await sender.run()
    first, second = receiver.requests
    assert (first.id, first.body) == (second.id, second.body)


async def test_an_endpoint_that_fails_for_days_is_turned_off_and_executives_are_mailed(
    executive: httpx.AsyncClient,
    rest: RestClients,
    database: Database,
    receiver: Receiver,
    sender: WebhookSender,
    moving: Clock,
) -> None:
    endpoint, _ = await _added(executive, receiver.url)
    await _booked(rest, database)
    receiver.status = 500
    for wait in (timedelta(0), *WAITS):
        assert (await call(executive, "webhooks"))[0]["state"] != "off"
        moving.at += wait
        await sender.run()
    [webhook] = await call(executive, "webhooks")
    assert (webhook["state"], len(receiver.requests)) == ("off", len(WAITS) + 1)
    mails = await _mails(database)
    assert mails
    assert {kind for _, kind in mails} == {"webhook_disabled"}
    # What happens meanwhile waits.
    receiver.status = 200
    await _booked(rest, database)
    await sender.run()
    assert len(receiver.requests) == len(WAITS) + 1
    [new, old] = await _log(executive, endpoint)
    assert (new["state"], old["state"]) == ("waiting", "given_up")
    refused = await executive.post("/rpc/resend_webhook", json={"id": old["id"]})
    assert (refused.status_code, refused.json()["message"][:19]) == (409, "This webhook is off")
    await call(executive, "enable_webhook", id=endpoint)
    await sender.run()
    await call(executive, "resend_webhook", id=old["id"])
    await sender.run()
    assert [one["state"] for one in await _log(executive, endpoint)] == ["delivered", "delivered"]
    assert (await call(executive, "webhooks"))[0]["state"] == "on"
    assert receiver.requests[-1].id == receiver.requests[0].id == old["id"]


async def test_a_receiver_that_says_that_it_is_gone_is_sent_nothing_more(
    executive: httpx.AsyncClient,
    receiver: Receiver,
    sender: WebhookSender,
) -> None:
    endpoint, _ = await _added(executive, receiver.url)
    receiver.status = 410
    await call(executive, "test_webhook", id=endpoint)
    await sender.run()
    [webhook] = await call(executive, "webhooks")
    assert webhook["state"] == "off"


async def test_a_failing_endpoint_holds_up_no_other(
    executive: httpx.AsyncClient,
    rest: RestClients,
    database: Database,
    receiver: Receiver,
    sender: WebhookSender,
) -> None:
    await _added(executive, "http://127.0.0.1:9/nobody")
    endpoint, _ = await _added(executive, receiver.url)
    for _ in range(10):
        await _booked(rest, database)
    await sender.run()
    assert len(receiver.requests) == 10
    assert {one["state"] for one in await _log(executive, endpoint)} == {"delivered"}


async def test_a_long_backlog_lets_events_to_others_begin(
    executive: httpx.AsyncClient, database: Database, receiver: Receiver
) -> None:
    endpoint, _ = await _added(executive, receiver.url)
    for _ in range(10):
        await call(executive, "test_webhook", id=endpoint)
    sender = WebhookSender(database, SECRETS, private=True, turn=0)
    events.wake.clear()
    await sender.run()
    assert 0 < len(receiver.requests) < 10
    # The rest goes at once.
    assert events.wake.is_set()
    await sender.run()
    assert len(receiver.requests) == 10


async def test_a_name_that_no_resolver_takes_holds_up_no_other(
    executive: httpx.AsyncClient, database: Database, receiver: Receiver, sender: WebhookSender
) -> None:
    bad, _ = await _added(executive, receiver.url)
    good, _ = await _added(executive, receiver.url)
    async with database.owner() as tx:
        url = f"https://{'a' * 64}.example.com/"
        await tx.execute("update app.webhook_endpoints set url = $2 where id = $1::uuid", bad, url)
    for endpoint in (bad, good):
        await call(executive, "test_webhook", id=endpoint)
    await sender.run()
    assert len(receiver.requests) == 1
    assert (await _log(executive, bad))[0]["tries"][0]["error"]


async def test_an_address_in_other_letters_is_stored_as_it_is_sent(
    executive: httpx.AsyncClient,
) -> None:
    url = "https://bücher.example.com/é?a=b"
    found = await call(executive, "add_webhook", url=url, events=["claim.filed"])
    assert found["webhook"]["url"] == "https://xn--bcher-kva.example.com/%C3%A9?a=b"


async def test_removing_a_webhook_fails_no_booking(
    executive: httpx.AsyncClient, rest: RestClients, database: Database, receiver: Receiver
) -> None:
    endpoint, _ = await _added(executive, receiver.url)
    async with database.owner() as tx:
        await tx.execute("delete from app.webhook_endpoints where id = $1::uuid", endpoint)
        booking = asyncio.create_task(_booked(rest, database))
        waiting = (
            "select count(*) from pg_stat_activity where datname = current_database() "
            "and wait_event_type = 'Lock' and query like '%webhook_deliveries%'"
        )
        while not booking.done() and not await tx.fetchval(waiting):
            await tx.execute("select pg_stat_clear_snapshot()")
    assert (await booking)["id"]


async def test_after_a_renewal_both_secrets_hold_for_a_day(
    executive: httpx.AsyncClient, receiver: Receiver, sender: WebhookSender, moving: Clock
) -> None:
    moving.at = datetime.now(UTC)
    endpoint, old = await _added(executive, receiver.url)
    new = (await call(executive, "renew_webhook_secret", id=endpoint))["secret"]
    assert new != old
    await call(executive, "test_webhook", id=endpoint)
    await sender.run()
    [request] = receiver.requests
    assert request.verified(old) == request.verified(new)
    assert request.verified(new)["type"] == "test"
    moving.pass_by(days=1)
    await call(executive, "test_webhook", id=endpoint)
    await sender.run()
    assert "," in receiver.requests[-1].headers["webhook-signature"]
    assert " " not in receiver.requests[-1].headers["webhook-signature"]


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{port}/",
        "http://localhost:{port}/",
        "http://[::ffff:127.0.0.1]:{port}/",
        "http://10.0.0.8/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fe80::1]/",
    ],
)
async def test_no_event_reaches_a_private_network(
    executive: httpx.AsyncClient, database: Database, receiver: Receiver, url: str
) -> None:
    port = receiver.url.split(":")[2].partition("/")[0]
    endpoint, _ = await _added(executive, url.format(port=port))
    await call(executive, "test_webhook", id=endpoint)
    await WebhookSender(database, SECRETS, private=False).run()
    [entry] = await _log(executive, endpoint)
    assert entry["tries"][0]["error"] == "The address leads into a private network."
    assert receiver.requests == []


async def test_a_redirect_is_not_followed(
    executive: httpx.AsyncClient, receiver: Receiver, sender: WebhookSender
) -> None:
    receiver.status, receiver.location = 307, receiver.url
    endpoint, _ = await _added(executive, receiver.url)
    await call(executive, "test_webhook", id=endpoint)
    await sender.run()
    assert len(receiver.requests) == 1
    [entry] = await _log(executive, endpoint)
    assert (entry["state"], entry["status"]) == ("waiting", 307)


@pytest.mark.parametrize(
    "url",
    [
        *("ftp://example.com/", "example.com", "https://user:word@example.com/", "https://"),
        *("https://:word@example.com/", f"https://{'a' * 64}.example.com/", "https://a..example/"),
    ],
)
async def test_what_is_no_address_is_refused(executive: httpx.AsyncClient, url: str) -> None:
    answer = await executive.post("/rpc/add_webhook", json={"url": url, "events": ["claim.filed"]})
    assert (answer.status_code, answer.json()["code"]) == (400, "23514")
