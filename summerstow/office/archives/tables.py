"""The tables of an archive as CSV, each with its description."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from importlib.resources import files
from typing import Any, Final

import asyncpg
import msgspec

#: Secrets, machinery and what is written anew by itself.
LEFT_OUT: Final = frozenset(
    f"app.{name}"
    for name in (
        *("account_invitations", "announcements", "api_keys", "archive_parts", "archives"),
        *("calendar_entries", "calendar_feeds"),
        *("captured_message", "device_storage", "erasures", "failed_renders", "guest_links"),
        *("import_parts", "import_rows"),
        *("idempotency", "idempotency_refusals", "installation", "job", "open_invoices", "outbox"),
        *("pickup_links", "plan_invites", "proxy_tries", "saved_views", "settings_drafts"),
        *("slot_holds", "stop_proxies", "text_stops", "unconfirmed_bookings", "webhook_deliveries"),
    )
) | {"public.push_subscriptions", "public.schema_migration"}
_DESCRIBED: Final = re.compile(r"((?:^-- .*\n)+)create table (\S+) \(", re.MULTILINE)
#: A cell that a spreadsheet would compute, phone numbers and plain numbers excepted.
_FORMULA: Final = "^[=+@-]"
_NUMBER: Final = r"^[+-]?[0-9 ().,-]+$"
Sink = Callable[[bytes], Coroutine[Any, Any, None]]


class ArchivedTable(msgspec.Struct, frozen=True):
    """A table with its columns and their types; bytes are files of their own."""

    name: str
    columns: tuple[tuple[str, str], ...]


async def archived_tables(connection: asyncpg.Connection[Any]) -> list[ArchivedTable]:
    """Return the tables of an archive by their names."""
    rows = await connection.fetch(
        "select table_schema || '.' || table_name as name, column_name, udt_name "
        "from information_schema.columns join information_schema.tables "
        "using (table_schema, table_name) "
        "where table_schema in ('public', 'app') and table_type = 'BASE TABLE' "
        "and udt_name <> 'bytea' order by 1, ordinal_position"
    )
    columns: dict[str, list[tuple[str, str]]] = {}
    for name, column, kind in rows:
        if name not in LEFT_OUT:
            columns.setdefault(name, []).append((column, kind))
    return [ArchivedTable(name, tuple(found)) for name, found in columns.items()]


async def copy_table(connection: asyncpg.Connection[Any], table: ArchivedTable, sink: Sink) -> None:
    """Write a table as CSV with a line of names; cells are no formulas."""
    cells = ", ".join(_cell(*column) for column in table.columns)
    await connection.copy_from_query(
        f"select {cells} from {table.name}",  # noqa: S608 - names of the catalogue
        output=sink,
        format="csv",
        header=True,
    )


def _cell(column: str, kind: str) -> str:
    if kind != "text":
        return f'"{column}"'
    return (
        f"""case when "{column}" ~ '{_FORMULA}' and "{column}" !~ '{_NUMBER}' """
        f"""then '''' || "{column}" else "{column}" end as "{column}\""""
    )


def descriptions() -> dict[str, str]:
    """Return what each table holds, as the schema says it."""
    found = {}
    for file in (files("summerstow.schema") / "tables").iterdir():
        for comment, name in _DESCRIBED.findall(file.read_text("utf-8")):
            found[name] = " ".join(comment.replace("-- ", " ").split())
    return found
