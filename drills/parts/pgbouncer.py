"""PgBouncer before a PostgreSQL server."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from . import postgres
from .identity import PartMissingError, free_port, own_folder, program, servant, spawn
from .unit import PATIENCE

PoolMode = Literal["session", "transaction", "statement"]


@dataclass
class Pooler:
    """A running PgBouncer on 127.0.0.1."""

    port: int
    version: str
    process: asyncio.subprocess.Process

    @property
    def host(self) -> str:
        """Host and port, as they stand in an address."""
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """The address of the product's database through it."""
        return postgres.address(self.host)


@asynccontextmanager
async def pgbouncer(
    folder: Path,
    before: postgres.Server,
    mode: PoolMode,
    *,
    size: int = 5,
    port: int = 0,
    binary: Path | None = None,
    **settings: str,
) -> AsyncIterator[Pooler]:
    """PgBouncer in a mode, with `size` connections to the server `before`.

    `binary` names another than the installed one. Further settings as in its configuration.
    Raises `PartMissingError` where there is none.
    """
    found = binary or program("pgbouncer", "/usr/sbin", "/usr/local/bin")
    chosen = port or free_port()
    configuration = own_folder(folder) / "pgbouncer.ini"
    users = folder / "users.txt"
    users.write_text(f'"{postgres.USER}" "{postgres.PASSWORD}"\n')
    lines = {
        "listen_addr": "127.0.0.1",
        "listen_port": str(chosen),
        "unix_socket_dir": "",
        "auth_type": "scram-sha-256",
        "auth_file": str(users),
        "pool_mode": mode,
        "default_pool_size": str(size),
        "max_client_conn": "500",
        "server_login_retry": "1",
        **settings,
    }
    configuration.write_text(
        f"[databases]\n{postgres.DATABASE} = host=127.0.0.1 port={before.port} "
        f"dbname={postgres.DATABASE}\n[pgbouncer]\n"
        + "".join(f"{name} = {value}\n" for name, value in lines.items())
    )
    who = servant()
    if who is not None:
        for file in (configuration, users):
            os.chown(file, *who)
    with (folder / "log").open("ab") as log:
        process = await spawn(found, configuration, output=log.fileno())
    try:
        await _until_open(chosen, process, folder / "log")
        yield Pooler(chosen, _version(found), process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _version(binary: Path) -> str:
    said = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True)
    return said.stdout.splitlines()[0]


async def _until_open(port: int, process: asyncio.subprocess.Process, log: Path) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            if process.returncode is not None:
                raise PartMissingError(f"PgBouncer did not start: see {log}.")
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return
