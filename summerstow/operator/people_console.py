"""`summerstow export | erase`: the data of a person, by e-mail address (rule: own-data)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
import typer

from summerstow.platform.errors import AppError
from summerstow.platform.settings.model import Settings

from .console import sentences

if TYPE_CHECKING:
    from summerstow.platform.database.pool import Database

T = TypeVar("T")
_Email = Annotated[str, typer.Argument(help="The e-mail address of the person.")]


def register(
    app: typer.Typer,
    settings: Callable[[], Settings],
    connect: Callable[[Settings], AbstractContextManager[dict[str, Any]]],
) -> None:
    """Hang the commands on the command line; what they need is imported when one is used."""

    def in_database(act: Callable[[Database], Awaitable[T]]) -> T:
        from summerstow.operator import ready  # noqa: PLC0415
        from summerstow.platform.database.pool import Database  # noqa: PLC0415

        known = settings()

        async def opened(arguments: dict[str, Any]) -> T:
            await ready.check(arguments)
            database = Database(arguments, size=1)
            await database.open()
            try:
                return await act(database)
            finally:
                await database.close()

        with connect(known) as arguments, sentences(ready.NotReadyError, AppError):
            return asyncio.run(opened(arguments))

    @app.command()
    def export(
        email: _Email,
        out: Annotated[Path | None, typer.Option(help="Write to this file.")] = None,
    ) -> None:
        """Write everything that is kept about a person as JSON, with an account or without one."""
        from summerstow.privacy import without_account  # noqa: PLC0415

        async def exported(database: Database) -> bytes:
            async with database.owner() as tx:
                return msgspec.json.encode(await without_account.export(tx, email))

        text = msgspec.json.format(in_database(exported), indent=2)
        if out is None:
            print(text.decode())
            return
        out.touch(mode=0o600)
        out.chmod(0o600)
        out.write_bytes(text)
        print(f"Written to {out}.")

    @app.command()
    def erase(
        email: _Email,
        yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    ) -> None:
        """Erase a person, with an account or without one; the ledger stays without the name."""
        from summerstow.privacy import erase as erasure  # noqa: PLC0415
        from summerstow.privacy import without_account  # noqa: PLC0415

        if not yes:
            typer.confirm(f"Erase everything that names {email}? It cannot be undone.", abort=True)

        async def erased(database: Database) -> None:
            async with database.owner() as tx:
                await without_account.erase_address(tx, email)
            await erasure.finish(database)

        in_database(erased)
        print(f"{email} is erased.")
