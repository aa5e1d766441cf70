"""Any part of a cluster dies while people book: deploy/ on loopback, with Debian's packages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from drills import product
from drills.across_hosts import (
    STAFF,
    Person,
    Visitor,
    account,
    finds_what_was_written,
    followers,
    jobs_go_on,
    limits,
    sessions,
    sign_in,
    visiting,
)
from drills.bookers import Bookers, check_stored, mails_of_all, offer_places
from drills.mail_server import MailServer, serving
from drills.parts.caddy import Front, caddy
from drills.parts.machines import Cluster, cluster
from drills.parts.unit import PATIENCE
from drills.product import Copy
from drills.verdict import Scale, Verdict

#: Bookings go on within this many seconds after any part died.
MOST_SECONDS: Final = 10.0
_DRAIN: Final = "3"


@dataclass
class Site:
    """All parts of a site, from its address to its disks."""

    cluster: Cluster
    hosts: tuple[Copy, Copy]
    front: Front

    @property
    def urls(self) -> list[str]:
        """The hosts themselves, past the proxy."""
        return [one.url for one in self.hosts]


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
    """The primary's whole machine: what lives is told by nobody."""
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


@dataclass
class Row:
    """What one trouble cost."""

    name: str
    gap: float
    acknowledged: int
    outages: int
    lost_answers: int

    def text(self) -> str:
        """The figures for the table."""
        return (
            f"{self.gap:.1f} s until bookings went on; {self.acknowledged} acknowledged, "
            f"{self.outages} answers of 503, {self.lost_answers} answers lost"
        )


@dataclass
class Watch:
    """Measures what happens to bookings from here to `row`."""

    bookers: Bookers
    before: tuple[int, int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.bookers.longest_silence = 0.0
        self.before = self._now()

    def _now(self) -> tuple[int, int, int]:
        one = self.bookers
        return len(one.acknowledged), one.outages, one.lost_answers

    def row(self, name: str) -> Row:
        """The figures since the beginning."""
        more = (now - then for now, then in zip(self._now(), self.before, strict=True))
        return Row(name, self.bookers.longest_silence, *more)


async def run(scale: Scale) -> Verdict:
    """Every part dies in turn; then each host is started anew; nothing is lost, none refused."""
    verdict = Verdict()
    mails = MailServer()
    async with AsyncExitStack() as stack:
        smtp = await stack.enter_async_context(serving(mails))
        site = await stack.enter_async_context(_site(scale, smtp))
        await account(site.front.url, STAFF)
        office = await sign_in(site.front.url, STAFF)
        await sessions(verdict, site.urls)
        await limits(verdict, site.urls)
        visitor = await stack.enter_async_context(visiting(site.front.url))
        live = await stack.enter_async_context(followers(site.urls, office))
        bookers = Bookers([site.front.url], people=4, seed=scale.seed, many_addresses=True)
        async with bookers.booking(verdict):
            await bookers.booked(20)
            for trouble in TROUBLES:
                if trouble.short or not scale.short:
                    await _strike(verdict, site, bookers, trouble)
            deaf = [one.url for one in live if not await one.hears()]
            verdict.must(not deaf, f"live lines are silent at {deaf}")
            await _rolling(verdict, site, bookers, visitor, 1 if scale.short else 4)
            deaf = [one.url for one in live if not await one.hears()]
            verdict.must(not deaf, f"live lines are silent at {deaf} after the rolling start")
            await _office(verdict, site, office)
        heard = sum(one.heard["bookings"] for one in live)
        verdict.count({"live events of bookings heard at both hosts": heard})
        await sessions(verdict, site.urls)
        await limits(verdict, site.urls)
        _look_at(verdict, visitor)
        file = scale.folder / "backup.tar"
        said = await asyncio.to_thread(site.hosts[0].operate, "backup", str(file))
        verdict.must("Keep it secret" in said, f"no backup past the poolers: {said}")
        connection = await site.cluster.primary()
        try:
            await check_stored(verdict, bookers, connection)
            await mails_of_all(verdict, connection, mails, most=2)
            await jobs_go_on(verdict, connection)
        finally:
            await connection.close()
    return verdict


async def _strike(verdict: Verdict, site: Site, bookers: Bookers, trouble: Trouble) -> None:
    await site.cluster.whole()
    await bookers.booked(5)
    watch = Watch(bookers)
    await trouble.strike(site)
    await bookers.booked(20)
    row = watch.row(trouble.name)
    verdict.count({f"kill -9 of {row.name}": row.text()})
    verdict.must(row.gap <= MOST_SECONDS, f"{row.name}: bookings came back after {row.gap:.1f} s")


async def _rolling(
    verdict: Verdict, site: Site, bookers: Bookers, visitor: Visitor, rounds: int
) -> None:
    """Each host is started anew, its policies applied again as by a newer version."""
    await site.cluster.whole()
    await bookers.booked(5)
    watch, seen, lost = Watch(bookers), visitor.answers[503], visitor.lost
    for number in range(rounds * 2):
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
    row = watch.row("rolling start of a new version")
    refused = row.outages + row.lost_answers
    unseen = visitor.answers[503] - seen + visitor.lost - lost
    verdict.count({f"{row.name}, {rounds * 2} starts": row.text()})
    verdict.count({"refused or lost requests in the rolling start": refused + unseen})
    verdict.must(refused + unseen == 0, f"{refused} bookings and {unseen} reads were refused")


async def _office(verdict: Verdict, site: Site, office: Person) -> None:
    """The office finds each booking at once, whichever host answers."""
    looks = 40
    late = await finds_what_was_written(site.urls, office, looks)
    verdict.must(not late, f"{late} of {looks} looks of the office missed what had been written")
    verdict.count({f"looks of the office, of {looks}, that missed something": late})


def _look_at(verdict: Verdict, visitor: Visitor) -> None:
    seen = dict(sorted(visitor.answers.items()))
    verdict.count({"looks of a signed-in customer through it all": str(seen)})
    verdict.must(seen.keys() <= {200, 503}, f"a signed-in customer was answered {seen}")
    verdict.must(not visitor.wrong, f"{visitor.wrong} looks showed other than her one booking")


@asynccontextmanager
async def _site(scale: Scale, smtp: str) -> AsyncIterator[Site]:
    """The cluster, two product hosts with two workers each on it, and Caddy before them."""
    async with cluster(scale.folder / "cluster") as servers:
        settings = {
            "SUMMERSTOW_JWT_SECRET": "a secret that two drilled hosts share",
            "SUMMERSTOW_RATE_LIMITS": "1",
            "SUMMERSTOW_MAIL_INTERVAL": "0",
            "SUMMERSTOW_MAILS_PER_HOUR": "1000000",
            "SUMMERSTOW_DRAIN_SECONDS": _DRAIN,
            "SUMMERSTOW_TRUSTED_PROXIES": "127.0.0.1",
            "SUMMERSTOW_ADMIN_EMAILS": STAFF,
            "DATABASE_URL": servers.url("pooler"),
            "DATABASE_DIRECT_URL": servers.url("postgres"),
            "SMTP_URL": smtp,
        }
        hosts = tuple(product.prepare(scale.folder / name, **settings) for name in ("one", "two"))
        one, two = hosts
        with product.ending(one), product.ending(two):
            one.start()
            two.start()
            await one.healthy()
            await two.healthy()
            async with caddy(scale.folder / "caddy", _addresses(hosts)) as front:
                await offer_places(front.url)
                yield Site(servers, (one, two), front)


def _addresses(hosts: Sequence[Copy]) -> list[str]:
    return [f"127.0.0.1:{one.port}" for one in hosts]
