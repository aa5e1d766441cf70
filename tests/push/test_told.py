"""The same messages on a device as by mail: each once, while it is true, by every way there is.

Rule: push-devices.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from summerstow.messages import planner, service
from summerstow.platform import clock
from summerstow.platform.outbox.push.sender import PushSender
from summerstow.platform.outbox.worker import Worker
from tests.messages.conftest import Customer, Season, season
from tests.people import Person, person

from .conftest import KEY, SITE, App
from .service import Device

__all__ = ["season"]


async def _look(app: App, season: Season) -> None:
    """One turn of the product: what is due is written, and what is written leaves."""
    await season.plan()
    sender = PushSender(app.database, KEY, SITE)
    await Worker(app.database, "", None, planner.judge, push=sender).drain()


def _read(app: App, *devices: Device) -> list[str]:
    """What was shown since this was last asked, in order."""
    found = []
    for request in app.service.requests:
        one = next(one for one in devices if one.endpoint.endswith(request.path))
        found.append(one.read(request)["body"])
    app.service.requests.clear()
    return found


async def _with_device(app: App, one: Customer) -> Device:
    device = app.device()
    await app.subscribe(one.who, device)
    return device


async def test_a_device_is_told_as_the_line_moves(app: App, season: Season) -> None:
    a, b, c = [await season.booked(text_messages=False) for _ in range(3)]
    phone, laptop = await _with_device(app, c), await _with_device(app, c)
    for days, hour, words in (
        (-2, "09:00", "Your pickup is on "),
        (-1, "19:00", "Your pickup is on "),
    ):
        season.at(days, hour)
        await _look(app, season)
        said = _read(app, phone, laptop)
        assert len(said) == 2
        assert all(one.startswith(words) for one in said)
    season.at(0, "09:05")
    await season.crew(a, "in_progress")
    for _ in range(2):
        await _look(app, season)
    assert _read(app, phone, laptop) == ["2 stops before yours. Please be at home."] * 2
    await season.crew(a, "completed", items=2)
    await season.crew(b, "in_progress")
    await _look(app, season)
    assert _read(app, phone, laptop) == ["You are next. Please bring your items to the door."] * 2
    await app.call(c.who, "push_unsubscribe", subscription={"endpoint": laptop.endpoint})
    await season.crew(b, "completed", items=2)
    await season.crew(c, "in_progress")
    await _look(app, season)
    on_the_way = "Our crew is on the way to you. Please have your items at the door."
    assert _read(app, phone) == [on_the_way]
    await season.crew(c, "completed", items=7)
    await _look(app, season)
    [said_last] = _read(app, phone)
    assert said_last.startswith("We have picked up 7 items.")
    # By mail all the same.
    assert (await season.told(c.who.email))[-3:] == ["next_stop", "on_the_way", "picked_up"]


async def test_nothing_of_before_somebody_asked(app: App, season: Season) -> None:
    one = await season.booked()
    season.at(-1, "19:00")
    await _look(app, season)
    device = await _with_device(app, one)
    await _look(app, season)
    assert _read(app, device) == []
    # A change is told once it can be undone no more, and only with its first telling.
    await season.patch(season.office, one.booking, status="cancelled")
    season.at(-1, "19:11")
    await _look(app, season)
    [said] = _read(app, device)
    assert "is cancelled" in said


async def test_a_device_waits_for_the_morning(app: App, season: Season) -> None:
    """Rule: quiet-hours."""
    who = await person(app.database)
    device = app.device()
    await app.subscribe(who, device)
    season.at(0, "23:00")
    await _tell(app, who)
    await _look(app, season)
    assert _read(app, device) == []
    season.at(1, "08:01")
    await _look(app, season)
    assert _read(app, device) == ["Your payment of $5.00 for invoice INV-1 has arrived."]


async def test_a_crew_that_comes_early_is_told_of_at_once(app: App, season: Season) -> None:
    one = await season.booked()
    device = await _with_device(app, one)
    season.at(0, "07:40")
    await season.crew(one, "in_progress")
    await _look(app, season)
    assert any(said.startswith("Our crew is on the way") for said in _read(app, device))


async def test_what_is_said_twice_is_told_once(app: App, season: Season) -> None:
    who = await person(app.database)
    season.at(0, "12:00")
    await _tell(app, who)
    device = app.device()
    await app.subscribe(who, device)
    await _tell(app, who)
    await _look(app, season)
    assert _read(app, device) == []


async def test_what_is_not_true_any_more_is_not_sent(app: App, season: Season) -> None:
    """The push service is away while the line moves on."""
    one = await season.booked()
    device = await _with_device(app, one)
    season.at(-1, "19:00")
    await _look(app, season)
    app.service.requests.clear()
    season.at(0, "09:05")
    await season.crew(one, "in_progress")
    app.service.status = 503
    await _look(app, season)
    assert len(app.service.requests) == 1
    app.service.requests.clear()
    await season.crew(one, "scheduled")
    app.service.status = 201
    moment = clock.now() + timedelta(minutes=10)
    season.monkeypatch.setattr(clock, "now", lambda: moment)
    await _look(app, season)
    assert _read(app, device) == []


async def _tell(app: App, who: Person) -> None:
    async with app.database.owner() as tx:
        await service.tell_account(
            tx,
            UUID(str(who.id)),
            cause=f"payment:{who.id}",
            kind="payment",
            to=who.email,
            data={"amount": "$5.00", "number": "INV-1", "link": SITE, "first_name": "Mina"},
        )
