"""Three machines on loopback as deploy/cluster sets them up: etcd, Patroni, PgBouncer on each."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import asyncpg
import httpx

from tools.product import free_port

from .deployed import deployed
from .identity import own_folder, program, servant
from .unit import PATIENCE, Unit, signal_group

NAMES: Final = ("db1", "db2", "db3")
#: The addresses that the files of deploy/cluster are written with.
WRITTEN: Final = ("10.0.0.11", "10.0.0.12", "10.0.0.13")
_PORTS: Final = {"etcd": 2379, "peers": 2380, "postgres": 5432, "patroni": 8008, "pooler": 6432}
PASSWORD: Final = "a-password-of-a-throw-away-cluster"  # noqa: S105 - it guards nothing
SUPERUSER: Final = "change-this-superuser-password"
DATABASE: Final = "summerstow"
_ADDRESS: Final = re.compile(r"(10\.0\.0\.1[123]):(\d+)")


@dataclass
class Machine:
    """One database machine: its folder, the ports of its parts, and the parts."""

    name: str
    folder: Path
    ports: dict[str, int]
    etcd: Unit
    patroni: Unit
    pooler: Unit

    @property
    def data(self) -> Path:
        """PostgreSQL's data directory."""
        return self.folder / "data"

    def kill_postgres(self) -> None:
        """SIGKILL PostgreSQL and all its processes; Patroni lives."""
        with suppress(OSError, ValueError):
            first = (self.data / "postmaster.pid").read_text().splitlines()[0]
            signal_group(int(first), signal.SIGKILL)

    async def lose(self) -> None:
        """Everything on it dies at once."""
        await asyncio.gather(*(one.kill() for one in (self.etcd, self.patroni, self.pooler)))
        self.kill_postgres()

    async def start(self) -> None:
        """Start what does not run."""
        for one in (self.etcd, self.patroni, self.pooler):
            await one.start()


@dataclass
class Cluster:
    """The three machines."""

    machines: list[Machine]

    def url(self, part: str, *, who: str = DATABASE, options: str = "") -> str:
        """The address of the database by a part of each machine: `pooler` or `postgres`."""
        hosts = ",".join(f"127.0.0.1:{one.ports[part]}" for one in self.machines)
        password = SUPERUSER if who == "postgres" else PASSWORD
        return f"postgresql://{who}:{password}@{hosts}/{DATABASE}{options}"

    async def members(self) -> dict[str, dict[str, Any]]:
        """What Patroni says of each member, by its name; empty while nobody answers."""
        async with httpx.AsyncClient(timeout=3) as client:
            for one in self.machines:
                with suppress(httpx.HTTPError, ValueError):
                    said = await client.get(f"http://127.0.0.1:{one.ports['patroni']}/cluster")
                    return {member["name"]: member for member in said.json()["members"]}
        return {}

    async def leader(self) -> Machine:
        """The machine of the primary; raises `TimeoutError` where there is none for long."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for name, member in (await self.members()).items():
                    if member["role"] == "leader" and member["state"] == "running":
                        return next(one for one in self.machines if one.name == name)
                await asyncio.sleep(0.2)

    async def standby(self, *, synchronous: bool = True) -> Machine:
        """A machine whose server follows: the one that is waited for, or one of the others."""
        async with asyncio.timeout(PATIENCE):
            while True:
                wanted = "sync_standby" if synchronous else "replica"
                for name, member in (await self.members()).items():
                    if member["role"] == wanted:
                        return next(one for one in self.machines if one.name == name)
                await asyncio.sleep(0.2)

    async def whole(self) -> None:
        """Wait until one leads, one is waited for, and all follow without a lag."""
        async with asyncio.timeout(PATIENCE):
            while not _whole(await self.members(), len(self.machines)):  # noqa: ASYNC110 - Patroni tells nobody
                await asyncio.sleep(0.3)

    async def primary(self) -> asyncpg.Connection[asyncpg.Record]:
        """A superuser's connection to the server that takes writes, past the poolers."""
        url = self.url("postgres", who="postgres", options="?target_session_attrs=primary")
        return await asyncpg.connect(url, timeout=PATIENCE)


def _whole(members: dict[str, dict[str, Any]], count: int) -> bool:
    roles = [one["role"] for one in members.values()]
    follow = [one for one in members.values() if one["role"] in ("sync_standby", "replica")]
    return (
        len(members) == count
        and roles.count("leader") == 1
        and roles.count("sync_standby") >= 1
        # Patroni 3.0 calls a standby running, later ones streaming.
        and all(one["state"] in ("running", "streaming") for one in members.values())
        and all(isinstance(one.get("lag"), int) and one["lag"] < 1_000_000 for one in follow)
    )


@asynccontextmanager
async def cluster(folder: Path) -> AsyncIterator[Cluster]:
    """Three machines with an empty database of the product's role; all gone afterwards.

    Raises `PartMissingError` with the package to install.
    """
    programs = {name: program(name, "/usr/bin", "/usr/sbin") for name in ("etcd", "patroni")}
    programs["pgbouncer"] = program("pgbouncer", "/usr/sbin", "/usr/local/bin")
    programs["binaries"] = program("pg_rewind", "/usr/lib/postgresql/*/bin").parent
    taken = {name: {part: free_port() for part in _PORTS} for name in NAMES}
    machines = [_machine(own_folder(folder / name), name, taken, programs) for name in NAMES]
    whole = Cluster(machines)
    try:
        for one in machines:
            await one.start()
        await whole.leader()
        await _prepare(whole)
        await whole.whole()
        yield whole
    finally:
        for one in machines:
            await one.lose()
        for one in machines:
            # What a Patroni that was about to die still started.
            one.kill_postgres()
            shutil.rmtree(one.data, ignore_errors=True)


def _machine(
    folder: Path,
    name: str,
    taken: dict[str, dict[str, int]],
    programs: dict[str, Path],
) -> Machine:
    """Write the configuration of one machine from deploy/cluster."""
    own = taken[name]
    etcd = _addressed(
        deployed(
            "cluster/etcd.env",
            {
                "ETCD_NAME=db1": f"ETCD_NAME={name}",
                "/var/lib/etcd/summerstow": str(folder / "etcd"),
            },
        ),
        name,
        taken,
    )
    patroni = _addressed(
        deployed(
            "cluster/patroni.yml",
            {
                "name: db1": f"name: {name}",
                "/var/lib/postgresql/15/summerstow": str(folder / "data"),
                "/usr/lib/postgresql/15/bin": str(programs["binaries"]),
                "/var/lib/postgresql/.pgpass-patroni": str(folder / "pgpass"),
                "/var/run/postgresql": str(folder),
                "10.0.0.0/24": "127.0.0.0/8",
                # Who runs the parts here need not be called postgres.
                "local all postgres peer": "local all postgres scram-sha-256",
                "pgbackrest --stanza=summerstow archive-push %p": "/bin/true",
            },
        ),
        name,
        taken,
    )
    pooler = deployed(
        "cluster/pgbouncer.ini",
        {
            "host=10.0.0.11 port=5432": f"host=127.0.0.1 port={own['postgres']}",
            "listen_addr = 10.0.0.11": "listen_addr = 127.0.0.1",
            "listen_port = 6432": f"listen_port = {own['pooler']}",
            "/etc/pgbouncer/userlist.txt": str(folder / "userlist.txt"),
        },
    )
    write(folder / "patroni.yml", patroni)
    write(folder / "pgbouncer.ini", pooler)
    write(folder / "userlist.txt", f'"{DATABASE}" "{PASSWORD}"\n')
    settings = dict(
        line.split("=", 1) for line in etcd.splitlines() if line and not line.startswith("#")
    )
    return Machine(
        name,
        folder,
        own,
        Unit("etcd", [programs["etcd"]], folder / "etcd.log", settings),
        Unit(
            "patroni",
            [programs["patroni"], folder / "patroni.yml"],
            folder / "patroni.log",
            {"HOME": str(folder)},
        ),
        Unit(
            "pgbouncer", [programs["pgbouncer"], folder / "pgbouncer.ini"], folder / "pgbouncer.log"
        ),
    )


def _addressed(text: str, name: str, taken: dict[str, dict[str, int]]) -> str:
    """The text with the addresses of the drill; where a line names db1 alone, those of `name`."""
    parts = {port: part for part, port in _PORTS.items()}

    def here(found: re.Match[str]) -> str:
        alone = WRITTEN[1] not in found.string
        whose = name if alone else NAMES[WRITTEN.index(found[1])]
        return f"127.0.0.1:{taken[whose][parts[int(found[2])]]}"

    return "\n".join(_ADDRESS.sub(here, line) for line in text.splitlines()) + "\n"


def write(file: Path, text: str) -> None:
    """A file that whom the parts run as may read, and nobody else."""
    file.write_text(text)
    file.chmod(0o600)
    who = servant()
    if who is not None:
        os.chown(file, *who)


async def _prepare(whole: Cluster) -> None:
    """The product's role and database, as docs/operate.md makes them."""
    url = whole.url("postgres", who="postgres", options="?target_session_attrs=primary")
    connection = await asyncpg.connect(url.replace(f"/{DATABASE}?", "/postgres?"), timeout=PATIENCE)
    try:
        await connection.execute(f"create role {DATABASE} login createrole password '{PASSWORD}'")
        await connection.execute(f"create database {DATABASE} owner {DATABASE}")
    finally:
        await connection.close()
