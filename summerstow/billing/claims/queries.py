"""Every statement about claims."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.tables import decoded

from .model import (
    Claim,
    ClaimState,
    ClaimToDecide,
    ClaimToPay,
    HeldClaim,
    ItemPhoto,
    ItemToClaim,
    What,
)

_CLAIM: Final = ", ".join(f"c.{name}" for name in Claim.__struct_fields__)
_DELIVERED: Final = (
    "(select max(e.at) from public.item_events e where e.item_id = i.id "
    "and e.kind = 'delivered' and e.blocked is null)"
)


async def hold_item(tx: ElevatedTransaction, item_id: UUID) -> ItemToClaim | None:
    """Lock an item, so that its claims are filed one after the other."""
    row = await tx.fetchrow(
        f"select i.id, i.booking_id, i.user_id, i.state, i.declared_value_cents, {_DELIVERED} "  # noqa: S608
        "from public.items i where i.id = $1 for update of i",
        item_id,
    )
    return None if row is None else ItemToClaim(*row)


async def hold_customer(tx: ElevatedTransaction, user_id: UUID) -> None:
    """Lock a customer, so that their claims are capped one after the other."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('claims ' || $1::uuid::text, 0))", user_id
    )


async def sum_decided_cents(tx: ElevatedTransaction, user_id: UUID, since: datetime) -> int:
    """Return the cents given for a customer's claims since a moment."""
    cents: int = await tx.fetchval(
        "select coalesce(sum(decided_cents), 0)::int from public.claims "
        "where user_id = $1 and filed_at >= $2",
        user_id,
        since,
    )
    return cents


async def find_open_claim(tx: ElevatedTransaction, item_id: UUID) -> Claim | None:
    """Return the undecided claim of an item."""
    row = await tx.fetchrow(
        f"select {_CLAIM} from public.claims c where c.item_id = $1 and c.state = 'open'",  # noqa: S608
        item_id,
    )
    return None if row is None else Claim(**dict(row))


async def insert_claim(
    tx: ElevatedTransaction,
    item: ItemToClaim,
    *,
    what: What,
    words: str,
    amount_cents: int,
    photo_ids: list[UUID],
    cap_cents: int,
    now: datetime,
) -> Claim:
    """Insert a claim and return it."""
    row = await tx.fetchrow(
        "insert into public.claims as c (item_id, booking_id, user_id, what, words, amount_cents, "  # noqa: S608
        "photo_ids, cap_cents, filed_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) "
        f"returning {_CLAIM}",
        item.id,
        item.booking_id,
        item.user_id,
        what,
        words,
        amount_cents,
        photo_ids,
        cap_cents,
        now,
    )
    assert row is not None
    return Claim(**dict(row))


async def hold_claim(tx: ElevatedTransaction, claim_id: UUID) -> HeldClaim | None:
    """Lock a claim; return it with whose it is."""
    row = await tx.fetchrow(
        f"select {_CLAIM}, c.booking_id, i.member_id, c.user_id, u.full_name, u.email "  # noqa: S608
        "from public.claims c join public.items i on i.id = c.item_id "
        "left join public.users u on u.id = c.user_id where c.id = $1 for update of c",
        claim_id,
    )
    if row is None:
        return None
    known = {name: row[name] for name in Claim.__struct_fields__}
    return decoded(HeldClaim, row, claim=Claim(**known))


async def store_decision(
    tx: ElevatedTransaction,
    claim_id: UUID,
    *,
    state: ClaimState,
    cents: int,
    words: str,
    now: datetime,
) -> Claim:
    """Store the decision and return the claim."""
    return await _update_claim(
        tx,
        "state = $2, decided_cents = $3, decision_words = $4, decided_at = $5, decided_by = $6",
        claim_id,
        state,
        cents,
        words,
        now,
        tx.actor.user_id,
    )


async def list_open_claims(
    tx: ElevatedTransaction, claim_id: UUID | None = None
) -> list[ClaimToDecide]:
    """Return undecided claims, or one, with their items, the earliest first."""
    rows = await tx.fetch(
        f"select {_CLAIM}, c.booking_id, case when i.member_id is null "  # noqa: S608
        "then concat_ws(' ', b.first_name, b.last_name) else u.full_name end as customer, "
        "u.customer_id, i.number, i.description, i.declared_value_cents, "
        f"{_DELIVERED} as delivered_at, i.picture_id as own_photo_id, "
        "(select coalesce(json_agg(json_build_object('photo_id', e.photo_id, 'kind', e.kind, "
        "'at', e.at) order by e.at), '[]')::text from public.item_events e "
        "where e.item_id = i.id and e.photo_id is not null) as photos "
        "from public.claims c join public.items i on i.id = c.item_id "
        "join public.bookings b on b.id = c.booking_id "
        "left join public.users u on u.id = c.user_id "
        "where c.state = 'open' and ($1::uuid is null or c.id = $1) order by c.filed_at, c.id",
        claim_id,
    )
    return [
        ClaimToDecide(
            claim=Claim(**{name: row[name] for name in Claim.__struct_fields__}),
            booking_id=row["booking_id"],
            customer=row["customer"],
            customer_id=row["customer_id"],
            number=row["number"],
            description=row["description"],
            declared_value_cents=row["declared_value_cents"],
            delivered_at=row["delivered_at"],
            own_photo_id=row["own_photo_id"],
            photos=msgspec.json.decode(row["photos"], type=list[ItemPhoto]),
        )
        for row in rows
    ]


async def store_payout(tx: ElevatedTransaction, claim_id: UUID, cents: int, now: datetime) -> Claim:
    """Store that the rest of a claim's credit was paid out, and return the claim."""
    return await _update_claim(
        tx,
        "paid_out_cents = $2, paid_out_at = $3, paid_out_by = $4",
        claim_id,
        cents,
        now,
        tx.actor.user_id,
    )


async def _update_claim(
    tx: ElevatedTransaction, changes: str, claim_id: UUID, *values: object
) -> Claim:
    """Update a claim; `changes` is the SQL after `set`, with `values` from $2 on."""
    row = await tx.fetchrow(
        f"update public.claims c set {changes} where c.id = $1 returning {_CLAIM}",  # noqa: S608
        claim_id,
        *values,
    )
    assert row is not None
    return Claim(**dict(row))


async def list_claims_to_pay(
    tx: ElevatedTransaction, claim_id: UUID | None = None
) -> list[ClaimToPay]:
    """Return claims with credit left, or one, the earliest decision first; at most 200."""
    rows = await tx.fetch(
        f"select {_CLAIM}, c.booking_id, "  # noqa: S608
        "coalesce(nullif(u.full_name, ''), concat_ws(' ', b.first_name, b.last_name)) as customer, "
        "u.customer_id, i.number, i.description, l.left_cents "
        "from public.claims c join public.ledger e on e.cause = 'claim:' || c.id "
        "join app.credit_left l on l.id = e.id join public.items i on i.id = c.item_id "
        "join public.bookings b on b.id = c.booking_id "
        "left join public.users u on u.id = c.user_id "
        "where c.decided_cents > 0 and c.paid_out_at is null and l.left_cents > 0 "
        "and ($1::uuid is null or c.id = $1) order by c.decided_at, c.id limit 200",
        claim_id,
    )
    return [
        ClaimToPay(
            claim=Claim(**{name: row[name] for name in Claim.__struct_fields__}),
            booking_id=row["booking_id"],
            customer=row["customer"],
            customer_id=row["customer_id"],
            number=row["number"],
            description=row["description"],
            left_cents=row["left_cents"],
        )
        for row in rows
    ]
