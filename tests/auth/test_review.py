"""What a review tried on the accounts and got away with, each closed by one of these."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio

from summerstow.auth.identity import Identifier
from summerstow.auth.limits import FREE_CODES, Limits
from summerstow.auth.rest_rate_limits import RestRateLimits
from summerstow.bookings.table import BookingRules
from summerstow.kit.database import Database
from summerstow.rest.app import RestApp
from summerstow.slots.commands import commands

from . import oidc
from .conftest import PASSWORD, House, error_of, new_address, with_settings

limited = with_settings(rate_limits="1")


@pytest.fixture(scope="module")
def google() -> Iterator[oidc.Liar]:
    with oidc.liar() as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def house(
    request: Any, tmp_path: Path, database: Database, google: oidc.Liar
) -> AsyncIterator[House]:
    one = oidc.google_house(tmp_path, database, google.url, **getattr(request, "param", {}))
    yield one
    await one.client.aclose()


def at(house: House, host: str) -> httpx.AsyncClient:
    """A client at this network address."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=house.app, client=(host, 50_000)),
        base_url=house.client.base_url,
    )


async def connect(
    house: House, google: oidc.Liar, session: dict[str, Any], who: dict[str, Any]
) -> httpx.Response:
    """Add the provider's identity to the signed-in account."""
    body = {"provider": "google", "id_token": google.token(**who), "link_identity": True}
    return await house.as_user(session, "POST", "/token?grant_type=id_token", json=body)


async def answer_mail(house: House, address: str) -> dict[str, Any]:
    code = (await house.mails(address))[0]["code"]
    answer = await house.post("/verify", {"type": "email", "email": address, "token": code})
    assert answer.status_code == 200, answer.text
    session: dict[str, Any] = answer.json()
    return session


async def by_phone(house: House, number: str) -> dict[str, Any]:
    """A session of a new account that a phone number confirms."""
    assert (await house.post("/otp", {"phone": number})).status_code == 200
    code = (await house.mails(f"+{number}"))[0]["code"]
    answer = await house.post("/verify", {"type": "sms", "phone": number, "token": code})
    assert answer.status_code == 200, answer.text
    session: dict[str, Any] = answer.json()
    return session


@pytest.mark.parametrize("way", ["signup", "otp", "recover"])
async def test_a_number_s_owner_does_not_wait_in_the_account_of_an_address_only_claimed(
    house: House, google: oidc.Liar, way: str
) -> None:
    number = {"signup": "16045550181", "otp": "16045550182", "recover": "16045550183"}[way]
    stranger = await by_phone(house, number)
    who = oidc.person(verified=False)
    assert error_of(await connect(house, google, stranger, who))[1] == "email_not_confirmed"
    body = {"email": who["email"]} | ({"password": PASSWORD} if way == "signup" else {})
    assert (await house.post(f"/{way}", body)).status_code == 200
    if way == "recover":
        # There is no account of this address to get back into, and so no mail but the provider's.
        assert [one["kind"] for one in await house.mails(who["email"])] == ["confirm_signup"]
        await house.sign_up(who["email"])
    owner = await answer_mail(house, who["email"])
    assert owner["user"]["id"] != stranger["user"]["id"]
    assert owner["user"]["phone"] == ""
    left = (await house.as_user(stranger, "GET", "/user")).json()
    assert (left["phone"], left["email"]) == (number, "")


async def test_nothing_of_a_stranger_stays_in_an_account_whose_address_moved_up_unverified(
    house: House, google: oidc.Liar
) -> None:
    old = new_address()
    stranger = await house.confirmed(old)
    # The stranger's own mailbox agrees ahead to an address of theirs, for later.
    theirs = new_address("later")
    await house.as_user(stranger, "PUT", "/user", json={"email": theirs})
    code = (await house.mails(old))[0]["code"]
    half = {"type": "email_change", "email": old, "token": code}
    assert (await house.post("/verify", half)).json()["code"] == "200"
    who = oidc.person(verified=False)
    assert (await connect(house, google, stranger, who)).status_code == 200
    found = (await house.as_user(stranger, "GET", "/user")).json()["identities"]
    (by_mail,) = [one["identity_id"] for one in found if one["provider"] == "email"]
    gone = await house.as_user(stranger, "DELETE", f"/user/identities/{by_mail}")
    assert gone.status_code == 200, gone.text
    await house.sign_up(who["email"], "brook-lantern-5")
    owner = await answer_mail(house, who["email"])
    assert [one["provider"] for one in owner["user"]["identities"]] == ["email"]
    assert "new_email" not in owner["user"]
    out = await house.as_user(stranger, "GET", "/user")
    assert out.json()["error_code"] == "session_not_found"
    again = await house.post(
        "/token?grant_type=id_token", {"provider": "google", "id_token": google.token(**who)}
    )
    assert error_of(again)[1] == "provider_email_needs_verification"
    await house.post("/resend", {"type": "email_change", "email": theirs})
    assert [one["kind"] for one in await house.mails(theirs)] == ["email_change_new"]


@limited
async def test_a_new_message_is_no_way_around_the_limit_of_guesses(
    house: House, address: str
) -> None:
    house.clock.stop()
    await house.sign_up(address)
    found = []
    for number in range(FREE_CODES + 1):
        async with at(house, f"10.{number}.9.1") as client:
            if number % 9 == 8:
                assert await client.post("/resend", json={"type": "signup", "email": address})
            guess = {"type": "signup", "email": address, "token": "nonono"}
            found.append((await client.post("/verify", json=guess)).status_code)
    assert found == [403] * FREE_CODES + [429]
    house.clock.pass_(seconds=1)
    code = (await house.mails(address))[0]["code"]
    async with at(house, "10.99.9.1") as client:
        right = await client.post(
            "/verify", json={"type": "signup", "email": address, "token": code}
        )
        assert right.status_code == 200, right.text
        # Whoever was right begins anew.
        wrong = {"type": "signup", "email": address, "token": "nonono"}
        assert (await client.post("/verify", json=wrong)).status_code == 403


def data_api(house: House) -> RestApp:
    """/rest/v1 as the composition has it, with bookings and slots."""
    identifier = Identifier(house.settings, house.database, house.keys)
    limits = Limits(house.database, house.clock, on=house.settings.rate_limits)
    rates = RestRateLimits(identifier, limits, house.settings)
    return RestApp(
        house.database,
        rates.identify,
        {"bookings": BookingRules("http://summerstow.test")},
        {one.name: one for one in commands("http://summerstow.test")},
        take=rates.take,
    )


def visitor(house: House, host: str) -> httpx.AsyncClient:
    """Somebody signed out at this network address."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=data_api(house), client=(host, 50_000)),
        base_url="http://summerstow.test/rest/v1",
    )


BOOKING = {"campus_id": 1, "first_name": "A", "last_name": "B"}
MORNING = "9:00 AM - 12:00 PM"


@limited
async def test_bookings_and_waiting_lists_are_counted_by_address(house: House) -> None:
    house.clock.stop()
    async with visitor(house, "10.1.8.1") as client:
        found = [(await client.post("/rpc/wait_for_place", json={})).status_code for _ in range(31)]
        assert found == [404] * 30 + [429]
        refused = await client.post("/rpc/wait_for_place", json={})
        assert refused.json()["code"] == "PT429"
        assert int(refused.headers["retry-after"]) == 60
        # Other calls go on, and so do other people.
        assert (await client.get("/campuses")).status_code == 200
        assert (await client.post("/bookings", json={})).status_code == 400
    async with visitor(house, "10.2.8.1") as other:
        assert (await other.post("/rpc/wait_for_place", json={})).status_code == 404


@limited
async def test_a_stranger_s_mailbox_is_not_filled_by_bookings(house: House, address: str) -> None:
    async with visitor(house, "10.3.8.1") as client:
        for many in (11, 10, 5):
            answer = await client.post("/bookings", json=[BOOKING | {"email": address}] * many)
            assert answer.status_code == (400 if many > 10 else 201), answer.text
        assert len(await house.mails(address)) == 10
        for field in ("first_name", "last_name", "building_name", "address"):
            lure = BOOKING | {"email": new_address(), field: "prize at WWW.evil.example"}
            refused = await client.post("/bookings", json=lure)
            assert refused.status_code == 400
            assert refused.json()["message"].endswith("must not contain a web address.")


@limited
async def test_one_visitor_cannot_keep_every_place(house: House) -> None:
    slots: list[UUID] = []
    for day in range(6):
        slots.append(
            await house.value(
                "insert into public.slot_availability (campus_id, date, time_of_day, capacity, "
                "available_slots) values (1, date '2034-05-01' + $1::int, 'morning', 5, 5) "
                "returning id",
                day,
            )
        )

    async def hold(client: httpx.AsyncClient, day: int) -> Any:
        asked = {"campus_id": 1, "pickup_date": f"2034-05-{day + 1:02}", "pickup_time": MORNING}
        answer = await client.post("/rpc/hold_place", json=asked)
        assert answer.status_code == 200, answer.text
        return answer.json()["hold_id"]

    async with visitor(house, "10.4.8.1") as client:
        kept = [await hold(client, 0) for _ in range(5)]
        assert [one is not None for one in kept] == [True] * 3 + [False] * 2
        free = "select available_slots from public.slot_availability where id = $1"
        assert await house.value(free, slots[0]) == 2
        elsewhere = [await hold(client, 1 + number // 2) for number in range(10)]
        assert sum(one is not None for one in elsewhere) == 7
        # Nobody is refused a booking for that.
        asked = {"pickup_date": "2034-05-06", "pickup_time": MORNING, "email": new_address()}
        assert (await client.post("/bookings", json=BOOKING | asked)).status_code == 201
        await client.post("/rpc/release_place", json={"hold_id": kept[0]})
        assert await hold(client, 5) is not None
    async with visitor(house, "10.5.8.1") as other:
        assert await hold(other, 0) is not None


@limited
async def test_waiting_lists_write_to_a_stranger_ten_times_a_day_at_most(
    house: House, address: str
) -> None:
    for day in range(11):
        await house.value(
            "insert into public.slot_availability (campus_id, date, time_of_day, capacity, "
            "available_slots) values (2, date '2034-06-01' + $1::int, 'morning', 1, 0)",
            day,
        )
    async with visitor(house, "10.6.8.1") as client:
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
