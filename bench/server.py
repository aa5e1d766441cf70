"""The server's rows of the budgets' table, each beside its bare SQL in the same run."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import asyncpg

from summerstow.demo import fresh
from summerstow.demo import prepare as seeding
from summerstow.platform import clock
from summerstow.platform.postgres import embedded
from tools import season

from .case import ROUNDS, Case
from .cases import prepare
from .product import Product, start
from .report import Row

#: Megabytes at rest, and after all cases.
_AT_REST, _AFTER = 300, 450
_RATE = 50
Figures = dict[str, float]


async def measure(bookings: int) -> list[Row]:
    """Seed a throw-away copy, run every case in turn, and return the rows."""
    with tempfile.TemporaryDirectory(prefix="summerstow-bench-") as place:
        data_dir = Path(place) / "data"
        # Before the start, so that every worker sells the season from its first request on.
        with fresh.server(data_dir) as server:
            await _seed(dict(server.dsn_kwargs), bookings)
        product = start(data_dir, Path(place) / "product.log")
        try:
            await asyncio.sleep(3)
            rows = [Row("memory at rest", "MB", _AT_REST, product.memory())]
            with embedded.acquire(data_dir) as server:
                connect: dict[str, Any] = dict(server.dsn_kwargs)
                connection = await asyncpg.connect(**connect)
                cases = await prepare(product, connection)
                await connection.close()
                rows += _run(product, server, cases)
            rows.append(Row("memory after load", "MB", _AFTER, product.memory()))
        finally:
            product.stop()
    return rows


async def _seed(connect: dict[str, Any], bookings: int) -> None:
    begun = time.monotonic()
    await seeding.migrated(connect)
    connection = await asyncpg.connect(**connect)
    await season.publish(connection, clock.today())
    await connection.close()
    await seeding.history(connect, bookings)
    print(f"{bookings:,} bookings in {time.monotonic() - begun:.0f} s", flush=True)


def _run(product: Product, server: embedded.EmbeddedServer, cases: list[Case]) -> list[Row]:
    ours: dict[str, list[Figures]] = defaultdict(list)
    bare: dict[str, list[float]] = defaultdict(list)
    for number in range(ROUNDS):
        for case in cases:
            print(f"round {number + 1} of {ROUNDS}: {case.name}", flush=True)
            ours[case.name].append(_ask(product, case, number))
            if case.bare:
                bare[case.name].append(_bare(product, case, server))
    rows = []
    for case in cases:
        found = {name: statistics.median(one[name] for one in ours[case.name]) for name in _NAMES}
        if case.bare:
            found["times bare"] = found["cpu ms"] / statistics.median(bare[case.name])
        rows.append(Row(case.name, case.measure, case.budget, found[case.measure], found))
    return rows


_NAMES = ("cpu ms", "p50 ms", "p95 ms")


def _ask(product: Product, case: Case, number: int) -> Figures:
    """One round of a case through the product."""
    requests = case.requests[number * case.count :][: case.count] if case.once else case.requests
    plan = {
        "port": product.port,
        "requests": requests,
        "count": case.count,
        "connections": case.connections,
        "rate": _RATE if "a second" in case.name else None,
    }
    before = product.cpu()
    done = subprocess.run(
        [sys.executable, "-m", "bench.load"],
        input=json.dumps(plan).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    spent = product.cpu() - before
    answer = json.loads(done.stdout)
    if answer["failures"]:
        print(f"  {case.name}: refused answers {answer['failures']}", file=sys.stderr)
    times = answer["latencies"]
    return {
        "cpu ms": 1000 * spent / len(times),
        "p50 ms": 1000 * times[len(times) // 2],
        "p95 ms": 1000 * times[int(len(times) * 0.95)],
    }


def _bare(product: Product, case: Case, server: embedded.EmbeddedServer) -> float:
    """CPU milliseconds of the same SQL through pgbench, or of the function alone."""
    if not isinstance(case.bare, str):
        before = time.process_time()
        for _ in range(case.count):
            case.bare()
        return 1000 * (time.process_time() - before) / case.count
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(case.bare)
        script.flush()
        each = max(case.count // case.connections, 1)
        before, children = product.cpu(), os.times()
        done = subprocess.run(
            [
                *(str(server.binary("pgbench")), "-n", "-M", "prepared", "-f", script.name),
                *("-c", str(case.connections), "-j", "1", "-t", str(each)),
            ],
            env=os.environ | server.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        after = os.times()
    if done.returncode:
        sys.exit(f"pgbench failed:\n{done.stdout}\n{done.stderr}")
    own = after.children_user + after.children_system
    own -= children.children_user + children.children_system
    return 1000 * (product.cpu() - before + own) / (each * case.connections)
