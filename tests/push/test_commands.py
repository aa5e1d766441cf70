"""Which devices are told: one's own, so many, and only what a push service may be."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
import pytest

from summerstow.platform.actor import Actor
from summerstow.platform.outbox.push.commands import MOST_DEVICES, Subscribe, commands
from tests.people import Person, RestClients, person

from .conftest import KEY, App
from .service import Device, raw


async def test_a_device_is_told_until_it_is_unsubscribed(app: App) -> None:
    who, one = await person(app.database), app.device()
    await app.subscribe(who, one)
    await app.subscribe(who, one)
    [found] = (await app.rest.of(who).get("/push_subscriptions?select=id,endpoint")).json()
    assert found["endpoint"] == one.endpoint
    # The keys, with which anybody could write to it, are read by nobody.
    assert (await app.rest.of(who).get("/push_subscriptions?select=auth")).status_code == 400
    for _ in range(2):
        subscription = {"endpoint": one.endpoint}
        answer = await app.call(who, "push_unsubscribe", subscription=subscription)
        assert answer.status_code == 204
        assert await app.ids(who) == []


async def test_nobody_sees_or_ends_another_s(app: App) -> None:
    who, other, one = await person(app.database), await person(app.database), app.device()
    await app.subscribe(who, one)
    office = await person(app.database, "executive")
    assert await app.ids(other) == await app.ids(office) == []
    await app.call(other, "push_unsubscribe", subscription={"endpoint": one.endpoint})
    assert len(await app.ids(who)) == 1


async def test_a_browser_is_of_whoever_asked_last(app: App) -> None:
    first, second, one = await person(app.database), await person(app.database), app.device()
    await app.subscribe(first, one)
    await app.subscribe(second, one)
    assert (await app.ids(first), len(await app.ids(second))) == ([], 1)


async def test_the_oldest_device_makes_room(app: App) -> None:
    who = await person(app.database)
    for number in range(MOST_DEVICES + 1):
        await app.subscribe(who, app.device(f"number-{number}"))
    rows = (await app.rest.of(who).get("/push_subscriptions?select=endpoint")).json()
    names = [one["endpoint"].rpartition("/")[2].rpartition("-")[0] for one in rows]
    assert sorted(names) == [f"number-{number}" for number in range(1, MOST_DEVICES + 1)]


async def test_who_signs_out_is_told_nothing_there_any_more(app: App) -> None:
    """Wherever the session was ended: on the device, from another one, by a new password.

    Rule: push-devices.
    """
    who, one, session = await person(app.database), app.device(), uuid4()
    await app.execute(
        "insert into auth.sessions (id, user_id, user_agent) values ($1, $2, 'Mina''s phone')",
        session,
        who.id,
    )
    command = next(one for one in commands(KEY, "http://localhost") if one.name == "push_subscribe")
    async with app.database.transaction(Actor(who.role, who.id, session)) as tx:
        await command.carry_out(
            tx, msgspec.convert({"subscription": one.subscription()}, Subscribe)
        )
    rows = (await app.rest.of(who).get("/push_subscriptions?select=user_agent")).json()
    assert rows == [{"user_agent": "Mina's phone"}]
    await app.execute("delete from auth.sessions where id = $1", session)
    assert await app.ids(who) == []


async def test_a_device_with_another_address_goes_on_being_told_without_its_person(
    app: App,
) -> None:
    who, was, now = await person(app.database), app.device("was"), app.device("now")
    await app.subscribe(who, was)
    [device] = await app.ids(who)
    nobody = app.rest.of(None)
    before = {"endpoint": was.endpoint, "auth": was.subscription()["keys"]["auth"]}
    given = {"before": before, "subscription": now.subscription()}
    stolen = {**given, "before": {**before, "auth": now.subscription()["keys"]["auth"]}}
    assert (await nobody.post("/rpc/push_renew", json=stolen)).json() == {"known": False}
    for _ in range(2):
        # A repeat, whose first answer was lost, is no other device.
        assert (await nobody.post("/rpc/push_renew", json=given)).json() == {"known": True}
        rows = (await app.rest.of(who).get("/push_subscriptions?select=id,endpoint")).json()
        assert rows == [{"id": device, "endpoint": now.endpoint}]
    await app.call(who, "push_unsubscribe", subscription={"endpoint": now.endpoint})
    assert (await nobody.post("/rpc/push_renew", json=given)).json() == {"known": False}
    assert await app.ids(who) == []


def _changed(one: Device, **changed: Any) -> dict[str, Any]:
    given = one.subscription()
    keys = {**given["keys"], **changed.pop("keys", {})}
    return {**given, **changed, "keys": keys}


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": "http://push.example.com/1"},
        {"endpoint": "https://10.1.2.3/1"},
        {"endpoint": "https://[fd00::1]/1"},
        {"endpoint": "https://localhost/1"},
        {"endpoint": "https://127.0.0.1/1"},
        {"endpoint": "https://[2606:4700::1111]/1"},
        {"endpoint": "https://2130706433/1"},
        {"endpoint": "https://intranet/1"},
        {"endpoint": "https://user@push.example.com/1"},
        {"endpoint": "https://push.example.com:x/1"},
        {"endpoint": "ftp://push.example.com/1"},
        {"endpoint": "https://push.example.com/" + "x" * 1000},
        {"endpoint": ""},
        {"keys": {"p256dh": "BAAA"}},
        {"keys": {"p256dh": "B" + "A" * 86}},
        {"keys": {"auth": "AAAA"}},
        {"keys": {"auth": "é"}},
    ],
)
async def test_what_is_no_push_subscription_is_refused(app: App, changed: dict[str, Any]) -> None:
    """On a public site; one on this machine may push to this machine."""
    known = {one.name: one for one in commands(KEY, "https://storage.example.ca")}
    client = RestClients(app.database, {}, known).of(await person(app.database))
    given = _changed(Device("https://push.example.com"), **changed)
    answer = await client.post("/rpc/push_subscribe", json={"subscription": given})
    assert answer.status_code == 400, answer.text
    sound = _changed(Device("https://push.example.com"))
    answer = await client.post("/rpc/push_subscribe", json={"subscription": sound})
    assert answer.status_code == 204, answer.text


async def test_the_key_is_the_same_on_every_host(app: App) -> None:
    who: Person = await person(app.database)
    answer = await app.rest.of(who).get("/rpc/push_key")
    assert answer.json() == {"key": KEY.public}
    assert len(raw(KEY.public)) == 65


async def test_what_writes_to_a_device_is_not_in_the_audit_log(app: App) -> None:
    who, one = await person(app.database), app.device()
    await app.subscribe(who, one)
    async with app.database.owner() as tx:
        row = await tx.fetchrow(
            "select action, after::text as after from public.audit_log "
            "where table_name = 'push_subscriptions' order by id desc limit 1"
        )
    assert row is not None
    assert row["action"] == "insert"
    assert str(who.id) in row["after"]
    for secret in (one.endpoint, *one.subscription()["keys"].values()):
        assert secret not in row["after"]
