"""Start, measure, print. Nothing is asserted: a figure is for a person to judge.

`python -m bench jobs [WORDS]` measures the server, those jobs alone whose name holds the words,
`python -m bench peak` a campus's peak day of returns,
`python -m bench pages [ADDRESS …]` the public pages; without a name all.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import argon2
import asyncpg

from summerstow.kit.postgres import embedded

from . import live_lines, pages, peak_day
from .case import Case
from .cases import prepare
from .product import WORKERS, Product, start

ROUNDS = 3
#: Seconds after which what was held for the load is given back.
_AT_REST = 40
Figures = dict[str, float]


def ask(product: Product, case: Case, number: int) -> Figures:
    """One round of a case through the product."""
    each = case.count // ROUNDS
    plan = {
        "port": product.port,
        "requests": case.requests[number * each :][:each] if case.once else case.requests,
        "count": each,
        "connections": case.connections,
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
    times = sorted(answer["latencies"])
    return {
        "rps": len(times) / answer["seconds"],
        "p50": 1000 * times[len(times) // 2],
        "p99": 1000 * times[int(len(times) * 0.99)],
        "cpu": 1000 * spent / len(times),
    }


def bare(product: Product, case: Case, server: embedded.EmbeddedServer) -> Figures | None:
    """The same SQL through pgbench; for sign-in, the hash alone in a loop; None: there is none."""
    if case.hashes:
        hasher = argon2.PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)
        stored = hasher.hash("x")
        begun, cpu = time.perf_counter(), time.process_time()
        count = case.count // ROUNDS
        for _ in range(count):
            hasher.verify(stored, "x")
        seconds = time.perf_counter() - begun
        return {"rps": count / seconds, "cpu": 1000 * (time.process_time() - cpu) / count}
    if not case.sql:
        return None
    # A process of PostgreSQL for each connection would be measured otherwise.
    connections = min(case.connections, 16)
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(case.sql)
        script.flush()
        each = max(case.count // ROUNDS // connections, 1)
        before, children = product.cpu(), os.times()
        done = subprocess.run(
            [
                *(str(server.binary("pgbench")), "-n", "-M", "prepared", "-f", script.name),
                *("-c", str(connections), "-j", "1", "-t", str(each)),
            ],
            env=os.environ | server.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        after = os.times()
    own = after.children_user + after.children_system
    own -= children.children_user + children.children_system
    found = re.search(r"tps = ([0-9.]+)", done.stdout)
    if done.returncode or found is None:
        sys.exit(f"pgbench failed:\n{done.stdout}\n{done.stderr}")
    count = each * connections
    return {"rps": float(found[1]), "cpu": 1000 * (product.cpu() - before + own) / count}


def median(rounds: list[Figures], name: str) -> float:
    """The median of one figure over the rounds."""
    return statistics.median(one[name] for one in rounds)


def report(
    cases: list[Case], ours: dict[str, list[Figures]], limit: dict[str, list[Figures]]
) -> None:
    """The table: medians of the rounds."""
    print(
        f"\n{'':28}{'req/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'cpu ms':>9}{'target':>9}"
        f"{'limit req/s':>13}{'limit cpu':>11}{'cpu/limit':>11}"
    )
    for case in cases:
        mine, bare_ones = ours[case.name], limit[case.name]
        cpu = median(mine, "cpu")
        target = "-" if case.target is None else f"{case.target:.2f}"
        line = (
            f"{case.name:28}{median(mine, 'rps'):9.0f}{median(mine, 'p50'):9.1f}"
            f"{median(mine, 'p99'):9.1f}{cpu:9.2f}{target:>9}"
        )
        if bare_ones:
            least = median(bare_ones, "cpu")
            line += f"{median(bare_ones, 'rps'):13.0f}{least:11.2f}{cpu / least:11.1f}"
        print(line)
    print(
        "\ncpu: milliseconds of CPU a request, application and database together. target: what"
        "\nours must reach (stack). limit: the same SQL through pgbench on the same database"
        f"\n(sign-in: the argon2id hash alone), in turn with ours; medians of {ROUNDS} rounds."
    )


async def main(folder: Path, words: str) -> None:
    """The whole run in a throw-away folder, of the jobs whose name holds `words`."""
    log = folder / "product.log"
    data_dir = folder / "data"
    product = start(data_dir, log)
    print(f"first start {product.started_in:.2f} s", flush=True)
    product.stop()
    product = start(data_dir, log)
    print(f"second start {product.started_in:.2f} s", flush=True)
    try:
        await asyncio.sleep(3)
        print(f"resting memory {product.memory():.0f} MB ({WORKERS} workers and the database)")
        with embedded.acquire(data_dir) as server:
            connect: dict[str, Any] = dict(server.dsn_kwargs)
            cases, tokens = await prepare(product, connect)
            cases = [case for case in cases if words in case.name]
            ours: dict[str, list[Figures]] = {case.name: [] for case in cases}
            limit: dict[str, list[Figures]] = {case.name: [] for case in cases}
            for number in range(ROUNDS):
                for case in cases:
                    print(f"round {number + 1}: {case.name}", flush=True)
                    ours[case.name].append(ask(product, case, number))
                    if found := bare(product, case, server):
                        limit[case.name].append(found)
            report(cases, ours, limit)
            if not words:
                connection = await asyncpg.connect(**connect)
                await live_lines.measure(product, connection, tokens)
                await connection.close()
        print(f"memory after the load {product.memory():.0f} MB")
        await asyncio.sleep(_AT_REST)
        print(f"{_AT_REST} s later {product.memory():.0f} MB")
    finally:
        product.stop()


async def peak(folder: Path) -> None:
    """A campus's peak day in a throw-away folder."""
    data_dir = folder / "data"
    product = start(data_dir, folder / "product.log")
    try:
        with embedded.acquire(data_dir) as server:
            await peak_day.measure(product, dict(server.dsn_kwargs))
    finally:
        product.stop()


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else None
    if what not in (None, "jobs", "pages", "peak"):
        sys.exit("usage: python -m bench [jobs [WORDS] | peak | pages [ADDRESS …] [--rounds N]]")
    if what in (None, "peak"):
        with tempfile.TemporaryDirectory(prefix="summerstow-bench-") as place:
            asyncio.run(peak(Path(place)))
    if what in (None, "jobs"):
        with tempfile.TemporaryDirectory(prefix="summerstow-bench-") as place:
            asyncio.run(main(Path(place), " ".join(sys.argv[2:])))
    if what in (None, "pages"):
        pages.main(sys.argv[2:])
