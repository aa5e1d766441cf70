"""The database of a new data folder, filled without waiting for the disk.

It is made in a folder beside, with settings under which a crash loses it, and put in its place when
it is whole and written: what is killed midway is never taken for a database.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from summerstow.platform.postgres import embedded

#: Nobody else reads or copies it meanwhile, and nothing of it is wanted after a crash.
_FAST: Final = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "1h",
    "autovacuum": "off",
    "shared_buffers": "256MB",
    "max_worker_processes": "4",
}
_BEGUN: Final = "filling-"
#: Seconds in which a server has stopped, or was made to.
_TO_STOP: Final = 60.0


@contextmanager
def server(data_dir: Path, *, archive: Path | None = None) -> Iterator[embedded.EmbeddedServer]:
    """The server of `data_dir`; where it has none yet, one whose folder is put there at the end.

    Whatever stops that midway leaves `data_dir` as it was. Raises EmbeddedError.
    """
    if (data_dir / "postgres").exists():
        with embedded.acquire(data_dir, archive=archive) as running:
            yield running
        return
    data_dir.mkdir(parents=True, exist_ok=True)
    for left in data_dir.glob(f"{_BEGUN}*"):
        # Killed midway, unless somebody else is at it now.
        with suppress(embedded.EmbeddedError), embedded.stopped(left):
            shutil.rmtree(left)
    with tempfile.TemporaryDirectory(
        prefix=_BEGUN, dir=data_dir, ignore_cleanup_errors=True
    ) as name:
        place = Path(name)
        embedded.give_to_owner(place)
        embedded.acquire(place).close()
        with embedded.stopped(place, _TO_STOP) as folder:
            changed = folder / "data" / "postgresql.auto.conf"
            changed.write_text("".join(f"{name} = '{value}'\n" for name, value in _FAST.items()))
        with embedded.acquire(place) as running:
            yield running
        with embedded.stopped(place, _TO_STOP):
            changed.write_text("")
            # All of it is on the disk before it counts.
            os.sync()
            try:
                folder.rename(data_dir / folder.name)
            except OSError as error:
                raise embedded.EmbeddedError(
                    f"{data_dir} was given a database meanwhile: the new one is dropped."
                ) from error
