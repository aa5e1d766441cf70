"""A moment brought back for a cluster by pgBackRest, by the steps of docs/operate.md."""

from __future__ import annotations

import asyncio
import re
import shutil
from pathlib import Path
from typing import Final

import asyncpg

from drills import product
from drills.bookers import Bookers, check_stored, offer_places
from drills.parts.deployed import deployed
from drills.parts.identity import own_folder, program, spawn
from drills.parts.machines import DATABASE, SUPERUSER, Cluster, Machine, cluster, write
from drills.parts.unit import PATIENCE
from drills.verdict import Scale, Verdict

_ARCHIVE: Final = "pgbackrest --config={folder}/pgbackrest.conf --stanza=summerstow archive-push %p"


async def run(scale: Scale) -> Verdict:
    """Bookings, an accident, and the second before it again, on all three machines."""
    verdict = Verdict()
    program("pgbackrest", "/usr/bin")
    async with cluster(scale.folder / "cluster", _ARCHIVE) as servers:
        for machine in servers.machines:
            _configure(machine, scale.folder / "repository")
        leader = await servers.leader()
        await _backrest(leader, "stanza-create")
        await _backrest(leader, "backup", "--type=full")
        copy = product.prepare(scale.folder / "host", DATABASE_URL=servers.url("pooler"))
        bookers = Bookers([copy.url], people=2, seed=scale.seed)
        with product.ending(copy):
            copy.start()
            await copy.healthy()
            await offer_places(copy.url)
            async with bookers.booking(verdict):
                await bookers.booked(30)
            moment = await _accident(servers)
        lost = await servers.leader()
        await _bring_back(servers, lost, moment)
        await servers.whole()
        connection = await servers.primary()
        try:
            await check_stored(verdict, bookers, connection)
        finally:
            await connection.close()
        with product.ending(copy):
            copy.start()
            await copy.healthy()
            async with bookers.booking(verdict):
                await bookers.booked(5)
        connection = await servers.primary()
        try:
            await check_stored(verdict, bookers, connection)
        finally:
            await connection.close()
    return verdict


async def _accident(servers: Cluster) -> str:
    """Somebody drops the bookings; returns the moment before, and waits until all is archived."""
    connection = await servers.primary()
    try:
        await asyncio.sleep(1)
        moment = str(await connection.fetchval("select clock_timestamp()::text"))
        await asyncio.sleep(1)
        await connection.execute("drop table public.bookings cascade")
        await connection.execute("select pg_switch_wal()")
        assert await connection.fetchval("select to_regclass('public.bookings') is null")
    finally:
        await connection.close()
    await _backrest(await servers.leader(), "check")
    return moment


async def _bring_back(servers: Cluster, first: Machine, moment: str) -> None:
    """The steps of docs/operate.md, "Bring back a moment of a cluster"."""
    # 1: Patroni everywhere, and PostgreSQL with it.
    for one in servers.machines:
        await one.patroni.kill()
    for one in servers.machines:
        await _server(one, "stop", "-m", "fast")
    # 2: the files of one machine as they were.
    await _backrest(
        first,
        "restore",
        "--delta",
        "--type=time",
        f"--target={moment}",
        "--target-action=promote",
    )
    # 3: PostgreSQL alone reads the log up to the moment, reached by nobody.
    await _server(first, "start", "-o", "-c listen_addresses= -c synchronous_standby_names=")
    await _promoted(first)
    await _server(first, "stop", "-m", "fast")
    # 4: what etcd knows of the cluster is of another time.
    etcd = program("etcdctl", "/usr/bin")
    await _call(
        first,
        [
            etcd,
            f"--endpoints=http://127.0.0.1:{first.ports['etcd']}",
            "del",
            "--prefix",
            "/service/summerstow/",
        ],
        {"ETCDCTL_API": "3"},
    )
    # 5: this machine first, then the others, which copy it.
    await first.patroni.start()
    await servers.leader()
    for one in servers.machines:
        if one is not first:
            shutil.rmtree(one.data)
            await one.patroni.start()


async def _promoted(machine: Machine) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                connection = await asyncpg.connect(
                    host=str(machine.folder),
                    port=machine.ports["postgres"],
                    user="postgres",
                    password=SUPERUSER,
                    database=DATABASE,
                )
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(0.2)
                continue
            done = not await connection.fetchval("select pg_is_in_recovery()")
            await connection.close()
            if done:
                return
            await asyncio.sleep(0.2)


def _configure(machine: Machine, repository: Path) -> None:
    """deploy/cluster/pgbackrest.conf with a folder in the place of the bucket."""
    own_folder(repository)
    text = deployed(
        "cluster/pgbackrest.conf",
        {
            "repo1-type=s3": "repo1-type=posix",
            "repo1-path=/summerstow": f"repo1-path={repository}",
            "/var/lib/postgresql/15/summerstow": str(machine.data),
            "/var/run/postgresql": str(machine.folder),
            "pg1-port=5432": f"pg1-port={machine.ports['postgres']}",
        },
    )
    text = re.sub(r"(?m)^repo1-s3-.*\n", "", text)
    own = f"[global]\nlog-level-file=off\nlock-path={machine.folder}/lock\n"
    write(machine.folder / "pgbackrest.conf", text.replace("[global]\n", own, 1))


async def _backrest(machine: Machine, *arguments: str) -> None:
    configuration = f"--config={machine.folder}/pgbackrest.conf"
    found = program("pgbackrest", "/usr/bin")
    await _call(machine, [found, configuration, "--stanza=summerstow", *arguments])


async def _server(machine: Machine, *arguments: str) -> None:
    found = program("pg_ctl", "/usr/lib/postgresql/*/bin")
    log = machine.folder / "postgres.log"
    await _call(machine, [found, "-D", machine.data, "-w", "-l", log, *arguments])


async def _call(
    machine: Machine, command: list[str | Path], env: dict[str, str] | None = None
) -> None:
    """Run a program to its end on a machine; raises RuntimeError with what it said."""
    said = machine.folder / "commands.log"
    with said.open("ab") as log:
        process = await spawn(
            *command,
            output=log.fileno(),
            env={"PATH": "/usr/bin:/bin", "PGPASSWORD": SUPERUSER, "LC_ALL": "C.UTF-8"}
            | (env or {}),
        )
    if await asyncio.wait_for(process.wait(), PATIENCE):
        text = await asyncio.to_thread(said.read_text, errors="replace")
        raise RuntimeError(f"{command[0]} {command[1:]} failed: {text[-2000:]}")
