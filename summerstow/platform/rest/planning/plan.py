"""A `Query` resolved against the catalogue: every name is a column, every embed a relationship."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from summerstow.platform.rest.errors import Refused, unknown_column
from summerstow.platform.rest.grammar.query import (
    Column,
    Condition,
    Embed,
    Field,
    Filter,
    Item,
    Level,
    Logic,
    Order,
    Path,
    Query,
    Slot,
    Star,
    Step,
)

from .catalogue import (
    Catalogue,
    Relationship,
    Table,
    TableColumn,
)

#: The types that a select may cast to (`column::type`): names that PostgreSQL itself brings along.
CASTABLE = frozenset(
    {
        *("text", "varchar", "char", "bpchar", "name", "character varying"),
        *("int", "int2", "int4", "int8", "smallint", "integer", "bigint", "oid"),
        *("numeric", "decimal", "real", "float4", "float8", "double precision"),
        *("bool", "boolean", "uuid", "json", "jsonb", "bytea", "date", "interval"),
        *("time", "time without time zone", "timetz", "time with time zone"),
        *("timestamp", "timestamp without time zone", "timestamptz", "timestamp with time zone"),
    }
)


#: `select=count`, `bookings(count)`: the number of rows, where no column has this name.
_COUNT = Field("count")


#: The operators of a text search.
SEARCHES = frozenset({"fts", "plfts", "phfts", "wfts"})
#: The search that takes text as typed.
TYPED = "plfts"


@dataclass(frozen=True, slots=True)
class Reference:
    """A column of the table at hand, or something inside of it."""

    column: TableColumn
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Output:
    """One column of the answer, all of them (`reference` is None), or how many rows there are."""

    reference: Reference | None
    name: str = ""
    cast: str | None = None
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Test:
    """A condition on a column."""

    reference: Reference
    condition: Condition


@dataclass(frozen=True, slots=True)
class Presence:
    """`embed=is.null`, `embed=not.is.null`; `join` is the embed's number."""

    join: int
    absent: bool
    to_one: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Tests joined by `and` or `or`."""

    operator: Literal["and", "or"]
    parts: tuple[Node, ...]
    negated: bool


Node = Test | Presence | Group


@dataclass(frozen=True, slots=True)
class Sorting:
    """One term of an order, of this table or of one that it refers to (`of_hub`: of few rows)."""

    reference: Reference
    term: Order
    through: Relationship | None
    of_hub: bool = False


@dataclass(frozen=True, slots=True)
class Join:
    """An embed: its rows, and the query on them."""

    name: str
    relationship: Relationship
    source: Source
    inner: bool
    spread: bool


@dataclass(frozen=True, slots=True)
class Source:
    """One table with its part of the query; `outputs` holds columns and, by number, joins."""

    table: Table
    outputs: tuple[Output | int, ...]
    joins: tuple[Join, ...]
    where: tuple[Node, ...] = ()
    order: tuple[Sorting, ...] = ()
    limit: Slot | None = None
    offset: Slot | None = None

    def unfiltered(self) -> Source:
        """The same without its own filters: for rows that are chosen already."""
        return replace(self, where=())

    @property
    def paged(self) -> bool:
        """Whether it may leave out rows that match."""
        return self.limit is not None or self.offset is not None


def plan(query: Query, table: Table, catalogue: Catalogue, hubs: Collection[str] = ()) -> Source:
    """Resolve; raises `Refused` for names that do not exist (42703, PGRST108, PGRST200, …).

    `hubs`: tables of few rows to which very many refer; an embed does not turn back there.
    """
    levels = dict(query.levels)
    source = _source(query.select, table, levels, (), _Way(catalogue, hubs))
    if levels:
        path = next(iter(levels))
        name = ".".join(path)
        raise Refused(
            400,
            "PGRST108",
            f"'{name}' is not an embedded resource in this request",
            hint=f"Verify that '{name}' is included in the 'select' query parameter.",
        )
    return source


@dataclass(frozen=True, slots=True)
class _Way:
    """How an embed was reached: up to what a row belongs to, and down to what belongs to that.

    Down a tree (campus, slots, bookings) every row is answered once. Who goes up and down again
    (slot, campus, all its slots) has rows multiplied by rows: at a hub once is too much, and
    elsewhere twice.
    """

    catalogue: Catalogue
    hubs: Collection[str]
    went_up: bool = False
    over_hub: bool = False
    turned: bool = False

    def on(self, relationship: Relationship) -> _Way:
        """The way one embed further; 54001 where rows would multiply without end."""
        target = relationship.table
        turns = self.went_up and not relationship.to_one
        if turns and (self.turned or self.over_hub):
            raise Refused(
                400, "54001", f"'{target}' cannot be embedded here: the answer would be too large"
            )
        up = relationship.to_one
        return _Way(
            self.catalogue,
            self.hubs,
            self.went_up or up,
            self.over_hub or (up and target in self.hubs),
            self.turned or turns,
        )


def _source(
    items: tuple[Item, ...],
    table: Table,
    levels: dict[Path, Level],
    path: Path,
    way: _Way,
) -> Source:
    level = levels.pop(path, Level())
    outputs: list[Output | int] = []
    if len(items) > 1 and any(_counts(one, table) for one in items):
        raise Refused(400, "42803", "count is selected alone: other columns would need a GROUP BY")
    joins: list[Join] = []
    for item in items:
        if isinstance(item, Star):
            if table.partial:
                outputs += [Output(Reference(one, ()), one.name) for one in table.columns.values()]
            else:
                outputs.append(Output(None))
        elif isinstance(item, Column):
            outputs.append(_output(item, table))
        else:
            outputs.append(len(joins))
            joins.append(_join(item, table, levels, path, way))
    return Source(
        table,
        tuple(outputs),
        tuple(joins),
        tuple(_node(one, table, joins) for one in level.filters),
        tuple(_sorting(one, table, joins, way) for one in level.order),
        level.limit,
        level.offset,
    )


def _counts(item: Item, table: Table) -> bool:
    return isinstance(item, Column) and item.field == _COUNT and "count" not in table.columns


def _output(item: Column, table: Table) -> Output:
    if item.cast is not None and item.cast.removesuffix("[]") not in CASTABLE:
        raise Refused(400, "42704", f'type "{item.cast}" does not exist')
    if _counts(item, table):
        return Output(None, item.alias or "count", item.cast, counts=True)
    name = item.alias
    if name is None:
        step_names = [step.name for step in item.field.steps if not step.is_index]
        name = step_names[-1] if step_names else item.field.name
    return Output(reference(item.field, table), name, item.cast)


def reference(field: Field, table: Table) -> Reference:
    """The column that a field names; 42703 when there is none."""
    column = table.columns.get(field.name)
    if column is None:
        raise unknown_column(table.name, field.name)
    return Reference(column, field.steps)


def _join(
    item: Embed,
    table: Table,
    levels: dict[Path, Level],
    path: Path,
    way: _Way,
) -> Join:
    relationship = way.catalogue.relationship(table, item.name, item.hint)
    if item.spread and not relationship.to_one:
        raise Refused(
            400,
            "PGRST119",
            f"A spread operation on '{item.name}' is not possible",
            f"'{table.name}' and '{item.name}' do not form a many-to-one or one-to-one "
            "relationship",
        )
    name = item.alias or item.name
    # Filters may call an embed by its alias or by its own name.
    inside = (*path, name)
    if inside not in levels and (*path, item.name) in levels:
        levels[inside] = levels.pop((*path, item.name))
    deeper = [one for one in levels if one[: len(path) + 1] == (*path, item.name)]
    for one in deeper:
        levels[(*inside, *one[len(path) + 1 :])] = levels.pop(one)
    target = way.catalogue.tables[relationship.table]
    source = _source(item.items, target, levels, inside, way.on(relationship))
    return Join(name, relationship, source, item.inner, item.spread)


def _node(node: Filter, table: Table, joins: list[Join]) -> Node:
    if isinstance(node, Logic):
        return Group(
            node.operator, tuple(_node(one, table, joins) for one in node.parts), node.negated
        )
    name = node.field.name
    if name not in table.columns and not node.field.steps:
        for number, join in enumerate(joins):
            if join.name == name and node.operator in ("is null", "is not_null"):
                absent = (node.operator == "is null") != node.negated
                return Presence(number, absent, join.relationship.to_one)
        if name in table.search_columns and node.operator in SEARCHES:
            return Test(Reference(table.search_columns[name], ()), node)
    return Test(reference(node.field, table), node)


def _sorting(term: Order, table: Table, joins: list[Join], way: _Way) -> Sorting:
    if term.relation is None:
        return Sorting(reference(term.field, table), term, None)
    for join in joins:
        if term.relation in (join.name, join.relationship.table):
            if not join.relationship.to_one:
                raise Refused(
                    400,
                    "PGRST118",
                    f"A related order on '{term.relation}' is not possible",
                    f"'{table.name}' and '{term.relation}' do not form a many-to-one or "
                    "one-to-one relationship",
                )
            target = way.catalogue.tables[join.relationship.table]
            of_hub = target.name in way.hubs
            return Sorting(reference(term.field, target), term, join.relationship, of_hub)
    raise Refused(
        400,
        "PGRST108",
        f"'{term.relation}' is not an embedded resource in this request",
        hint=f"Verify that '{term.relation}' is included in the 'select' query parameter.",
    )
