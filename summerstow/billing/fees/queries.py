"""Every statement about proposed, charged and disputed fees."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction

from .amounts import Term
from .visits import VisitedStop

State = Literal["proposed", "charged", "refused", "disputed", "upheld", "dropped"]

_COLUMNS = (
    "id, booking_id, stop_id, term, amount_cents, reason, arrived_at, photo_id, state, "
    "proposed_at, invoice_id, charged_at, charge_words, dispute_words, disputed_at, "
    "decision_words, decided_at"
)
_WAITING = f"""
select coalesce(json_agg(row_to_json(f) order by f.proposed_at), '[]') from (
  select {", ".join("p." + one for one in _COLUMNS.split(", "))},
    coalesce(nullif(u.full_name, ''),
      nullif(trim(concat_ws(' ', b.first_name, b.last_name)), ''), 'Customer') as full_name,
    u.customer_id, b.campus_id, s.kind as stop_kind, s.failure,
    coalesce(s.date, b.pickup_date) as day, a.full_name as proposed_by,
    exists (select from app.pictures x where x.id = p.photo_id) as has_photo,
    i.number as invoice_number
  from public.fee_proposals p
  join public.bookings b on b.id = p.booking_id
  left join public.users u on u.id = b.user_id
  left join public.users a on a.id = p.proposed_by
  left join public.run_stops s on s.id = p.stop_id
  left join public.invoices i on i.id = p.invoice_id
  where p.state = any($1) and ($2::uuid is null or p.id = $2) order by p.proposed_at limit 200
) f
"""  # noqa: S608 - put together from this file's own text

_HAS_EVIDENCE = """
select exists (
  select from app.pictures p join public.users u on u.id = p.owner_id
  where p.id = $1 and p.kind = 'evidence' and u.role <> 'customer'
    and not exists (select from public.stop_events e where e.photo_id = p.id
      and (e.booking_id is distinct from $2 or e.stop_id <> $3))
    and not exists (select from public.fee_proposals f where f.photo_id = p.id and f.id <> $4
      and (f.booking_id <> $2 or f.stop_id <> $3))
    and not exists (
      select from public.item_events e left join public.items i on i.id = e.item_id
      where e.photo_id = p.id and coalesce(i.booking_id, e.booking_id) is distinct from $2))
"""


class FeeProposal(msgspec.Struct, frozen=True, kw_only=True):
    """A fee with its evidence, as `fee_proposals` has it."""

    id: UUID
    booking_id: UUID
    stop_id: UUID | None
    term: Term
    amount_cents: int
    reason: str
    arrived_at: datetime | None
    photo_id: UUID | None
    state: State
    proposed_at: datetime
    invoice_id: UUID | None
    charged_at: datetime | None
    charge_words: str | None
    dispute_words: str | None
    disputed_at: datetime | None
    decision_words: str | None
    decided_at: datetime | None


class WaitingFee(msgspec.Struct, frozen=True, kw_only=True):
    """A fee that waits for the office or an executive, and whose it is; moments are ISO 8601."""

    id: str
    booking_id: str
    stop_id: str | None
    term: Term
    amount_cents: int
    reason: str
    arrived_at: str | None
    photo_id: str | None
    has_photo: bool
    state: State
    proposed_at: str
    proposed_by: str | None
    charged_at: str | None
    charge_words: str | None
    dispute_words: str | None
    disputed_at: str | None
    full_name: str
    customer_id: str | None
    campus_id: int
    day: str | None
    stop_kind: str | None
    failure: str | None
    invoice_number: str | None


async def add(tx: Transaction, **values: Any) -> FeeProposal | None:
    """A new proposal; None where its stop has one of this term already."""
    text = await tx.fetchval(
        "insert into public.fee_proposals as p (booking_id, stop_id, term, amount_cents, reason, "
        "arrived_at, photo_id, proposed_by, proposed_at) "
        "values ($1, $2, $3, $4, $5, $6, $7, $8, $9) "
        "on conflict (stop_id, term) where stop_id is not null do nothing "
        "returning row_to_json(p)",
        values["booking_id"],
        values["stop_id"],
        values["term"],
        values["amount_cents"],
        values["reason"],
        values["arrived_at"],
        values["photo_id"],
        tx.actor.user_id,
        values["now"],
    )
    return None if text is None else msgspec.json.decode(text, type=FeeProposal)


async def of_stop(tx: Transaction, stop_id: UUID, term: str) -> FeeProposal | None:
    """The proposal of a stop and term."""
    return await _one(tx, "stop_id = $1 and term = $2", stop_id, term)


async def hold(tx: Transaction, proposal_id: UUID) -> FeeProposal | None:
    """A proposal, held for the transaction."""
    await tx.execute("select 1 from public.fee_proposals where id = $1 for update", proposal_id)
    return await _one(tx, "id = $1", proposal_id)


async def change(tx: Transaction, proposal_id: UUID, **changes: Any) -> FeeProposal:
    """Store what became of a proposal; `changes` by their columns."""
    columns = ", ".join(f"{name} = ${place}" for place, name in enumerate(changes, 2))
    text = await tx.fetchval(
        f"update public.fee_proposals p set {columns} where id = $1 "  # noqa: S608
        "returning row_to_json(p)",
        proposal_id,
        *changes.values(),
    )
    return msgspec.json.decode(text, type=FeeProposal)


async def waiting(
    tx: Transaction, states: list[State], proposal_id: UUID | None = None
) -> list[WaitingFee]:
    """Fees in these states, or one, the oldest first; at most 200."""
    text = await tx.fetchval(_WAITING, states, proposal_id)
    return msgspec.json.decode(text, type=list[WaitingFee])


async def owner(tx: Transaction, booking_id: UUID) -> UUID | None:
    """Whose account a booking is on."""
    user_id: UUID | None = await tx.fetchval(
        "select user_id from public.bookings where id = $1", booking_id
    )
    return user_id


async def exists(tx: Transaction, booking_id: UUID) -> bool:
    """Whether there is such a booking."""
    result: bool = await tx.fetchval(
        "select exists (select from public.bookings where id = $1)", booking_id
    )
    return result


async def freeze(tx: Transaction, invoice_id: UUID, at: datetime | None) -> None:
    """Note on the ledger's lines of an invoice since when they are disputed; None: they are not."""
    await tx.execute(
        "update public.ledger set disputed_at = $2 where invoice_id = $1 "
        "and kind in ('charge', 'tax')",
        invoice_id,
        at,
    )


async def visits(tx: Transaction, booking_id: UUID) -> list[VisitedStop]:
    """Return the stops of a booking, the latest first."""
    text = await tx.fetchval(
        "select coalesce(json_agg(v order by v.date desc), '[]') from ("
        'select id as stop_id, campus_id, kind, date, "window", arrived_at, failure, '
        "(select max(e.at) from public.stop_events e where s.state = 'failed' "
        "and e.stop_id = s.id and e.applies and e.state = 'failed') as failed_at "
        "from public.run_stops s where booking_id = $1) v",
        booking_id,
    )
    return msgspec.json.decode(text, type=list[VisitedStop])


async def has_evidence(tx: Transaction, one: FeeProposal) -> bool:
    """Return whether a proposal's photo is here, was taken by staff, and is of no other visit."""
    result: bool = await tx.fetchval(
        _HAS_EVIDENCE, one.photo_id, one.booking_id, one.stop_id, one.id
    )
    return result


async def _one(tx: Transaction, condition: str, *values: object) -> FeeProposal | None:
    text = await tx.fetchval(
        f"select row_to_json(p) from public.fee_proposals p where {condition}",  # noqa: S608
        *values,
    )
    return None if text is None else msgspec.json.decode(text, type=FeeProposal)
