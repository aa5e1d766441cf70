"""The operator's commands: serve, migrate, staff, keys, backup, restore, doctor and more."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from summerstow import start
from summerstow.operator import console, jobs_console, people_console
from summerstow.platform.postgres import embedded

if TYPE_CHECKING:
    from summerstow.platform.auth.tokens.key_rotation import ListedKey

ROOT = Path(__file__).parent.parent

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=__doc__
)

keys = typer.Typer(no_args_is_help=True, help="The keys that sign access tokens.")
app.add_typer(keys, name="keys")


@app.command()
def serve() -> None:
    """Serve the product until stopped; migrates first, and loads the demo data in demo mode."""
    start.serve()


@app.command()
def worker() -> None:
    """Run the background jobs until stopped, beside or apart from the web processes."""
    from summerstow.operator import jobs  # noqa: PLC0415 - keeps `serve` small

    settings = start.settings()
    with start.connect(settings) as connect:
        asyncio.run(jobs.work(settings, connect))


@app.command()
def migrate() -> None:
    """Bring the schema, its policies and the campuses up to date."""
    from summerstow.demo import prepare  # noqa: PLC0415

    settings = start.settings()
    with start.connect(settings) as connect:
        applied = asyncio.run(prepare.migrated(connect))
    print("\n".join(applied) if applied else "The schema is up to date.")


@app.command()
def seed(
    bookings: Annotated[int, typer.Option(min=0, help="How many past bookings to make up.")] = 0,
) -> None:
    """Demo only: load the demo accounts and generated past bookings (rule: no-made-up-business).

    Three in ten as many customers made them. What is served from the same database waits meanwhile;
    in a new data folder thousands are there once all are.
    """
    from summerstow.demo import bulk, fresh, prepare  # noqa: PLC0415

    settings = start.settings()
    if not settings.demo:
        print(
            "summerstow seed makes up bookings and invoices, and works in a demo alone: "
            "SUMMERSTOW_DEMO is 0 here. Nothing was changed.",
            file=sys.stderr,
        )
        raise SystemExit(2)
    server = fresh.server if bookings >= bulk.MANY else embedded.acquire
    with start.connect(settings, server) as connect:
        asyncio.run(prepare.prepare(settings, connect))
        made = asyncio.run(prepare.history(connect, bookings))
    print(f"{made} generated bookings are in the database now.")


@app.command()
def types() -> None:
    """Write the web's types of tables, commands and roles."""
    from summerstow.app import Application  # noqa: PLC0415
    from summerstow.demo import prepare  # noqa: PLC0415
    from summerstow.schema import command_types  # noqa: PLC0415

    settings = start.settings()
    with start.connect(settings) as connect:
        tables = asyncio.run(prepare.typescript(connect))
        commands = Application(settings, connect).commands.values()
    (ROOT / "web" / "api" / "database.types.ts").write_text(tables)
    for path, text in command_types.files(commands).items():
        (ROOT / path).write_text(text)


@app.command()
def commands() -> None:
    """Print every command of /rest/v1/rpc with its callers, arguments and result, as Markdown."""
    from summerstow.app import Application  # noqa: PLC0415
    from summerstow.schema import command_types  # noqa: PLC0415

    # No database is connected: the commands are only described.
    product = Application(start.settings(), {"dsn": "postgresql://nowhere"})
    print(command_types.page(product.commands.values()))


@keys.command("list")
def list_keys() -> None:
    """Show the keys and what each is for now."""
    from summerstow.platform import clock  # noqa: PLC0415
    from summerstow.platform.auth.tokens import key_rotation  # noqa: PLC0415

    settings = start.settings()
    with start.sentences(key_rotation.RotationRefused):
        _show(key_rotation.listed(settings, clock.now()))


@keys.command("rotate")
def rotate_keys(
    compromised: Annotated[
        bool,
        typer.Option(
            "--compromised", help="Believe the old keys no more: everybody signs in again."
        ),
    ] = False,
) -> None:
    """Publish the next key; it signs in eleven minutes, and the old one stays while it is needed.

    A running product notices within seconds.
    """
    from summerstow.platform.auth.tokens import key_rotation  # noqa: PLC0415

    settings = start.settings()
    with start.sentences(key_rotation.RotationRefused):
        key_rotation.refuse(settings)
        with start.connect(settings) as connect:
            _show(asyncio.run(key_rotation.rotate(settings, connect, compromised=compromised)))


@keys.command("adopt")
def adopt_keys() -> None:
    """Make this host's keys those of the installation, after they were changed on purpose."""
    from summerstow.platform.auth.tokens import key_rotation  # noqa: PLC0415

    settings = start.settings()
    with start.sentences(key_rotation.RotationRefused), start.connect(settings) as connect:
        asyncio.run(key_rotation.adopt(settings, connect))
    print("Hosts with other keys are refused from here on.")


def _show(listed: Iterable[ListedKey]) -> None:
    for one in listed:
        print(f"{one.kid}  {one.algorithm}  {one.state}")


console.register(app, start.settings, start.connect)
people_console.register(app, start.settings, start.connect)
jobs_console.register(app, start.settings, start.connect)
