"""Which reads the audit log records, and how."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from summerstow.platform import read_log
from summerstow.platform.actor import Actor
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.read_log import Look, in_short, is_noted
from summerstow.platform.rest.grammar.parse import pairs
from summerstow.platform.rest.planning.plan import Source

from .request import Request

#: The field of the log that a filter on `id` names.
_SUBJECTS: Final = {"bookings": "booking_id", "users": "user_id"}
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_ONE: Final = re.compile(r"(?:eq\.|in\.\()\"?([0-9a-fA-F-]{36})\"?\)?")
_PAGE = frozenset({"select", "order", "limit", "offset", "columns", "on_conflict"})


def of_table(
    actor: Actor, source: Source, query_string: bytes, public: Collection[str]
) -> Look | None:
    """The look that a read of a table is, its rows not counted yet; None for what is not noted.

    `public`: tables that hold nothing about customers. One's own profile is no look either.
    """
    if not is_noted(actor):
        return None
    tables = [one for one in dict.fromkeys(_tables(source)) if one not in public]
    if not tables:
        return None
    filters = [(name, value) for name, value in pairs(query_string) if name not in _PAGE]
    if tables == ["users"] and ("id", f"eq.{actor.user_id}") in filters:
        return None
    exact = [(name, match[1]) for name, value in filters if (match := _ONE.fullmatch(value))]
    subject = _SUBJECTS.get(source.table.name)
    ids = {subject if name == "id" and subject else name: value for name, value in exact}
    return _with_ids(Look(tables[0], in_short(filters), 0, tuple(tables[1:])), ids)


async def note_change(
    tx: Transaction, source: Source, request: Request, public: Collection[str], rows: int
) -> None:
    """Record what staff read through a change of `rows` rows.

    A change to equal values, or one that embeds other rows, reads without a trigger noting it.
    """
    if request.method != "PATCH" and not source.joins:
        return
    look = of_table(request.actor, source, request.query_string, public)
    if look is not None:
        await read_log.note(tx, replace(look, rows=rows), changed=True)


def public(source: Source, public: Collection[str]) -> bool:
    """Whether nothing that is read here is about customers."""
    return all(one in public for one in _tables(source))


def of_command(
    actor: Actor, command: Command, arguments: msgspec.Struct, text: bytes
) -> Look | None:
    """The look that a command is; None for what is not noted."""
    if not command.reads_customers or not is_noted(actor):
        return None
    values: dict[str, Any] = msgspec.to_builtins(arguments)
    parameters = [(name, str(value)) for name, value in values.items() if value is not None]
    return _with_ids(
        Look(command.name, in_short(parameters), _rows(msgspec.json.decode(text))), dict(parameters)
    )


async def with_subject(
    tx: Transaction, command: Command, arguments: msgspec.Struct, look: Look
) -> Look:
    """The look with the booking and the customer whose row the command names by its id."""
    if command.about is None:
        return look
    async with tx.elevated() as elevated:
        subject = await command.about(elevated, arguments)
    values = msgspec.to_builtins(subject)
    return _with_ids(look, {name: value for name, value in values.items() if value is not None})


def _with_ids(look: Look, values: dict[str, str]) -> Look:
    """The look with the booking and the customer that the request names."""
    ids = {
        field: value.lower()
        for field in ("booking_id", "user_id")
        if (value := values.get(field)) and _UUID.fullmatch(value)
    }
    return replace(look, **ids)


def _tables(source: Source) -> Iterable[str]:
    yield source.table.name
    for join in source.joins:
        yield from _tables(join.source)


def _rows(value: object) -> int:
    if isinstance(value, list):
        return len(value)
    if isinstance(value, dict):
        return sum(len(one) for one in value.values() if isinstance(one, list))
    return 0
