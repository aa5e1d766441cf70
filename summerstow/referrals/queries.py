"""Every statement about referrals and their credits."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from summerstow.kit.database.transaction import Transaction
from summerstow.kit.tables import decoded, decoded_all, decoded_if_any

from . import rules
from .model import Contacts, HeldCredit, LessenedBooking, ReferralCounts


async def code_of(tx: Transaction, user_id: UUID) -> str | None:
    """The account's own referral id: its customer id."""
    found: str | None = await tx.fetchval(
        "select customer_id from public.users where id = $1", user_id
    )
    return found


async def referrer(tx: Transaction, code: str) -> UUID | None:
    """Whose referral id this is."""
    found: UUID | None = await tx.fetchval(
        "select id from public.users where customer_id = $1", code
    )
    return found


async def account_of(tx: Transaction, user_id: UUID) -> Contacts | None:
    """Those of an account, with those of all its bookings."""
    row = await tx.fetchrow(
        "select array_agg(b.email) || array_agg(b.guest_email) || a.email as emails, "
        "array_agg(b.phone) || array_agg(b.guest_phone) || ('+' || a.phone) as phones "
        "from auth.users a left join public.bookings b on b.user_id = a.id "
        "where a.id = $1 group by a.id",
        user_id,
    )
    return decoded_if_any(Contacts, row)


async def booked_before(
    tx: Transaction, booking_id: UUID, user_id: UUID | None, emails: list[str]
) -> bool:
    """Whether another booking of this person was picked up."""
    found: bool = await tx.fetchval(
        "select exists (select 1 from public.bookings where id <> $1 and status = any($4) "
        "and (user_id = $2 or lower(email) = any($3)))",
        booking_id,
        user_id,
        emails,
        list(rules.REACHED),
    )
    return found


async def earn(
    tx: Transaction,
    referrer_id: UUID,
    booking_id: UUID,
    known_by: set[bytes],
    *,
    cents: int,
    now: datetime,
) -> None:
    """Store a credit for a friend's booking; not where the friend, or the booking, has one."""
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
        list(known_by),
        credit_id,
    )
    if len(stored) < len(known_by):
        await tx.execute("delete from app.referral_credits where id = $1", credit_id)


async def take_back(tx: Transaction, booking_id: UUID) -> None:
    """A friend's pickup was none: a credit for it that is not used is gone again."""
    await tx.execute(
        "delete from app.referral_credits where friend_booking_id = $1 and used_on is null",
        booking_id,
    )


async def lessened(tx: Transaction, booking_id: UUID) -> LessenedBooking | None:
    """What a booking says of its credits; None: it is gone."""
    row = await tx.fetchrow(
        "select b.user_id, b.return_delivery_date, coalesce(s.months_invoiced, 0) > 0 as begun, "
        "exists (select from app.referral_credits where used_on = b.id "
        "or used_on is null and referrer_id = b.user_id) as any_credits "
        "from public.bookings b left join app.storage_billing s on s.booking_id = b.id "
        "where b.id = $1",
        booking_id,
    )
    return decoded_if_any(LessenedBooking, row)


async def use(tx: Transaction, booking_id: UUID, user_id: UUID, most: int) -> int:
    """Let the account's earliest credits, up to so many cents, lessen this booking alone.

    Returns what they come to, in cents.
    """
    rows = await tx.fetch(
        "select id, cents from app.referral_credits where referrer_id = $1 "
        "and (used_on is null or used_on = $2) order by earned_at, id for update",
        user_id,
        booking_id,
    )
    chosen, cents = _whole(decoded_all(HeldCredit, rows), most)
    await tx.execute(
        "update app.referral_credits set used_on = case when id = any($2) then $1 end "
        "where id = any($2) or used_on = $1",
        booking_id,
        chosen,
    )
    return cents


async def left_over(tx: Transaction, booking_id: UUID) -> int:
    """What of the credits that a booking took is not used, in cents."""
    found: int | None = await tx.fetchval(
        "select referral_cents from app.storage_billing where booking_id = $1", booking_id
    )
    return found or 0


async def release(tx: Transaction, booking_id: UUID, most: int | None = None) -> int:
    """Free the latest credits that a booking took for the next one, up to so many cents or all.

    Returns what they come to, in cents.
    """
    rows = await tx.fetch(
        "select id, cents from app.referral_credits where used_on = $1 "
        "order by earned_at desc, id desc for update",
        booking_id,
    )
    chosen, cents = _whole(decoded_all(HeldCredit, rows), most)
    await tx.execute("update app.referral_credits set used_on = null where id = any($1)", chosen)
    return cents


async def use_less(tx: Transaction, booking_id: UUID, cents: int) -> None:
    """Take back so much of what would still lessen a booking's months."""
    await tx.execute(
        "update app.storage_billing set referral_cents = referral_cents - $2 where booking_id = $1",
        booking_id,
        cents,
    )


async def counts(tx: Transaction, user_id: UUID, code: str) -> ReferralCounts:
    """The account's friends and credits."""
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


async def hand_over(tx: Transaction, old: UUID, new: UUID) -> None:
    """The referral id of a booking goes on to the one that replaces it."""
    await tx.execute(
        "update public.bookings n set referral_code = o.referral_code from public.bookings o "
        "where n.id = $2 and o.id = $1 and n.referral_code is null "
        "and o.referral_code is not null",
        old,
        new,
    )


def _whole(credits_held: list[HeldCredit], most: int | None) -> tuple[list[UUID], int]:
    """The first of these credits that fit whole into an amount, and what they come to in cents."""
    chosen, cents = [], 0
    for one in credits_held:
        if most is not None and cents + one.cents > most:
            break
        chosen.append(one.id)
        cents += one.cents
    return chosen, cents
