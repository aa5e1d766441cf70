"""`summerstow staff | backup | restore | doctor`: arguments in, sentences out."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from summerstow.platform.errors import AppError
from summerstow.platform.roles import WORKER, StaffRole
from summerstow.platform.settings.model import Settings

if TYPE_CHECKING:
    from summerstow.platform.database.transaction import ElevatedTransaction

T = TypeVar("T")
Connect = Callable[[Settings], AbstractContextManager[dict[str, Any]]]
_Email = Annotated[str, typer.Argument(help="The e-mail address of the account.")]
_Role = Annotated[StaffRole, typer.Option("--role", help="What they may do.")]


def register(app: typer.Typer, settings: Callable[[], Settings], connect: Connect) -> None:
    """Hang the commands on the command line; what they need is imported when one is used."""
    _staff(app, settings, connect)
    _backups(app, settings, connect)
    _doctor(app, settings, connect)


def _staff(app: typer.Typer, settings: Callable[[], Settings], connect: Connect) -> None:
    group = typer.Typer(no_args_is_help=True, help="Who works here, and what they may do.")
    app.add_typer(group, name="staff")

    def in_database(act: Callable[[ElevatedTransaction], Awaitable[T]]) -> T:
        import structlog  # noqa: PLC0415

        from summerstow.operator import ready  # noqa: PLC0415
        from summerstow.platform.database.pool import Database  # noqa: PLC0415

        # The answer is one sentence; what happened stands in the audit log.
        structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))

        async def opened(arguments: dict[str, Any]) -> T:
            await ready.check(arguments)
            database = Database(arguments, size=1)
            await database.open()
            try:
                async with database.owner() as tx:
                    return await act(tx)
            finally:
                await database.close()

        with (
            connect(settings()) as arguments,
            sentences(ready.NotReadyError, AppError),
        ):
            return asyncio.run(opened(arguments))

    @group.command("list")
    def list_staff() -> None:
        """Everybody who is more than a customer."""
        from summerstow.platform.auth.staff import queries  # noqa: PLC0415

        rows = in_database(queries.staff)
        for row in rows:
            print(f"{row.role:<10} {row.email:<36} {row.name}")
        if not rows:
            print("Nobody works here yet: summerstow staff add NAME@EXAMPLE.CA --role executive.")

    @group.command()
    def add(
        email: _Email,
        role: _Role = WORKER,
        name: Annotated[str | None, typer.Option(help="Their full name.")] = None,
    ) -> None:
        """Give somebody a role; an account is made where there is none."""
        from summerstow.platform.auth.staff import service as staff  # noqa: PLC0415

        site = settings().site_url
        is_new = in_database(lambda tx: staff.add(tx, email, role, name))
        print(f"{email} is {role} now.")
        if is_new:
            print(
                f"The account is new. A mail invites its owner to choose a password at "
                f"{site}/auth/forgot."
            )

    @group.command()
    def role(email: _Email, role: _Role) -> None:
        """Change what an account may do; it signs in anew."""
        from summerstow.platform.auth.staff import service as staff  # noqa: PLC0415

        in_database(lambda tx: staff.change(tx, email, role))
        print(f"{email} is {role} now.")

    @group.command()
    def remove(email: _Email) -> None:
        """Make somebody a customer again and end their sessions."""
        from summerstow.platform.auth.staff import service as staff  # noqa: PLC0415

        async def removed(tx: ElevatedTransaction) -> None:
            await staff.remove(tx, await staff.account(tx, email))

        in_database(removed)
        print(f"{email} is a customer now and signed out everywhere.")


def _backups(app: typer.Typer, settings: Callable[[], Settings], connect: Connect) -> None:
    @app.command()
    def backup(
        target: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")],
    ) -> None:
        """Write the database and the secrets into one file, also while the product serves."""
        from summerstow.operator import backup as backups  # noqa: PLC0415
        from summerstow.platform.database.programs import ProgramError  # noqa: PLC0415

        known = settings()
        with connect(known) as arguments, sentences(backups.BackupError, ProgramError):
            to = known.past_pooler or arguments
            card = asyncio.run(backups.backup(to, known.data_dir, target))
        print(f"{target}: {card.accounts} accounts, {card.bookings} bookings. Keep it secret.")

    @app.command()
    def restore(
        source: Annotated[
            Path | None, typer.Argument(help="A file that `summerstow backup` wrote.")
        ] = None,
        until: Annotated[
            str | None,
            typer.Option(
                "--until",
                help="A moment in campus time, '2027-04-28 14:05:00', or 'latest'.",
            ),
        ] = None,
        replace: Annotated[
            bool, typer.Option("--replace", help="Write over a database that is in use.")
        ] = False,
    ) -> None:
        """Bring a backup or a moment of the last days back; stop the product first."""
        from summerstow.operator import backup as backups  # noqa: PLC0415
        from summerstow.platform.database.programs import ProgramError  # noqa: PLC0415

        known = settings()
        if (source is None) == (until is None):
            print("Say the file of a backup, or --until with a moment.", file=sys.stderr)
            raise SystemExit(2)
        if until is not None or source is None:
            _bring_back(known, until or "latest")
            return
        with connect(known) as arguments, sentences(backups.BackupError, ProgramError):
            to = known.past_pooler or arguments
            card = asyncio.run(backups.restore(to, known.data_dir, source, replace=replace))
        moment = card.made_at.isoformat(sep=" ", timespec="minutes")
        print(f"Restored {card.accounts} accounts and {card.bookings} bookings of {moment}.")


def _bring_back(known: Settings, until: str) -> None:
    from summerstow.platform.archive import restore  # noqa: PLC0415
    from summerstow.platform.postgres.embedded import EmbeddedError  # noqa: PLC0415

    with sentences(restore.RestoreError, EmbeddedError):
        folder = asyncio.run(restore.bring_back(known, until))
    when = "after the last change that was stored" if until == "latest" else f"at {until}"
    print(f"The database is as it was {when}. What it was before stays in {folder}.")


def _doctor(app: typer.Typer, settings: Callable[[], Settings], connect: Connect) -> None:
    @app.command()
    def doctor() -> None:
        """Say in sentences what is wrong with this set-up; ends with 1 where something is."""
        from summerstow.operator import doctor as doctors  # noqa: PLC0415

        known = settings()
        with connect(known) as arguments:
            findings = asyncio.run(doctors.examine(known, arguments))
        for one in sorted(findings, key=lambda one: not one.wrong):
            print(f"{'MEND' if one.wrong else 'ok  '}  {one.words}")
        if any(one.wrong for one in findings):
            raise SystemExit(1)


@contextmanager
def sentences(*kinds: type[Exception]) -> Iterator[None]:
    """End the program with one sentence for these errors."""
    try:
        yield
    except kinds as error:
        print(getattr(error, "message", error), file=sys.stderr)
        raise SystemExit(1) from None
