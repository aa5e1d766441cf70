"""What happens before the product serves: migrations, then, in demo mode, the demo data."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any, Final

import asyncpg

from summerstow.office.settings import follow
from summerstow.platform.database import connecting
from summerstow.platform.database.pool import Database
from summerstow.platform.database.session import Session
from summerstow.platform.settings.model import Settings
from summerstow.schema import types
from summerstow.schema.migrate import MigrationError, migrate
from summerstow.slots import season

from . import demo, past

#: Seconds that a start waits for a database that is starting itself.
_PATIENCE: Final = 60.0
#: Seconds that one statement may take that fills a table.
_LONG: Final = 600.0


async def migrated(connect: dict[str, Any]) -> list[str]:
    """Apply what is missing; returns the names. Where it cannot, a sentence ends the program."""
    try:
        connection = await _connected(connect)
    except connecting.NotConnectedError as error:
        sys.exit(str(error))
    try:
        return await migrate(connection)
    except MigrationError as error:
        sys.exit(str(error))
    except asyncpg.InsufficientPrivilegeError as error:
        sys.exit(
            f"DATABASE_URL names a user who may not set the database up "
            f"({str(error).splitlines()[0]}): "
            "it must own the database and have CREATEROLE."
        )
    finally:
        await connection.close()


async def _connected(connect: dict[str, Any]) -> Session:
    """A connection that may write; waits for a server that is starting or recovers from a crash.

    The embedded one is ours: that nothing listens for a moment means that it is starting too.
    """
    limit = time.monotonic() + _PATIENCE
    while True:
        try:
            return await connecting.connect(connect, writable=True)
        except connecting.NotConnectedError as error:
            embedded = "dsn" not in connect
            if not (error.starting or embedded) or time.monotonic() > limit:
                raise
        await asyncio.sleep(0.2)


async def prepare(settings: Settings, connect: dict[str, Any]) -> None:
    """Migrate, render what is published, and in demo mode load the demo accounts once."""
    await migrated(connect)
    database = Database(connect, size=2)
    await database.open()
    try:
        season.open_without_season(bool(settings.demo))
        await follow.prepare(database, settings.data_dir)
        if settings.demo:
            await demo.load(database, season=settings.demo == "season")
    finally:
        await database.close()


async def typescript(connect: dict[str, Any]) -> str:
    """The web's types of the tables, of a migrated schema."""
    await migrated(connect)
    connection = await connecting.connect(connect)
    try:
        return await types.typescript(connection)
    finally:
        await connection.close()


async def history(connect: dict[str, Any], count: int) -> int:
    """Make up past seasons until there are `count` bookings; returns how many there are."""
    database = Database(connect, size=1, patience=_LONG)
    await database.open()
    try:
        held = await past.generate(database, count)
    finally:
        await database.close()
    connection = await connecting.connect(connect, patience=_LONG)
    try:
        # What is read is as fast from the first minute on as after the night.
        await connection.execute("vacuum (analyze)")
    finally:
        await connection.close()
    return held
