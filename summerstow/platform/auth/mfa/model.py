"""Factor requests, and recovery codes."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec

from summerstow.platform.auth.accounts.model import Factor


class FactorChallenge(msgspec.Struct, frozen=True):
    """What a factor has to answer for one session: the hash of a code, or a nonce to be signed."""

    id: UUID
    factor_id: UUID
    session_id: UUID
    code_hash: bytes | None
    nonce: bytes | None
    attempts: int
    used_at: datetime | None
    created_at: datetime


class RecoveryFactor(Factor, frozen=True):
    """A set of recovery codes: how many there are, and how many of them are not used."""

    total: int
    left: int
