"""Bring the embedded database back to a moment of the last days."""

from __future__ import annotations

import re
import shutil
import tarfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import asyncpg

from summerstow.platform import clock
from summerstow.platform.postgres import embedded, wal
from summerstow.platform.postgres.keeper import LOG
from summerstow.platform.settings.model import Settings

from . import base_backups
from .tar import keep_to_data

_LAST_KNOWN: Final = re.compile(r"last completed transaction was at log time (.+)$", re.MULTILINE)
_PATIENCE: Final = 3600.0
_BEFORE: Final = "data.before-restore-"


class RestoreError(Exception):
    """The restore failed and the database is unchanged; the message is one sentence."""


async def bring_back(settings: Settings, until: str) -> Path:
    """Restore to a typed moment in campus time, or `latest`. Raises what `restore` does."""
    if settings.archive is None:
        raise RestoreError(
            "This set-up keeps no log: SUMMERSTOW_ARCHIVE_DAYS is 0, it is a demo, or "
            "DATABASE_URL names a server, which is brought back by its own means."
        )
    try:
        moment = None if until == "latest" else datetime.fromisoformat(until)
    except ValueError:
        raise RestoreError("Say the moment as '2027-04-28 14:05:00'.") from None
    if moment is not None and moment.tzinfo is None:
        moment = moment.replace(tzinfo=clock.CAMPUS_ZONE)
    return await restore(settings.data_dir, settings.archive, moment)


async def restore(data_dir: Path, archive: Path, until: datetime | None) -> Path:
    """Restore the database of `data_dir` to the moment `until`; the product must be stopped.

    None restores the last archived change.

    Returns the folder of the database as it was. Raises `RestoreError` and
    `embedded.EmbeddedError`.
    """
    backups = [
        one for one in base_backups.list_backups(archive) if until is None or one.at <= until
    ]
    if not backups:
        first = next(iter(base_backups.list_backups(archive)), None)
        raise RestoreError(
            f"Nothing before {_format_moment(first.at)} can be brought back."
            if first
            else f"{archive} holds no base backup."
        )
    with embedded.stopped(data_dir) as folder:
        data = folder / "data"
        new = folder / "data.restored"
        shutil.rmtree(new, ignore_errors=True)
        # What was not archived yet is in the log of the server that stopped, now or at a restore.
        stopped = [
            *sorted(folder.glob(f"{_BEFORE}*")),
            folder / f"{_BEFORE}{clock.now():%Y%m%dT%H%M%S}",
        ]
        before = stopped[-1]
        _unpack(backups[-1].folder / "base.tar.gz", new)
        with (new / "postgresql.auto.conf").open("a") as settings:
            settings.write(_recovery_settings(archive, [one / "pg_wal" for one in stopped], until))
            if until is not None:
                went_on = base_backups.timeline_at(archive, until)
                line = max(went_on, backups[-1].first.timeline)
                settings.write(f"recovery_target_timeline = {line}\n")
        (new / "recovery.signal").touch()
        embedded.give_to_owner(new)
        if data.exists():
            data.rename(before)
        new.rename(data)
    log = folder / LOG
    mark = log.stat().st_size
    try:
        with embedded.acquire(data_dir, _PATIENCE, archive=archive) as server:
            await _reset_settings(dict(server.dsn_kwargs))
    except embedded.EmbeddedError as error:
        with embedded.stopped(data_dir):
            shutil.rmtree(data)
            if before.exists():
                before.rename(data)
        raise RestoreError(_explain(log, mark, error)) from None
    base_backups.restore_secrets(backups[-1], data_dir)
    if until is not None:
        base_backups.delete_later(archive, until)
    return before


def _unpack(base: Path, target: Path) -> None:
    target.mkdir(mode=0o700)
    with tarfile.open(base, "r:gz") as files:
        keep_to_data(files)
        files.extractall(target)  # noqa: S202 - what we packed, and bounded
    for one in (target, *target.rglob("*")):
        one.chmod(0o700 if one.is_dir() else 0o600)


def _recovery_settings(archive: Path, logs: list[Path], until: datetime | None) -> str:
    lines = [
        f"restore_command = {wal.quoted(wal.command('give', archive / 'wal', *logs))}",
        "hot_standby = off",
    ]
    if until is not None:
        lines.append(f"recovery_target_time = '{until.astimezone(UTC).isoformat()}'")
        lines.append("recovery_target_action = promote")
    return "\n".join(["", *lines, ""])


async def _reset_settings(connect: dict[str, Any]) -> None:
    connection = await asyncpg.connect(**connect)
    try:
        await connection.execute("alter system reset all")
    finally:
        await connection.close()


def _explain(log: Path, mark: int, error: embedded.EmbeddedError) -> str:
    with log.open("rb") as lines:
        lines.seek(mark)
        last = _LAST_KNOWN.findall(lines.read().decode(errors="replace"))
    if "ended before configured recovery target" not in str(error):
        return f"{error} The database is as it was."
    at = _format_moment(datetime.fromisoformat(last[-1])) if last else "unknown"
    return f"Nothing was written at that moment or later; the last change: {at}."


def _format_moment(moment: datetime) -> str:
    return clock.campus_time(moment).isoformat(sep=" ", timespec="seconds")
