"""Which reads need no row policy, because their own filters already say what it would add.

What the policies say is read with the catalogue: a table is open to a role (`using (true)`, or no
row security at all), or shows it the rows of one column alone (`user_id = (select app.user_id())`).
Everything else, and whatever is not certain, is read under the policies themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from summerstow.platform.actor import Actor
from summerstow.platform.rest.grammar.query import Slot, Value
from summerstow.platform.roles import Role

from .catalogue import EVERY_ROW, Table
from .plan import Group, Node, Source, Test

#: Conditions that cost little for a row, whatever their value.
_PLAIN: Final = frozenset({"eq", "neq", "gt", "gte", "lt", "lte", "in", "isdistinct"})


@dataclass(frozen=True, slots=True)
class Trust:
    """A read that may run without policies, if the value of `own` is the asker's id.

    `own` is None where every row is for everybody of the role.
    """

    own: Slot | None

    def holds(self, actor: Actor, values: tuple[Value, ...]) -> bool:
        """Whether it holds for this asker."""
        return self.own is None or (
            actor.user_id is not None and values[self.own] == str(actor.user_id)
        )


def of(source: Source, role: Role) -> Trust | None:
    """Whether a read by this role may run without policies; None: it may not."""
    if not all(_is_open(one.table, role) for one in _embedded_sources(source)):
        return None
    if not all(
        _is_plain(node) for one in (source, *_embedded_sources(source)) for node in one.where
    ):
        return None
    visibility = _visibility(source.table, role)
    if visibility is None or visibility == EVERY_ROW:
        return Trust(None) if visibility else None
    for node in source.where:
        if isinstance(node, Test) and _is_own(node, visibility):
            return Trust(node.condition.slot)
    return None


def _is_own(test: Test, column: str) -> bool:
    condition = test.condition
    return (
        (test.reference.column.name, test.reference.steps) == (column, ())
        and (condition.operator, condition.negated, condition.quantifier) == ("eq", False, None)
        and condition.slot is not None
    )


def _is_open(table: Table, role: Role) -> bool:
    return _visibility(table, role) == EVERY_ROW


def _visibility(table: Table, role: Role) -> str | None:
    name = f"summerstow_{role}"
    # The database enforces column privileges.
    if name not in table.readers or table.hidden.get(name):
        return None
    return table.visible_rows.get(name)


def _embedded_sources(source: Source) -> Iterable[Source]:
    for join in source.joins:
        yield join.source
        yield from _embedded_sources(join.source)


def _is_plain(node: Node) -> bool:
    if isinstance(node, Group):
        return all(_is_plain(one) for one in node.parts)
    return not isinstance(node, Test) or (
        node.condition.slot is None
        or node.condition.operator in _PLAIN
        # Under a policy PostgreSQL takes no index for what is not leakproof.
        or node.reference.column.search_only
    )
