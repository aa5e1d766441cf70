"""PostgreSQL servers of Debian's: one, or a synchronous pair whose standby can take over."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import asyncpg

from .identity import free_port, own_folder, program, servant, spawn
from .unit import PATIENCE

USER: Final = "summerstow"
PASSWORD: Final = "a-password-of-a-throw-away-server"  # noqa: S105 - of throw-away servers
DATABASE: Final = "summerstow"
_BINARIES: Final = "/usr/lib/postgresql/*/bin"
_SETTINGS: Final = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = '{folder}'
max_connections = 100
shared_buffers = 32MB
wal_level = replica
max_wal_senders = 5
hot_standby = on
timezone = 'UTC'
"""


@dataclass
class Server:
    """One PostgreSQL server on 127.0.0.1 that belongs to us."""

    folder: Path
    port: int

    @property
    def data(self) -> Path:
        """Its data directory."""
        return self.folder / "data"

    @property
    def host(self) -> str:
        """Host and port, as they stand in an address."""
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """Its address as the product's user."""
        return address(self.host)

    @property
    def connect(self) -> dict[str, Any]:
        """Arguments for `asyncpg.connect`, as the product's user."""
        return {"dsn": self.url}

    async def start(self) -> None:
        """Start it and wait until it takes connections."""
        await self._control("start", "-w", "-l", str(self.folder / "log"))

    async def stop(self, how: str = "fast") -> None:
        """Stop it: `fast`, or `immediate` as in a power cut."""
        await self._control("stop", "-m", how)

    async def promote(self) -> None:
        """Make a standby the primary; back once it takes writes."""
        await self._control("promote", "-w")

    def kill(self) -> None:
        """SIGKILL the server and all its processes."""
        self._signal(signal.SIGKILL)

    def freeze(self) -> None:
        """SIGSTOP all its processes: connections stay open, and nothing answers."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT after `freeze`."""
        self._signal(signal.SIGCONT)

    async def set(self, **settings: str) -> None:
        """ALTER SYSTEM and reload."""
        connection = await asyncpg.connect(self.url)
        try:
            for name, value in settings.items():
                await connection.execute(f"alter system set {name} = '{value}'")
            await connection.execute("select pg_reload_conf()")
        finally:
            await connection.close()

    def remove(self) -> None:
        """End it, whatever state it is in, and remove its folder."""
        with suppress(ProcessLookupError, OSError, ValueError):
            self.thaw()
            self._signal(signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _signal(self, number: signal.Signals) -> None:
        postmaster = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        listed = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        # The postmaster first, else it would start again what has just been ended.
        for pid in (postmaster, *map(int, listed)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    async def _control(self, verb: str, *arguments: str) -> None:
        await run("pg_ctl", verb, "-D", str(self.data), "-t", str(int(PATIENCE)), *arguments)


@dataclass
class Pair:
    """A primary, and a standby that has what was acknowledged."""

    primary: Server
    standby: Server

    @property
    def url(self) -> str:
        """Both, the first primary named first."""
        return address(f"{self.primary.host},{self.standby.host}")

    @property
    def reversed_url(self) -> str:
        """Both, the first standby named first."""
        return address(f"{self.standby.host},{self.primary.host}")

    async def take_over(self) -> None:
        """Promote the standby, which then waits for no other to acknowledge."""
        await self.standby.promote()
        await self.standby.set(synchronous_standby_names="")


def address(hosts: str, database: str = DATABASE) -> str:
    """The product's DATABASE_URL for these hosts (`name:port`, separated by commas)."""
    return f"postgresql://{USER}:{PASSWORD}@{hosts}/{database}"


async def run(name: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs as whom the parts run as; raises RuntimeError."""
    process = await spawn(
        program(name, _BINARIES),
        *arguments,
        output=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PGPASSWORD": PASSWORD},
    )
    if await asyncio.wait_for(process.wait(), PATIENCE):
        raise RuntimeError(f"{name} {' '.join(arguments)} failed")


@asynccontextmanager
async def server(folder: Path, port: int = 0) -> AsyncIterator[Server]:
    """A fresh server with an empty database; it is gone afterwards."""
    one = Server(own_folder(folder), port or free_port())
    try:
        await _initialise(one)
        await one.start()
        connection = await asyncpg.connect(address(one.host, "postgres"))
        await connection.execute(f"create database {DATABASE}")
        await connection.close()
        yield one
    finally:
        one.remove()


@asynccontextmanager
async def pair(folder: Path, ports: tuple[int, int] = (0, 0)) -> AsyncIterator[Pair]:
    """A synchronous pair: what the primary acknowledges is on the standby's disk too."""
    async with server(folder / "one", ports[0]) as primary:
        standby = Server(own_folder(folder / "two"), ports[1] or free_port())
        try:
            await run(
                *("pg_basebackup", "-D", str(standby.data), "-R", "-X", "stream", "-c", "fast"),
                *("-d", f"{primary.url}?application_name=standby"),
            )
            _configure(standby)
            await standby.start()
            await primary.set(synchronous_standby_names="standby", synchronous_commit="on")
            await _until_synchronous(primary)
            yield Pair(primary, standby)
        finally:
            standby.remove()


async def _initialise(one: Server) -> None:
    secret = one.folder / "password"
    secret.write_text(PASSWORD)
    who = servant()
    if who is not None:
        os.chown(secret, *who)
    await run(
        *("initdb", "-D", str(one.data), "-U", USER, "--pwfile", str(secret)),
        *("--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"),
    )
    _configure(one)


def _configure(one: Server) -> None:
    with (one.data / "postgresql.conf").open("a") as settings:
        settings.write(_SETTINGS.format(port=one.port, folder=one.folder))


async def _until_synchronous(primary: Server) -> None:
    connection = await asyncpg.connect(primary.url)
    try:
        async with asyncio.timeout(PATIENCE):
            while not await connection.fetchval(  # noqa: ASYNC110 - PostgreSQL tells nobody
                "select exists (select from pg_stat_replication where sync_state = 'sync')"
            ):
                await asyncio.sleep(0.05)
    finally:
        await connection.close()
