"""Each command says in one sentence why it cannot work with the database, and no password."""

from __future__ import annotations

import asyncio
import os
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from tools import product as starter

COMMANDS = (("migrate",), ("seed",), ("doctor",), ("staff", "list"), ("serve",))


async def _said(folder: Path, url: str, *command: str) -> tuple[int, str]:
    given = {
        "DATABASE_URL": url,
        "SUMMERSTOW_DATA_DIR": str(folder / "data"),
        "PORT": str(starter.free_port()),
        # Outside a demo, seed looks at no database at all.
        "SUMMERSTOW_DEMO": "1" if command == ("seed",) else "0",
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "summerstow", *command),
        env=starter.settings_only(given),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    out, _ = await asyncio.wait_for(process.communicate(), 120)
    return process.returncode or 0, out.decode()


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_database_that_is_not_there(
    tmp_path: Path, free_port: int, command: tuple[str, ...]
) -> None:
    url = f"postgresql://mina:plum-kettle@127.0.0.1:{free_port}/storage"
    code, said = await _said(tmp_path, url, *command)
    assert code == 1, said
    assert f"127.0.0.1:{free_port} cannot be reached." in said
    assert "Traceback" not in said
    assert "plum" not in said


@pytest_asyncio.fixture(loop_scope="session")
async def read_only(server: dict[str, Any], template: str) -> AsyncIterator[str]:
    """The address of a migrated database that cannot be written to, as of a standby."""
    if "dsn" in server:
        pytest.skip("needs the run's own server")
    name = f"summerstow_standby_{os.getpid()}_{secrets.token_hex(4)}"
    admin = await asyncpg.connect(**server)
    await admin.execute(f'create database "{name}" template "{template}"')
    await admin.execute(f'alter database "{name}" set default_transaction_read_only = on')
    yield f"postgresql://{server['user']}@/{name}?host={server['host']}&port={server['port']}"
    await admin.execute(f'drop database "{name}" with (force)')
    await admin.close()


@pytest.mark.parametrize("command", [one for one in COMMANDS if one[0] != "staff"])
async def test_a_standby_alone(tmp_path: Path, read_only: str, command: tuple[str, ...]) -> None:
    code, said = await _said(tmp_path, read_only, *command)
    assert code == 1, said
    assert "name the primary in DATABASE_URL." in said
    assert "Traceback" not in said
