"""A command that is more than a row change: `POST /rest/v1/rpc/{name}`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from .actor import Role
from .database import Transaction


@dataclass(frozen=True)
class Command:
    """A named verb with typed arguments, run in one transaction as its actor.

    `run(tx, arguments)` returns a JSON value (None: answered 204). `roles` may call it; others are
    refused. A `read_only` command may be asked with GET as well. `outside(value)` is what it asks
    of somebody else once its transaction stands, with the value of `run` as read back from JSON:
    no transaction waits for a network. Its value is the answer; the same key runs it again.
    """

    name: str
    arguments: type[msgspec.Struct]
    run: Callable[[Transaction, Any], Awaitable[object]]
    roles: frozenset[Role]
    read_only: bool = False
    outside: Callable[[Any], Awaitable[object]] | None = None
