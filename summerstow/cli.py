"""The operator's commands: serve, migrate, staff, keys, backup, restore, doctor and more."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from summerstow import serve as server
from summerstow.kit.errors import AppError
from summerstow.kit.postgres import embedded
from summerstow.kit.settings.load import load_settings
from summerstow.kit.settings.model import Settings, SettingsError
from summerstow.operator import console, jobs_console

if TYPE_CHECKING:
    from summerstow.auth.tokens.key_rotation import ListedKey

ROOT = Path(__file__).parent.parent

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=__doc__
)

keys = typer.Typer(no_args_is_help=True, help="The keys that sign access tokens.")
app.add_typer(keys, name="keys")


@app.command()
def serve() -> None:
    """Serve the product until stopped; migrates first, and loads the demo data in demo mode."""
    server.run(_settings(), _prepare, preload=("summerstow.main", "summerstow.web:read_ahead"))


@app.command()
def worker() -> None:
    """Run the background jobs until stopped, beside or apart from the web processes."""
    from summerstow.operator import jobs  # noqa: PLC0415 - keeps `serve` small

    settings = _settings()
    with _connect(settings) as connect:
        asyncio.run(jobs.work(settings, connect))


@app.command()
def migrate() -> None:
    """Bring the schema, its policies and the campuses up to date."""
    from summerstow.seed import prepare  # noqa: PLC0415

    settings = _settings()
    with _connect(settings) as connect:
        applied = asyncio.run(prepare.migrated(connect))
    print("\n".join(applied) if applied else "The schema is up to date.")


@app.command()
def seed(
    bookings: Annotated[int, typer.Option(min=0, help="How many past bookings to make up.")] = 0,
) -> None:
    """Load the demo accounts (in demo mode) and, on request, generated past bookings."""
    from summerstow.seed import prepare  # noqa: PLC0415

    settings = _settings()
    with _connect(settings) as connect:
        asyncio.run(prepare.prepare(settings, connect))
        made = asyncio.run(prepare.history(connect, bookings))
    print(f"{made} generated bookings are in the database now.")


@app.command()
def types() -> None:
    """Write the web's types of tables, commands and roles, and the page of commands."""
    from summerstow.main import Application  # noqa: PLC0415
    from summerstow.schema import command_types  # noqa: PLC0415
    from summerstow.seed import prepare  # noqa: PLC0415

    settings = _settings()
    with _connect(settings) as connect:
        tables = asyncio.run(prepare.typescript(connect))
        commands = Application(settings, connect).commands.values()
    (ROOT / "web" / "api" / "database.types.ts").write_text(tables)
    for path, text in command_types.files(commands).items():
        (ROOT / path).write_text(text)


@keys.command("list")
def list_keys() -> None:
    """Show the keys and what each is for now."""
    from summerstow.auth.tokens import key_rotation  # noqa: PLC0415
    from summerstow.kit import clock  # noqa: PLC0415

    settings = _settings()
    with _sentences(key_rotation.RotationRefused):
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
    from summerstow.auth.tokens import key_rotation  # noqa: PLC0415

    settings = _settings()
    with _sentences(key_rotation.RotationRefused):
        key_rotation.refuse(settings)
        with _connect(settings) as connect:
            _show(asyncio.run(key_rotation.rotate(settings, connect, compromised=compromised)))


@keys.command("adopt")
def adopt_keys() -> None:
    """Make this host's keys those of the installation, after they were changed on purpose."""
    from summerstow.auth.tokens import key_rotation  # noqa: PLC0415

    settings = _settings()
    with _sentences(key_rotation.RotationRefused), _connect(settings) as connect:
        asyncio.run(key_rotation.adopt(settings, connect))
    print("Hosts with other keys are refused from here on.")


def _show(listed: Iterable[ListedKey]) -> None:
    for one in listed:
        print(f"{one.kid}  {one.algorithm}  {one.state}")


@contextmanager
def _sentences(*refusals: type[Exception]) -> Iterator[None]:
    """Say what was refused in its own sentence, and end with 2."""
    refused: tuple[type[Exception], ...] = (SettingsError, *refusals)
    try:
        yield
    except refused as error:
        print(error, file=sys.stderr)
        raise SystemExit(2) from None
    except AppError as error:
        print(error.message, file=sys.stderr)
        raise SystemExit(1) from None


def _prepare(settings: Settings, connect: dict[str, Any]) -> None:
    from summerstow.auth.tokens.keys import load_keys  # noqa: PLC0415 - runs in a child that ends
    from summerstow.seed import prepare  # noqa: PLC0415

    with _sentences():
        load_keys(settings)
    with _outages():
        asyncio.run(prepare.prepare(settings, connect))
    if settings.database_url:
        from summerstow.auth.tokens import key_rotation  # noqa: PLC0415

        # The embedded database has one host.
        with _sentences(key_rotation.KeysDifferError), _outages():
            asyncio.run(key_rotation.agree(settings, connect))


def _settings() -> Settings:
    try:
        return load_settings()
    except SettingsError as error:
        print(error, file=sys.stderr)
        raise SystemExit(2) from None


@contextmanager
def _connect(settings: Settings) -> Iterator[dict[str, Any]]:
    if settings.database_url:
        with _outages():
            yield {"dsn": settings.database_url}
        return
    try:
        with embedded.acquire(settings.data_dir, archive=settings.archive) as running, _outages():
            yield dict(running.dsn_kwargs)
    except embedded.EmbeddedError as error:
        print(error, file=sys.stderr)
        raise SystemExit(1) from None


@contextmanager
def _outages() -> Iterator[None]:
    """Say in a sentence what is wrong with the database, and end with 1."""
    try:
        yield
    except Exception as error:
        from summerstow.kit.database.outages import console_sentence  # noqa: PLC0415

        sentence = console_sentence(error)
        if sentence is None:
            raise
        print(sentence, file=sys.stderr)
        raise SystemExit(1) from None


console.register(app, _settings, _connect)
jobs_console.register(app, _settings, _connect)


def main() -> None:
    """Run the command line."""
    app()
