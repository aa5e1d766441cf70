"""What a review tried on the accounts and got away with, each closed by one of these."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import httpx
import pytest

from summerstow.bookings.table import BookingRules
from summerstow.platform.auth.identity.identifier import Identifier
from summerstow.platform.auth.rate_limits.limits import FREE_CODES, Limits
from summerstow.platform.auth.rate_limits.rest_rate_limits import RestRateLimits
from summerstow.platform.rest.app import RestApp
from summerstow.slots.commands import COMMANDS
from tests.auth.conftest import PASSWORD, AuthApp, error_of, new_address, with_settings
from tests.auth.providers import issuers

limited = with_settings(rate_limits="1")


pytestmark = pytest.mark.usefixtures("google")


def at(app: AuthApp, host: str) -> httpx.AsyncClient:
    """A client at this network address."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app.asgi, client=(host, 50_000)),
        base_url=app.client.base_url,
    )


async def connect(
    app: AuthApp, google: issuers.FakeIssuer, session: dict[str, Any], who: dict[str, Any]
) -> httpx.Response:
    """Add the provider's identity to the signed-in account."""
    body = {"provider": "google", "id_token": google.token(**who), "link_identity": True}
    return await app.as_user(session, "POST", "/token?grant_type=id_token", json=body)


async def answer_mail(app: AuthApp, address: str) -> dict[str, Any]:
    code = (await app.mails(address))[0]["code"]
    answer = await app.post("/verify", {"type": "email", "email": address, "token": code})
    assert answer.status_code == 200, answer.text
    session: dict[str, Any] = answer.json()
    return session


async def by_phone(app: AuthApp, number: str) -> dict[str, Any]:
    """A session of a new account that a phone number confirms."""
    assert (await app.post("/otp", {"phone": number})).status_code == 200
    code = (await app.mails(f"+{number}"))[0]["code"]
    answer = await app.post("/verify", {"type": "sms", "phone": number, "token": code})
    assert answer.status_code == 200, answer.text
    session: dict[str, Any] = answer.json()
    return session


@pytest.mark.parametrize("way", ["signup", "otp", "recover"])
async def test_a_number_s_owner_does_not_wait_in_the_account_of_an_address_only_claimed(
    app: AuthApp, google: issuers.FakeIssuer, way: str
) -> None:
    number = {"signup": "16045550181", "otp": "16045550182", "recover": "16045550183"}[way]
    stranger = await by_phone(app, number)
    who = issuers.person(verified=False)
    assert error_of(await connect(app, google, stranger, who))[1] == "email_not_confirmed"
    body = {"email": who["email"]} | ({"password": PASSWORD} if way == "signup" else {})
    assert (await app.post(f"/{way}", body)).status_code == 200
    if way == "recover":
        # There is no account of this address to get back into, and so no mail but the provider's.
        assert [one["kind"] for one in await app.mails(who["email"])] == ["confirm_signup"]
        await app.sign_up(who["email"])
    owner = await answer_mail(app, who["email"])
    assert owner["user"]["id"] != stranger["user"]["id"]
    assert owner["user"]["phone"] == ""
    left = (await app.as_user(stranger, "GET", "/user")).json()
    assert (left["phone"], left["email"]) == (number, "")


async def test_nothing_of_a_stranger_stays_in_an_account_whose_address_moved_up_unverified(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    old = new_address()
    stranger = await app.confirmed(old)
    # The stranger's own mailbox agrees ahead to an address of theirs, for later.
    theirs = new_address("later")
    await app.as_user(stranger, "PUT", "/user", json={"email": theirs})
    code = (await app.mails(old))[0]["code"]
    half = {"type": "email_change", "email": old, "token": code}
    assert (await app.post("/verify", half)).json()["code"] == "200"
    who = issuers.person(verified=False)
    assert (await connect(app, google, stranger, who)).status_code == 200
    found = (await app.as_user(stranger, "GET", "/user")).json()["identities"]
    (by_mail,) = [one["identity_id"] for one in found if one["provider"] == "email"]
    gone = await app.as_user(stranger, "DELETE", f"/user/identities/{by_mail}")
    assert gone.status_code == 200, gone.text
    await app.sign_up(who["email"], "brook-lantern-5")
    owner = await answer_mail(app, who["email"])
    assert [one["provider"] for one in owner["user"]["identities"]] == ["email"]
    assert "new_email" not in owner["user"]
    out = await app.as_user(stranger, "GET", "/user")
    assert out.json()["error_code"] == "session_not_found"
    again = await app.post(
        "/token?grant_type=id_token", {"provider": "google", "id_token": google.token(**who)}
    )
    assert error_of(again)[1] == "provider_email_needs_verification"
    await app.post("/resend", {"type": "email_change", "email": theirs})
    assert [one["kind"] for one in await app.mails(theirs)] == ["email_change_new"]


@limited
async def test_a_new_message_is_no_way_around_the_limit_of_guesses(
    app: AuthApp, address: str
) -> None:
    app.clock.stop()
    await app.sign_up(address)
    found = []
    for number in range(FREE_CODES + 1):
        async with at(app, f"10.{number}.9.1") as client:
            if number % 9 == 8:
                assert await client.post("/resend", json={"type": "signup", "email": address})
            guess = {"type": "signup", "email": address, "token": "nonono"}
            found.append((await client.post("/verify", json=guess)).status_code)
    assert found == [403] * FREE_CODES + [429]
    app.clock.pass_(seconds=1)
    code = (await app.mails(address))[0]["code"]
    async with at(app, "10.99.9.1") as client:
        right = await client.post(
            "/verify", json={"type": "signup", "email": address, "token": code}
        )
        assert right.status_code == 200, right.text
        # Whoever was right begins anew.
        wrong = {"type": "signup", "email": address, "token": "nonono"}
        assert (await client.post("/verify", json=wrong)).status_code == 403


def data_api(app: AuthApp) -> RestApp:
    """/rest/v1 as the composition has it, with bookings and slots."""
    identifier = Identifier(app.settings, app.database, app.keys)
    limits = Limits(app.database, app.clock, on=app.settings.rate_limits)
    rates = RestRateLimits(identifier, limits, app.settings)
    return RestApp(
        app.database,
        rates.identify,
        {"bookings": BookingRules()},
        {one.name: one for one in COMMANDS},
        take=rates.take,
    )


def visitor(app: AuthApp, host: str) -> httpx.AsyncClient:
    """Somebody signed out at this network address."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=data_api(app), client=(host, 50_000)),
        base_url="http://summerstow.test/rest/v1",
    )


BOOKING = {"campus_id": 1, "first_name": "A", "last_name": "B"}
MORNING = "9:00 AM - 12:00 PM"


@limited
async def test_bookings_and_waiting_lists_are_counted_by_address(app: AuthApp) -> None:
    app.clock.stop()
    async with visitor(app, "10.1.8.1") as client:
        found = [(await client.post("/rpc/wait_for_place", json={})).status_code for _ in range(31)]
        assert found == [404] * 30 + [429]
        refused = await client.post("/rpc/wait_for_place", json={})
        assert refused.json()["code"] == "PT429"
        assert int(refused.headers["retry-after"]) == 60
        # Other calls go on, and so do other people.
        assert (await client.get("/campuses")).status_code == 200
        assert (await client.post("/bookings", json={})).status_code == 400
    async with visitor(app, "10.2.8.1") as other:
        assert (await other.post("/rpc/wait_for_place", json={})).status_code == 404


@limited
async def test_a_stranger_s_mailbox_is_not_filled_by_bookings(app: AuthApp, address: str) -> None:
    async with visitor(app, "10.3.8.1") as client:
        for many in (11, 10, 5):
            answer = await client.post("/bookings", json=[BOOKING | {"email": address}] * many)
            assert answer.status_code == (400 if many > 10 else 201), answer.text
        assert len(await app.mails(address)) == 10
        for field in ("first_name", "last_name", "building_name", "address"):
            lure = BOOKING | {"email": new_address(), field: "prize at WWW.evil.example"}
            refused = await client.post("/bookings", json=lure)
            assert refused.status_code == 400
            assert refused.json()["message"].endswith("must not contain a web address.")


@limited
async def test_one_visitor_cannot_keep_every_place(app: AuthApp) -> None:
    slots: list[UUID] = []
    for day in range(6):
        slots.append(
            await app.value(
                "insert into public.slot_availability (campus_id, date, time_of_day, capacity, "
                "available_slots) values (1, date '2034-05-01' + $1::int, 'morning', 5, 5) "
                "returning id",
                day,
            )
        )

    async def hold(client: httpx.AsyncClient, day: int) -> Any:
        booking = {"campus_id": 1, "pickup_date": f"2034-05-{day + 1:02}", "pickup_time": MORNING}
        answer = await client.post("/rpc/hold_place", json=booking)
        assert answer.status_code == 200, answer.text
        return answer.json()["hold_id"]

    async with visitor(app, "10.4.8.1") as client:
        kept = [await hold(client, 0) for _ in range(5)]
        assert [one is not None for one in kept] == [True] * 3 + [False] * 2
        free = "select available_slots from public.slot_availability where id = $1"
        assert await app.value(free, slots[0]) == 2
        elsewhere = [await hold(client, 1 + number // 2) for number in range(10)]
        assert sum(one is not None for one in elsewhere) == 7
        # Nobody is refused a booking for that.
        booking = {"pickup_date": "2034-05-06", "pickup_time": MORNING, "email": new_address()}
        assert (await client.post("/bookings", json=BOOKING | booking)).status_code == 201
        await client.post("/rpc/release_place", json={"hold_id": kept[0]})
        assert await hold(client, 5) is not None
    async with visitor(app, "10.5.8.1") as other:
        assert await hold(other, 0) is not None


@limited
async def test_waiting_lists_write_to_a_stranger_ten_times_a_day_at_most(
    app: AuthApp, address: str
) -> None:
    for day in range(11):
        await app.value(
            "insert into public.slot_availability (campus_id, date, time_of_day, capacity, "
            "available_slots) values (2, date '2034-06-01' + $1::int, 'morning', 1, 0)",
            day,
        )
    async with visitor(app, "10.6.8.1") as client:
        found = [
            (
                await client.post(
                    "/rpc/wait_for_place",
                    json={
                        "campus_id": 2,
                        "pickup_date": f"2034-06-{day + 1:02}",
                        "pickup_time": MORNING,
                        "email": address,
                    },
                )
            ).status_code
            for day in range(11)
        ]
    assert found == [200] * 10 + [409]
