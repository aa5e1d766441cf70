"""SIGKILL of each part of the product while people book: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress

import psutil

from drills import product
from drills.bookers import Bookers, check_bookings, check_mails, offer_places
from drills.mail_server import MailServer, serving
from drills.parts.unit import PATIENCE
from drills.verdict import Scale, Verdict

KINDS = ("web worker", "product", "database", "database backend", "mail worker")


async def run(scale: Scale) -> Verdict:
    """Kills of five kinds, the same number of each."""
    verdict = Verdict()
    server = MailServer()
    order = [KINDS[number % len(KINDS)] for number in range(scale.kills)]
    random.Random(scale.seed).shuffle(order)
    done: Counter[str] = Counter()
    async with serving(server) as smtp:
        copy = product.prepare(scale.folder / "kills", SMTP_URL=smtp)
        async with product.running(copy):
            copy.start("worker")
            await offer_places(copy)
            bookers = Bookers([copy.url], seed=scale.seed)
            async with bookers.booking(verdict):
                for kind in order:
                    await bookers.booked(3)
                    done[kind] += await _kill(copy, kind)
                await bookers.booked(10)
            async with copy.connected() as connection:
                await check_bookings(verdict, bookers, connection)
                await check_mails(verdict, connection, server, most=2)
    verdict.count({f"kills of the {kind}": done[kind] for kind in KINDS})
    verdict.count({"starts that had to be repeated": copy.ended})
    return verdict


async def _kill(copy: product.Copy, kind: str) -> bool:
    """Kill one part, and start again what nobody else starts."""
    if kind == "web worker":
        workers = copy.workers()
        return bool(workers) and product.kill(random.choice(workers).pid)
    if kind == "database":
        return product.kill((await copy.postmaster()).pid)
    if kind == "database backend":
        return product.kill((await _backend(copy)).pid)
    command = "serve" if kind == "product" else "worker"
    killed = product.kill(copy.processes[command].pid)
    copy.processes[command].wait()
    copy.start(command)
    if command == "serve":
        await copy.healthy()
    return killed


async def _backend(copy: product.Copy) -> psutil.Process:
    """One of the database's processes that serve the product; waits for one."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(psutil.NoSuchProcess):
                children = (await copy.postmaster()).children()
                if backends := [one for one in children if _serves_a_client(one)]:
                    return random.choice(backends)
            await asyncio.sleep(0.05)


def _serves_a_client(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return "[local]" in " ".join(process.cmdline())
    return False
