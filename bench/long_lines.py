"""Whether a place in line costs the same whatever its length: short lines beside a long one."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
from datetime import date, timedelta
from typing import Any, Final
from uuid import uuid4

import asyncpg
import httpx

from summerstow.kit import facts
from summerstow.queue.service import window_ranks

from .case import get, post
from .cases import customer
from .crew_cases import marked
from .product import Product

#: Stops in a line, and how many such days there are: so the short ones stay short.
LINES: Final = {10: 40, 300: 1, 1000: 1}
ROUNDS: Final = 5
#: Requests of a job in a round, and polls, which cost little.
EACH, POLLS = 40, 1000
_CAMPUS: Final = 3
_FIRST: Final = date(2028, 1, 1)


async def measure(product: Product, connect: dict[str, Any]) -> None:
    """Fill the lines, ask the same of each, and print what a request costs."""
    connection = await asyncpg.connect(**connect)
    async with httpx.AsyncClient(base_url=product.url) as client:
        crew, waiting = [await customer(client, number) for number in range(2)]
    await connection.execute(
        "update users set role = 'worker' where id = $1::text::uuid", crew["id"]
    )
    days = {}
    for at, (length, many) in enumerate(LINES.items()):
        days[length] = [_FIRST + timedelta(days=50 * at + n) for n in range(many)]
        await _fill(connection, days[length], length, waiting["id"])
    await connection.execute("vacuum analyze")
    spent: dict[tuple[str, int], list[float]] = {}
    own = f"Authorization: Bearer {crew['token']}\r\n"
    for number in range(ROUNDS):
        for length, on in days.items():
            lines = [await _line(connection, day) for day in on]
            first = [one for line in lines for one in line[: EACH // len(on)]]
            for job, requests in {
                "poll": [_poll(waiting, day) for day in on],
                "booking": [_book(on[n % len(on)], number * EACH + n) for n in range(EACH)],
                "On Way": [marked(one, "in_progress", own) for one in first],
                "Complete": [marked(one, "completed", own) for one in first],
            }.items():
                count = POLLS if job == "poll" else EACH
                spent.setdefault((job, length), []).append(_ask(product, requests, count))
            lines = [await _line(connection, day) for day in on]
            drags = [
                one for day, line in zip(on, lines, strict=True) for one in _drags(day, line, own)
            ]
            spent.setdefault(("drag", length), []).append(_ask(product, drags[:EACH], EACH))
    await connection.close()
    _report(spent)


def _report(spent: dict[tuple[str, int], list[float]]) -> None:
    print("\nms of CPU a request " + "".join(f"{length:>9}" for length in LINES) + "     ratio")
    shortest, *_, longest = LINES
    for job in dict.fromkeys(job for job, _ in spent):
        found = {length: statistics.median(spent[job, length]) for length in LINES}
        figures = "".join(f"{one:9.2f}" for one in found.values())
        print(f"{job:20}{figures}{found[longest] / found[shortest]:10.2f}")


def _ask(product: Product, requests: list[str], count: int) -> float:
    """Milliseconds of CPU a request."""
    plan = {"port": product.port, "requests": requests, "count": count, "connections": 1}
    before = product.cpu()
    done = subprocess.run(
        [sys.executable, "-m", "bench.load"],
        input=json.dumps(plan).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    if failures := json.loads(done.stdout)["failures"]:
        print(f"  refused answers {failures}", file=sys.stderr)
    return 1000 * (product.cpu() - before) / count


async def _fill(
    connection: asyncpg.Connection[Any], days: list[date], length: int, waiting: str
) -> None:
    """Lines of these days, with somebody at the end of each who asks for their place."""
    await connection.execute(
        "insert into public.bookings (campus_id, first_name, last_name, email, status, "
        "pickup_date, pickup_time, building_name, delivery_option) "
        "select $1, 'Stop', n::text, 'stop-' || day || '-' || n || '@example.test', 'confirmed', "
        "day, $3, 'House ' || n % 40, 'decide_later' "
        "from unnest($2::date[]) day, generate_series(1, $4) n",
        _CAMPUS,
        days,
        facts.booking().pickup_windows[0].label,
        length - 1,
    )
    await connection.execute(
        "select app.join_line(id, $2, $3) from public.bookings where pickup_date = any($1)",
        days,
        *window_ranks(),
    )
    await connection.execute(
        "insert into public.pickup_queue (user_id, campus_id, pickup_date) "
        "select $2::text::uuid, $3, day from unnest($1::date[]) day",
        days,
        waiting,
        _CAMPUS,
    )


async def _line(connection: asyncpg.Connection[Any], day: date) -> list[str]:
    rows = await connection.fetch(
        "select id::text from public.pickup_queue where campus_id = $1 and pickup_date = $2 "
        "order by queue_position",
        _CAMPUS,
        day,
    )
    return [row["id"] for row in rows]


def _poll(waiting: dict[str, str], day: date) -> str:
    return get(
        f"/rest/v1/pickup_queue?select=queue_position,is_ready&user_id=eq.{waiting['id']}"
        f"&pickup_date=eq.{day}",
        waiting["token"],
    )


def _book(day: date, number: int) -> str:
    """A guest's booking for the middle of the line."""
    dice = random.Random(number)  # noqa: S311 - residences of made-up bookings
    body = {
        "campus_id": _CAMPUS,
        "first_name": "Mina",
        "last_name": "Park",
        "email": f"guest-{uuid4().hex[:10]}@example.test",
        "phone": "+1 604 555 0123",
        "building_name": f"House {dice.randrange(40)}",
        "pickup_date": str(day),
        "pickup_time": facts.booking().pickup_windows[0].label,
        "delivery_option": "decide_later",
    }
    return post("/rest/v1/bookings?select=*", body, "Prefer: return=representation\r\n")


def _drags(day: date, line: list[str], own: str) -> list[str]:
    """The last goes before all others: in a long line again and again, in a short one once."""
    requests = []
    for _ in range(EACH if len(line) > EACH else 1):
        order = [line[-1], *line[:-1]]
        body = {"campus_id": _CAMPUS, "day": str(day), "order": order, "seen": line}
        requests.append(post("/rest/v1/rpc/order_pickups", body, own))
        line = order
    return requests
