"""Two hosts on one database are started anew under load: nobody is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from drills import product
from drills.bookers import Bookers, check_bookings, check_mails, offer_places
from drills.database import DATABASE, Server
from drills.mail_server import MailServer, serving
from drills.parts.unit import PATIENCE
from drills.product import Copy
from drills.verdict import Scale, Verdict
from summerstow.platform.postgres import embedded


async def run(scale: Scale) -> Verdict:
    """Each host stops and starts again; every second time it applies its policies anew."""
    verdict = Verdict()
    mails = MailServer()
    starts = 2 if scale.short else 8
    async with serving(mails) as smtp, two_hosts(scale.folder / "rolling", smtp) as (server, hosts):
        await offer_places(hosts[0])
        bookers = Bookers([one.url for one in hosts], people=4, seed=scale.seed)
        async with bookers.booking(verdict):
            for number in range(starts):
                await bookers.booked(20)
                host = hosts[number % 2]
                process = host.processes["serve"]
                process.terminate()
                await asyncio.to_thread(process.wait, PATIENCE)
                if number % 4 > 1:
                    await server.run("comment on schema app is null", database=DATABASE)
                host.start()
                await host.healthy()
            await bookers.booked(20)
        async with server.connected(DATABASE) as connection:
            await check_bookings(verdict, bookers, connection)
            await check_mails(verdict, connection, mails, most=2)
        verdict.count({"starts": starts})
        verdict.must(not bookers.outages, f"{bookers.outages} answers of 503 while hosts started")
        for host in hosts:
            verdict.must("Traceback" not in host.log.read_text(), "a traceback in a host's log")
    return verdict


@asynccontextmanager
async def two_hosts(folder: Path, smtp: str) -> AsyncIterator[tuple[Server, tuple[Copy, Copy]]]:
    """Two products with two workers each on one database."""
    folder.mkdir(mode=0o711)  # noqa: ASYNC240 - once, before anything runs
    with embedded.acquire(folder / "server") as running:
        server = Server(running)
        # Both hosts sign alike, as two hosts on one database must.
        settings = {
            "SUMMERSTOW_JWT_SECRET": "a secret that two drilled hosts share",
            "DATABASE_URL": await server.prepare(),
            "SMTP_URL": smtp,
        }
        one, two = (product.prepare(folder / name, **settings) for name in ("one", "two"))
        # Both at once, on an empty database: one of them sets it up.
        async with product.running(one, two):
            yield server, (one, two)
