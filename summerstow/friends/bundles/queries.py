"""Every statement about who shares a bundle and how they are invited."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_all, decoded_if_any

from . import rules
from .answers import SharePeople
from .model import EndedShare, FriendOfBooking, PlanFriend, SharedBundle, StoredInvitation

#: Friends who share the bundle of booking `b`, for its crew.
FRIENDS_FOR_CREW: Final = """
(select coalesce(json_agg(json_build_object('id', m.id, 'room', m.room,
    'contact_name', m.contact_name, 'contact_phone', m.contact_phone,
    'name', coalesce(nullif(f.full_name, ''), 'Friend')) order by m.joined_at, m.id), '[]')
  from app.plan_members m left join public.users f on f.id = m.user_id
  where m.booking_id = b.id and m.left_at is null)
"""
#: The friend whose item `i` of booking `b` is, if it is not its customer's (rule: friend-items).
FRIEND_OF_ITEM: Final = (
    "left join public.users friend on friend.id = i.user_id and i.member_id is not null"
)
#: Whose the item is, by name: its customer's, or that friend's.
PERSON_OF_ITEM: Final = (
    "case when i.member_id is null then concat_ws(' ', b.first_name, b.last_name) "
    "else coalesce(nullif(friend.full_name, ''), 'Friend') end"
)
#: The number under which that person is called.
PHONE_OF_ITEM: Final = (
    "case when i.member_id is null then coalesce(b.contact_phone, b.phone) else "
    "(select p.phone from app.confirmed_phones p where p.user_id = friend.id) end"
)
_BOOKING = (
    "select b.id, b.user_id, b.campus_id, b.status, b.pickup_date, b.first_name, b.last_name, "
    "c.university, c.campus, b.pickup_time, b.return_delivery_date, b.return_delivery_time, "
    "concat_ws(', ', nullif(b.building_name, ''), nullif(b.address, '')) as residence "
    "from public.bookings b join public.campuses c on c.id = b.campus_id where b.id = $1"
)


async def hold_account(tx: Transaction, user_id: UUID) -> None:
    """Let one account enter into one thing at a time; before any booking is held."""
    await tx.execute("select 1 from public.users where id = $1 for no key update", user_id)


async def booking(tx: Transaction, booking_id: UUID) -> SharedBundle | None:
    """The booking; None: it is gone."""
    return decoded_if_any(SharedBundle, await tx.fetchrow(_BOOKING, booking_id))


async def held_booking(tx: Transaction, booking_id: UUID) -> SharedBundle | None:
    """The same, held for the transaction: who shares its bundle changes one step at a time."""
    row = await tx.fetchrow(f"{_BOOKING} for no key update of b", booking_id)
    return decoded_if_any(SharedBundle, row)


async def friends(tx: Transaction, booking_id: UUID) -> list[PlanFriend]:
    """Those who share a bundle beside its owner, in order."""
    rows = await tx.fetch(
        "select m.id, m.user_id, u.full_name, u.email, m.room, m.contact_name, m.contact_phone, "
        "m.payer_name, m.payer_email from app.plan_members m "
        "left join public.users u on u.id = m.user_id "
        "where m.booking_id = $1 and m.left_at is null and (m.user_id is not null "
        "or exists (select 1 from public.invoices i where i.member_id = m.id)) "
        "order by m.joined_at, m.id",
        booking_id,
    )
    return decoded_all(PlanFriend, rows)


async def friends_of_booking(tx: Transaction, booking_id: UUID) -> list[FriendOfBooking]:
    """Friends who share a booking's bundle, as staff read them."""
    rows = await tx.fetch(
        "select m.id::text, coalesce(nullif(u.full_name, ''), 'Friend') as name, m.room, "
        "m.contact_name, m.contact_phone, "
        "m.user_id, u.email, u.customer_id from app.plan_members m "
        "left join public.users u on u.id = m.user_id "
        "where m.booking_id = $1 and m.left_at is null order by m.joined_at, m.id",
        booking_id,
    )
    return decoded_all(FriendOfBooking, rows)


async def plans_of(tx: Transaction, user_id: UUID) -> list[UUID]:
    """The account's booking in use, then those whose bundle it shares until after the return."""
    rows = await tx.fetch(
        "(select id from public.bookings where user_id = $1 and status = any($2) "
        "order by created_at desc limit 1) union all "
        "(select b.id from app.plan_members m join public.bookings b on b.id = m.booking_id "
        "where m.user_id = $1 and m.left_at is null and (b.status = any($2) "
        "or b.status in ('delivered', 'completed') and b.updated_at > $3) "
        "order by m.joined_at desc)",
        user_id,
        list(rules.LIVE),
        clock.now() - rules.SHOWN_AFTER_RETURN,
    )
    return [row["id"] for row in rows]


async def busy_with(tx: Transaction, user_id: UUID, but: UUID) -> str | None:
    """`booking` where the account has one in use, `plan` where it shares another; else None."""
    result: str | None = await tx.fetchval(
        "select 'booking' from public.bookings where user_id = $1 and status = any($3) "
        "union all select 'plan' from app.plan_members m "
        "join public.bookings b on b.id = m.booking_id "
        "where m.user_id = $1 and m.left_at is null and b.id <> $2 and b.status = any($4) limit 1",
        user_id,
        but,
        list(rules.LIVE),
        list(rules.OPEN),
    )
    return result


async def shares_open_plan(tx: Transaction, user_id: UUID) -> bool:
    """Whether the account shares a bundle that is not picked up yet."""
    result: bool = await tx.fetchval(
        "select exists (select 1 from app.plan_members m "
        "join public.bookings b on b.id = m.booking_id "
        "where m.user_id = $1 and m.left_at is null and b.status = any($2))",
        user_id,
        list(rules.OPEN),
    )
    return result


async def removed_at(tx: Transaction, booking_id: UUID, user_id: UUID) -> datetime | None:
    """When the owner last took this account out, if so."""
    result: datetime | None = await tx.fetchval(
        "select max(left_at) from app.plan_members "
        "where booking_id = $1 and user_id = $2 and removed",
        booking_id,
        user_id,
    )
    return result


async def join(tx: Transaction, booking_id: UUID, user_id: UUID) -> None:
    """Let an account share a bundle; nothing where it does."""
    await tx.execute(
        "insert into app.plan_members (booking_id, user_id, joined_at, told_at) "
        "values ($1, $2, clock_timestamp(), $3) "
        "on conflict (booking_id, user_id) where left_at is null do nothing",
        booking_id,
        user_id,
        clock.now(),
    )


async def note_told(tx: Transaction, booking_id: UUID, now: datetime) -> None:
    """Store when the friends of a bundle last heard of its pickup."""
    await tx.execute(
        "update app.plan_members set told_at = $2 where booking_id = $1 and left_at is null",
        booking_id,
        now,
    )


async def leave(
    tx: Transaction, booking_id: UUID, member_id: UUID, now: datetime, *, removed: bool
) -> None:
    """Let a friend share a bundle no more; their list goes with them."""
    await tx.execute(
        "with gone as (delete from public.items where member_id = $1 returning picture_id) "
        "delete from app.pictures p using gone where p.id = gone.picture_id",
        member_id,
    )
    await tx.execute(
        "update app.plan_members set left_at = $3, removed = $4 "
        "where booking_id = $1 and id = $2 and left_at is null",
        booking_id,
        member_id,
        now,
        removed,
    )


async def set_room(tx: Transaction, member_id: UUID, room: str | None) -> None:
    """Store where the crew picks up a friend's items."""
    await tx.execute("update app.plan_members set room = $2 where id = $1", member_id, room)


async def set_people(tx: Transaction, member_id: UUID, people: SharePeople) -> None:
    """Store who is at the door for a friend and who pays their share."""
    await tx.execute(
        "update app.plan_members set contact_name = $2, contact_phone = $3, payer_name = $4, "
        "payer_email = $5 where id = $1",
        member_id,
        people.contact_name,
        people.contact_phone,
        people.payer_name,
        people.payer_email,
    )


async def has_scanned(tx: Transaction, member_id: UUID) -> bool:
    """Return whether the crew has scanned an item of a friend."""
    result: bool = await tx.fetchval(
        "select exists (select from public.items where member_id = $1 "
        "and state not in ('listed', 'packed'))",
        member_id,
    )
    return result


async def invitation(tx: Transaction, token_hash: bytes) -> StoredInvitation | None:
    """The invitation of a token."""
    row = await tx.fetchrow("select * from app.plan_invites where token_hash = $1", token_hash)
    return decoded_if_any(StoredInvitation, row)


async def current_invitation(
    tx: Transaction, booking_id: UUID, now: datetime
) -> StoredInvitation | None:
    """The invitation that works now, if there is one."""
    row = await tx.fetchrow(
        "select * from app.plan_invites "
        "where booking_id = $1 and revoked_at is null and expires_at > $2",
        booking_id,
        now,
    )
    return decoded_if_any(StoredInvitation, row)


async def invite(
    tx: Transaction, booking_id: UUID, token_hash: bytes, now: datetime, expires: datetime
) -> None:
    """Store a new invitation; the one before must be revoked."""
    await tx.execute(
        "insert into app.plan_invites (booking_id, token_hash, created_at, expires_at) "
        "values ($1, $2, $3, $4)",
        booking_id,
        token_hash,
        now,
        expires,
    )


async def revoke(tx: Transaction, booking_id: UUID, now: datetime) -> None:
    """End a booking's invitation; nothing where there is none."""
    await tx.execute(
        "update app.plan_invites set revoked_at = $2 where booking_id = $1 and revoked_at is null",
        booking_id,
        now,
    )


async def unannounced_ends(tx: Transaction) -> list[EndedShare]:
    """Friends of bookings cancelled these days to whom no message of that was written, in order."""
    rows = await tx.fetch(
        "select m.id, m.booking_id, m.user_id, u.email, u.full_name, b.first_name as owner, "
        "b.pickup_date from app.plan_members m join public.bookings b on b.id = m.booking_id "
        "join public.users u on u.id = m.user_id "
        "where m.left_at is null and b.status = 'cancelled' and u.email is not null "
        "and coalesce(b.cancelled_at, b.updated_at) > now() - interval '7 days' "
        "and not exists (select 1 from app.outbox o where o.cause = 'shared-plan-ended:' || m.id) "
        "order by m.joined_at limit 200"
    )
    return decoded_all(EndedShare, rows)


async def hand_over(tx: Transaction, old: UUID, new: UUID) -> None:
    """Friends and invitation of a booking go on to the one that replaces it."""
    await tx.execute(
        "update app.plan_members set booking_id = $2 where booking_id = $1 and left_at is null "
        "and not exists (select 1 from app.plan_members o where o.booking_id = $2 "
        "and o.user_id = plan_members.user_id and o.left_at is null)",
        old,
        new,
    )
    await tx.execute(
        "update app.plan_invites set booking_id = $2 where booking_id = $1 and revoked_at is null "
        "and not exists (select 1 from app.plan_invites o where o.booking_id = $2 "
        "and o.revoked_at is null)",
        old,
        new,
    )
