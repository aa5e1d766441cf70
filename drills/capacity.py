"""Many people book few places at two hosts: no place is sold twice, and none is left unsold."""

from __future__ import annotations

import httpx

from drills.bookers import CAMPUSES, PLACES, Bookers, check_bookings, offer_places
from drills.database import DATABASE, Server
from drills.mail_server import MailServer, serving
from drills.product import SERVICE_KEY
from drills.rolling import two_hosts
from drills.verdict import Scale, Verdict

#: Days with places, three windows each at every campus.
_DAYS = range(60, 61)
_CANCELLED = 30


async def run(scale: Scale) -> Verdict:
    """Sell out, cancel some bookings, and sell their places again."""
    verdict = Verdict()
    places = len(_DAYS) * 3 * len(CAMPUSES) * PLACES
    rounds = 1 if scale.short else 10
    async with (
        serving(MailServer()) as smtp,
        two_hosts(scale.folder / "capacity", smtp) as (server, hosts),
    ):
        await offer_places(hosts[0], _DAYS)
        bookers = Bookers(
            [one.url for one in hosts],
            people=20 if scale.short else 60,
            seed=scale.seed,
            days=_DAYS,
        )
        cancelled = 0
        async with bookers.booking(verdict):
            await bookers.booked(places)
            for _ in range(rounds):
                cancelled += await _cancel(server, hosts[1].url)
                await bookers.until(lambda: len(bookers.acknowledged) >= places + cancelled)  # noqa: B023
            refused = bookers.refused
            await bookers.until(lambda: bookers.refused >= refused + 50)
        async with server.connected(DATABASE) as connection:
            await check_bookings(verdict, bookers, connection)
        sold = len(bookers.acknowledged) - cancelled
        verdict.count({"places": places, "sold": sold, "sold again": cancelled})
        verdict.must(sold == places, f"{sold} bookings hold {places} places")
    return verdict


async def _cancel(server: Server, url: str) -> int:
    """Cancel some bookings as the service does; returns how many."""
    async with server.connected(DATABASE) as connection:
        rows = await connection.fetch(
            "select id::text from public.bookings where email like 'drill.%' "
            "and status <> 'cancelled' order by random() limit $1",
            _CANCELLED,
        )
    headers = {"apikey": SERVICE_KEY, "authorization": f"Bearer {SERVICE_KEY}"}
    async with httpx.AsyncClient(timeout=60) as client:
        answer = await client.patch(
            f"{url}/rest/v1/bookings",
            params={"id": f"in.({','.join(row['id'] for row in rows)})"},
            headers=headers,
            json={"status": "cancelled"},
        )
    answer.raise_for_status()
    return len(rows)
