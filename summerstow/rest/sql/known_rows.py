"""Lists that staff read again and again: a row that this process has as JSON is not made anew.

Most of what a list costs is making JSON of its rows. PostgreSQL answers each row of a page with a
hash of all its values, and with its JSON only where that hash is not one of the same list's last
page. So no row is older than the read that answers it, whatever changed it.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from summerstow.kit.sized_cache import ENTRY, SizedCache
from summerstow.rest.grammar.query import Value

from .writer import SqlStatement

#: Rows of a page: each of them is compared with each of the last one.
MOST_ROWS: Final = 100
#: Of all lists together.
_BYTES: Final = 2**20
#: Of a row beside its text: a hash, and the headers of both.
_ROW: Final = 200

#: As PostgreSQL puts the rows of an array together.
_BETWEEN: Final = ", \n "

_List = tuple[object, ...]


class KnownRows:
    """The rows of the lists that were read last, each as JSON by its hash."""

    def __init__(self) -> None:
        self._lists: SizedCache[_List, Mapping[int, str]] = SizedCache(_BYTES)
        #: Without it nobody can make up two texts of one hash.
        self.seed = secrets.randbits(63)

    def of(self, statement: SqlStatement, values: Sequence[Value]) -> Mapping[int, str]:
        """Those of the list that this statement reads with these values."""
        return self._lists.get(_list(statement, values)) or {}

    def page(
        self,
        statement: SqlStatement,
        values: Sequence[Value],
        known: Mapping[int, str],
        hashes: Sequence[int],
        rows: Sequence[str | None],
    ) -> str:
        """The page as JSON, kept in place of the last one; `rows` has None for one of `known`."""
        texts = [
            known[hashed] if row is None else row for hashed, row in zip(hashes, rows, strict=True)
        ]
        if any(rows):
            kept = dict(zip(hashes, texts, strict=True))
            size = sum(sys.getsizeof(one) + _ROW for one in kept.values())
            self._lists.put(_list(statement, values), kept, ENTRY + size)
        return f"[{_BETWEEN.join(texts)}]"


def _list(statement: SqlStatement, values: Sequence[Value]) -> _List:
    return statement.text, *(tuple(one) if isinstance(one, list) else one for one in values)
