"""How often a visitor may ask for something: stated where the thing itself is defined."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

from .actor import Actor


@dataclass(frozen=True)
class Limit:
    """`amount` in `seconds`, of which `burst` may come at once. One `name` is counted together."""

    name: str
    amount: int
    seconds: int
    burst: int = 30

    @property
    def each(self) -> timedelta:
        """How long it takes until one more may be asked."""
        return timedelta(seconds=self.seconds) / self.amount


#: `take(actor, limit, count)` counts what a visitor asks for; raises `TooOften`.
TakeOf: TypeAlias = Callable[[Actor, Limit, int], Awaitable[None]]
