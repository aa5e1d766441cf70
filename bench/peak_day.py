"""A campus's peak day: 300 stops, 3,000 items, 20,000 events, and 100 scans a second on top.

Scans come at their times whether or not the ones before are answered, as crews make them: what is
measured is from the moment of a scan until the server has stored it.
"""

from __future__ import annotations

import asyncio
import random
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import uuid4

import asyncpg
import httpx

from summerstow.custody.codes import new_code

from .case import today
from .product import ANON_KEY, Product

STOPS: Final = 300
ITEMS: Final = 3_000
EVENTS: Final = 20_000
SCANS_A_SECOND: Final = 100
SECONDS: Final = 20
_CAMPUS: Final = 1
_PASSWORD: Final = "a bench password of its own"  # noqa: S105 - made-up accounts
_SEASON: Final = ["bound", "packed", "picked_up", "shelved", "shelved", "pulled", "loaded"]


async def measure(product: Product, connect: dict[str, Any]) -> None:
    """Fill the day, scan, and print what it took."""
    async with httpx.AsyncClient(
        base_url=product.url, headers={"apikey": ANON_KEY}, timeout=30
    ) as client:
        crew, owner = await _account(client, "crew"), await _account(client, "owner")
        connection = await asyncpg.connect(**connect)
        await connection.execute(
            "update public.users set role = 'worker' where id = $1::text::uuid", crew["id"]
        )
        print(f"peak day: {STOPS} stops, {ITEMS} items, {EVENTS} events", flush=True)
        scans = await _fill(connection, owner["id"])
        await connection.execute("analyze")
        await connection.close()
        heads = {"Authorization": f"Bearer {crew['token']}"}
        before = product.cpu()
        times = await _scan(client, heads, scans)
        _say("scan to stored", times)
        print(
            f"{'':24}cpu {1000 * (product.cpu() - before) / len(times):7.1f} ms each, "
            f"{SCANS_A_SECOND} a second"
        )
        day = {"campus_id": _CAMPUS, "day": str(today())}
        _say("a crew's whole day", await _often(client, "/rest/v1/rpc/run_day", heads, day))
        own = {"Authorization": f"Bearer {owner['token']}"}
        _say("My Storage, 20 items", await _often(client, "/rest/v1/items?select=*", own, None))


async def _scan(
    client: httpx.AsyncClient, heads: dict[str, str], scans: list[dict[str, Any]]
) -> list[float]:
    times: list[float] = []
    refused: list[str] = []

    async def one(event: dict[str, Any]) -> None:
        begun = time.perf_counter()
        body = {"events": [event | {"at": datetime.now(UTC).isoformat()}]}
        answer = await client.post("/rest/v1/rpc/record_events", json=body, headers=heads)
        if answer.status_code != 200 or answer.json()["needs_person"]:
            refused.append(answer.text)
        times.append(time.perf_counter() - begun)

    start = time.perf_counter()
    running = []
    for number, event in enumerate(scans):
        await asyncio.sleep(max(start + number / SCANS_A_SECOND - time.perf_counter(), 0))
        running.append(asyncio.create_task(one(event)))
    await asyncio.gather(*running)
    if refused:
        print(f"  {len(refused)} scans did not fit: {refused[0]}")
    return times


async def _often(
    client: httpx.AsyncClient, path: str, heads: dict[str, str], body: dict[str, Any] | None
) -> list[float]:
    times = []
    for _ in range(100):
        begun = time.perf_counter()
        answer = await (
            client.get(path, headers=heads)
            if body is None
            else client.post(path, json=body, headers=heads)
        )
        answer.raise_for_status()
        times.append(time.perf_counter() - begun)
    return times


def _say(what: str, times: list[float]) -> None:
    ordered = sorted(1000 * one for one in times)
    print(
        f"{what:24}p50 {ordered[len(ordered) // 2]:7.1f} ms"
        f"  p99 {ordered[int(len(ordered) * 0.99)]:7.1f} ms  of {len(ordered)}",
        flush=True,
    )


async def _account(client: httpx.AsyncClient, name: str) -> dict[str, str]:
    answer = await client.post(
        "/auth/v1/signup", json={"email": f"peak-{name}@example.test", "password": _PASSWORD}
    )
    answer.raise_for_status()
    session = answer.json()
    return {"id": session["user"]["id"], "token": session["access_token"]}


async def _fill(connection: asyncpg.Connection[Any], owner: str) -> list[dict[str, Any]]:
    """Bookings that come back today in six runs, their items on the van; the scans at the doors."""
    day = today()
    bookings = [uuid4() for _ in range(STOPS)]
    await connection.execute(
        "insert into public.bookings (id, user_id, campus_id, first_name, last_name, email, "
        "status, return_delivery_date, delivery_option, building_name) "
        "select one.id, case when one.place = 1 then $3::text::uuid end, $4, 'Peak', "
        "one.place::text, 'peak-' || one.place || '@example.test', 'picked_up', $2, 'same_city', "
        "'Totem Park' from unnest($1::uuid[]) with ordinality one (id, place)",
        bookings,
        day,
        owner,
        _CAMPUS,
    )
    # The owner's has twenty items, as a full bundle.
    counts = [20] + [ITEMS // STOPS] * (STOPS - 1)
    items = [
        (uuid4(), booking) for booking, n in zip(bookings, counts, strict=True) for _ in range(n)
    ]
    codes = {new_code() for _ in range(len(items) + 200)}
    labels = list(codes)[: len(items)]
    await connection.execute(
        "insert into public.items (id, booking_id, kind, description, boxed) "
        "select id, booking_id, 'box', 'Box', true from unnest($1::uuid[], $2::uuid[]) "
        "one (id, booking_id)",
        [one for one, _ in items],
        [booking for _, booking in items],
    )
    await connection.execute(
        "insert into public.labels (code, item_id) select * from unnest($1::text[], $2::uuid[])",
        labels,
        [one for one, _ in items],
    )
    await connection.execute(
        "update public.items i set label_code = l.code, state = 'out_for_delivery' "
        "from public.labels l where l.item_id = i.id"
    )
    begun = datetime.now(UTC) - timedelta(days=120)
    events = [
        (uuid4(), one, kind, begun + timedelta(days=step))
        for one, _ in items
        for step, kind in enumerate(_SEASON)
    ][:EVENTS]
    await connection.execute(
        "insert into public.item_events (id, item_id, kind, at, received_at, actor_role) "
        "select id, item_id, kind, at, at, 'worker' "
        "from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) "
        "one (id, item_id, kind, at)",
        *(list(column) for column in zip(*events, strict=True)),
    )
    stops = {
        row["booking_id"]: row["id"]
        for row in await connection.fetch(
            "select id, booking_id from public.run_stops where kind = 'return' and date = $1", day
        )
    }
    await connection.execute(
        "insert into public.runs (campus_id, date, name, van_items) "
        "select $1, $2, 'Crew ' || n, 60 from generate_series(2, 6) n",
        _CAMPUS,
        day,
    )
    await connection.execute(
        "with crew as (select id, row_number() over (order by name) as n, count(*) over () as all "
        "from public.runs where campus_id = $1 and date = $2), "
        "dealt as (select s.id, c.id as run_id from (select id, row_number() over "
        "(order by position) as turn from public.run_stops where campus_id = $1 and date = $2) s "
        "join crew c on s.turn % c.all + 1 = c.n) "
        "update public.run_stops s set run_id = d.run_id from dealt d "
        "where d.id = s.id",
        _CAMPUS,
        day,
    )
    dice = random.Random(7)  # noqa: S311 - which of them are scanned
    # Those whose season so far is whole.
    whole = len(events) // len(_SEASON)
    chosen = dice.sample(range(whole), min(SCANS_A_SECOND * SECONDS, whole))
    return [
        {
            "id": str(uuid4()),
            "kind": "delivered",
            "label": labels[place],
            "stop_id": str(stops[items[place][1]]),
        }
        for place in chosen
    ]
