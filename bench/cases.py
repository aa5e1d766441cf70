"""The jobs of the bench: a request beside the same SQL with nothing around it."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import asyncpg
import httpx

from summerstow.seed import past

from . import crew_cases, file_cases
from .case import ROUNDS, Case, get, post
from .product import ANON_KEY, Product

CUSTOMERS = 60
PASSWORD = "a bench password of its own"  # noqa: S105 - made-up accounts of a throw-away copy
#: Of a season or two.
BOOKINGS = 10_000
#: By the bench itself, in each round.
_BOOKED = 2000
_CAMPUS = "*,campus:campuses(campus,university,country)"


async def prepare(
    product: Product, connect: dict[str, Any], bookings: int
) -> tuple[list[Case], list[str]]:
    """Fill the database to its size, make people, and write down what they ask.

    Also returns the customers' tokens.
    """
    from summerstow.kit.database.pool import Database  # noqa: PLC0415 - after the product has started

    database = Database(connect, size=1, patience=600)
    await database.open()
    await past.generate(database, bookings)
    await database.close()
    async with httpx.AsyncClient(base_url=product.url, headers={"apikey": ANON_KEY}) as client:
        people = [await customer(client, number) for number in range(CUSTOMERS)]
        connection = await asyncpg.connect(**connect)
        await connection.execute(
            "update users set role = 'admin' where id = $1::text::uuid", people[0]["id"]
        )
        await connection.execute(
            "update users set role = 'executive' where id = $1::text::uuid", people[1]["id"]
        )
        people[1]["token"] = await _signed_in(client, people[1]["email"])
        crew = await crew_cases.prepare(client, connection, people[1]["token"], people[2]["token"])
        theirs = [one["token"] for one in people[2:]]
        files = await file_cases.prepare(client, connection, people[1]["token"], theirs)
        await connection.execute("vacuum analyze")
        # The archive's first copy of all is no job's.
        copying = "select exists (select from pg_stat_activity where backend_type = 'walsender')"
        while await connection.fetchval(copying):  # noqa: ASYNC110 - another program's work
            await asyncio.sleep(1)
        await connection.close()
    admin, customers = people[0], people[2:]
    day = str(_pickup_day())
    ids = ", ".join(f"'{one['id']}'" for one in customers)
    pick = f"\\set n random(1, {len(customers)})\n"
    someone = f"(array[{ids}]::uuid[])[(:n)::int]"
    poll = Case(
        "queue poll",
        0.20,
        6000,
        [
            get(
                f"/rest/v1/pickup_queue?select=queue_position,is_ready&user_id=eq.{one['id']}"
                f"&pickup_date=eq.{day}",
                one["token"],
            )
            for one in customers
        ],
        f"{pick}select queue_position, is_ready "  # noqa: S608
        f"from pickup_queue where user_id = {someone} and pickup_date = '{day}';",
    )
    return [
        poll,
        # As many pages as one worker of the bench can hold open, all at once.
        replace(poll, name="burst poll, 400 pages", aim=0.12, connections=400),
        Case(
            "booking insert",
            1.20,
            _BOOKED,
            [_book(number) for number in range(ROUNDS * _BOOKED)],
            "\\set d random(0, 400)\n\\set c random(1, 3)\n"
            "insert into bookings (campus_id, first_name, last_name, email, guest_first_name, "
            "guest_last_name, guest_email, pickup_date, pickup_time, delivery_option) values "
            "((:c)::int, 'Mina', 'Park', 'mina@example.test', 'Mina', 'Park', 'mina@example.test', "
            "date '2028-01-01' + (:d)::int, '9:00 AM - 12:00 PM', 'decide_later') "
            "returning row_to_json(bookings);",
        ),
        Case(
            "own booking + campus",
            0.20,
            5000,
            [
                get(
                    f"/rest/v1/bookings?select={_CAMPUS}&user_id=eq.{one['id']}"
                    "&order=created_at.desc&limit=1",
                    one["token"],
                )
                for one in customers
            ],
            f"{pick}select row_to_json(x) from "  # noqa: S608 - our own ids
            "(select b.*, row_to_json(c) campus from bookings b "
            f"left join lateral (select campus, university, country from campuses "
            f"where id = b.campus_id) c on true where b.user_id = {someone} "
            "order by b.created_at desc limit 1) x;",
        ),
        Case(
            "staff list of 50",
            0.75,
            6000,
            [
                get(
                    f"/rest/v1/bookings?select={_CAMPUS}&order=created_at.desc&limit=50",
                    admin["token"],
                )
            ],
            "select json_agg(x) from (select b.*, row_to_json(c) campus from bookings b "
            "left join lateral (select campus, university, country from campuses "
            "where id = b.campus_id) c on true order by b.created_at desc limit 50) x;",
        ),
        Case(
            "password sign-in",
            27.0,
            200,
            [
                post(
                    "/auth/v1/token?grant_type=password",
                    {"email": one["email"], "password": PASSWORD},
                )
                for one in customers
            ],
            connections=4,
            hashes=True,
        ),
        *crew,
        *files,
    ], [one["token"] for one in customers]


async def _signed_in(client: httpx.AsyncClient, email: str) -> str:
    answer = await client.post(
        "/auth/v1/token?grant_type=password", json={"email": email, "password": PASSWORD}
    )
    answer.raise_for_status()
    token: str = answer.json()["access_token"]
    return token


def _pickup_day() -> date:
    return date(2028, 4, 28)


async def customer(client: httpx.AsyncClient, number: int) -> dict[str, str]:
    """Sign somebody up who books; their id, e-mail address and token."""
    email = f"bench-{number}@example.test"
    answer = await client.post("/auth/v1/signup", json={"email": email, "password": PASSWORD})
    answer.raise_for_status()
    session = answer.json()
    token: str = session["access_token"]
    booked = await client.post(
        "/rest/v1/bookings",
        headers={"Authorization": f"Bearer {token}"},
        json=_body(email, _pickup_day()),
    )
    booked.raise_for_status()
    return {"id": session["user"]["id"], "email": email, "token": token}


def _body(email: str, day: date) -> dict[str, Any]:
    return {
        "campus_id": 1,
        "first_name": "Mina",
        "last_name": "Park",
        "email": email,
        "phone": "+1 604 555 0123",
        "pickup_date": str(day),
        "pickup_time": "9:00 AM - 12:00 PM",
        "delivery_option": "decide_later",
    }


def _book(number: int) -> str:
    dice = random.Random(number)  # noqa: S311 - days of made-up bookings
    day = date(2029, 1, 1) + timedelta(days=dice.randrange(400))
    body = _body(f"guest-{number}-{uuid4().hex[:6]}@example.test", day)
    body["campus_id"] = dice.randint(1, 3)
    return post("/rest/v1/bookings?select=*", body, "Prefer: return=representation\r\n")
