"""From a request's line and headers to what will be carried out; remembered, since polls repeat."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

from summerstow.kit.actor import Role

from . import reading
from .accept import Form
from .catalogue import Catalogue, Table
from .errors import Refused, unsatisfiable
from .parse import MAX_BIGINT, parse
from .plan import Source, plan
from .prefer import Count, Preferences
from .query import Level, Parsed, Query
from .sql import Statement
from .tables import Asked

#: Longer query strings (in-lists) rarely come twice and would fill the memory.
_REMEMBERED = 2048
_RANGE = re.compile(r"([0-9]{1,18})-([0-9]{0,18})")


class Preparer:
    """Parses and plans against one reading of the catalogue."""

    def __init__(self, catalogue: Catalogue, hubs: Collection[str] = ()) -> None:
        self.catalogue = catalogue
        self._hubs = hubs
        self._plan = lru_cache(maxsize=512)(self._planned)
        self._statement = lru_cache(maxsize=512)(self._read_statement)
        self._reading = lru_cache(maxsize=1024)(self._prepare_reading)

    def table(self, name: str, role: Role) -> Table:
        """The table of this name; PGRST205."""
        return self.catalogue.table(name, role)

    def reading(
        self,
        table: Table,
        query_string: bytes,
        window: str | None,
        form: Form,
        preferences: Preferences,
    ) -> Asked:
        """A read, with its statement. `window` is the `Range` header."""
        prepare = self._reading if len(query_string) <= _REMEMBERED else self._prepare_reading
        return prepare(table.name, query_string, window, form, preferences)

    def writing(
        self, table: Table, query_string: bytes, form: Form, preferences: Preferences
    ) -> Asked:
        """A write, whose statements depend on its body and the room's rules."""
        parsed = parse(query_string)
        query = parsed.query
        source = self._plan(query, table.name)
        return Asked(table, query, source, parsed.values, form, preferences)

    def _prepare_reading(
        self,
        name: str,
        query_string: bytes,
        window: str | None,
        form: Form,
        preferences: Preferences,
    ) -> Asked:
        parsed = _within(parse(query_string), window)
        source, statement = self._statement(parsed.query, name, form, preferences.count)
        table = self.catalogue.tables[name]
        return Asked(table, parsed.query, source, parsed.values, form, preferences, statement)

    def _planned(self, query: Query, name: str) -> Source:
        return plan(query, self.catalogue.tables[name], self.catalogue, self._hubs)

    def _read_statement(
        self, query: Query, name: str, form: Form, count: Count | None
    ) -> tuple[Source, Statement]:
        source = self._plan(query, name)
        return source, reading.read(source, form, count)


def _within(parsed: Parsed, window: str | None) -> Parsed:
    """The same query, its page cut to a `Range: first-last` header; others are not ours."""
    found = None if window is None else _RANGE.fullmatch(window)
    if found is None:
        return parsed
    first, last = int(found.group(1)), int(found.group(2) or MAX_BIGINT)
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


def must_have_filter(asked: Asked, method: str) -> None:
    """21000: a change of all rows is no accident that we wait for."""
    if not asked.source.where:
        verb = "UPDATE" if method == "PATCH" else "DELETE"
        raise Refused(400, "21000", f"{verb} requires a WHERE clause")
