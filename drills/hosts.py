"""Several hosts: a primary that falls, is replaced, and two products that are started anew."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Literal

import asyncpg

from drills import product
from drills.bookers import Bookers, check_stored, mails_of_all, offer_places
from drills.mail_server import MailServer, serving
from drills.parts import postgres
from drills.parts.proxy import Proxy, proxy
from drills.parts.unit import PATIENCE
from drills.verdict import Scale, Verdict

#: Both hosts sign alike, as two hosts on one database must.
_SHARED = {"SUMMERSTOW_JWT_SECRET": "a secret that two drilled hosts share"}
#: Bookings go on within this many seconds after a standby was promoted.
MOST_SECONDS = 10.0

Fall = Literal["killed", "silent"]


async def promotion(scale: Scale) -> Verdict:
    """The primary is killed or falls silent, named first or second; the standby takes over."""
    verdict = Verdict()
    for fall in ("killed", "silent"):
        for first in ("primary", "standby"):
            name = f"primary {fall}, {first} named first"
            folder = scale.folder / name.replace(" ", "-").replace(",", "")
            folder.mkdir(mode=0o711)
            found = await _promotion(Scale(folder, scale.short, scale.seed), fall, first)
            verdict.include(name, found)
    return verdict


async def _promotion(scale: Scale, fall: Fall, first: str) -> Verdict:
    verdict = Verdict()
    mails = MailServer()
    async with AsyncExitStack() as stack:
        pair = await stack.enter_async_context(postgres.pair(scale.folder / "pair"))
        before = await stack.enter_async_context(proxy(pair.primary.port))
        behind = await stack.enter_async_context(proxy(pair.standby.port))
        order = (before, behind) if first == "primary" else (behind, before)
        url = postgres.address(",".join(one.host for one in order))
        smtp = await stack.enter_async_context(serving(mails))
        hosts = await stack.enter_async_context(_two_hosts(scale, url, smtp))
        bookers = Bookers([one.url for one in hosts], people=6, seed=scale.seed)
        loop = asyncio.get_running_loop()
        async with bookers.booking(verdict):
            await bookers.booked(50)
            _fell(pair, before, fall)
            await asyncio.sleep(2)
            await pair.take_over()
            promoted = loop.time()
            await bookers.booked(1)
            back = loop.time() - promoted
            await bookers.booked(50)
        verdict.count({"seconds from promotion to the next booking": round(back, 1)})
        verdict.must(back <= MOST_SECONDS, f"bookings came back after {back:.1f} s")
        connection = await asyncpg.connect(pair.standby.url)
        try:
            await check_stored(verdict, bookers, connection)
            await mails_of_all(verdict, connection, mails, most=2)
        finally:
            await connection.close()
    return verdict


def _fell(pair: postgres.Pair, before: Proxy, fall: Fall) -> None:
    if fall == "silent":
        before.fall_silent()
        pair.primary.freeze()
    else:
        pair.primary.kill()


async def rolling(scale: Scale) -> Verdict:
    """Two hosts on one database, each started anew again and again under load."""
    verdict = Verdict()
    mails = MailServer()
    starts = 2 if scale.short else 8
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(postgres.server(scale.folder / "server"))
        smtp = await stack.enter_async_context(serving(mails))
        hosts = await stack.enter_async_context(_two_hosts(scale, server.url, smtp))
        bookers = Bookers([one.url for one in hosts], people=4, seed=scale.seed)
        async with bookers.booking(verdict):
            for number in range(starts):
                await bookers.booked(20)
                await _start_anew(hosts[number % 2], forget=number % 4 > 1, url=server.url)
            await bookers.booked(20)
        connection = await asyncpg.connect(server.url)
        try:
            await check_stored(verdict, bookers, connection)
            await mails_of_all(verdict, connection, mails, most=2)
        finally:
            await connection.close()
        verdict.count({"starts": starts})
        verdict.must(not bookers.outages, f"{bookers.outages} answers of 503 while hosts started")
        for one in hosts:
            verdict.must("Traceback" not in one.log.read_text(), "a traceback in a host's log")
    return verdict


async def _start_anew(host: product.Copy, *, forget: bool, url: str) -> None:
    """Stop and start a host. `forget`: its policies are applied again, as by a newer program."""
    process = host.processes["serve"]
    process.terminate()
    await asyncio.to_thread(process.wait, PATIENCE)
    if forget:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute("comment on schema app is null")
        finally:
            await connection.close()
    host.start()
    await host.healthy()


@asynccontextmanager
async def _two_hosts(
    scale: Scale, url: str, smtp: str
) -> AsyncIterator[tuple[product.Copy, product.Copy]]:
    """Two products with two workers each on one database, with places to book."""
    settings = _SHARED | {"DATABASE_URL": url, "SMTP_URL": smtp}
    one, two = (product.prepare(scale.folder / name, **settings) for name in ("one", "two"))
    with product.ending(one), product.ending(two):
        # Both at once, on an empty database: one of them sets it up.
        one.start()
        two.start()
        await one.healthy()
        await two.healthy()
        await offer_places(one.url)
        yield one, two
