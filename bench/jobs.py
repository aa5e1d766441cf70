"""The jobs of the bench, with so many bookings or with several numbers of them side by side."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import argon2
import asyncpg

from summerstow.archive.base_backups import list_backups
from summerstow.kit.postgres import embedded

from . import live_lines
from .case import ROUNDS, Case
from .cases import BOOKINGS, prepare
from .product import WORKERS, Product, start

#: Seconds after which what was held for the load is given back.
_AT_REST = 40
Figures = dict[str, float]


def ask(product: Product, case: Case, number: int) -> Figures:
    """One round of a case through the product."""
    requests = case.requests
    if case.once:
        requests = requests[number * case.count :][: case.count]
    plan = {
        "port": product.port,
        "requests": requests,
        "count": case.count,
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
        "memory": product.memory(),
    }


def bare(product: Product, case: Case, server: embedded.EmbeddedServer) -> Figures | None:
    """The same SQL through pgbench; for sign-in, the hash alone in a loop; None: there is none."""
    if case.hashes:
        hasher = argon2.PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)
        stored = hasher.hash("x")
        begun, cpu = time.perf_counter(), time.process_time()
        for _ in range(case.count):
            hasher.verify(stored, "x")
        seconds, spent = time.perf_counter() - begun, time.process_time() - cpu
        return {"rps": case.count / seconds, "cpu": 1000 * spent / case.count}
    if not case.sql:
        return None
    # A process of PostgreSQL for each connection would be measured otherwise.
    connections = min(case.connections, 16)
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(case.sql)
        script.flush()
        each = max(case.count // connections, 1)
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
        f"\n{'':28}{'req/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'MB':>6}{'cpu ms':>9}{'aim':>9}"
        f"{'bare req/s':>13}{'bare cpu':>11}{'times bare':>12}"
    )
    for case in cases:
        mine, bare_ones = ours[case.name], limit[case.name]
        cpu = median(mine, "cpu")
        aim = "-" if case.aim is None else f"{case.aim:.2f}"
        line = (
            f"{case.name:28}{median(mine, 'rps'):9.0f}{median(mine, 'p50'):9.1f}"
            f"{median(mine, 'p99'):9.1f}{max(one['memory'] for one in mine):6.0f}"
            f"{cpu:9.2f}{aim:>9}"
        )
        if bare_ones:
            least = median(bare_ones, "cpu")
            line += f"{median(bare_ones, 'rps'):13.0f}{least:11.2f}{cpu / least:12.1f}"
        print(line)
    print(
        "\nMB: memory of all processes right after it, the most of all rounds. Of several sizes"
        "\neach shows less than alone: they share the pages of their programs."
        "\ncpu: milliseconds of CPU a request, application and database together. aim: what it may"
        "\nbe on a quiet machine. bare: the same SQL through pgbench on the same database"
        f"\n(sign-in: the argon2id hash alone), in turn with ours; medians of {ROUNDS} rounds."
    )


@dataclass
class Sized:
    """The product with so many bookings, and what was measured of it."""

    bookings: int
    product: Product
    server: embedded.EmbeddedServer
    cases: list[Case]
    tokens: list[str]
    ours: dict[str, list[Figures]] = field(default_factory=lambda: defaultdict(list))
    limit: dict[str, list[Figures]] = field(default_factory=lambda: defaultdict(list))

    def measure(self, case: Case, number: int) -> None:
        """One round of a job."""
        self.ours[case.name].append(ask(self.product, case, number))
        if found := bare(self.product, case, self.server):
            self.limit[case.name].append(found)


def _data_dir(folder: Path, bookings: int, seeded: Path | None) -> Path:
    folder.mkdir()
    data_dir = folder / "data"
    if seeded and (seeded / str(bookings)).exists():
        shutil.copytree(seeded / str(bookings), data_dir)
    return data_dir


@contextlib.asynccontextmanager
async def _started(
    folder: Path, bookings: int, options: argparse.Namespace
) -> AsyncIterator[Sized]:
    """Start it with so many bookings: made now, or copied from where they were made before."""
    data_dir = _data_dir(folder, bookings, options.seeded)
    product = start(data_dir, folder / "product.log")
    print(f"first start {product.started_in:.2f} s", flush=True)
    product.stop()
    product = start(data_dir, folder / "product.log")
    print(f"second start {product.started_in:.2f} s", flush=True)
    try:
        await asyncio.sleep(3)
        print(f"resting memory {product.memory():.0f} MB ({WORKERS} workers and the database)")
        with embedded.acquire(data_dir) as server:
            connect: dict[str, Any] = dict(server.dsn_kwargs)
            cases, tokens = await prepare(product, connect, bookings)
            cases = [case for case in cases if options.words in case.name]
            # What is done once, soon after a first start, is no job's.
            while not list_backups(data_dir / "archive"):  # noqa: ASYNC110 - another process makes it
                await asyncio.sleep(1)
            yield Sized(bookings, product, server, cases, tokens)
    finally:
        product.stop()


async def measure(folder: Path, options: argparse.Namespace) -> None:
    """The whole run in throw-away folders, one for each size, its jobs in turn."""
    async with contextlib.AsyncExitStack() as stack:
        sizes = [
            await stack.enter_async_context(_started(folder / str(count), count, options))
            for count in options.bookings
        ]
        for number in range(ROUNDS):
            # Each size has its own ids and tokens in the same jobs.
            for same in zip(*(one.cases for one in sizes), strict=True):
                for one, case in zip(sizes, same, strict=True):
                    print(f"round {number + 1}: {case.name}, {one.bookings:,}", flush=True)
                    one.measure(case, number)
        for one in sizes:
            print(f"\n{one.bookings:,} bookings")
            report(one.cases, one.ours, one.limit)
            if not options.words:
                connect: dict[str, Any] = dict(one.server.dsn_kwargs)
                connection = await asyncpg.connect(**connect)
                await live_lines.measure(one.product, connection, one.tokens)
                await connection.close()
            print(f"memory after the load {one.product.memory():.0f} MB")
        for other in sizes[1:]:
            compare(sizes[0], other)
        await asyncio.sleep(_AT_REST)
        print(f"{_AT_REST} s later {sizes[0].product.memory():.0f} MB")


def compare(few: Sized, many: Sized) -> None:
    """What each job costs with many bookings beside what it costs with few."""
    print(f"\n{'cpu ms':28}{few.bookings:>12,}{many.bookings:>12,}{'ratio':>9}")
    for case in few.cases:
        was, now = (median(one.ours[case.name], "cpu") for one in (few, many))
        print(f"{case.name:28}{was:12.2f}{now:12.2f}{now / was:9.2f}")


def main(arguments: Sequence[str]) -> None:
    """Measure the jobs whose name holds the words, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench jobs")
    parser.add_argument("words", nargs="*", help="what the names of jobs hold")
    parser.add_argument("--bookings", type=int, nargs="+", default=[BOOKINGS])
    parser.add_argument(
        "--seeded", type=Path, help="a folder of data folders by their numbers of bookings"
    )
    options = parser.parse_args(arguments)
    options.words = " ".join(options.words)
    with tempfile.TemporaryDirectory(prefix="summerstow-bench-") as place:
        asyncio.run(measure(Path(place), options))
