"""From a request's line and headers to its SQL statement; statements are cached by their shape."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from cachetools import LRUCache

from summerstow.platform.rest.errors import Refused
from summerstow.platform.rest.grammar.accept import Form
from summerstow.platform.rest.grammar.bounds import Bounds
from summerstow.platform.rest.grammar.parse import parse, within
from summerstow.platform.rest.grammar.prefer import Count, Preferences
from summerstow.platform.rest.grammar.query import Condition, Filter, Logic, Parsed, Query, Slot
from summerstow.platform.rest.sql import reading
from summerstow.platform.rest.sql.writer import SqlStatement, Writer
from summerstow.platform.rest.tables import Asked
from summerstow.platform.roles import Role
from summerstow.platform.search_query import text_search

from .planning import trust
from .planning.catalogue import Catalogue, Table
from .planning.plan import SEARCHES, TYPED, Source, plan

#: Statements that a process keeps, and the longest query string whose statement is kept: longer
#: ones (in-lists) rarely come twice.
_STATEMENTS = 512
_LONGEST_KEPT = 2048
#: More rows than a page of any screen has.
_MOST_WRITTEN = 1000
#: Letters of a word that few rows have.
_WORD = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """What a read says of itself; `window` is its `Range` header."""

    table: str
    query_string: bytes
    window: str | None
    form: Form
    preferences: Preferences
    bounds: Bounds
    role: Role


_Shape = tuple[Query | str | Form | Count | Bounds | bool | Role | tuple[Slot, int] | None, ...]
_Prepared = tuple[Source, SqlStatement, trust.Trust | None]


class Preparer:
    """Parses and plans against one reading of the catalogue."""

    def __init__(self, catalogue: Catalogue, hubs: Collection[str] = ()) -> None:
        self.catalogue = catalogue
        self._hubs = hubs
        self._statements: LRUCache[_Shape, _Prepared] = LRUCache(_STATEMENTS)
        self._searchable = {name for table in catalogue.tables.values() for name in table.asked}

    def table(self, name: str, role: Role) -> Table:
        """The table of this name; PGRST205."""
        return self.catalogue.table(name, role)

    def reading(self, asked: Reading, table: Table) -> Asked:
        """A read of `table`, with its statement."""
        parsed = self._with_typed_words(within(parse(asked.query_string), asked.window))
        form, preferences, bounds = asked.form, asked.preferences, asked.bounds
        written = _written(parsed)
        few = _few(parsed)
        count = preferences.count
        shape = (parsed.query, table.name, form, count, bounds, few, asked.role, *written.items())
        found = self._statements.get(shape)
        if found is None:
            source = self._planned(parsed.query, table)
            writer = Writer(bounds.rows, written, few=few)
            statement = reading.read(source, form, count, bounds, writer)
            trusted = trust.of(source, asked.role) if count in (None, "exact") else None
            found = source, statement, trusted
            if len(asked.query_string) <= _LONGEST_KEPT:
                self._statements[shape] = found
        source, statement, trusted = found
        return Asked(
            table,
            parsed.query,
            source,
            parsed.values,
            form,
            preferences,
            statement,
            bounds,
            trusted,
        )

    def writing(
        self, table: Table, query_string: bytes, form: Form, preferences: Preferences
    ) -> Asked:
        """A write, whose statements depend on its body and its owner's rules."""
        parsed = self._with_typed_words(parse(query_string))
        source = self._planned(parsed.query, table)
        return Asked(table, parsed.query, source, parsed.values, form, preferences)

    def _with_typed_words(self, parsed: Parsed) -> Parsed:
        """Replace text that is to be found as it was typed by a text search (rule: list-search)."""
        filters = [one for _, level in parsed.query.levels for one in level.filters]
        values = list(parsed.values)
        for one in _conditions(filters):
            if (
                one.operator == TYPED
                and one.field.name in self._searchable
                and one.slot is not None
            ):
                values[one.slot] = text_search(str(values[one.slot]))
        return replace(parsed, values=tuple(values))

    def _planned(self, query: Query, table: Table) -> Source:
        return plan(query, table, self.catalogue, self._hubs)


def _written(parsed: Parsed) -> dict[Slot, int]:
    """Of the page that is asked for, the values that stand in the statement's text: how many rows,
    and where it begins if that is the first."""
    root = dict(parsed.query.levels)[()]
    most = {root.limit: _MOST_WRITTEN, root.offset: 0}
    values = {slot: int(str(parsed.values[slot])) for slot in most if slot is not None}
    return {slot: value for slot, value in values.items() if value <= most[slot]}


def _conditions(filters: Iterable[Filter]) -> Iterator[Condition]:
    for one in filters:
        if isinstance(one, Logic):
            yield from _conditions(one.parts)
        else:
            yield one


def _few(parsed: Parsed) -> bool:
    """Whether rows are looked for by a word: few will match, and each is compared to find out."""

    def narrows(one: Filter) -> bool:
        if isinstance(one, Logic):
            parts = map(narrows, one.parts)
            return not one.negated and (all(parts) if one.operator == "or" else any(parts))
        if one.negated or one.quantifier:
            return False
        if one.operator in SEARCHES:
            return True
        if one.operator not in ("like", "ilike"):
            return False
        word = "" if one.slot is None else str(parsed.values[one.slot])
        return len(word.strip("%")) >= _WORD

    return any(map(narrows, dict(parsed.query.levels)[()].filters))


def must_have_filter(asked: Asked, method: str) -> None:
    """Reject UPDATE or DELETE without a filter (SQLSTATE 21000)."""
    if not asked.source.where:
        verb = "UPDATE" if method == "PATCH" else "DELETE"
        raise Refused(400, "21000", f"{verb} requires a WHERE clause")
