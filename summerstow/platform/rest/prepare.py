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
from summerstow.platform.rest.tables import PlannedRequest
from summerstow.platform.roles import Role
from summerstow.platform.search_query import text_search

from .planning import trust
from .planning.catalogue import Catalogue, Table
from .planning.plan import SEARCHES, TYPED, Source, plan

#: Statements that a process caches, and the longest query string whose statement is cached:
#: longer ones (in-lists) rarely repeat.
_STATEMENTS = 512
_MAX_CACHED_LENGTH = 2048
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
        self._searchable = {
            name for table in catalogue.tables.values() for name in table.search_columns
        }

    def table(self, name: str, role: Role) -> Table:
        """The table of this name; PGRST205."""
        return self.catalogue.table(name, role)

    def reading(self, request: Reading, table: Table) -> PlannedRequest:
        """A read of `table`, with its statement."""
        parsed = self._with_typed_words(within(parse(request.query_string), request.window))
        form, preferences, bounds = request.form, request.preferences, request.bounds
        literals = _literals(parsed)
        few = _few(parsed)
        count = preferences.count
        shape = (
            parsed.query,
            table.name,
            form,
            count,
            bounds,
            few,
            request.role,
            *literals.items(),
        )
        cached = self._statements.get(shape)
        if cached is None:
            source = self._plan_source(parsed.query, table)
            writer = Writer(bounds.rows, literals, few=few)
            statement = reading.read(source, form, count, bounds, writer)
            trusted = trust.of(source, request.role) if count in (None, "exact") else None
            cached = source, statement, trusted
            if len(request.query_string) <= _MAX_CACHED_LENGTH:
                self._statements[shape] = cached
        source, statement, trusted = cached
        return PlannedRequest(
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
    ) -> PlannedRequest:
        """A write, whose statements depend on its body and its owner's rules."""
        parsed = self._with_typed_words(parse(query_string))
        source = self._plan_source(parsed.query, table)
        return PlannedRequest(table, parsed.query, source, parsed.values, form, preferences)

    def _with_typed_words(self, parsed: Parsed) -> Parsed:
        """Replace text as typed by a text search (rule: list-search)."""
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

    def _plan_source(self, query: Query, table: Table) -> Source:
        return plan(query, table, self.catalogue, self._hubs)


def _literals(parsed: Parsed) -> dict[Slot, int]:
    """Return the page's values that are written into the statement: the number of rows, and an
    offset of zero."""
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


def must_have_filter(request: PlannedRequest, method: str) -> None:
    """Reject UPDATE or DELETE without a filter (SQLSTATE 21000)."""
    if not request.source.where:
        verb = "UPDATE" if method == "PATCH" else "DELETE"
        raise Refused(400, "21000", f"{verb} requires a WHERE clause")
