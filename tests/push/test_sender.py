"""What leaves to a device: sealed for it alone, once, and let go where nobody takes it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest

from summerstow.platform import clock, outgoing, published
from summerstow.platform.outbox.push.sender import PushSender
from summerstow.platform.outbox.render import Rendered, render_push
from summerstow.platform.outbox.senders import Handover, Undeliverable
from tests.people import person

from .conftest import KEY, SITE, App
from .service import Device


async def _told(app: App, cause: str, kind: str = "next_stop") -> Device:
    """A device with a message waiting for it."""
    who, one = await person(app.database), app.device()
    await app.subscribe(who, one)
    [device_id] = await app.ids(who)
    await app.post(cause, device_id, kind)
    return one


async def test_a_message_is_sealed_for_its_device_and_signed_by_us(app: App) -> None:
    one = await _told(app, "next-stop:one")
    await app.worker().drain()
    [request] = app.service.requests
    assert request.path == one.endpoint.removeprefix(app.service.base)
    assert b"door" not in request.body
    read = one.read(request)
    assert read == {
        "title": "Summerstow",
        "body": "You are next. Please bring your items to the door.",
        "tag": read["tag"],
        "path": "/customer-dashboard#next",
    }
    claims = request.sender(KEY.public)
    assert claims["aud"] == app.service.base
    assert claims["sub"] == f"mailto:{published.business().email}"
    now = clock.now().timestamp()
    assert now < claims["exp"] <= now + 24 * 3600
    # News of the line is soon old; the name of a message says nothing about it.
    assert (request.headers["ttl"], request.headers["urgency"]) == ("1800", "high")
    assert request.headers["topic"] == read["tag"]
    assert len(read["tag"]) == 32
    assert (await app.row("next-stop:one"))["sent_at"] is not None


async def test_a_message_leaves_once_whoever_sends(app: App) -> None:
    await _told(app, "next-stop:once")
    await asyncio.gather(*(app.worker().drain() for _ in range(3)))
    await app.worker().drain()
    assert len(app.service.requests) == 1


@pytest.mark.parametrize("status", [404, 410])
async def test_a_device_that_is_gone_is_forgotten(app: App, status: int) -> None:
    who, one = await person(app.database), app.device()
    await app.subscribe(who, one)
    [device_id] = await app.ids(who)
    await app.post(f"next-stop:gone-{status}", device_id)
    await app.post(f"picked-up:gone-{status}", device_id, "next_stop")
    app.service.status = status
    await app.worker().drain()
    assert await app.ids(who) == []
    # The second of them left for nobody, and no operator has to look at either.
    assert len(app.service.requests) == 1
    assert await app.row(f"next-stop:gone-{status}") is None
    assert await app.row(f"picked-up:gone-{status}") is None


@pytest.mark.parametrize("status", [429, 500, 503, 401, 403])
async def test_trouble_of_the_push_service_is_waited_for(app: App, status: int) -> None:
    cause = f"next-stop:later-{status}"
    one = await _told(app, cause)
    app.service.status = status
    await app.worker().drain()
    row = await app.row(cause)
    assert (row["sent_at"], row["given_up_at"], row["attempts"]) == (None, None, 1)
    assert row["due_at"] > clock.now() + timedelta(seconds=20)
    await app.execute("update app.outbox set due_at = now() where cause = $1", cause)
    app.service.status = 201
    await app.worker().drain()
    assert (await app.row(cause))["sent_at"] is not None
    first, second = app.service.requests
    # Should both arrive, the device shows one.
    assert one.read(first)["tag"] == one.read(second)["tag"]


async def test_what_is_refused_for_good_is_nobody_s_work(app: App) -> None:
    await _told(app, "next-stop:refused")
    app.service.status = 413
    await app.worker().drain()
    row = await app.row("next-stop:refused")
    assert row["dropped_at"] is not None
    assert row["data"] == "{}"


async def test_a_service_that_never_answers_is_left(app: App) -> None:
    await _told(app, "next-stop:silent")
    app.service.silent = True
    await app.worker(deadline=0.2).drain()
    row = await app.row("next-stop:silent")
    assert (row["sent_at"], row["doubts"]) == (None, 1)


@pytest.mark.parametrize("host", ["10.0.0.1", "169.254.169.254", "127.1", "localhost"])
async def test_a_public_site_pushes_to_public_addresses_alone(app: App, host: str) -> None:
    """What a name leads to is looked at when it is connected to."""
    who, one = await person(app.database), app.device()
    await app.subscribe(who, one)
    [device_id] = await app.ids(who)
    port = app.service.base.rpartition(":")[2]
    await app.execute(
        "update public.push_subscriptions set endpoint = $2 where id = $1::text::uuid",
        device_id,
        f"https://{host}:{port}/{uuid4()}",
    )
    sender = PushSender(app.database, KEY, "https://storage.example.ca")
    message = Rendered("Summerstow", "Words", "", [f"{SITE}/"])
    with pytest.raises(Undeliverable, match="not a public address"):
        await sender.send("next-stop:x", device_id, message, Handover())
    assert app.service.requests == []


@pytest.mark.parametrize(
    "address",
    ["64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "2002:7f00:1::1", "::127.0.0.1", "::ffff:10.0.0.1"],
)
async def test_a_gateway_to_ipv4_is_judged_by_where_it_leads(address: str) -> None:
    with pytest.raises(outgoing.NotPublic):
        async with outgoing.request("GET", f"https://[{address}]/", private=False, timeout=1):
            pass


def test_what_led_to_a_link_ends_a_sentence() -> None:
    said = render_push("delivery_undecided_push", {"link": f"{SITE}/customer-dashboard"})
    assert said.text == "Your delivery has no date yet. Please choose one."
    assert said.links == [f"{SITE}/customer-dashboard"]
