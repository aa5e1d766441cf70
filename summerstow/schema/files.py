"""The SQL files of the schema and the order in which they are applied.

A new database is created from `schemas.sql`, `functions/`, `tables/`, `views/` and `policies.sql`.
Functions come before the tables whose defaults, constraints, indexes and triggers call them, so
their bodies are not checked until they run. A function that takes or returns a row of a table
stands in `views/`. `functions/`, `views/` and `policies.sql` are repeatable: edit them in place.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

#: The files of `tables/`: each after those that its foreign keys refer to.
TABLES: Final = (
    "accounts",
    "second_factors",
    "single_sign_on",
    "users",
    "audit_log",
    "campuses",
    "slots",
    "pictures",
    "bookings",
    "pickups",
    "runs",
    "kits",
    "friends",
    "custody",
    "outbox",
    "billing",
    "fees",
    "claims",
    "conversations",
    "inbox",
    "requests",
    "jobs",
    "settings",
    "archives",
    "webhooks",
    "api_keys",
    "calendar_feeds",
    "imports",
)
_ROOT: Final = files("summerstow.schema")
#: The tables as the first migration found them; written when that migration is added.
_BASELINE: Final = _ROOT / "migrations" / "baseline.sql"
_COMMENT: Final = re.compile(r"^\s*--.*$", re.MULTILINE)


def schemas() -> str:
    """Return the SQL that creates the schemas and what is known of the schema itself."""
    return (_ROOT / "schemas.sql").read_text()


def functions() -> str:
    """Return the SQL of `functions/`."""
    return _joined(_sorted("functions"))


def tables() -> str:
    """Return the SQL of `tables/`."""
    return _joined(_ROOT / "tables" / f"{name}.sql" for name in TABLES)


def views() -> str:
    """Return the SQL of `views/`."""
    return _joined(_sorted("views"))


def policies() -> str:
    """Return the SQL of `policies.sql`."""
    return (_ROOT / "policies.sql").read_text()


def migrations() -> list[Traversable]:
    """Return the files of `migrations/` in the order of their numbers."""
    return [one for one in _sorted("migrations") if one.name != _BASELINE.name]


def baseline() -> str:
    """Return the SQL of the tables that the first migration starts from."""
    return _BASELINE.read_text() if _BASELINE.is_file() else tables()


def baseline_hash() -> str:
    """Identify the baseline; comments and white space do not count."""
    return _hash(" ".join(_COMMENT.sub("", schemas() + baseline()).split()))


def repeatable_hash() -> str:
    """Identify the text of functions, views and policies."""
    return _hash(functions() + views() + policies())


def _sorted(name: str) -> list[Traversable]:
    # A package leaves out a folder without SQL.
    folder = _ROOT / name
    scripts = folder.iterdir() if folder.is_dir() else ()
    return sorted((one for one in scripts if one.name.endswith(".sql")), key=lambda one: one.name)


def _joined(scripts: Iterable[Traversable]) -> str:
    return "\n".join(one.read_text() for one in scripts)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
