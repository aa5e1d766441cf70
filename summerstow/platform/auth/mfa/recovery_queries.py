"""Recovery codes, which are one factor of their person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from summerstow.platform.auth.mfa.model import RecoveryFactor
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_if_any


async def recovery_factor(tx: Transaction, user_id: UUID) -> RecoveryFactor | None:
    """The person's recovery codes as a factor, with how many there are in `total` and `left`."""
    return decoded_if_any(
        RecoveryFactor,
        await tx.fetchrow(
            "select f.*, c.total, c.left from auth.factors f, lateral (select count(*) as total, "
            "count(*) filter (where used_at is null) as left from auth.recovery_codes "
            "where factor_id = f.id) c where f.user_id = $1 and f.factor_type = 'recovery_code'",
            user_id,
        ),
    )


async def insert_recovery_factor(
    tx: Transaction, factor_id: UUID, user_id: UUID, friendly_name: str, now: datetime
) -> None:
    """A set of codes, still empty, which counts at once."""
    await tx.execute(
        "insert into auth.factors (id, user_id, factor_type, status, friendly_name, created_at, "
        "updated_at) values ($1, $2, 'recovery_code', 'verified', $3, $4, $4)",
        factor_id,
        user_id,
        friendly_name,
        now,
    )


async def replace_codes(tx: Transaction, factor_id: UUID, hashes: Sequence[bytes]) -> None:
    """New codes in place of all of before, used or not."""
    await tx.execute("delete from auth.recovery_codes where factor_id = $1", factor_id)
    await tx.execute(
        "insert into auth.recovery_codes (factor_id, code_hash) select $1, unnest($2::bytea[])",
        factor_id,
        list(hashes),
    )


async def use_code(tx: Transaction, factor_id: UUID, code_hash: bytes, now: datetime) -> bool:
    """Take a code; False where there is none such, or it was used."""
    return bool(
        await tx.fetchval(
            "update auth.recovery_codes set used_at = $3 where factor_id = $1 "
            "and code_hash = $2 and used_at is null returning true",
            factor_id,
            code_hash,
            now,
        )
    )
