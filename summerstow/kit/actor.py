"""Who asks: decided once for each request from its token, then carried by its transaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal
from uuid import UUID

Role = Literal["anon", "customer", "worker", "admin", "executive", "service"]

STAFF: Final[frozenset[Role]] = frozenset({"worker", "admin", "executive"})
#: Whoever may come from the street: their requests are bounded in number and in cost.
VISITORS: Final[frozenset[Role]] = frozenset({"anon", "customer"})


@dataclass(frozen=True, slots=True)
class Actor:
    """The one on whose behalf a transaction runs; `role` names its database role.

    `address` is the network address by which visitors are told apart, where that is to be done.
    """

    role: Role
    user_id: UUID | None = None
    session_id: UUID | None = None
    address: str | None = field(default=None, compare=False)

    @property
    def signed_in(self) -> bool:
        """Whether a person's session stands behind the request."""
        return self.user_id is not None


ANONYMOUS: Final = Actor("anon")
SERVICE: Final = Actor("service")
