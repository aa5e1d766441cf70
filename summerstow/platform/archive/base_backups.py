"""Base backups of the embedded database: where the archived write-ahead log starts from.

An archive is a folder with `wal/` (segments, platform/postgres/wal.py) and `base/`, in which each
base backup is a folder named after the moment (UTC) from which it can be brought back. It holds the
secrets as well, without which the database cannot be read: it is as secret as the data folder.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec

from summerstow.platform import clock
from summerstow.platform.database import programs
from summerstow.platform.postgres.wal import SUFFIX

#: The time between base backups: a restore replays at most this much log.
EVERY: Final = timedelta(days=1)
_STAMP: Final = "%Y%m%dT%H%M%SZ"
_SECRETS: Final = "secrets"
_SEGMENT_BYTES: Final = 16 * 1024 * 1024
_SEGMENTS_A_FILE: Final = 0x1_0000_0000 // _SEGMENT_BYTES
_SEGMENT: Final = re.compile(r"[0-9A-F]{24}")


class _Range(msgspec.Struct, rename={"timeline": "Timeline", "start": "Start-LSN"}):
    timeline: int
    start: str


class _Manifest(msgspec.Struct, rename={"ranges": "WAL-Ranges"}):
    ranges: list[_Range]


@dataclass(frozen=True, slots=True, order=True)
class Segment:
    """One file of the write-ahead log, by timeline and number."""

    timeline: int
    number: int

    @classmethod
    def from_name(cls, name: str) -> Segment:
        """Return the segment of a file name such as `0000000100000000000000A3`."""
        high, low = int(name[8:16], 16), int(name[16:24], 16)
        return cls(int(name[:8], 16), high * _SEGMENTS_A_FILE + low)

    @classmethod
    def from_position(cls, timeline: int, position: str) -> Segment:
        """Return the segment that holds a position such as `0/A3000028`."""
        high, low = (int(part, 16) for part in position.split("/"))
        return cls(timeline, high * _SEGMENTS_A_FILE + low // _SEGMENT_BYTES)


@dataclass(frozen=True, slots=True)
class BaseBackup:
    """A copy of the database's files; `at` is the first moment that can be restored from it."""

    folder: Path
    at: datetime
    first: Segment


def list_backups(archive: Path) -> list[BaseBackup]:
    """List the base backups of an archive, oldest first."""
    backups = []
    for folder in sorted((archive / "base").glob("*Z")):
        manifest = msgspec.json.decode((folder / "backup_manifest").read_bytes(), type=_Manifest)
        start = manifest.ranges[0]
        at = datetime.strptime(folder.name, _STAMP).replace(tzinfo=UTC)
        backups.append(BaseBackup(folder, at, Segment.from_position(start.timeline, start.start)))
    return backups


def list_segments(archive: Path) -> list[Segment]:
    """List the archived segments in order."""
    names = (one.name.removesuffix(SUFFIX) for one in (archive / "wal").glob(f"*{SUFFIX}"))
    return sorted(Segment.from_name(name) for name in names if _SEGMENT.fullmatch(name))


def timeline_at(archive: Path, moment: datetime) -> int:
    """Return the timeline of the database at a moment; each restore begins another.

    A timeline began when its history file was archived.
    """
    timelines = ((int(one.name[:8], 16), one.stat().st_mtime) for one in _list_histories(archive))
    return max((number for number, at in timelines if at <= moment.timestamp()), default=1)


def _list_histories(archive: Path) -> Iterator[Path]:
    return (archive / "wal").glob(f"*.history{SUFFIX}")


def is_due(archive: Path, now: datetime) -> bool:
    """Tell whether the newest base backup is old, or its log has a gap or another timeline."""
    backups = list_backups(archive)
    if not backups or now - backups[-1].at >= EVERY:
        return True
    first = backups[-1].first
    segments = [first, *(one for one in list_segments(archive) if one > first)]
    return any(
        (one.timeline, one.number + 1) != (other.timeline, other.number)
        for one, other in pairwise(segments)
    )


async def create(connect: dict[str, Any], archive: Path, data_dir: Path) -> None:
    """Copy the database's files while it serves. Raises `programs.ProgramError`.

    The next call removes the parts of a cancelled one.
    """
    base = archive / "base"
    await asyncio.to_thread(_remove_parts, base)
    part = base / f"{clock.now():{_STAMP}}.part"
    await programs.run_beside(
        "pg_basebackup",
        f"--pgdata={part}",
        # The lowest level of gzip: the usual one takes 2.5 times the processor for a tenth less.
        *("--format=tar", "--compress=1", "--wal-method=none"),
        *("--checkpoint=fast", "--no-password"),
        connect={key: value for key, value in connect.items() if key != "database"},
    )
    await asyncio.to_thread(_complete, part, archive, data_dir)


def _remove_parts(base: Path) -> None:
    for left in base.glob("*.part"):
        shutil.rmtree(left)


def _complete(part: Path, archive: Path, data_dir: Path) -> None:
    if (data_dir / _SECRETS).is_dir():
        shutil.copytree(data_dir / _SECRETS, part / _SECRETS)
    if os.geteuid() == 0:
        owner = archive.stat()
        for one in (part, *part.rglob("*")):
            os.chown(one, owner.st_uid, owner.st_gid)
    # It can be brought to no moment before its end: the next whole second is after it.
    part.rename(part.parent / f"{clock.now() + timedelta(seconds=1):{_STAMP}}")


def restore_secrets(backup: BaseBackup, data_dir: Path) -> None:
    """Copy the secrets of a base backup to a data folder without secrets."""
    if not (data_dir / _SECRETS).exists() and (backup.folder / _SECRETS).is_dir():
        shutil.copytree(backup.folder / _SECRETS, data_dir / _SECRETS)


def delete_later(archive: Path, until: datetime) -> None:
    """Delete base backups from after `until`: their timeline is abandoned."""
    for one in list_backups(archive):
        if one.at > until:
            shutil.rmtree(one.folder)


def delete_unneeded(archive: Path, days: int, now: datetime) -> None:
    """Delete what no moment of the last `days` days needs."""
    backups = list_backups(archive)
    last_needed = [one for one in backups if one.at <= now - timedelta(days=days)][-1:]
    if not last_needed:
        return
    for one in backups:
        if one.at < last_needed[0].at:
            shutil.rmtree(one.folder)
    for path in (archive / "wal").iterdir():
        name = path.name.removesuffix(SUFFIX)
        if _SEGMENT.fullmatch(name) and Segment.from_name(name) < last_needed[0].first:
            path.unlink()
