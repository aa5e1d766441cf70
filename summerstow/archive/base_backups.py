"""Base backups of the embedded database: where the archived write-ahead log starts from.

An archive is a folder with `wal/` (segments, kit/postgres/wal.py) and `base/`, in which each base
backup is a folder named after the moment (UTC) from which it can be brought back. It holds the
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

from summerstow.kit import clock
from summerstow.kit.database import programs
from summerstow.kit.postgres.wal import SUFFIX

#: A moment is brought back from the base backup before it: this much log is read anew at most.
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
    """One file of the write-ahead log by its timeline and its place in it."""

    timeline: int
    number: int

    @classmethod
    def named(cls, name: str) -> Segment:
        """The segment of a file's name: `0000000100000000000000A3`."""
        high, low = int(name[8:16], 16), int(name[16:24], 16)
        return cls(int(name[:8], 16), high * _SEGMENTS_A_FILE + low)

    @classmethod
    def of(cls, timeline: int, position: str) -> Segment:
        """The segment that holds a position: `0/A3000028`."""
        high, low = (int(part, 16) for part in position.split("/"))
        return cls(timeline, high * _SEGMENTS_A_FILE + low // _SEGMENT_BYTES)


@dataclass(frozen=True, slots=True)
class BaseBackup:
    """A copy of the database's files; `at` is the first moment that it can be brought to."""

    folder: Path
    at: datetime
    first: Segment


def listed(archive: Path) -> list[BaseBackup]:
    """The base backups of an archive, oldest first."""
    found = []
    for folder in sorted((archive / "base").glob("*Z")):
        manifest = msgspec.json.decode((folder / "backup_manifest").read_bytes(), type=_Manifest)
        start = manifest.ranges[0]
        at = datetime.strptime(folder.name, _STAMP).replace(tzinfo=UTC)
        found.append(BaseBackup(folder, at, Segment.of(start.timeline, start.start)))
    return found


def segments(archive: Path) -> list[Segment]:
    """What is kept of the log, in order."""
    names = (one.name.removesuffix(SUFFIX) for one in (archive / "wal").glob(f"*{SUFFIX}"))
    return sorted(Segment.named(name) for name in names if _SEGMENT.fullmatch(name))


def timeline_at(archive: Path, moment: datetime) -> int:
    """The timeline in which the database went on at a moment: each restore begins another.

    By when its history came to the archive, which is when it began.
    """
    begun = ((int(one.name[:8], 16), one.stat().st_mtime) for one in _histories(archive))
    return max((number for number, at in begun if at <= moment.timestamp()), default=1)


def _histories(archive: Path) -> Iterator[Path]:
    return (archive / "wal").glob(f"*.history{SUFFIX}")


def is_due(archive: Path, now: datetime) -> bool:
    """Whether the newest base backup is old, or cannot be brought to this moment any more.

    A log that was not archived for a while leaves a gap, and a restored database goes on in a
    timeline of its own.
    """
    known = listed(archive)
    if not known or now - known[-1].at >= EVERY:
        return True
    first = known[-1].first
    kept = [first, *(one for one in segments(archive) if one > first)]
    return any(
        (one.timeline, one.number + 1) != (other.timeline, other.number)
        for one, other in pairwise(kept)
    )


async def make(connect: dict[str, Any], archive: Path, data_dir: Path) -> None:
    """Copy the database's files while it serves. Raises `programs.ProgramError`.

    A cancelled one leaves what it has to the next, which removes it.
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


def give_secrets(backup: BaseBackup, data_dir: Path) -> None:
    """Bring the secrets of a base backup to a data folder that has none."""
    if not (data_dir / _SECRETS).exists() and (backup.folder / _SECRETS).is_dir():
        shutil.copytree(backup.folder / _SECRETS, data_dir / _SECRETS)


def supersede(archive: Path, until: datetime) -> None:
    """Put aside what was made after `until`: its log goes on in a time that was given up."""
    for one in listed(archive):
        if one.at > until:
            shutil.rmtree(one.folder)


def forget(archive: Path, days: int, now: datetime) -> None:
    """Delete what no moment of the last `days` days needs any more."""
    known = listed(archive)
    needed = [one for one in known if one.at <= now - timedelta(days=days)][-1:]
    if not needed:
        return
    for one in known:
        if one.at < needed[0].at:
            shutil.rmtree(one.folder)
    for path in (archive / "wal").iterdir():
        name = path.name.removesuffix(SUFFIX)
        if _SEGMENT.fullmatch(name) and Segment.named(name) < needed[0].first:
            path.unlink()
