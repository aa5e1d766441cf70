"""What a query string says, without its values: those stand beside it and are only ever bound.

A `Slot` is the index of a value; two queries that differ in their values alone are the same
`Query`, and so the same SQL text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Slot = int
Value = str | int | list[str]
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """`->key`, `->>key` or `->0` inside a JSON column."""

    slot: Slot
    name: str
    as_text: bool
    is_index: bool


@dataclass(frozen=True, slots=True)
class Field:
    """A column, or something inside of one."""

    name: str
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """`alias:column->key::cast` in a select."""

    field: Field
    alias: str | None = None
    cast: str | None = None


@dataclass(frozen=True, slots=True)
class Star:
    """`*` in a select."""


@dataclass(frozen=True, slots=True)
class Embed:
    """`alias:relation!hint!inner(items)`, or `...relation(items)` in a select."""

    name: str
    items: tuple[Item, ...]
    alias: str | None = None
    hint: str | None = None
    inner: bool = False
    spread: bool = False


Item = Column | Star | Embed


@dataclass(frozen=True, slots=True)
class Condition:
    """`field=not.operator(any).value`; `slot` is None for `is`, whose word is in `operator`."""

    field: Field
    operator: str
    slot: Slot | None
    negated: bool = False
    quantifier: Literal["any", "all"] | None = None
    language: Slot | None = None


@dataclass(frozen=True, slots=True)
class Logic:
    """`or=(…)`, `not.and=(…)`."""

    operator: Literal["and", "or"]
    parts: tuple[Filter, ...]
    negated: bool = False


Filter = Condition | Logic


@dataclass(frozen=True, slots=True)
class Order:
    """`field.desc.nullslast`, or `relation(field).desc`."""

    field: Field
    relation: str | None = None
    descending: bool = False
    nulls: Literal["first", "last"] | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """The query on one table: the root's path is `()`, an embed's the names that lead to it."""

    filters: tuple[Filter, ...] = ()
    order: tuple[Order, ...] = ()
    limit: Slot | None = None
    offset: Slot | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """A whole query string."""

    select: tuple[Item, ...] = (Star(),)
    levels: tuple[tuple[Path, Level], ...] = ()
    columns: tuple[str, ...] | None = None
    on_conflict: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """A query and its values in the order of their slots."""

    query: Query
    values: tuple[Value, ...]
