"""PostgreSQL's own programs (pg_dump, pg_restore, psql), pointed at the product's database."""

from __future__ import annotations

import asyncio
import os
import subprocess
from contextlib import suppress
from typing import IO, Any, Final

from summerstow.platform.database.address import read_address
from summerstow.platform.postgres import embedded

#: Parameters of an address whose variables are not their name after PG.
_VARIABLES: Final = {
    "application_name": "PGAPPNAME",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
}


class ProgramError(Exception):
    """A program of PostgreSQL refused; the message is one sentence for the console."""


def run(
    name: str,
    *arguments: str,
    connect: dict[str, Any],
    stdin: IO[bytes] | None = None,
    stdout: IO[bytes] | None = None,
) -> None:
    """Run a program against the database of `connect` (as `asyncpg.connect` takes it)."""
    _finish(name, _begin(name, arguments, connect, stdin, stdout))


async def run_beside(name: str, *arguments: str, connect: dict[str, Any]) -> None:
    """`run` beside the event loop. A cancelled one ends: else this process would wait for it."""
    program = _begin(name, arguments, connect)
    finished = asyncio.ensure_future(asyncio.to_thread(_finish, name, program))
    try:
        await asyncio.shield(finished)
    except asyncio.CancelledError:
        program.terminate()
        # Cancelled with the task, a call that still waits for a thread would never reap it.
        with suppress(ProgramError):
            await finished
        raise


def _begin(
    name: str,
    arguments: tuple[str, ...],
    connect: dict[str, Any],
    stdin: IO[bytes] | None = None,
    stdout: IO[bytes] | None = None,
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [str(embedded.binary(name)), *arguments],
        env=_environment(connect),
        stdin=stdin or subprocess.DEVNULL,
        stdout=stdout or subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def _finish(name: str, program: subprocess.Popen[bytes]) -> None:
    with program:
        _, error = program.communicate()
    if program.returncode:
        lines = [line for line in error.decode(errors="replace").splitlines() if line.strip()]
        raise ProgramError(f"{name} failed: {lines[0] if lines else f'exit {program.returncode}'}.")


def _environment(connect: dict[str, Any]) -> dict[str, str]:
    """The process's environment with libpq's variables for this database.

    Not an argument of the command: that everybody on the machine could read, password and all.
    """
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    if "dsn" in connect:
        return inherited | _from_address(str(connect["dsn"])) | _variables(connect)
    return inherited | _variables(connect)


def _variables(connect: dict[str, Any]) -> dict[str, str]:
    names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "database": "PGDATABASE"}
    return {names[key]: str(value) for key, value in connect.items() if key in names}


def _from_address(dsn: str) -> dict[str, str]:
    """`postgresql://user:password@host:port,host:port/database?sslmode=…` as libpq's variables."""
    address = read_address(dsn)
    variables = {
        "PGUSER": address.user,
        "PGPASSWORD": address.password,
        "PGHOST": ",".join(one.name for one in address.hosts),
        "PGPORT": ",".join(str(one.port) for one in address.hosts),
        "PGDATABASE": address.database,
    }
    if len(address.hosts) > 1:
        variables |= {"PGTARGETSESSIONATTRS": "read-write", "PGCONNECT_TIMEOUT": "3"}
    for name, value in address.options.items():
        variables[_VARIABLES.get(name, f"PG{name.upper()}")] = value
    return {name: value for name, value in variables.items() if value}
