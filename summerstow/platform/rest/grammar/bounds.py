"""What one request may ask for at most: beyond what people need, below what hurts others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from summerstow.platform.rest.errors import Refused
from summerstow.platform.roles import SERVICE_ROLE, VISITORS, Role

from .query import (
    Condition,
    Embed,
    Field,
    Filter,
    Item,
    Query,
)

#: Bytes of a query string; request lines of 16 kB are ordinary (long in-lists).
MOST_QUERY: Final = 32 * 1024
MOST_CONDITIONS: Final = 200
MOST_ORDER_TERMS: Final = 24
MOST_EMBEDS: Final = 12
#: Columns and embeds of a select, all levels together.
MOST_ITEMS: Final = 300
#: Keys on the ways into JSON columns, all together.
MOST_STEPS: Final = 1_500
#: Characters of a regular expression.
MOST_PATTERN: Final = 500

_REGULAR: Final = frozenset({"match", "imatch"})


@dataclass(frozen=True, slots=True)
class Bounds:
    """`rows` of a table or of what is embedded in one row, and bytes of the whole answer."""

    rows: int | None = None
    size: int | None = None


_VISITOR: Final = Bounds(1_000, 8 * 2**20)
_STAFF: Final = Bounds(10_000, 64 * 2**20)
UNBOUNDED: Final = Bounds()


def of(role: Role) -> Bounds:
    """The bounds of what this role reads; the service key has none."""
    if role in VISITORS:
        return _VISITOR
    return UNBOUNDED if role == SERVICE_ROLE else _STAFF


def too_much(what: str, most: int) -> Refused:
    """54000, PostgreSQL's program_limit_exceeded."""
    return Refused(400, "54000", f"A request may have at most {most} {what}")


def too_large(size: int) -> Refused:
    """54000 for an answer of more than `size` bytes."""
    return Refused(
        400,
        "54000",
        f"The answer would be larger than {size // 2**20} MB",
        hint="Ask for fewer rows or columns, a page at a time.",
    )


def check_length(query_string: bytes) -> None:
    """54000 for a query string that is too long to be read."""
    if len(query_string) > MOST_QUERY:
        raise too_much("bytes in its query string", MOST_QUERY)


def check(query: Query) -> None:
    """54000 or 54011 for a query that asks for more of anything than one request may."""
    items = list(_all(query.select))
    if len(items) > MOST_ITEMS:
        raise Refused(400, "54011", f"A select names at most {MOST_ITEMS} columns and embeds")
    if sum(isinstance(one, Embed) for one in items) > MOST_EMBEDS:
        raise too_much("embeds", MOST_EMBEDS)
    conditions = [one for _, level in query.levels for one in _conditions(level.filters)]
    if len(conditions) > MOST_CONDITIONS:
        raise too_much("filters", MOST_CONDITIONS)
    terms = [one for _, level in query.levels for one in level.order]
    if len(terms) > MOST_ORDER_TERMS:
        raise too_much("order terms", MOST_ORDER_TERMS)
    if sum(len(one.steps) for one in _fields(query, items, conditions)) > MOST_STEPS:
        raise too_much("keys in JSON paths", MOST_STEPS)


def check_change(query: Query) -> None:
    """0A000 where a regular expression would choose the rows of a change, which wait for it."""
    for _, level in query.levels:
        if any(one.operator in _REGULAR for one in _conditions(level.filters)):
            raise Refused(400, "0A000", "match and imatch cannot choose the rows of a change")


def _all(items: Iterable[Item]) -> Iterable[Item]:
    for one in items:
        yield one
        if isinstance(one, Embed):
            yield from _all(one.items)


def _conditions(filters: Iterable[Filter]) -> Iterable[Condition]:
    for one in filters:
        if isinstance(one, Condition):
            yield one
        else:
            yield from _conditions(one.parts)


def _fields(
    query: Query, items: Iterable[Item], conditions: Iterable[Condition]
) -> Iterable[Field]:
    for item in items:
        if not isinstance(item, Embed) and hasattr(item, "field"):
            yield item.field
    for condition in conditions:
        yield condition.field
    for _, level in query.levels:
        for term in level.order:
            yield term.field
