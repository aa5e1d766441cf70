"""Any part of a cluster dies while people book: deploy/ on loopback, with Debian's packages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

from drills import product
from drills.bookers import Bookers, check_bookings, check_jobs, check_mails, offer_places
from drills.mail_server import MailServer, serving
from drills.parts.caddy import Front, caddy
from drills.parts.machines import Cluster, cluster
from drills.parts.unit import PATIENCE
from drills.product import Copy
from drills.verdict import Scale, Verdict

#: Bookings go on within this many seconds after any part died.
MOST_SECONDS: Final = 10.0


@dataclass
class Site:
    """All parts of a site, from its address to its disks."""

    cluster: Cluster
    hosts: tuple[Copy, Copy]
    front: Front


@dataclass
class Trouble:
    """One part that dies, and what its supervisor does about it."""

    name: str
    strike: Callable[[Site], Awaitable[None]]
    #: One of the short form.
    short: bool = False


async def _kill_primary(site: Site) -> None:
    (await site.cluster.leader()).kill_postgres()


async def _kill_synchronous(site: Site) -> None:
    (await site.cluster.standby()).kill_postgres()


async def _stop_other(site: Site) -> None:
    """A standby is taken away for a while, as for an upgrade of its machine."""
    other = await site.cluster.standby(synchronous=False)
    await other.lose()
    await asyncio.sleep(5)
    await other.start()


async def _kill_patroni(site: Site) -> None:
    await (await site.cluster.leader()).patroni.crash()


async def _kill_etcd(site: Site) -> None:
    await (await site.cluster.leader()).etcd.crash()


async def _kill_pooler(site: Site) -> None:
    await (await site.cluster.leader()).pooler.crash()


async def _lose_machine(site: Site) -> None:
    """The primary's whole machine; nobody is told."""
    lost = await site.cluster.leader()
    await lost.lose()
    await asyncio.sleep(12)
    await lost.start()


async def _kill_worker(site: Site) -> None:
    for host in site.hosts:
        product.kill(host.workers()[0].pid)


async def _kill_host(site: Site) -> None:
    host = site.hosts[0]
    product.kill(host.processes["serve"].pid)
    await asyncio.to_thread(host.processes["serve"].wait)
    await asyncio.sleep(0.5)
    host.start()
    await host.healthy()


async def _kill_caddy(site: Site) -> None:
    await site.front.unit.crash()


TROUBLES: Final = (
    Trouble("PostgreSQL of the primary", _kill_primary, short=True),
    Trouble("Patroni of the primary", _kill_patroni),
    Trouble("etcd beside the primary", _kill_etcd),
    Trouble("PgBouncer of the primary", _kill_pooler, short=True),
    Trouble("PostgreSQL of the synchronous standby", _kill_synchronous),
    Trouble("the other standby's machine, for 5 s", _stop_other),
    Trouble("a web worker of each host", _kill_worker),
    Trouble("a product host", _kill_host, short=True),
    Trouble("Caddy", _kill_caddy),
    Trouble("the primary's whole machine, for 12 s", _lose_machine),
)


async def run(scale: Scale) -> Verdict:
    """Every part dies in turn; then each host is started anew; nothing is lost, none refused."""
    verdict = Verdict()
    mails = MailServer()
    async with AsyncExitStack() as stack:
        smtp = await stack.enter_async_context(serving(mails))
        site = await stack.enter_async_context(_site(scale, smtp))
        bookers = Bookers([site.front.url], people=4, seed=scale.seed)
        async with bookers.booking(verdict):
            await bookers.booked(20)
            for trouble in TROUBLES:
                if trouble.short or not scale.short:
                    await _strike(verdict, site, bookers, trouble)
            await _start_anew(verdict, site, bookers, 2 if scale.short else 8)
        file = scale.folder / "backup.tar"
        said = await asyncio.to_thread(site.hosts[0].operate, "backup", str(file))
        verdict.must("Keep it secret" in said, f"no backup past the poolers: {said}")
        connection = await site.cluster.primary()
        try:
            await check_bookings(verdict, bookers, connection)
            await check_mails(verdict, connection, mails, most=2)
            await check_jobs(verdict, connection)
        finally:
            await connection.close()
    return verdict


async def _strike(verdict: Verdict, site: Site, bookers: Bookers, trouble: Trouble) -> None:
    await site.cluster.whole()
    await bookers.booked(5)
    bookers.longest_gap = 0.0
    await trouble.strike(site)
    await bookers.booked(20)
    gap = bookers.longest_gap
    verdict.count({f"kill -9 of {trouble.name}, s until bookings went on": round(gap, 1)})
    verdict.must(gap <= MOST_SECONDS, f"{trouble.name}: bookings came back after {gap:.1f} s")


async def _start_anew(verdict: Verdict, site: Site, bookers: Bookers, starts: int) -> None:
    """Each host is started anew by turns, its policies applied again as by a newer version."""
    await site.cluster.whole()
    await bookers.booked(5)
    before = bookers.outages + bookers.lost_answers
    for number in range(starts):
        host = site.hosts[number % 2]
        process = host.processes["serve"]
        process.terminate()
        await asyncio.to_thread(process.wait, PATIENCE)
        connection = await site.cluster.primary()
        try:
            await connection.execute("comment on schema app is null")
        finally:
            await connection.close()
        host.start()
        await host.healthy()
        await bookers.booked(10)
    refused = bookers.outages + bookers.lost_answers - before
    verdict.count({f"requests refused or lost in {starts} starts of hosts": refused})
    verdict.must(refused == 0, f"{refused} bookings were refused while hosts started")


@asynccontextmanager
async def _site(scale: Scale, smtp: str) -> AsyncIterator[Site]:
    """The cluster, two product hosts with two workers each on it, and Caddy before them."""
    async with cluster(scale.folder / "cluster") as servers:
        settings = {
            "SUMMERSTOW_JWT_SECRET": "a secret that two drilled hosts share",
            # Caddy looks every second (deploy/Caddyfile).
            "SUMMERSTOW_DRAIN_SECONDS": "3",
            "SUMMERSTOW_TRUSTED_PROXIES": "127.0.0.1",
            "DATABASE_URL": servers.url("pooler"),
            "DATABASE_DIRECT_URL": servers.url("postgres"),
            "SMTP_URL": smtp,
        }
        hosts = tuple(product.prepare(scale.folder / name, **settings) for name in ("one", "two"))
        one, two = hosts
        async with product.running(one, two):
            addresses = [f"127.0.0.1:{host.port}" for host in hosts]
            async with caddy(scale.folder / "caddy", addresses) as front:
                await offer_places(one, url=front.url)
                yield Site(servers, (one, two), front)
