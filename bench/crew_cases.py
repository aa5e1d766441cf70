"""The jobs of a pickup morning, of the office and of files, and the same SQL where there is one."""

from __future__ import annotations

import io
from datetime import date, timedelta
from typing import Any, Final
from uuid import uuid4

import asyncpg
import httpx
from PIL import Image

from summerstow.kit import facts
from summerstow.queue.service import window_ranks

from .case import ROUNDS, Case, get, post, today

#: Stops in each of the lines: of each campus one is worked off, one is put in another order, one by
#: SQL alone.
LINE: Final = 300
_WORKED, _DRAGGED, _BARE = 1, 2, 3
#: Days before today whose lines are worked off as well: without counts, and with them. A round is
#: then long beside what happens once in a while (a new connection, a finished segment of the log).
_PLAIN, _COUNTED = range(1, 9), range(9, 14)
_SEARCHES: Final = 60


async def prepare(
    client: httpx.AsyncClient, connection: asyncpg.Connection[Any], staff: str, customer: str
) -> list[Case]:
    """Fill lines of today and write down what is asked; `staff`, `customer` are their tokens.

    `staff` is an executive's.
    """
    plain, counted = [today(), *map(_before, _PLAIN)], [*map(_before, _COUNTED)]
    worked_off = [*plain, *counted]
    await connection.execute(
        "insert into public.bookings (campus_id, first_name, last_name, email, status, "
        "pickup_date, pickup_time, building_name, delivery_option) "
        "select campus, 'Stop', n::text, 'stop-' || campus || '-' || n || '@example.test', "
        "'confirmed', day, $3, 'House ' || n % 40, 'decide_later' "
        "from unnest($1::int[], $2::date[]) line (campus, day), generate_series(1, $4) n",
        [_DRAGGED, _BARE, *[_WORKED] * len(worked_off)],
        [today(), today(), *worked_off],
        facts.booking().pickup_windows[0].label,
        LINE,
    )
    await connection.execute(
        "select app.join_line(id, $2, $3) from public.bookings "
        "where pickup_date = any($1) and last_name ~ '^[0-9]+$' order by created_at, id",
        worked_off,
        *window_ranks(),
    )
    stops, dragged, counts = [
        [
            str(row["id"])
            for row in await connection.fetch(
                "select id from public.pickup_queue "
                "where campus_id = $1 and pickup_date = any($2) "
                "order by pickup_date, queue_position",
                campus,
                days,
            )
        ]
        for campus, days in ((_WORKED, plain), (_DRAGGED, [today()]), (_WORKED, counted))
    ]
    phones = [
        row["phone"]
        for row in await connection.fetch(
            "select distinct phone from public.bookings where phone is not null limit $1", _SEARCHES
        )
    ]
    theirs = f"from pickup_queue where campus_id = {_BARE} and pickup_date = '{today()}'"
    in_run = f"from run_stops where campus_id = {_BARE} and date = '{today()}'"
    file_id = await _picture(client, customer)
    own = f"Authorization: Bearer {staff}\r\n"
    return [
        Case(
            "On Way in a line of 300",
            None,
            len(stops) // ROUNDS,
            [marked(one, "in_progress", own) for one in stops],
            connections=2,
            once=True,
        ),
        Case(
            "Complete in a line of 300",
            None,
            len(stops) // ROUNDS,
            [marked(one, "completed", own) for one in stops],
            connections=2,
            once=True,
        ),
        Case(
            "Complete with a count",
            None,
            len(counts) // ROUNDS,
            [
                marked(one, "completed", own, items=number % 20 + 1)
                for number, one in enumerate(counts)
            ],
            connections=2,
            once=True,
        ),
        Case(
            "drag in a line of 300",
            None,
            100,
            _drags(dragged, own),
            # The same: the line as it stands, and the last before all others.
            f"begin; select app.take_day({_BARE}, date '{today()}'); "  # noqa: S608 - our own ids
            f"select array_agg(id order by queue_position) as now {theirs} \\gset\n"
            f"select app.move_stop(id, 1) {in_run} order by position desc limit 1; "
            "update public.pickup_queue q set queue_position = n.number from ("
            f"select queue_id, row_number() over (order by position) as number {in_run}) n "
            "where q.id = n.queue_id and q.queue_position <> n.number; commit;",
            connections=1,
        ),
        Case(
            "search by phone",
            None,
            300,
            [post("/rest/v1/rpc/find", {"text": one}, own) for one in phones],
            "select json_agg(x) from (select id, first_name, last_name, email, phone "  # noqa: S608
            "from bookings b where app.booking_words(b.id, b.first_name, b.last_name, b.email, "
            "b.phone, b.building_name, b.address) @@ "
            f"'{''.join(c for c in phones[0] if c.isdigit())[-10:]}'::tsquery limit 8) x;",
        ),
        Case(
            "overview of a year",
            None,
            60,
            [
                post(
                    "/rest/v1/rpc/season_overview",
                    {"from": str(today() - timedelta(days=364)), "to": str(today())},
                    own,
                )
            ],
            connections=2,
        ),
        Case(
            "file download",
            None,
            500,
            [get(f"/files/{file_id}", customer)],
            f"select * from app.pictures where id = '{file_id}';",  # noqa: S608 - our own id
        ),
    ]


def _before(days: int) -> date:
    return today() - timedelta(days=days)


def marked(queue_id: str, status: str, own: str, **more: int) -> str:
    """A tap on On Way or Complete; `items` is what was counted."""
    asked = {"status": status, "queue_id": queue_id} | more
    return post("/rest/v1/rpc/set_pickup_status", asked, own)


def _drags(ids: list[str], own: str) -> list[str]:
    """The last goes before all others, and back behind them."""
    other = [ids[-1], *ids[:-1]]
    return [
        post(
            "/rest/v1/rpc/order_pickups",
            {"campus_id": _DRAGGED, "day": str(today()), "order": after, "seen": before},
            own,
        )
        for before, after in ((ids, other), (other, ids))
    ]


async def _picture(client: httpx.AsyncClient, token: str) -> str:
    """A photo of 800 x 600 that its customer has sent; its id."""
    kept = io.BytesIO()
    Image.effect_noise((800, 600), 60).convert("RGB").save(kept, "JPEG", quality=80)
    file_id = str(uuid4())
    answer = await client.post(
        f"/files?id={file_id}&kind=item",
        content=kept.getvalue(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "image/jpeg"},
    )
    answer.raise_for_status()
    return file_id
