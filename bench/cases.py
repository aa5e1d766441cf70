"""The rows of the budgets' table that the server has, and the people who ask."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any, Final
from uuid import uuid4

import argon2
import asyncpg
import httpx

from summerstow.platform import clock, published

from .case import ROUNDS, Case, get, post
from .product import ANON_KEY, SERVICE_KEY, Product

CUSTOMERS: Final = 60
#: Stops of a queue: at one campus they are worked off, at another put in order.
STOPS: Final = 300
_WORKED, _ORDERED = 1, 2
_PASSWORD: Final = "a bench password of its own"  # noqa: S105 - made-up accounts of a throw-away copy
_CAMPUS: Final = "*,campus:campuses(campus,university,country)"
_DAY: Final = date(2028, 4, 28)
_BOOKED: Final = 300


async def prepare(product: Product, connection: asyncpg.Connection[Any]) -> list[Case]:
    """Make people and queues, and write down what each case asks."""
    today = clock.today()
    # Bookable and workable at any hour, while today's windows are over in the evening.
    day = today + timedelta(days=1)
    async with httpx.AsyncClient(
        base_url=product.url, headers={"apikey": ANON_KEY}, timeout=300
    ) as client:
        people = [await _customer(client, number) for number in range(CUSTOMERS)]
        await connection.execute(
            "update users set role = case id::text when $1 then 'executive' else 'worker' end "
            "where id::text in ($1, $2)",
            people[0]["id"],
            people[1]["id"],
        )
        office, crew = [await _sign_in(client, one["email"]) for one in people[:2]]
        for campus in (_WORKED, _ORDERED):
            await _fill_queue(client, campus, day)
        worked, ordered = [await _queue(client, crew, one, day) for one in (_WORKED, _ORDERED)]
    words = await connection.fetch(
        "select phone, last_name from public.bookings where phone is not null limit 30"
    )
    await connection.execute("vacuum analyze")
    customers = people[2:]
    ids = ", ".join(f"'{one['id']}'" for one in customers)
    pick = f"\\set n random(1, {len(customers)})\n"
    someone = f"(array[{ids}]::uuid[])[(:n)::int]"
    campus_of = (
        "left join lateral (select campus, university, country from campuses "
        "where id = b.campus_id) c on true"
    )
    return [
        Case(
            "booking, one at a time",
            "times bare",
            4.5,
            _BOOKED,
            [_book(number) for number in range(ROUNDS * _BOOKED)],
            "\\set d random(0, 400)\n\\set c random(1, 3)\n"
            "insert into bookings (campus_id, first_name, last_name, email, guest_first_name, "
            "guest_last_name, guest_email, pickup_date, pickup_time, delivery_option) values "
            "((:c)::int, 'Mina', 'Park', 'mina@example.test', 'Mina', 'Park', 'mina@example.test', "
            "date '2028-01-01' + (:d)::int, '9:00 AM - 12:00 PM', 'decide_later') "
            "returning row_to_json(bookings);",
            connections=1,
            once=True,
        ),
        Case(
            "poll of the queue",
            "times bare",
            7,
            2000,
            [_poll(one) for one in customers],
            f"{pick}select queue_position, is_ready from pickup_queue "  # noqa: S608 - our own ids
            f"where user_id = {someone} and pickup_date = '{_DAY}';",
        ),
        Case(
            "poll of one's own booking",
            "times bare",
            7,
            2000,
            [_own_booking(one) for one in customers],
            f"{pick}select row_to_json(x) from (select b.*, row_to_json(c) campus "  # noqa: S608
            f"from bookings b {campus_of} where b.user_id = {someone} "
            "order by b.created_at desc limit 1) x;",
        ),
        Case(
            "staff list of 50",
            "times bare",
            3,
            1500,
            [_list(office)],
            "select json_agg(x) from (select b.*, row_to_json(c) campus "  # noqa: S608
            f"from bookings b {campus_of} order by b.created_at desc limit 50) x;",
        ),
        Case(
            "sign-in",
            "times bare",
            1.5,
            100,
            [_signs_in(one) for one in customers],
            _hash(),
            connections=2,
        ),
        *(
            Case(
                f"{name} in a queue of {STOPS}",
                "cpu ms",
                10,
                len(worked) // ROUNDS,
                [_mark(one, status, crew) for one in worked],
                connections=2,
                once=True,
            )
            for name, status in (("On Way", "in_progress"), ("Complete", "completed"))
        ),
        Case(
            f"reorder in a queue of {STOPS}",
            "cpu ms",
            10,
            40,
            _reorders(ordered, day, crew),
            connections=1,
        ),
        Case(
            "booking again, signed in",
            "cpu ms",
            8,
            400,
            [_book(number, one) for number in range(4) for one in customers],
            connections=2,
        ),
        Case(
            "overview of a year",
            "p50 ms",
            200,
            20,
            [_overview(office, today)],
            connections=1,
        ),
        Case(
            "search and lists",
            "p95 ms",
            150,
            200,
            [
                request
                for row in words
                for request in _searches(office, row["phone"], row["last_name"])
            ],
            connections=2,
        ),
        Case(
            "50 requests a second, mixed",
            "p95 ms",
            100,
            500,
            _mixed(customers, office, [row["phone"] for row in words], today),
            connections=40,
        ),
    ]


def _mixed(
    customers: list[dict[str, str]], office: str, phones: list[str], today: date
) -> list[str]:
    """What a busy minute asks: mostly polls, some lists, bookings and sign-ins."""
    dice = random.Random(7)  # noqa: S311 - the order of made-up requests
    requests = []
    for number in range(1500):
        one = dice.choice(customers)
        requests.append(
            dice.choices(
                [
                    _poll(one),
                    _own_booking(one),
                    get("/", one["token"]),
                    _list(office),
                    _find(office, dice.choice(phones)),
                    _book(1_000_000 + number),
                    _signs_in(one),
                    _overview(office, today),
                ],
                [40, 20, 10, 10, 8, 8, 3, 1],
            )[0]
        )
    return requests


def _poll(one: dict[str, str]) -> str:
    return get(
        "/rest/v1/pickup_queue?select=queue_position,is_ready"
        f"&user_id=eq.{one['id']}&pickup_date=eq.{_DAY}",
        one["token"],
    )


def _own_booking(one: dict[str, str]) -> str:
    return get(
        f"/rest/v1/bookings?select={_CAMPUS}&user_id=eq.{one['id']}&order=created_at.desc&limit=1",
        one["token"],
    )


def _list(office: str) -> str:
    return get(f"/rest/v1/bookings?select={_CAMPUS}&order=created_at.desc&limit=50", office)


def _searches(office: str, phone: str, name: str) -> list[str]:
    lists = f"/rest/v1/bookings?select={_CAMPUS}&limit=20"
    return [
        _find(office, phone),
        _find(office, name),
        get(f"{lists}&order=last_name.asc.nullslast,id&offset=200", office),
        get(f"{lists}&order=pickup_date.desc.nullslast,id&status=eq.confirmed", office),
        get(f"{lists}&order=created_at.desc.nullslast,id&last_name=ilike.*{name[:4]}*", office),
    ]


def _find(office: str, text: str) -> str:
    return post("/rest/v1/rpc/find", {"text": text}, office)


def _overview(office: str, today: date) -> str:
    period = {"from": str(today - timedelta(days=364)), "to": str(today)}
    return post("/rest/v1/rpc/season_overview", period, office)


def _signs_in(one: dict[str, str]) -> str:
    body = {"email": one["email"], "password": _PASSWORD}
    return post("/auth/v1/token?grant_type=password", body)


def _hash() -> Any:
    """The password hash alone."""
    hasher = argon2.PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)
    stored = hasher.hash("x")
    return lambda: hasher.verify(stored, "x")


def _mark(queue_id: str, status: str, crew: str) -> str:
    return post("/rest/v1/rpc/set_pickup_status", {"status": status, "queue_id": queue_id}, crew)


def _reorders(ids: list[str], day: date, crew: str) -> list[str]:
    """The last goes before all others, and back behind them."""
    other = [ids[-1], *ids[:-1]]
    return [
        post(
            "/rest/v1/rpc/order_pickups",
            {"campus_id": _ORDERED, "day": str(day), "order": after, "seen": before},
            crew,
        )
        for before, after in ((ids, other), (other, ids))
    ]


def _book(number: int, by: dict[str, str] | None = None) -> str:
    """A guest's booking, or one of a customer, which replaces the earlier one."""
    dice = random.Random(number)  # noqa: S311 - days of made-up bookings
    day = _DAY if by else date(2029, 1, 1) + timedelta(days=dice.randrange(400))
    email = by["email"] if by else f"guest-{number}-{uuid4().hex[:6]}@example.test"
    body = _booking(email, day) | {"campus_id": dice.randint(1, 3)}
    prefer = "Prefer: return=representation\r\n"
    return post("/rest/v1/bookings?select=*", body, by["token"] if by else None, prefer)


def _booking(email: str, day: date) -> dict[str, Any]:
    return {
        "campus_id": 1,
        "first_name": "Mina",
        "last_name": "Park",
        "email": email,
        "phone": "+1 604 555 0123",
        "pickup_date": str(day),
        "pickup_time": published.known_campus(1).pickup_windows[0].label,
        "delivery_option": "decide_later",
    }


async def _customer(client: httpx.AsyncClient, number: int) -> dict[str, str]:
    """Sign a customer up who books; their id, e-mail address and token."""
    email = f"bench-{number}@example.test"
    answer = await client.post("/auth/v1/signup", json={"email": email, "password": _PASSWORD})
    answer.raise_for_status()
    session = answer.json()
    token: str = session["access_token"]
    booked = await client.post(
        "/rest/v1/bookings",
        headers={"Authorization": f"Bearer {token}"},
        json=_booking(email, _DAY),
    )
    assert booked.is_success, booked.text
    return {"id": session["user"]["id"], "email": email, "token": token}


async def _sign_in(client: httpx.AsyncClient, email: str) -> str:
    answer = await client.post(
        "/auth/v1/token?grant_type=password", json={"email": email, "password": _PASSWORD}
    )
    answer.raise_for_status()
    token: str = answer.json()["access_token"]
    return token


async def _fill_queue(client: httpx.AsyncClient, campus: int, day: date) -> None:
    """Book `STOPS` pickups of one day as the service."""
    for first in range(0, STOPS, 50):
        rows = [
            _booking(f"stop-{campus}-{number}@example.test", day)
            | {"campus_id": campus, "building_name": f"House {number % 40}"}
            for number in range(first, first + 50)
        ]
        answer = await client.post(
            "/rest/v1/bookings",
            headers={"apikey": SERVICE_KEY, "Authorization": f"Bearer {SERVICE_KEY}"},
            json=rows,
        )
        answer.raise_for_status()


async def _queue(client: httpx.AsyncClient, crew: str, campus: int, day: date) -> list[str]:
    """The ids of a day's queue, in its order."""
    answer = await client.get(
        f"/rest/v1/pickup_queue?select=id&campus_id=eq.{campus}&pickup_date=eq.{day}"
        "&order=queue_position",
        headers={"Authorization": f"Bearer {crew}"},
    )
    answer.raise_for_status()
    return [row["id"] for row in answer.json()]
