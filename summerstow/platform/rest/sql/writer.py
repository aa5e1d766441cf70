"""Plans as SQL. Values are only ever `$n`; identifiers are the catalogue's, or quoted aliases."""

# ruff: noqa: S608 - this is where SQL is written; tests/rest/test_injection.py holds it to the above

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from summerstow.platform.rest.grammar.query import Order, Slot, Value
from summerstow.platform.rest.planning.catalogue import SCHEMA, Relationship, quoted
from summerstow.platform.rest.planning.plan import (
    TYPED,
    Group,
    Join,
    Node,
    Output,
    Presence,
    Reference,
    Sorting,
    Source,
    Test,
)

#: Slots of what is not in the query string: the body, and the keys of rows just written.
BODY: Slot = -1
KEYS: Slot = -2

_COMPARISONS = {
    "eq": "=",
    "neq": "<>",
    "gt": ">",
    "gte": ">=",
    "lt": "<",
    "lte": "<=",
    "isdistinct": "is distinct from",
    "cs": "@>",
    "cd": "<@",
    "ov": "&&",
    "sl": "<<",
    "sr": ">>",
    "nxr": "&<",
    "nxl": "&>",
    "adj": "-|-",
}
_PATTERNS = {"like": "like", "ilike": "ilike", "match": "~", "imatch": "~*"}
_SEARCHES = {
    "fts": "to_tsquery",
    "plfts": "plainto_tsquery",
    "phfts": "phraseto_tsquery",
    "wfts": "websearch_to_tsquery",
}
_IS = {
    "is null": "is null",
    "is not_null": "is not null",
    "is true": "is true",
    "is false": "is false",
    "is unknown": "is unknown",
}
_TEXTS = frozenset({"text", "character varying", "character", "bpchar", "name"})


@dataclass(frozen=True, slots=True)
class SqlStatement:
    """SQL text and the slots of its parameters, in their order."""

    text: str
    slots: tuple[Slot, ...]

    def arguments(self, values: Sequence[Value], *extra: Any) -> list[Any]:
        """Parameters: values by slot; `extra` are those of BODY, KEYS and so on."""
        return [values[slot] if slot >= 0 else extra[-slot - 1] for slot in self.slots]


class Writer:
    """Writes one statement: numbers its parameters and names its tables `t1`, `t2`, …

    `most_rows`: of the table that is read, and of what is embedded in each of its rows. `written`:
    values that stand in the text, so that PostgreSQL keeps one plan for them: it cannot know how
    many rows a parameter stands for, and plans such a statement anew each time. `few`: only few of
    the rows will match.
    """

    def __init__(
        self,
        most_rows: int | None = None,
        literals: Mapping[Slot, int] | None = None,
        *,
        few: bool = False,
    ) -> None:
        self._most_rows = most_rows
        self.literals = literals or {}
        self.few = few
        self._numbers: dict[Slot, int] = {}
        self._aliases = 0

    def statement(self, text: str) -> SqlStatement:
        """The finished statement."""
        return SqlStatement(text, tuple(self._numbers))

    def bind(self, slot: Slot, kind: str) -> str:
        """The parameter of a slot, as this type."""
        return f"${self._numbers.setdefault(slot, len(self._numbers) + 1)}::{kind}"

    def alias(self) -> str:
        """A new name for a table."""
        self._aliases += 1
        return f"t{self._aliases}"

    def select(
        self,
        source: Source,
        origin: Callable[[str], str] | None = None,
        near: tuple[str, Relationship] | None = None,
        order: str = "",
        among: str | None = None,
    ) -> str:
        """`select …` of a source: of its table, of `origin`, or of what belongs to `near`.

        `among`: an array of the keys of its rows.
        """
        alias = self.alias()
        names, joined = self._joins(source, alias)
        outputs = ", ".join(
            text
            for one in source.outputs
            if (
                text := self.output(source, alias, one)
                if isinstance(one, Output)
                else _joined_output(source.joins[one], names[one])
            )
        )
        parts = ["select ", outputs, " from "]
        parts.append(self.rows(source, alias) if origin is None else origin(alias))
        parts.append(joined)
        tests = [self._node(alias, node, names) for node in source.where]
        if near is not None:
            tests.insert(0, matching(near[0], near[1].near, alias, near[1].far))
        if among is not None:
            tests.insert(0, f"{alias}.{quoted(source.table.key[0])} = any ({among})")
        if tests:
            parts += [" where ", " and ".join(tests)]
        terms = self.order(source.order, alias)
        if any(isinstance(one, Output) and one.counts for one in source.outputs):
            order = ""
        if terms or order:
            parts += [" order by ", terms or order]
        parts.append(self._limit(source))
        if source.offset is not None and self.literals.get(source.offset) != 0:
            parts += [" offset ", self.bind(source.offset, "bigint")]
        return "".join(parts)

    def _limit(self, source: Source) -> str:
        if source.limit is None:
            return "" if self._most_rows is None else f" limit {self._most_rows}"
        literal = self.literals.get(source.limit)
        if literal is not None:
            return f" limit {literal if self._most_rows is None else min(literal, self._most_rows)}"
        parameter = self.bind(source.limit, "bigint")
        if self._most_rows is None:
            return f" limit {parameter}"
        return f" limit least({parameter}, {self._most_rows})"

    def matches(self, source: Source) -> str:
        """`select 1 …` of every row that a source's filters leave, whatever its page is."""
        alias = self.alias()
        needed_joins = {number for number, join in enumerate(source.joins) if join.inner}
        for node in source.where:
            needed_joins |= presences(node)
        names, joined = self._joins(source, alias, needed_joins)
        where = self.where(source, alias, names)
        return f"select 1 from {self.rows(source, alias)}{joined}{where}"

    def where(self, source: Source, alias: str, names: Sequence[str] = ()) -> str:
        """The source's own filters as ` where …`, or nothing."""
        tests = [self._node(alias, node, names) for node in source.where]
        return f" where {' and '.join(tests)}" if tests else ""

    def _joins(
        self, source: Source, alias: str, needed: set[int] | None = None
    ) -> tuple[list[str], str]:
        names: list[str] = []
        parts: list[str] = []
        for number, join in enumerate(source.joins):
            name = self.alias()
            names.append(name)
            if needed is not None and number not in needed:
                continue
            rows = self.select(join.source, near=(alias, join.relationship))
            kind = " join lateral (" if join.inner else " left join lateral ("
            if join.relationship.to_one:
                parts += [kind, rows, ") ", name, " on true"]
            else:
                inside = self.alias()
                parts += [kind, f"select json_agg({inside}) as data from (", rows, ") ", inside]
                parts += [") ", name, f" on {name}.data is not null" if join.inner else " on true"]
        return names, "".join(parts)

    def rows(self, source: Source, alias: str) -> str:
        """What is read from, by this name."""
        return f"{source.table.sql} {alias}"

    def output(self, source: Source, alias: str, output: Output) -> str:
        """One column of the answer, or all of the table's."""
        del source
        if output.counts:
            value = "count(*)"
        elif output.reference is None:
            return f"{alias}.*"
        else:
            value, _ = self._value(alias, output.reference)
        if output.cast is not None:
            value = f"({value})::{output.cast}"
        return f"{value} as {quoted(output.name)}"

    def _value(self, alias: str, reference: Reference) -> tuple[str, str]:
        """A column's expression and its type."""
        kind = reference.column.type
        value = reference.column.of(alias)
        if not reference.steps:
            return value, kind
        if kind != "jsonb":
            value = f"to_jsonb({value})"
        for step in reference.steps:
            arrow = "->>" if step.as_text else "->"
            value += arrow + self.bind(step.slot, "integer" if step.is_index else "text")
        return f"({value})", "text" if reference.steps[-1].as_text else "jsonb"

    def _order_key(self, alias: str, reference: Reference) -> str:
        if reference.steps:
            return self._value(alias, reference)[0]
        return reference.column.order_key(alias)

    def order(self, sortings: Sequence[Sorting], alias: str) -> str:
        """The terms of an order."""
        return ", ".join(
            self._term(alias, one.reference, one.term, one.through) for one in sortings
        )

    def joined_order(self, sortings: Sequence[Sorting], alias: str) -> tuple[str, str]:
        """(joins, terms) of an order of very many rows: what they refer to is joined, and not
        looked up for each."""
        joins, terms = [], []
        for one in sortings:
            if one.through is None:
                terms.append(self._term(alias, one.reference, one.term, None))
                continue
            far = self.alias()
            table = f"{quoted(SCHEMA)}.{quoted(one.through.table)}"
            met = matching(alias, one.through.near, far, one.through.far)
            joins.append(f" left join {table} {far} on {met}")
            value = self._order_key(far, one.reference)
            nulls = f" nulls {one.term.nulls}" if one.term.nulls else ""
            terms.append(f"{value}{' desc' if one.term.descending else ''}{nulls}")
        return "".join(joins), ", ".join(terms)

    def _term(
        self, alias: str, reference: Reference, term: Order, through: Relationship | None
    ) -> str:
        if through is None:
            value = self._order_key(alias, reference)
        else:
            far = self.alias()
            inside = self._order_key(far, reference)
            table = f"{quoted(SCHEMA)}.{quoted(through.table)}"
            met = matching(alias, through.near, far, through.far)
            value = f"(select {inside} from {table} {far} where {met})"
        # PostgreSQL takes no index for an order that says where nulls stand otherwise than the
        # index does, also where there are none.
        states_nulls = term.nulls is not None and (
            reference.column.nulls != "none" or reference.steps or through is not None
        )
        nulls = f" nulls {term.nulls}" if states_nulls else ""
        return f"{value}{' desc' if term.descending else ''}{nulls}"

    def _node(self, alias: str, node: Node, names: Sequence[str]) -> str:
        if isinstance(node, Test):
            return self._test(alias, node)
        if isinstance(node, Presence):
            rows = names[node.join] if node.to_one else f"{names[node.join]}.data"
            return f"{rows} is {'not ' if node.absent else ''}distinct from null"
        inside = f" {node.operator} ".join(self._node(alias, one, names) for one in node.parts)
        return f"not ({inside})" if node.negated else f"({inside})"

    def _test(self, alias: str, test: Test) -> str:
        value, kind = self._value(alias, test.reference)
        condition = test.condition
        operator = condition.operator
        slot = condition.slot
        if slot is None:
            text = f"{value} {_IS[operator]}"
        elif operator == "in":
            text = f"{value} = any ({self._list(slot, kind)})"
        elif operator == TYPED and test.reference.column.search_only:
            text = f"{value} @@ {self.bind(slot, 'text')}::tsquery"
        elif operator in _SEARCHES:
            language = condition.language
            first = "" if language is None else self.bind(language, "text") + "::regconfig, "
            words = value if kind == "tsvector" else f"to_tsvector({first}{value})"
            text = f"{words} @@ {_SEARCHES[operator]}({first}{self.bind(slot, 'text')})"
        elif operator == "ilike" and condition.quantifier is None and kind in _TEXTS:
            # What ILIKE does, which makes the pattern small anew for each row.
            text = f"lower({value}) like (select lower({self.bind(slot, 'text')}))"
        else:
            sign = _COMPARISONS.get(operator) or _PATTERNS[operator]
            cast = "text" if operator in _PATTERNS else kind
            if condition.quantifier is None:
                text = f"{value} {sign} {self._cast(slot, cast)}"
            else:
                many = self._cast(slot, f"{cast}[]")
                text = f"{value} {sign} {condition.quantifier} ({many})"
        return f"not ({text})" if condition.negated else text

    def _cast(self, slot: Slot, kind: str) -> str:
        # The value travels as text, so that PostgreSQL itself reads it and complains in its words.
        text = self.bind(slot, "text")
        return text if kind in _TEXTS else f"{text}::{kind}"

    def _list(self, slot: Slot, kind: str) -> str:
        texts = self.bind(slot, "text[]")
        return texts if kind in _TEXTS else f"{texts}::{kind}[]"


def _joined_output(join: Join, name: str) -> str:
    if not join.source.outputs:
        return ""
    if join.spread:
        return f"{name}.*"
    if join.relationship.to_one:
        return f"row_to_json({name}) as {quoted(join.name)}"
    return f"coalesce({name}.data, '[]') as {quoted(join.name)}"


def presences(node: Node) -> set[int]:
    """The embeds, by their numbers, whose presence a filter asks for."""
    if isinstance(node, Presence):
        return {node.join}
    if isinstance(node, Group):
        return set().union(*(presences(one) for one in node.parts))
    return set()


def matching(left: str, near: Sequence[str], right: str, far: Sequence[str]) -> str:
    """`right.far = left.near` for each pair of columns."""
    return " and ".join(
        f"{right}.{quoted(there)} = {left}.{quoted(here)}"
        for here, there in zip(near, far, strict=True)
    )
