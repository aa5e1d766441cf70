"""Who the parts run as: PostgreSQL and PgBouncer refuse to be root."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from summerstow.platform.postgres import embedded

#: Debian's package of a program, where it is neither its name nor `postgresql`.
_PACKAGES: Final = {"etcd": "etcd-server"}
_OWN_PACKAGES: Final = ("caddy", "patroni", "pgbouncer")


class PartMissingError(Exception):
    """A program that a drill needs is not there; the message says how to get it."""


def servant() -> tuple[int, int] | None:
    """User and group for the parts when we are root; None where they run as we do."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return found.pw_uid, found.pw_gid
    raise PartMissingError("Root needs a user named postgres or nobody to run PostgreSQL as.")


async def spawn(
    *command: str | Path, output: int, env: dict[str, str] | None = None
) -> asyncio.subprocess.Process:
    """Start a program as whom the parts run as, with `output` for all that it says."""
    who = servant()
    changed: dict[str, Any] = {}
    if who is not None:
        changed = {"user": who[0], "group": who[1], "extra_groups": []}
    return await asyncio.create_subprocess_exec(
        *map(str, command),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        env=env,
        cwd="/",
        start_new_session=True,
        **changed,
    )


def own_folder(folder: Path) -> Path:
    """Make a folder that belongs to whom the parts run as, inside one that they may enter."""
    folder.mkdir(parents=True, exist_ok=True)
    who = servant()
    if who is not None:
        os.chown(folder, *who)
        for parent in folder.parents:
            if parent.stat().st_uid == 0 and not parent.stat().st_mode & 0o001:
                raise PartMissingError(f"{parent} is closed to the user that PostgreSQL runs as.")
    return folder


def program(name: str, *places: str) -> Path:
    """Where a program is; raises `PartMissingError` with the package that holds it.

    PostgreSQL's are also those that the embedded database came with.
    """
    for place in places:
        for found in sorted(Path("/").glob(f"{place.lstrip('/')}/{name}"), reverse=True):
            return found
    known = shutil.which(name)
    if known is None:
        with suppress(embedded.EmbeddedError):
            return embedded.binary(name)
        package = _PACKAGES.get(name, name if name in _OWN_PACKAGES else "postgresql")
        raise PartMissingError(f"There is no {name}: apt-get install {package}.")
    return Path(known)
