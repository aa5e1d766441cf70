"""The query string, read into a `Query` and its values. Pure; knows no table.

The grammar stands in docs/wire/rest.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import parse_qsl

from summerstow.platform.rest.errors import Refused, unparsable, unsatisfiable

from . import bounds
from .filters import condition, logic
from .query import (
    Column,
    Embed,
    Field,
    Filter,
    Item,
    Level,
    Order,
    Parsed,
    Path,
    Query,
    Slot,
    Star,
    Value,
)
from .scanner import MAX_DEPTH, Scanner

MAX_BIGINT = 2**63 - 1
_RANGE = re.compile(r"([0-9]{1,18})-([0-9]{0,18})")
_INTEGER = re.compile(r"-?[0-9]{1,30}")
_BLANK = re.compile(r"\s*")
_CAST = re.compile(r"[\w $]+(?:\[\])?")


@dataclass
class _Level:
    filters: list[Filter] = field(default_factory=list)
    order: tuple[Order, ...] = ()
    limit: Slot | None = None
    offset: Slot | None = None


def pairs(query_string: bytes) -> list[tuple[str, str]]:
    """The decoded parameters in their order, without `apikey`, which was read before."""
    try:
        parameters = parse_qsl(
            query_string.decode("ascii"), keep_blank_values=True, errors="strict"
        )
    except ValueError:
        raise Refused(400, "PGRST100", "The query string is not UTF-8") from None
    return [(key, value) for key, value in parameters if key != "apikey"]


def parse(query_string: bytes) -> Parsed:
    """Read a whole query string; raises `Refused` with PGRST100, PGRST103 for a bad range, or 54000
    for more than one request may ask for."""
    bounds.check_length(query_string)
    values: list[Value] = []
    select: tuple[Item, ...] = (Star(),)
    columns: tuple[str, ...] | None = None
    on_conflict: tuple[str, ...] | None = None
    levels: dict[Path, _Level] = {(): _Level()}
    for key, text in pairs(query_string):
        if key == "select":
            select = _select(Scanner(text, "select parameter", values))
        elif key == "columns":
            columns = _names(Scanner(text, "columns parameter", values))
        elif key == "on_conflict":
            on_conflict = _names(Scanner(text, "on_conflict parameter", values))
        else:
            _into(levels, key, text, values)
    query = Query(
        select,
        tuple(
            (path, Level(tuple(one.filters), one.order, one.limit, one.offset))
            for path, one in levels.items()
        ),
        columns,
        on_conflict,
    )
    bounds.check(query)
    return Parsed(query, tuple(values))


def within(parsed: Parsed, window: str | None) -> Parsed:
    """The same query, its page cut to a `Range: first-last` header; others are not ours."""
    match = None if window is None else _RANGE.fullmatch(window)
    if match is None:
        return parsed
    first, last = int(match.group(1)), int(match.group(2) or MAX_BIGINT)
    if first > last:
        raise unsatisfiable(
            "The lower boundary must be lower than or equal to the upper boundary in the Range "
            "header."
        )
    values = list(parsed.values)
    levels = dict(parsed.query.levels)
    root = levels[()]
    start, end = first, last
    if root.offset is not None:
        start = max(start, int(str(values[root.offset])))
    if root.limit is not None:
        from_ = 0 if root.offset is None else int(str(values[root.offset]))
        end = min(end, from_ + int(str(values[root.limit])) - 1)
    values += [max(0, min(end - start + 1, MAX_BIGINT)), start]
    levels[()] = Level(root.filters, root.order, len(values) - 2, len(values) - 1)
    return Parsed(replace(parsed.query, levels=tuple(levels.items())), tuple(values))


def _into(levels: dict[Path, _Level], key: str, text: str, values: list[Value]) -> None:
    head = Scanner(key, "tree path", values)
    path: list[str] = []
    column = head.field()
    while head.accept("."):
        if column.steps:
            raise head.fail("end of input")
        path.append(column.name)
        column = head.field()
    head.end()
    last = column.name
    negated = last in ("and", "or") and path[-1:] == ["not"]
    if negated:
        path.pop()
    level = levels.setdefault(tuple(path), _Level())
    if column.steps:
        level.filters.append(_filter(column, text, values))
    elif last == "order":
        level.order = _order(Scanner(text, "order", values))
    elif last == "limit":
        level.limit = _count(text, "Limit", values)
    elif last == "offset":
        level.offset = _count(text, "Offset", values)
    elif last in ("and", "or"):
        scanner = Scanner(text, "logic tree", values)
        operator: Literal["and", "or"] = "and" if last == "and" else "or"
        level.filters.append(logic(scanner, operator, negated))
        scanner.end()
    else:
        level.filters.append(_filter(column, text, values))


def _filter(column: Field, text: str, values: list[Value]) -> Filter:
    return condition(Scanner(text, "filter", values), column)


def _count(text: str, name: str, values: list[Value]) -> Slot:
    if _INTEGER.fullmatch(text) is None:
        raise unparsable(name.lower(), text, 0, "expecting a whole number")
    number = int(text)
    if number < 0:
        raise unsatisfiable(f"{name} should be greater than or equal to zero.")
    values.append(min(number, MAX_BIGINT))
    return len(values) - 1


def _names(scanner: Scanner) -> tuple[str, ...]:
    names = [scanner.name()]
    while scanner.accept(","):
        names.append(scanner.name())
    scanner.end()
    return tuple(dict.fromkeys(names))


def _select(scanner: Scanner) -> tuple[Item, ...]:
    if not scanner.text.strip():
        return (Star(),)
    items = _items(scanner, 0)
    scanner.end()
    return items


def _items(scanner: Scanner, depth: int) -> tuple[Item, ...]:
    if depth > MAX_DEPTH:
        raise scanner.fail("less nesting")
    items = [_item(scanner, depth)]
    while scanner.accept(","):
        items.append(_item(scanner, depth))
    return tuple(items)


def _item(scanner: Scanner, depth: int) -> Item:
    scanner.match(_BLANK)
    if scanner.accept("*"):
        return Star()
    spread = scanner.accept("...")
    alias = _alias(scanner)
    column_field = scanner.field()
    if column_field.name == "count" and scanner.peek("()"):
        raise _aggregate()
    if scanner.peek("!") or scanner.peek("("):
        if column_field.steps:
            raise scanner.fail("end of input")
        return _embed(scanner, column_field.name, alias, spread, depth)
    if spread:
        raise scanner.fail('"("')
    if scanner.peek("."):
        raise _aggregate()
    cast = None
    if scanner.accept("::"):
        type_name = scanner.match(_CAST)
        if type_name is None:
            raise scanner.fail("a type")
        cast = " ".join(type_name.group().lower().split())
    return Column(column_field, alias, cast)


def _aggregate() -> Refused:
    return Refused(400, "PGRST123", "Use of aggregate functions is not allowed")


def _alias(scanner: Scanner) -> str | None:
    start = scanner.position
    try:
        name = scanner.name()
    except Refused:
        scanner.position = start
        return None
    if scanner.peek(":") and not scanner.peek("::"):
        scanner.accept(":")
        return name
    scanner.position = start
    return None


def _embed(scanner: Scanner, name: str, alias: str | None, spread: bool, depth: int) -> Embed:
    hint = None
    inner = False
    while scanner.accept("!"):
        word = scanner.name()
        if word in ("inner", "left"):
            inner = word == "inner"
        elif hint is None:
            hint = word
        else:
            raise scanner.fail('"("')
    scanner.expect("(")
    items: tuple[Item, ...] = ()
    if not scanner.accept(")"):
        items = _items(scanner, depth + 1)
        scanner.expect(")")
    return Embed(name, items, alias, hint, inner, spread)


def _order(scanner: Scanner) -> tuple[Order, ...]:
    terms = [_term(scanner)]
    while scanner.accept(","):
        terms.append(_term(scanner))
    scanner.end()
    return tuple(terms)


def _term(scanner: Scanner) -> Order:
    column = scanner.field()
    relation = None
    if not column.steps and scanner.accept("("):
        relation = column.name
        column = scanner.field()
        scanner.expect(")")
    descending = False
    nulls: Literal["first", "last"] | None = None
    if scanner.accept(".desc"):
        descending = True
    else:
        scanner.accept(".asc")
    if scanner.accept(".nullsfirst"):
        nulls = "first"
    elif scanner.accept(".nullslast"):
        nulls = "last"
    if not scanner.at_end() and not scanner.peek(","):
        raise scanner.fail('"," or "asc", "desc", "nullsfirst", "nullslast"')
    return Order(column, relation, descending, nulls)
