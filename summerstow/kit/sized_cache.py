"""Memories of the latest results, each bounded by its bytes: what is bounded by a number alone
grows with what requests send.

Everything that lives as long as its process and grows with requests or with data is one of these.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from operator import itemgetter
from typing import Final, Generic, ParamSpec, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")

#: Bytes of an entry beside its texts (measured).
ENTRY: Final = 600


class SizedCache(Generic[K, V]):
    """Keeps what was used last, up to `most` bytes; `put` is told those of each entry."""

    def __init__(self, most: int) -> None:
        self._kept: LRUCache[K, tuple[V, int]] = LRUCache(most, getsizeof=itemgetter(1))
        self._most_each = most // 8

    @property
    def size(self) -> int:
        """The bytes of all that is kept."""
        return int(self._kept.currsize)

    def get(self, key: K) -> V | None:
        """What was put under `key`, or None."""
        try:
            return self._kept[key][0]
        except KeyError:
            return None

    def put(self, key: K, value: V, size: int) -> None:
        """Keep `value`, unless it alone would take an eighth of the memory."""
        if size <= self._most_each:
            self._kept[key] = value, size

    def drop(self, key: K) -> None:
        """Forget what was put under `key`."""
        self._kept.pop(key, None)

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()


def remembered(most: int) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """Remember a function of texts that a request may choose, numbers and days, in `most` bytes.

    What it answers is a text about as long as those, or nothing to speak of.
    """

    def over(function: Callable[P, V]) -> Callable[P, V]:
        kept: SizedCache[tuple[object, ...], tuple[V]] = SizedCache(most)

        @functools.wraps(function)
        def known(*args: P.args, **kwargs: P.kwargs) -> V:
            key = (*args, *kwargs.items())
            found = kept.get(key)
            if found is None:
                found = (function(*args, **kwargs),)
                texts = sum(len(one) for one in args if isinstance(one, str))
                kept.put(key, found, ENTRY + 2 * texts)
            return found[0]

        return known

    return over
