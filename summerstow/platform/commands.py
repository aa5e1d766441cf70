"""A command that is more than a row change: `POST /rest/v1/rpc/{name}`."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction

from .actor import Actor
from .rate_limits import Limit
from .roles import API_KEY, Role, Scope

#: For reasons that a person has to read: three characters, not counting outer spaces.
WORDS: Final = r"\S[\s\S]+\S"


class NoArguments(msgspec.Struct, forbid_unknown_fields=True):
    """A command that takes nothing."""


class OneOrAll(msgspec.Struct, forbid_unknown_fields=True):
    """Of the rows that wait, the one with this id; all without an id."""

    id: UUID | None = None


class Subject(msgspec.Struct, frozen=True):
    """The booking and the customer that a request is about, as far as there are any."""

    booking_id: UUID | None = None
    user_id: UUID | None = None


@dataclass(frozen=True)
class Command:
    """A named verb with typed arguments, run in one transaction as its actor.

    `run(tx, arguments)` returns a JSON value (None: answered 204). `roles` may call it; others are
    refused. A `read_only` command may also be called with GET. `outside(value)` calls an external
    service after the commit, with the value of `run` as read back from JSON: no transaction waits
    for a network. Its value is the result; the same key runs it again. `reads_customers`: it
    returns rows of many customers, so that a call by staff is recorded in the audit log.
    `about(tx, arguments)`: the booking and customer that it names by another row's id.
    `limit`: how often a visitor may call it.

    `recent_factor`: staff need a second factor of the last minutes, as money leaves by it or it
    says where money goes and who works here (rule: recent-second-factor).

    `repeatable`: running it again does no harm, and its result (personal data, a secret) is not
    stored: a repeat under the same `Idempotency-Key` runs anew. `again(tx, arguments)`: for one
    that must not run twice, the result of a repeat instead of a stored one.

    `elevated`: `run` crosses owners and takes an `ElevatedTransaction`.

    `scope`: programs whose API key has it may call it too.
    """

    name: str
    arguments: type[msgspec.Struct]
    run: Callable[[Any, Any], Awaitable[object]]
    roles: frozenset[Role]
    read_only: bool = False
    outside: Callable[[Any], Awaitable[object]] | None = None
    reads_customers: bool = False
    about: Callable[[Transaction, Any], Awaitable[Subject]] | None = None
    limit: Limit | None = None
    recent_factor: bool = False
    repeatable: bool = False
    again: Callable[[Transaction, Any], Awaitable[object]] | None = None
    elevated: bool = False
    scope: Scope | None = None

    def admits(self, actor: Actor) -> bool:
        """Whether this actor may call it."""
        if actor.role == API_KEY:
            return self.scope in actor.scopes
        return actor.role in self.roles

    async def carry_out(self, tx: Transaction, arguments: msgspec.Struct) -> object:
        """Call `run` with the kind of transaction that it takes."""
        if self.elevated:
            async with tx.elevated() as elevated:
                return await self.run(elevated, arguments)
        return await self.run(tx, arguments)

    @property
    def result(self) -> Any:
        """The type of its answer, as the function that gives it is annotated."""
        answers = self.outside or self.run
        annotation = inspect.get_annotations(answers)["return"]
        # Others of its annotations may name what is imported for type checkers alone.
        return eval(annotation, answers.__globals__) if isinstance(annotation, str) else annotation  # noqa: S307
