"""A session as the database keeps it."""

from __future__ import annotations

from datetime import datetime
from ipaddress import IPv4Interface, IPv6Interface
from typing import Literal
from uuid import UUID

import msgspec

from summerstow.platform.auth.accounts.model import Account, Identity, ShownFactor
from summerstow.platform.auth.identity.session_lifetime import SessionLife


class StoredSession(SessionLife, frozen=True):
    """A session; `refresh_spent_at`: when its last refresh tokens were spent, newest first."""

    id: UUID
    user_id: UUID
    aal: Literal["aal1", "aal2"]
    refresh_counter: int
    refresh_spent_at: list[datetime]
    user_agent: str | None
    ip: IPv4Interface | IPv6Interface | None


class SessionMethod(msgspec.Struct, frozen=True):
    """How the person of a session was recognised (amr), and when."""

    method: str
    at: datetime


class SessionFacts(msgspec.Struct, frozen=True):
    """What a session's tokens say: its person with their ways in and factors (oldest first), and
    how they were recognised, newest first."""

    aal: Literal["aal1", "aal2"]
    user: Account
    identities: list[Identity]
    factors: list[ShownFactor]
    methods: list[SessionMethod]
