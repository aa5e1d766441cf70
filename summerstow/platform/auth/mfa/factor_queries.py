"""Second factors, their challenges, and the sessions that they raise."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from summerstow.platform.auth.accounts.model import Factor
from summerstow.platform.auth.mfa.model import FactorChallenge
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_if_any


async def factor(tx: Transaction, user_id: UUID, factor_id: UUID) -> Factor | None:
    """A person's factor, or None."""
    return decoded_if_any(
        Factor,
        await tx.fetchrow(
            "select * from auth.factors f where f.user_id = $1 and f.id = $2 and auth.is_live(f)",
            user_id,
            factor_id,
        ),
    )


async def has_verified(tx: Transaction, user_id: UUID) -> bool:
    """Whether the person has a factor that counts."""
    return bool(
        await tx.fetchval(
            "select exists (select from auth.factors where user_id = $1 and status = 'verified')",
            user_id,
        )
    )


async def delete_abandoned(tx: Transaction, user_id: UUID, friendly_name: str | None) -> None:
    """Free a name: what was abandoned goes, and an unverified factor of that name."""
    await tx.execute(
        "delete from auth.factors f where f.user_id = $1 and (not auth.is_live(f) "
        "or f.status = 'unverified' and f.friendly_name = $2)",
        user_id,
        friendly_name,
    )


async def insert_factor(
    tx: Transaction,
    factor_id: UUID,
    user_id: UUID,
    *,
    factor_type: str,
    friendly_name: str,
    sealed_secret: str | None,
    phone: str | None,
    now: datetime,
) -> None:
    """A factor that is not verified yet."""
    await tx.execute(
        "insert into auth.factors (id, user_id, factor_type, friendly_name, sealed_secret, phone, "
        "created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)",
        factor_id,
        user_id,
        factor_type,
        friendly_name,
        sealed_secret,
        phone,
        now,
    )


async def rename(tx: Transaction, factor_id: UUID, friendly_name: str) -> None:
    """A name that no other factor of the person has."""
    await tx.execute(
        "update auth.factors set friendly_name = $2, updated_at = now() where id = $1",
        factor_id,
        friendly_name,
    )


async def set_phone(tx: Transaction, factor_id: UUID, phone: str) -> None:
    """The number that a phone factor is."""
    await tx.execute(
        "update auth.factors set phone = $2, updated_at = now() where id = $1", factor_id, phone
    )


async def mark_verified(tx: Transaction, factor_id: UUID) -> None:
    """The factor counts from now on."""
    await tx.execute(
        "update auth.factors set status = 'verified', updated_at = now() where id = $1", factor_id
    )


async def delete_unverified(tx: Transaction, user_id: UUID, factor_type: str) -> None:
    """What was begun of this kind and is not needed any more."""
    await tx.execute(
        "delete from auth.factors where user_id = $1 and factor_type = $2 "
        "and status = 'unverified'",
        user_id,
        factor_type,
    )


async def delete_factor(tx: Transaction, user_id: UUID, factor_id: UUID) -> list[UUID]:
    """Remove a factor; sessions that no other factor holds up drop to aal1: returns their ids."""
    await tx.execute("delete from auth.factors where id = $1", factor_id)
    rows = await tx.fetch(
        "update auth.sessions s set aal = 'aal1' where s.user_id = $1 and s.aal <> 'aal1' "
        "and not exists (select from auth.session_methods m where m.session_id = s.id "
        "and m.factor_id is not null) returning s.id",
        user_id,
    )
    return [row["id"] for row in rows]


async def insert_challenge(
    tx: Transaction,
    challenge_id: UUID,
    factor_id: UUID,
    session_id: UUID,
    *,
    code_hash: bytes | None,
    nonce: bytes | None,
    now: datetime,
) -> None:
    """A challenge for one session; those of the factor that are over a day old go."""
    await tx.execute(
        "delete from auth.factor_challenges where factor_id = $1 "
        "and created_at < $2::timestamptz - interval '1 day'",
        factor_id,
        now,
    )
    await tx.execute(
        "with challenged as ("
        "update auth.factors set last_challenged_at = $6, updated_at = now() where id = $2) "
        "insert into auth.factor_challenges (id, factor_id, session_id, code_hash, nonce, "
        "created_at) values ($1, $2, $3, $4, $5, $6)",
        challenge_id,
        factor_id,
        session_id,
        code_hash,
        nonce,
        now,
    )


async def challenge(tx: Transaction, factor_id: UUID, challenge_id: UUID) -> FactorChallenge | None:
    """A factor's challenge, or None."""
    return decoded_if_any(
        FactorChallenge,
        await tx.fetchrow(
            "select * from auth.factor_challenges where factor_id = $1 and id = $2",
            factor_id,
            challenge_id,
        ),
    )


async def use_challenge(tx: Transaction, challenge_id: UUID, now: datetime) -> None:
    """A challenge is good once."""
    await tx.execute(
        "update auth.factor_challenges set used_at = $2 where id = $1", challenge_id, now
    )


async def count_attempt(tx: Transaction, challenge_id: UUID) -> None:
    """Count a wrong answer to a challenge."""
    await tx.execute(
        "update auth.factor_challenges set attempts = attempts + 1 where id = $1", challenge_id
    )


async def count_wrong_guess(
    tx: Transaction, factor_id: UUID, *, since: datetime, now: datetime
) -> None:
    """Count a wrong code for its factor; guesses before `since` are forgotten."""
    await tx.execute(
        "update auth.factors set updated_at = now(), "
        "wrong_guesses = case when wrong_since > $2 then wrong_guesses + 1 else 1 end, "
        "wrong_since = case when wrong_since > $2 then wrong_since else $3 end where id = $1",
        factor_id,
        since,
        now,
    )


async def take_step(tx: Transaction, factor_id: UUID, step: int) -> None:
    """The code of this 30 s step was used; nothing is held against the factor."""
    await tx.execute(
        "update auth.factors set last_step = $2, wrong_guesses = 0, updated_at = now() "
        "where id = $1",
        factor_id,
        step,
    )


async def forgive_guesses(tx: Transaction, factor_id: UUID) -> None:
    """The right code came."""
    await tx.execute(
        "update auth.factors set wrong_guesses = 0, updated_at = now() where id = $1", factor_id
    )


async def credential_known(tx: Transaction, credential_id: bytes) -> bool:
    """Whether some factor has this passkey already."""
    return bool(
        await tx.fetchval(
            "select exists (select from auth.factors where credential_id = $1)", credential_id
        )
    )


async def set_credential(
    tx: Transaction,
    factor_id: UUID,
    *,
    credential_id: bytes,
    public_key: bytes,
    sign_count: int,
    transports: Sequence[str],
) -> None:
    """The passkey that a webauthn factor is."""
    await tx.execute(
        "update auth.factors set credential_id = $2, public_key = $3, sign_count = $4, "
        "transports = $5, updated_at = now() where id = $1",
        factor_id,
        credential_id,
        public_key,
        sign_count,
        list(transports),
    )


async def set_sign_count(tx: Transaction, factor_id: UUID, sign_count: int) -> None:
    """How often the passkey says that it has signed."""
    await tx.execute(
        "update auth.factors set sign_count = $2, updated_at = now() where id = $1",
        factor_id,
        sign_count,
    )


async def raise_session(
    tx: Transaction, session_id: UUID, factor_id: UUID, *, method: str, now: datetime
) -> int:
    """Raise a session to aal2 through a factor; returns the number of its next refresh token.

    All refresh tokens of before are void: one number is left out, so that none of them is the
    parent of the new one, and the moments at which they were spent are forgotten.
    """
    await tx.execute(
        "insert into auth.session_methods (session_id, method, at, factor_id) "
        "values ($1, $2, $3, $4) on conflict (session_id, method) do update "
        "set at = excluded.at, factor_id = excluded.factor_id",
        session_id,
        method,
        now,
        factor_id,
    )
    counter: int = await tx.fetchval(
        "update auth.sessions set aal = 'aal2', refresh_counter = refresh_counter + 2, "
        "refresh_spent_at = '{}', refreshed_at = $2 where id = $1 returning refresh_counter",
        session_id,
        now,
    )
    return counter


async def delete_lower_sessions(tx: Transaction, user_id: UUID, but: UUID) -> list[UUID]:
    """End the person's other sessions below aal2; returns the ids that ended."""
    rows = await tx.fetch(
        "delete from auth.sessions where user_id = $1 and id <> $2 and aal <> 'aal2' returning id",
        user_id,
        but,
    )
    return [row["id"] for row in rows]
