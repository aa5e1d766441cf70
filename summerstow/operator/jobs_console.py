"""`summerstow jobs | outbox`: arguments in, tables out."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
import typer

from summerstow.platform.errors import AppError
from summerstow.platform.settings.model import Settings

if TYPE_CHECKING:
    from summerstow.platform.jobs.job import JobStatus
    from summerstow.platform.outbox.queries import Listed

T = TypeVar("T")
Connect = Callable[[Settings], AbstractContextManager[dict[str, Any]]]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
_WIDE = 200


def register(app: typer.Typer, settings: Callable[[], Settings], connect: Connect) -> None:
    """Hang the commands on the command line; what they need is imported when one is used."""

    def done(act: Callable[[Settings, dict[str, Any]], Coroutine[Any, Any, T]]) -> T:
        from summerstow.operator import ready  # noqa: PLC0415
        from summerstow.operator.jobs import JobError  # noqa: PLC0415

        async def checked(known: Settings, arguments: dict[str, Any]) -> T:
            await ready.check(arguments)
            return await act(known, arguments)

        known = settings()
        with connect(known) as arguments, _sentences(ready.NotReadyError, JobError, AppError):
            return asyncio.run(checked(known, arguments))

    _jobs(app, done)
    _outbox(app, done)


def _jobs(app: typer.Typer, done: Callable[..., Any]) -> None:
    group = typer.Typer(help="What runs in the background.")
    app.add_typer(group, name="jobs")

    @group.callback(invoke_without_command=True)
    def list_jobs(context: typer.Context, as_json: _Json = False) -> None:
        """List the background jobs: last success, failures, next run, and where each runs."""
        if context.invoked_subcommand is not None:
            return
        from summerstow.operator import jobs  # noqa: PLC0415

        rows: list[JobStatus] = done(jobs.listed)
        if as_json:
            _print_json(rows)
            return
        _print_table(
            (
                "job",
                _campus("last success"),
                "failures",
                _campus("next run"),
                "runs on",
                "what it does",
            ),
            [
                (
                    one.name,
                    _moment(one.succeeded_at),
                    f"{one.failures}: {one.error}" if one.failures else "0",
                    "running" if one.running else _moment(one.next_at),
                    one.holder or "",
                    one.about,
                )
                for one in rows
            ],
        )

    @group.command()
    def run(name: Annotated[str, typer.Argument(help="The job's name.")]) -> None:
        """Run a job now, whether it is due or not."""
        from summerstow.operator import jobs  # noqa: PLC0415

        done(lambda known, arguments: jobs.run(known, arguments, name))
        print(f"{name} has run.")


def _outbox(app: typer.Typer, done: Callable[..., Any]) -> None:
    group = typer.Typer(no_args_is_help=True, help="Messages that are not sent.")
    app.add_typer(group, name="outbox")

    @group.command("list")
    def list_messages(
        dead: Annotated[bool, typer.Option("--dead", help="Only those given up.")] = False,
        waiting: Annotated[
            bool, typer.Option("--waiting", help="Only those still to be sent.")
        ] = False,
        as_json: _Json = False,
    ) -> None:
        """List messages that wait, and those that were given up."""
        from summerstow.operator import jobs  # noqa: PLC0415

        every = dead == waiting
        rows: list[Listed] = done(
            lambda known, arguments: jobs.outbox(
                known, arguments, waiting=every or waiting, dead=every or dead
            )
        )
        if as_json:
            _print_json(rows)
        elif not rows:
            print("There are none.")
        else:
            _print_table(
                (
                    "id",
                    "state",
                    "kind",
                    "to",
                    _campus("written"),
                    "tries",
                    _campus("next try"),
                    "last error",
                ),
                [
                    (
                        str(one.id),
                        one.state,
                        one.kind,
                        one.recipient,
                        _moment(one.created_at),
                        str(one.attempts),
                        _moment(one.next_at) if one.next_at else "",
                        one.error or "",
                    )
                    for one in rows
                ],
            )

    @group.command()
    def retry(
        ids: Annotated[list[int] | None, typer.Argument(help="Numbers of messages.")] = None,
        all_dead: Annotated[
            bool, typer.Option("--all-dead", help="Every message that was given up.")
        ] = False,
    ) -> None:
        """Send messages again, now and as if they had never been tried."""
        from summerstow.operator import jobs  # noqa: PLC0415

        if bool(ids) == all_dead:
            print("Name messages by their numbers, or --all-dead.", file=sys.stderr)
            raise SystemExit(2)
        _report(
            done(lambda known, arguments: jobs.retry(known, arguments, None if all_dead else ids)),
            ids,
            "will be sent again",
        )

    @group.command()
    def drop(ids: Annotated[list[int], typer.Argument(help="Numbers of messages.")]) -> None:
        """Give messages up for good; they leave the list and are never sent."""
        from summerstow.operator import jobs  # noqa: PLC0415

        _report(done(lambda known, arguments: jobs.drop(known, arguments, ids)), ids, "dropped")


def _report(changed: list[int], named: Sequence[int] | None, what: str) -> None:
    if changed:
        print(f"{what.capitalize()}: {', '.join(map(str, changed))}.")
    elif not named:
        print("There are none.")
    left = sorted(set(named or ()) - set(changed))
    if left:
        numbers = ", ".join(map(str, left))
        print(f"Not in the outbox, sent already or on their way: {numbers}.", file=sys.stderr)
        raise SystemExit(1)


def _print_json(rows: Sequence[msgspec.Struct]) -> None:
    print(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())


def _print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich import box  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in heads:
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    # A file or a pipe has no width of its own.
    Console(width=None if sys.stdout.isatty() else _WIDE).print(table)


def _campus(head: str) -> str:
    """A column of campus times says so: the log is in UTC."""
    return f"{head} (campus time)"


def _moment(moment: datetime | None) -> str:
    from summerstow.platform import clock  # noqa: PLC0415

    return f"{clock.campus_time(moment):%Y-%m-%d %H:%M:%S}" if moment else "never"


@contextmanager
def _sentences(*kinds: type[Exception]) -> Iterator[None]:
    try:
        yield
    except kinds as error:
        print(getattr(error, "message", error), file=sys.stderr)
        raise SystemExit(1) from None
