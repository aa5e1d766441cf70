"""Uploads, once and within bounds; who may look; what hangs on what and goes with it."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.files.pictures import service
from tests.people import Person, person

from .files_app import PDF, SVG, FilesApp, picture

GUARDS = {
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
}


@pytest.fixture
def app(database: Database) -> FilesApp:
    """Both applications on the module's database."""
    return FilesApp(database)


async def test_the_same_upload_twice_is_one_and_its_type_is_that_of_its_content(
    app: FilesApp,
) -> None:
    mina, noor = await person(app.database), await person(app.database)
    one, png = uuid4(), picture("PNG")
    twice = await asyncio.gather(*(app.send(mina, png, picture_id=one) for _ in range(4)))
    assert sorted(answer.status_code for answer in twice) == [200, 200, 200, 201]
    assert {answer.text for answer in twice} == {twice[0].text}
    assert twice[0].json() | {"bytes": 0} == {
        "id": str(one),
        "kind": "item",
        "media_type": "image/jpeg",
        "bytes": 0,
        "width": 640,
        "height": 480,
    }
    for who, body in ((mina, picture("WEBP")), (noor, png)):
        other = await app.send(who, body, picture_id=one)
        assert (other.status_code, other.json()["code"]) == (409, "PT409")
    shown = await app.get(mina, str(one))
    assert shown.headers["content-type"] == "image/jpeg"
    assert shown.content.startswith(b"\xff\xd8\xff")
    assert shown.headers["content-disposition"] == f'attachment; filename="item-{one.hex[:8]}.jpg"'
    assert GUARDS.items() <= dict(shown.headers).items()


async def test_which_files_are_refused(app: FilesApp) -> None:
    mina = await person(app.database)
    anonymous = await app.send(None, picture())
    assert (anonymous.status_code, anonymous.json()["message"]) == (401, "Please sign in.")
    assert anonymous.headers["www-authenticate"] == "Bearer"
    assert (await app.get(None, str(uuid4()))).status_code == 401
    for who in (mina, await person(app.database, "executive")):
        for gone in (str(uuid4()), "../x", "x"):
            assert (await app.get(who, gone)).status_code == 404
    assert (await app.send(mina, SVG)).status_code == 415
    big = await app.send(mina, bytes(2 * 1024 * 1024 + 1))
    assert (big.status_code, big.json()["message"]) == (413, "A file may have at most 2 MB.")
    client = app.files(mina)
    assert (await client.put("/files", content=b"x")).status_code == 405
    for wrong in ("id=1&kind=item", f"id={uuid4()}&kind=page", f"id={uuid4()}", ""):
        assert (await client.post(f"/files?{wrong}", content=picture())).status_code == 400
    service_key = app.files(None, service=True)
    assert (await service_key.post(f"/files?id={uuid4()}&kind=item")).status_code == 403
    assert await app.value("select count(*) from app.pictures where owner_id = $1", mina.id) == 0


async def test_nobody_fills_the_disk(app: FilesApp, monkeypatch: pytest.MonkeyPatch) -> None:
    mina, noor = await person(app.database), await person(app.database)
    monkeypatch.setattr(service, "MOST_FILES", 3)
    answers = await asyncio.gather(*(app.send(mina, picture(size=(64, n + 20))) for n in range(6)))
    assert sorted(one.status_code for one in answers) == [201, 201, 201, 409, 409, 409]
    refused = next(one for one in answers if one.status_code == 409)
    assert refused.json()["message"].endswith("Please remove one first.")
    await app.sent(noor)
    monkeypatch.setattr(service, "MOST_FILES", 100)
    monkeypatch.setattr(service, "MOST_BYTES", 60_000)
    assert (await app.send(noor, bytes(60_001))).status_code == 409
    monkeypatch.setattr(service, "RATE", 1)
    often = await app.send(noor, picture())
    assert often.status_code == 429
    assert 3500 < int(often.headers["retry-after"]) <= 3601


async def test_an_items_picture_is_put_on_replaced_and_gone_with_it(app: FilesApp) -> None:
    mina, noor = await person(app.database), await person(app.database)
    booking, theirs = await app.booked(mina), await app.booked(noor)
    first, second = await app.sent(mina), await app.sent(mina)
    item = {"item_id": str(uuid4())}
    for _ in range(2):
        [stored] = (await app.item(mina, booking, **item, picture_id=first)).json()
        assert stored["picture_id"] == first
    # Another's, one that hangs on something, one that was meant for something else, none.
    quote = await app.sent(mina, kind="quote")
    for who, whose, given in (
        (noor, theirs, second),
        (mina, booking, first),
        (mina, booking, quote),
        (mina, booking, str(uuid4())),
    ):
        refused = await app.item(who, whose, picture_id=given)
        assert refused.status_code == 409, refused.text
        assert "choose it again" in refused.json()["message"]
    change = {"command": "change_item", **item}
    [kept] = (await app.item(mina, booking, **change, description="More books")).json()
    assert (kept["picture_id"], kept["description"]) == (first, "More books")
    [replaced] = (await app.item(mina, booking, **change, picture_id=second)).json()
    assert replaced["picture_id"] == second
    assert (await app.get(mina, first)).status_code == 404
    assert (await app.get(mina, second)).status_code == 200
    [bare] = (await app.item(mina, booking, **change, picture_id=None)).json()
    assert bare["picture_id"] is None
    assert (await app.get(mina, second)).status_code == 404
    third = await app.sent(mina)
    await app.item(mina, booking, **change, picture_id=third)
    await app.ask(mina, "remove_item", booking_id=booking, **item)
    assert (await app.get(mina, third)).status_code == 404


async def test_after_the_list_has_closed_no_picture_changes(
    app: FilesApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    mina = await person(app.database)
    booking = await app.booked(mina)
    item = {"item_id": str(uuid4())}
    assert (await app.item(mina, booking, **item)).status_code == 200
    late = await app.sent(mina)
    day = date(2027, 4, 28)
    moment = clock.now().replace(year=day.year, month=day.month, day=day.day, hour=1)
    monkeypatch.setattr(clock, "now", lambda: moment)
    change: dict[str, Any] = {"command": "change_item", **item, "declared_value_cents": 10_000}
    assert (await app.item(mina, booking, **change, picture_id=late)).status_code == 409
    raised = await app.item(mina, booking, **change, picture_id=None)
    assert raised.status_code == 200, raised.text


async def test_who_sees_a_picture(app: FilesApp) -> None:
    """Rule: photos-of-items."""
    mina, noor = await person(app.database), await person(app.database)
    crew, office = await person(app.database, "worker"), await person(app.database, "admin")
    booking = await app.booked(mina, pickup_date=None, pickup_time=None)
    one, loose = await app.sent(mina), await app.sent(mina)
    assert (await app.item(mina, booking, picture_id=one)).status_code == 200

    async def seen(picture_id: str) -> list[int]:
        people: tuple[Person, ...] = (mina, noor, crew, office)
        return [(await app.get(who, picture_id)).status_code for who in people]

    assert await seen(one) == [200, 404, 404, 200]
    for days, crews in ((1, 404), (0, 200)):
        await app.value("delete from public.pickup_queue where booking_id = $1", UUID(booking))
        await app.value(
            "insert into public.pickup_queue (user_id, booking_id, campus_id, pickup_date, "
            "queue_position) values ($1, $2, 1, $3, 1) returning id",
            mina.id,
            UUID(booking),
            clock.today() + timedelta(days=days),
        )
        assert await seen(one) == [200, 404, crews, 200]
    assert await seen(loose) == [200, 404, 404, 200]
    # What the office uploads for a customer is the customer's.
    helped = await app.sent(office)
    assert (await app.item(office, booking, picture_id=helped)).status_code == 200
    assert await seen(helped) == [200, 404, 200, 200]
    assert await app.value("select owner_id from app.pictures where id = $1", UUID(helped)) == (
        mina.id
    )


async def test_naming_somebodys_photo_in_an_event_does_not_show_it(app: FilesApp) -> None:
    mina, noor = await person(app.database), await person(app.database)
    booking = await app.booked(noor)
    [item] = (await app.item(noor, booking)).json()
    own, others = await app.sent(noor), await app.sent(mina)
    for photo in (own, others):
        event = {
            "id": str(uuid4()),
            "kind": "packed",
            "at": clock.now().isoformat(),
            "item_id": item["id"],
            "photo_id": photo,
        }
        answer = await app.ask(noor, "record_events", events=[event])
        assert answer.json()["stored"] == [event["id"]], answer.text
    assert (await app.get(noor, own)).status_code == 200
    assert (await app.get(noor, others)).status_code == 404
    assert (await app.get(mina, others)).status_code == 200


async def test_a_quote_as_a_file_in_place_of_words(app: FilesApp) -> None:
    mina, office = await person(app.database), await person(app.database, "admin")
    await app.booked(mina)
    pdf = await app.sent(mina, PDF, kind="quote")
    asked = {"match_id": str(uuid4()), "rival": "Box Barn", "quoted_cents": 36000}
    assert (await app.ask(mina, "ask_price_match", **asked)).status_code == 400
    item = await app.sent(mina)
    wrong = await app.ask(mina, "ask_price_match", **asked, picture_id=item)
    assert wrong.status_code == 409
    for _ in range(2):
        [mine] = (await app.ask(mina, "ask_price_match", **asked, picture_id=pdf)).json()
        assert (mine["picture_id"], mine["media_type"], mine["quote"]) == (
            pdf,
            "application/pdf",
            "",
        )
    rows = (await app.ask(office, "price_matches")).json()
    assert [one["media_type"] for one in rows if one["id"] == asked["match_id"]] == [
        "application/pdf"
    ]
    shown = await app.get(office, pdf)
    assert (shown.content, shown.headers["content-type"]) == (PDF, "application/pdf")
    assert shown.headers["content-disposition"].startswith("attachment; ")
    assert (await app.get(await person(app.database, "worker"), pdf)).status_code == 404


async def test_what_was_never_used_is_forgotten(
    app: FilesApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    mina = await person(app.database)
    booking = await app.booked(mina)
    used, loose = await app.sent(mina), await app.sent(mina)
    await app.item(mina, booking, picture_id=used)
    later = clock.now() + service.LOOSE
    for moment, left in ((later - timedelta(minutes=1), 2), (later + timedelta(minutes=1), 1)):
        monkeypatch.setattr(clock, "now", lambda moment=moment: moment)
        async with app.database.owner() as tx:
            await service.forget_loose(tx)
        assert await app.value(
            "select count(*) from app.pictures where owner_id = $1", mina.id
        ) == (left)
    assert (await app.get(mina, loose)).status_code == 404
    await app.value("delete from public.users where id = $1 returning id", mina.id)
    assert await app.value("select count(*) from app.pictures where id = $1", UUID(used)) == 0


async def test_evidence_is_the_crews_alone(app: FilesApp) -> None:
    """A customer's would never be taken away: nothing names it."""
    for role, status in (("customer", 403), ("worker", 201)):
        who = await person(app.database, role)  # type: ignore[arg-type]
        assert (await app.send(who, picture(), kind="evidence")).status_code == status
