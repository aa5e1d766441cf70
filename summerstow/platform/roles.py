"""The roles, and the groups that rights are granted to; no other module names a role.

What each database role may read and write stands in `schema/policies.sql`.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

StaffRole = Literal["worker", "admin", "executive"]
Role = Literal["anon", "customer", StaffRole, "service", "key"]
#: What a key of the gateway stands for.
KeyRole = Literal["anon", "service"]

#: A caller who is not signed in.
ANON: Final = "anon"
CUSTOMER: Final = "customer"
WORKER: Final = "worker"
ADMIN: Final = "admin"
EXECUTIVE: Final = "executive"
#: The holder of the service key: no person.
SERVICE_ROLE: Final = "service"
#: A program with an API key: no person, and what it may do is in its scopes.
API_KEY: Final = "key"
#: What API keys may do: read tables of an area, or call commands (`Command.scope`).
Scope = Literal[
    "bookings:read",
    "customers:read",
    "items:read",
    "visits:read",
    "money:read",
    "claims:read",
    "payments:write",
]
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)

EXECUTIVES: Final[frozenset[Role]] = frozenset({EXECUTIVE})
#: Who answers customers and sets prices, dates and stock.
OFFICE: Final[frozenset[Role]] = EXECUTIVES | {ADMIN}
#: Who collects: the office does so as well.
CREW: Final[frozenset[Role]] = OFFICE | {WORKER}
STAFF: Final[frozenset[Role]] = frozenset(get_args(StaffRole))
CUSTOMERS: Final[frozenset[Role]] = frozenset({CUSTOMER})
#: Roles that are open to the public: their requests are bounded in number and in cost.
VISITORS: Final[frozenset[Role]] = CUSTOMERS | {ANON}
#: How people refer to a role.
TITLES: Final[dict[Role, str]] = {
    WORKER: "Crew",
    ADMIN: "Administrator",
    EXECUTIVE: "Executive",
}
#: The roles that an account may have.
SIGNED_IN: Final[frozenset[Role]] = CUSTOMERS | STAFF
PEOPLE: Final[frozenset[Role]] = SIGNED_IN | {ANON}
EVERYBODY: Final[frozenset[Role]] = PEOPLE | {SERVICE_ROLE}
