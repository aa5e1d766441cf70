"""Who asks: decided once for each request from its token, then carried by its transaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from . import roles


@dataclass(frozen=True, slots=True)
class Actor:
    """The one on whose behalf a transaction runs; `role` names its database role.

    Of a program with an API key `user_id` is the key's, and `scopes` say what it may do.
    `address` is the network address by which visitors are told apart, where that is to be done.
    """

    role: roles.Role
    user_id: UUID | None = None
    session_id: UUID | None = None
    address: str | None = field(default=None, compare=False)
    scopes: frozenset[roles.Scope] = frozenset()

    @property
    def signed_in(self) -> bool:
        """Whether a person's session stands behind the request."""
        return self.user_id is not None


ANONYMOUS: Final = Actor(roles.ANON)
SERVICE: Final = Actor(roles.SERVICE_ROLE)
