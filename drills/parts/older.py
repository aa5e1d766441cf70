"""The program of the version before this one, as the repository's history has it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from summerstow.schema.migrate import VERSIONS
from tools.product import ROOT

from .identity import PartMissingError

_MIGRATIONS = "summerstow/schema/migrations"


def older(folder: Path, since: str | None = None) -> tuple[Path, str]:
    """Write the program down as it was before any migration from `since` on; also its commit.

    Without `since`, before this version's first. It runs with the packages of this one. Raises
    `PartMissingError` where the history does not say.
    """
    first = since or VERSIONS[-1]
    try:
        commit = f"{_added(first)}^"
        packed = _git("archive", commit, "summerstow", "tools")
    except (OSError, LookupError, subprocess.CalledProcessError):
        raise PartMissingError(
            f"The history of this copy does not hold the program before migration {first}: "
            "git fetch --unshallow."
        ) from None
    folder.mkdir(mode=0o711)
    subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
    return folder, _git("describe", "--always", commit).decode().strip()


def _added(first: str) -> str:
    """The commit that brought the version's first migration: numbers do not say which that was."""
    listed = _git(
        *("log", "--reverse", "--diff-filter=A", "--format=commit %H", "--name-only", "--"),
        _MIGRATIONS,
    )
    commit = ""
    for line in listed.decode().splitlines():
        if line.startswith("commit "):
            commit = line.removeprefix("commit ")
        elif Path(line).name >= first and line:
            return commit
    raise LookupError(first)


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True)
    return done.stdout
