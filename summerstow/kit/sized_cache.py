"""A memory of the latest results that is bounded by their size, not by their number alone."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Concatenate, Final, Generic, ParamSpec, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")

#: Bytes of an entry beside its texts.
_ENTRY: Final = 300


class SizedCache(Generic[K, V]):
    """Keeps what was used last, up to `most` of the sizes that `put` is told."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self.size = 0

    def get(self, key: K) -> V | None:
        """What was put under `key`, or None."""
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        return found[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keep `value`, unless it alone would take an eighth of the memory."""
        if size > self._most // 8:
            return
        earlier = self._kept.pop(key, None)
        self.size += size - (0 if earlier is None else earlier[1])
        self._kept[key] = (value, size)
        while self.size > self._most:
            _, (_, freed) = self._kept.popitem(last=False)
            self.size -= freed

    def drop(self, key: K) -> None:
        """Forget what was put under `key`."""
        _, freed = self._kept.pop(key, (None, 0))
        self.size -= freed

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()
        self.size = 0


def by_text(
    most: int,
) -> Callable[[Callable[Concatenate[str, P], V]], Callable[Concatenate[str, P], V]]:
    """Remember a function of a text that a request may choose, in `most` bytes.

    What it answers is a text about as long, or nothing to speak of.
    """

    def over(function: Callable[Concatenate[str, P], V]) -> Callable[Concatenate[str, P], V]:
        kept: SizedCache[tuple[object, ...], tuple[V]] = SizedCache(most)

        @functools.wraps(function)
        def remembered(text: str, /, *args: P.args, **kwargs: P.kwargs) -> V:
            key = (text, *args, *kwargs.items())
            found = kept.get(key)
            if found is None:
                found = (function(text, *args, **kwargs),)
                kept.put(key, found, _ENTRY + 2 * len(text))
            return found[0]

        return remembered

    return over
