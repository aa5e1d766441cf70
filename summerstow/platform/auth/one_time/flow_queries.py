"""Flows that have left, for a mailbox or a provider, and end in a code."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from summerstow.platform.auth.one_time.model import CodeFlow, ProviderFlow
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_if_any


async def issue_auth_code(tx: Transaction, flow_id: UUID, code_hash: bytes, now: datetime) -> bool:
    """Give the flow its code; False where the flow is gone."""
    tag = await tx.execute(
        "update auth.flow_states set auth_code_hash = $2, auth_code_issued_at = $3 where id = $1",
        flow_id,
        code_hash,
        now,
    )
    return tag.endswith("1")


async def lock_flow_by_code(tx: Transaction, code_hash: bytes) -> CodeFlow | None:
    """The flow of this code, for this transaction alone; or None."""
    return decoded_if_any(
        CodeFlow,
        await tx.fetchrow(
            "select * from auth.flow_states where auth_code_hash = $1 for update", code_hash
        ),
    )


async def delete_flow(tx: Transaction, flow_id: UUID) -> None:
    """End a flow: its code was used."""
    await tx.execute("delete from auth.flow_states where id = $1", flow_id)


async def delete_flows_before(tx: Transaction, moment: datetime) -> None:
    """Delete expired flows."""
    await tx.execute("delete from auth.flow_states where created_at < $1", moment)


async def insert_link_flow(
    tx: Transaction,
    flow_id: UUID,
    user_id: UUID,
    *,
    method: str,
    challenge: str,
    challenge_method: str,
    now: datetime,
) -> None:
    """Remember a PKCE challenge."""
    await tx.execute(
        "insert into auth.flow_states (id, user_id, method, code_challenge, code_challenge_method, "
        "created_at) values ($1, $2, $3, $4, $5, $6)",
        flow_id,
        user_id,
        method,
        challenge,
        challenge_method,
        now,
    )


async def insert_provider_flow(
    tx: Transaction,
    flow_id: UUID,
    *,
    provider: str,
    method: str,
    redirect_to: str,
    nonce: str,
    provider_verifier: str | None,
    challenge: str | None,
    challenge_method: str | None,
    target_user_id: UUID | None,
    invited_user_id: UUID | None,
    now: datetime,
) -> None:
    """Remember a sign-in that has left for a provider; the id is its OAuth state."""
    await tx.execute(
        "insert into auth.flow_states (id, method, provider, redirect_to, nonce, "
        "provider_verifier, code_challenge, code_challenge_method, target_user_id, "
        "invited_user_id, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        flow_id,
        method,
        provider,
        redirect_to,
        nonce,
        provider_verifier,
        challenge,
        challenge_method,
        target_user_id,
        invited_user_id,
        now,
    )


async def lock_flow(tx: Transaction, flow_id: UUID) -> ProviderFlow | None:
    """The flow of this state, for this transaction alone; or None."""
    return decoded_if_any(
        ProviderFlow,
        await tx.fetchrow(
            "select * from auth.flow_states where id = $1 and provider is not null for update",
            flow_id,
        ),
    )


async def mark_returned(tx: Transaction, flow_id: UUID, now: datetime) -> None:
    """The provider sent the browser back: the state is used up."""
    await tx.execute("update auth.flow_states set returned_at = $2 where id = $1", flow_id, now)


async def give_code(
    tx: Transaction,
    flow_id: UUID,
    user_id: UUID,
    *,
    code_hash: bytes,
    sealed_tokens: str | None,
    now: datetime,
    sealed_identity: str | None = None,
) -> None:
    """Let the flow's browser exchange this code for a session of the account.

    `sealed_identity`: who joins the account by that exchange.
    """
    await tx.execute(
        "update auth.flow_states set user_id = $2, auth_code_hash = $3, auth_code_issued_at = $4, "
        "sealed_tokens = $5, sealed_identity = $6 where id = $1",
        flow_id,
        user_id,
        code_hash,
        now,
        sealed_tokens,
        sealed_identity,
    )
