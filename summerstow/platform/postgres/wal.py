"""The archive of the write-ahead log: each finished segment compressed into a folder, and back.

PostgreSQL runs this file itself, once a segment:
`wal.py keep PATH NAME ARCHIVE` and `wal.py give PATH NAME ARCHIVE [PG_WAL …]`.
"""

import gzip
import os
import shlex
import shutil
import sys
from pathlib import Path

#: Seconds after which an unfinished segment is archived as well: what a lost disk may cost.
TIMEOUT = 60
SUFFIX = ".gz"
#: The largest window, and gzip's head and end around what is packed.
_GZIP = 16 + 15


def settings(archive: Path) -> str:
    """The lines of postgresql.conf that keep every segment under `archive`."""
    return (
        "archive_mode = on\n"
        f"archive_timeout = {TIMEOUT}s\n"
        f"archive_command = {quoted(command('keep', archive / 'wal'))}\n"
    )


def command(verb: str, *folders: Path) -> str:
    """A shell command as PostgreSQL runs it: %p is the path of a segment, %f its name."""
    arguments = [sys.executable, "-I", str(Path(__file__).resolve()), verb]
    first, rest = [_word(one) for one in arguments], [_word(str(one)) for one in folders]
    return " ".join([*first, '"%p"', '"%f"', *rest])


def quoted(value: str) -> str:
    """A value of postgresql.conf."""
    return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'"


def _word(text: str) -> str:
    return shlex.quote(text).replace("%", "%%")


def keep(path: Path, name: str, archive: Path) -> None:
    """Archive one segment durably; an archived segment stays as it is."""
    # A seventh of the processor's time that zlib takes for it, with many bookings the dearest part
    # of one. What it writes any gzip reads. Here, as the keeper, which imports this, has no
    # libraries.
    from isal import isal_zlib  # noqa: PLC0415

    segment = archive / f"{name}{SUFFIX}"
    if segment.exists():
        return
    part = archive / f"{name}.part"
    with path.open("rb") as source, part.open("wb") as raw:
        packer = isal_zlib.compressobj(wbits=_GZIP)
        while piece := source.read(1 << 20):
            raw.write(packer.compress(piece))
        raw.write(packer.flush())
        raw.flush()
        os.fsync(raw.fileno())
    part.rename(segment)
    folder = os.open(archive, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def give(path: Path, name: str, archive: Path, logs: list[Path]) -> bool:
    """Bring one segment to `path`: from the archive, else from the log of a stopped server."""
    segment = archive / f"{name}{SUFFIX}"
    if segment.exists():
        with gzip.open(segment, "rb") as source, path.open("wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
        return True
    for one in logs:
        if (one / name).exists():
            shutil.copyfile(one / name, path)
            return True
    return False


def main(verb: str, path: str, name: str, archive: str, *logs: str) -> int:
    """Entry of PostgreSQL's commands: exit status 0 on success."""
    if verb == "keep":
        keep(Path(path), name, Path(archive))
        return 0
    return 0 if give(Path(path), name, Path(archive), [Path(one) for one in logs]) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
