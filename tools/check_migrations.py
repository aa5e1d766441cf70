"""Refuses migrations that keep other sessions waiting, by squawk's rules of what each one locks.

What a rule refuses and is right nevertheless, as on a table that stays small, says so above its
statement: `-- squawk-ignore RULE`, and why.

    python -m tools.check_migrations
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.python_packages import venv_folder

ROOT: Final = Path(__file__).resolve().parent.parent
MIGRATIONS: Final = ROOT / "summerstow" / "schema" / "migrations"
BESIDE: Final = ".concurrently.sql"
#: `migrate.py` bounds how long it waits for the tables. Words, not waits: which types and names.
_LEFT_OUT: Final = (
    "ban-drop-function",
    "ban-drop-constraint",
    "ban-drop-trigger",
    "prefer-bigint-over-int",
    "prefer-bigint-over-smallint",
    "prefer-robust-stmts",
    "prefer-text-field",
    "prefer-identity",
    "prefer-timestamptz",
    "require-lock-timeout",
    "require-statement-timeout",
    "require-timeout-settings",
)
_MAY_STAND_BESIDE: Final = (
    "create index concurrently if not exists ",
    "create unique index concurrently if not exists ",
    "drop index concurrently if exists ",
    "alter table ",
)


def faults(scripts: Sequence[Path]) -> list[str]:
    """What is wrong with migrations, a line each."""
    at_once = [one for one in scripts if not one.name.endswith(BESIDE)]
    beside = [one for one in scripts if one.name.endswith(BESIDE)]
    return [
        *_squawk(at_once, "--assume-in-transaction"),
        *_squawk(beside),
        *(fault for one in beside for fault in _beside(one)),
    ]


def _squawk(scripts: Sequence[Path], *options: str) -> list[str]:
    if not scripts:
        return []
    program = venv_folder(ROOT) / "bin" / "squawk"
    done = subprocess.run(
        [
            *(str(program), "--reporter", "gcc"),
            *("--pg-version", "15.0", f"--exclude={','.join(_LEFT_OUT)}"),
            *options,
            *(str(one) for one in scripts),
        ],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"NO_COLOR": "1"},
    )
    found = [line for line in done.stdout.splitlines() if line.strip()]
    if done.returncode and not found:
        return [done.stderr.strip() or f"{program.name} failed"]
    return found


def _beside(script: Path) -> list[str]:
    """Statements that cannot be run again, or that are not run beside everybody's work."""
    text = "\n".join(line for line in script.read_text().splitlines() if not line.startswith("--"))
    found = []
    for statement in text.split(";\n"):
        words = " ".join(statement.split()).removesuffix(";").lower()
        fits = words.startswith(_MAY_STAND_BESIDE)
        if words.startswith("alter table ") and " validate constraint " not in words:
            fits = False
        if words.startswith("insert into ") and words.endswith(" on conflict do nothing"):
            fits = True
        if words and not fits:
            found.append(
                f"{script.name}: only indexes built or dropped concurrently (if [not] exists), "
                "constraints validated, and inserts on conflict do nothing stand here: "
                f"{words[:60]}"
            )
    return found


def main() -> int:
    """Print the faults of migrations; 1 if there are any."""
    scripts = sorted(MIGRATIONS.glob("[0-9]*.sql"))
    found = faults(scripts)
    print("\n".join(found) if found else f"{len(scripts)} migrations lock nothing for long.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
