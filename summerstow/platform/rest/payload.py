"""Bodies of writes: one object or several, as JSON text for PostgreSQL to read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from summerstow.platform.rest.planning.catalogue import Table
from summerstow.platform.tables import Row

from .errors import invalid_body, unknown_key

_ROWS = msgspec.json.Decoder(list[dict[str, msgspec.Raw]] | dict[str, msgspec.Raw])
_VALUES = msgspec.json.Decoder(list[dict[str, Any]])
_OBJECT = msgspec.json.Decoder(dict[str, Any])


@dataclass(frozen=True, slots=True)
class Payload:
    """`text` is a JSON array of `size` objects; `columns` are written; `uniform`: each has all."""

    text: str
    columns: tuple[str, ...]
    size: int
    uniform: bool = True

    def rows(self) -> list[Row]:
        """The objects as Python values, with the columns that are written alone."""
        columns = frozenset(self.columns)
        return [
            {key: value for key, value in row.items() if key in columns}
            for row in _VALUES.decode(self.text)
        ]


def read_payload(
    body: bytes, content_type: str | None, columns: tuple[str, ...] | None, table: Table
) -> Payload:
    """Read a body; PGRST102 for what is not JSON objects with the same keys, PGRST204 for keys
    that are no columns. With `columns=` those alone count, and objects may lack some."""
    text = _json_text(body, content_type)
    try:
        decoded = _ROWS.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise invalid_body() from None
    if isinstance(decoded, dict):
        decoded = [decoded]
        text = f"[{text}]"
    first = decoded[0].keys() if decoded else {}.keys()
    uniform = True
    if columns is None:
        if any(row.keys() != first for row in decoded):
            raise invalid_body("All object keys must match")
        columns = tuple(first)
    else:
        uniform = all(row.keys() >= set(columns) for row in decoded)
    for one in columns:
        if one not in table.columns:
            raise unknown_key(table.name, one)
    return Payload(text, columns, len(decoded), uniform)


def from_rows(rows: list[Row], table: Table) -> Payload:
    """The payload of rows that the table's rules have passed; keys that some lack are filled in."""
    columns = tuple(dict.fromkeys(key for row in rows for key in row))
    for one in columns:
        if one not in table.columns:
            raise unknown_key(table.name, one)
    uniform = all(len(row) == len(columns) for row in rows)
    return Payload(msgspec.json.encode(rows).decode(), columns, len(rows), uniform)


def keys_of(rows: Iterable[Row], table: Table) -> list[Row]:
    """The primary keys of full rows."""
    return [{column: row[column] for column in table.key} for row in rows]


def read_object(body: bytes) -> dict[str, Any]:
    """Named arguments: a JSON object, or nothing for none."""
    if not body.strip():
        return {}
    try:
        return _OBJECT.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise invalid_body() from None


def read_rows(text: str) -> list[Row]:
    """Rows as PostgreSQL wrote them."""
    return _VALUES.decode(text)


def _json_text(body: bytes, content_type: str | None) -> str:
    media = (content_type or "application/json").partition(";")[0].strip().lower()
    try:
        if media == "application/x-www-form-urlencoded":
            fields = parse_qsl(body.decode(), keep_blank_values=True, errors="strict")
            return msgspec.json.encode(dict(fields)).decode()
        if media != "application/json" and not media.endswith("+json") and media != "text/plain":
            raise invalid_body(f"Content-Type not acceptable: {media}")
        return body.decode()
    except ValueError:
        raise invalid_body() from None
