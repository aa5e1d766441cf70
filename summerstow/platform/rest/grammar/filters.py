"""Filters and logic trees: `not.in.("a","b")`, `or=(a.eq.1,and(b.gt.2,c.is.null))` (B3)."""

from __future__ import annotations

import re
from typing import Literal

from summerstow.platform.rest.errors import Refused

from .bounds import MOST_PATTERN
from .query import (
    Condition,
    Field,
    Filter,
    Logic,
    Slot,
)
from .scanner import MAX_DEPTH, Scanner

_QUANTIFIED = frozenset({"eq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch"})
_TEXT_SEARCH = frozenset({"fts", "plfts", "phfts", "wfts"})
_OTHERS = frozenset(
    {"neq", "in", "is", "isdistinct", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj"}
)
_OPERATORS = _QUANTIFIED | _TEXT_SEARCH | _OTHERS
_OPERATOR = re.compile(r"([a-z]+)(?:\(([^()]*)\))?\.")
_EXPECTED = '"not" or operator (eq, gt, ...)'
_WORDS = frozenset({"null", "not_null", "true", "false", "unknown"})
_BACK_REFERENCE = re.compile(r"\\[1-9]")
_GROUP = re.compile(r"(not\.)?(and|or)(?=\()")


def condition(scanner: Scanner, field: Field, *, nested: bool = False) -> Condition:
    """Read `[not.]operator[(quantifier)].value`: all the rest, or `nested` what is its own."""
    negated = scanner.accept("not.")
    start = scanner.position
    match = scanner.match(_OPERATOR)
    if match is None or match.group(1) not in _OPERATORS:
        scanner.position = start
        raise scanner.fail(_EXPECTED)
    operator, modifier = match.groups()
    quantifier: Literal["any", "all"] | None = None
    language: Slot | None = None
    if modifier is not None:
        if operator in _QUANTIFIED and modifier in ("any", "all"):
            quantifier = "any" if modifier == "any" else "all"
        elif operator in _TEXT_SEARCH and modifier:
            language = scanner.keep(modifier)
        else:
            scanner.position = start + len(operator)
            raise scanner.fail('"."')
    if operator == "in":
        slot = scanner.keep(_list_items(scanner))
        if not nested:
            scanner.end()
        return Condition(field, operator, slot, negated)
    start = scanner.position
    value = _nested_value(scanner) if nested else scanner.until("")
    if operator == "is":
        word = value.lower()
        if word not in _WORDS:
            scanner.position = start
            raise scanner.fail("null, not_null, true, false or unknown")
        return Condition(field, f"is {word}", None, negated)
    if operator in ("like", "ilike"):
        value = value.replace("*", "%")
    if operator in ("match", "imatch"):
        _check_pattern(value)
    return Condition(field, operator, scanner.keep(value), negated, quantifier, language)


def _check_pattern(pattern: str) -> None:
    """2201B for a regular expression that can take for ever: one that refers back to itself."""
    if len(pattern) > MOST_PATTERN:
        raise Refused(400, "2201B", f"invalid regular expression: over {MOST_PATTERN} characters")
    if _BACK_REFERENCE.search(pattern):
        raise Refused(400, "2201B", "invalid regular expression: no back-references here")


def _list_items(scanner: Scanner) -> list[str]:
    scanner.expect("(")
    if scanner.accept(")"):
        return []
    items = []
    while True:
        items.append(_item(scanner))
        if scanner.accept(")"):
            return items
        scanner.expect(",")


def _item(scanner: Scanner) -> str:
    start = scanner.position
    quoted = scanner.quoted()
    if quoted is not None and (scanner.at_end() or scanner.peek(",") or scanner.peek(")")):
        return quoted
    scanner.position = start
    return scanner.until(",)")


def _nested_value(scanner: Scanner) -> str:
    if not scanner.peek("{"):
        return _item(scanner)
    # An array or a JSON object: its commas are its own.
    start = scanner.position
    depth = 0
    while not scanner.at_end():
        if scanner.quoted() is not None:
            continue
        depth += {"{": 1, "}": -1}.get(scanner.text[scanner.position], 0)
        scanner.position += 1
        if depth == 0:
            return scanner.text[start : scanner.position]
    raise scanner.fail('"}"')


def logic(scanner: Scanner, operator: Literal["and", "or"], negated: bool, depth: int = 0) -> Logic:
    """Read `(part,part,…)` of an `and` or `or`."""
    if depth > MAX_DEPTH:
        raise scanner.fail("less nesting")
    scanner.expect("(")
    parts: list[Filter] = []
    while True:
        group = scanner.match(_GROUP)
        if group is not None:
            inner: Literal["and", "or"] = "and" if group.group(2) == "and" else "or"
            parts.append(logic(scanner, inner, group.group(1) is not None, depth + 1))
        else:
            field = scanner.field()
            scanner.expect(".")
            parts.append(condition(scanner, field, nested=True))
        if scanner.accept(")"):
            return Logic(operator, tuple(parts), negated)
        scanner.expect(",")
