"""Every statement about referrals and their credits."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded, decoded_all, decoded_if_any

from . import rules
from .model import Contacts, DiscountedBooking, LockedCredit, ReferralCounts


async def find_referral_code(tx: Transaction, user_id: UUID) -> str | None:
    """Return the account's customer ID, which is its referral code."""
    result: str | None = await tx.fetchval(
        "select customer_id from public.users where id = $1", user_id
    )
    return result


async def find_referrer(tx: Transaction, code: str) -> UUID | None:
    """Return the account with this referral code."""
    result: UUID | None = await tx.fetchval(
        "select id from public.users where customer_id = $1 "
        "union all select target_id from app.account_merges "
        "where customer_id = $1 and closed_at is not null limit 1",
        code,
    )
    return result


async def find_contacts(tx: Transaction, user_id: UUID) -> Contacts | None:
    """Return the contacts of an account and all its bookings."""
    row = await tx.fetchrow(
        "select array_agg(b.email) || array_agg(b.guest_email) || a.email as emails, "
        "array_agg(b.phone) || array_agg(b.guest_phone) || ('+' || a.phone) as phones "
        "from auth.users a left join public.bookings b on b.user_id = a.id "
        "where a.id = $1 group by a.id",
        user_id,
    )
    return decoded_if_any(Contacts, row)


async def has_earlier_pickup(
    tx: Transaction, booking_id: UUID, user_id: UUID | None, emails: list[str]
) -> bool:
    """Tell whether another booking of this person was picked up."""
    result: bool = await tx.fetchval(
        "select exists (select 1 from public.bookings where id <> $1 and status = any($4) "
        "and (user_id = $2 or lower(email) = any($3)))",
        booking_id,
        user_id,
        emails,
        list(rules.REACHED),
    )
    return result


async def store_credit(
    tx: Transaction,
    referrer_id: UUID,
    booking_id: UUID,
    identities: set[bytes],
    *,
    cents: int,
    now: datetime,
) -> None:
    """Store a credit for a friend's booking, unless the friend or the booking has one."""
    credit_id: UUID | None = await tx.fetchval(
        "insert into app.referral_credits (referrer_id, friend_booking_id, cents, earned_at) "
        "values ($1, $2, $3, $4) on conflict (friend_booking_id) do nothing returning id",
        referrer_id,
        booking_id,
        cents,
        now,
    )
    if credit_id is None:
        return
    stored = await tx.fetch(
        "insert into app.referred_friends (known_by, credit_id) "
        "select one, $2 from unnest($1::bytea[]) as one order by one "
        "on conflict (known_by) do nothing returning 1",
        list(identities),
        credit_id,
    )
    if len(stored) < len(identities):
        await tx.execute("delete from app.referral_credits where id = $1", credit_id)


async def delete_unused_credit(tx: Transaction, booking_id: UUID) -> None:
    """Delete the unused credit for a friend's booking."""
    await tx.execute(
        "delete from app.referral_credits where friend_booking_id = $1 and used_on is null",
        booking_id,
    )


async def find_discounted_booking(tx: Transaction, booking_id: UUID) -> DiscountedBooking | None:
    """Return a booking with what decides about its credits."""
    row = await tx.fetchrow(
        "select b.user_id, b.return_delivery_date, coalesce(s.months_invoiced, 0) > 0 as begun, "
        "exists (select from app.referral_credits where used_on = b.id "
        "or used_on is null and referrer_id = b.user_id) as any_credits "
        "from public.bookings b left join app.storage_billing s on s.booking_id = b.id "
        "where b.id = $1",
        booking_id,
    )
    return decoded_if_any(DiscountedBooking, row)


async def assign_credits(tx: Transaction, booking_id: UUID, user_id: UUID, most: int) -> int:
    """Assign the account's earliest credits, up to `most` cents, to this booking alone.

    Returns their sum in cents.
    """
    rows = await tx.fetch(
        "select id, cents from app.referral_credits where referrer_id = $1 "
        "and (used_on is null or used_on = $2) order by earned_at, id for update",
        user_id,
        booking_id,
    )
    chosen, cents = _take_while_fitting(decoded_all(LockedCredit, rows), most)
    await tx.execute(
        "update app.referral_credits set used_on = case when id = any($2) then $1 end "
        "where id = any($2) or used_on = $1",
        booking_id,
        chosen,
    )
    return cents


async def find_unused_cents(tx: Transaction, booking_id: UUID) -> int:
    """Return the unused cents of a booking's credits."""
    cents: int | None = await tx.fetchval(
        "select referral_cents from app.storage_billing where booking_id = $1", booking_id
    )
    return cents or 0


async def release_credits(tx: Transaction, booking_id: UUID, most: int | None = None) -> int:
    """Release a booking's latest credits, up to `most` cents, for the next booking.

    Returns their sum in cents.
    """
    rows = await tx.fetch(
        "select id, cents from app.referral_credits where used_on = $1 "
        "order by earned_at desc, id desc for update",
        booking_id,
    )
    chosen, cents = _take_while_fitting(decoded_all(LockedCredit, rows), most)
    await tx.execute("update app.referral_credits set used_on = null where id = any($1)", chosen)
    return cents


async def reduce_unused_cents(tx: Transaction, booking_id: UUID, cents: int) -> None:
    """Reduce the unused cents of a booking's credits."""
    await tx.execute(
        "update app.storage_billing set referral_cents = referral_cents - $2 where booking_id = $1",
        booking_id,
        cents,
    )


async def count_referrals(tx: Transaction, user_id: UUID, code: str) -> ReferralCounts:
    """Count the account's friends and credits."""
    row = await tx.fetchrow(
        "select (select count(distinct coalesce(b.user_id::text, lower(b.email))) "
        "from public.bookings b where b.referral_code = $2 and b.status = any($3) "
        "and b.user_id is distinct from $1)::int as waiting, "
        "count(*)::int as earned, count(used_on)::int as used, "
        "coalesce(sum(cents) filter (where used_on is null), 0)::int as left_cents "
        "from app.referral_credits where referrer_id = $1",
        user_id,
        code,
        list(rules.WAITING),
    )
    assert row is not None
    return decoded(ReferralCounts, row)


async def copy_referral_code(tx: Transaction, old: UUID, new: UUID) -> None:
    """Copy the referral code of a booking to the booking that replaces it."""
    await tx.execute(
        "update public.bookings n set referral_code = o.referral_code from public.bookings o "
        "where n.id = $2 and o.id = $1 and n.referral_code is null "
        "and o.referral_code is not null",
        old,
        new,
    )


def _take_while_fitting(candidates: list[LockedCredit], most: int | None) -> tuple[list[UUID], int]:
    chosen, cents = [], 0
    for one in candidates:
        if most is not None and cents + one.cents > most:
            break
        chosen.append(one.id)
        cents += one.cents
    return chosen, cents
