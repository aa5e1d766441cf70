"""Every statement that takes a person out of what stays (rule: erasure)."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_all, decoded_if_any

from .queries import OF_THEIRS

#: Texts in the audit log that name nobody: states, windows, kinds, and the words of invoices.
KEPT: Final = [
    *("status", "state", "kind", "residence_type", "delivery_option", "flight_time"),
    *("pickup_time", "return_delivery_time", "role", "factor_type", "scope", "provider"),
    *("number", "reference", "tax_name", "words", "cause"),
]

#: Which audit lines speak of the person: by id, by what they belong to, by who acted, by address.
_SPEAKS: Final = """
row_id = any($2::text[]) or actor_id::text = any($2)
or before ->> 'booking_id' = any($2) or after ->> 'booking_id' = any($2)
or before ->> 'user_id' = $1::uuid::text or after ->> 'user_id' = $1::uuid::text
or exists (select from unnest($3::text[]) one
  where strpos(lower(before::text), one) > 0 or strpos(lower(after::text), one) > 0)
"""

#: What an account ($1) owes, and what is left of its credit.
MONEY: Final = f"""
select greatest(
  (select coalesce(sum(owed_cents), 0) from app.invoice_owed
    where account_id = $1 and {OF_THEIRS}),
  (select coalesce(sum(amount_cents), 0) from app.ledger_accounts
    where account_id = $1 and {OF_THEIRS})
)::int as owed, (
  select coalesce(sum(left_cents), 0) from app.credit_left
    where account_id = $1 and {OF_THEIRS} and left_cents > 0
)::int as credit
"""  # noqa: S608 - this package's own text


class ErasedAccount(msgspec.Struct, frozen=True):
    """An account that is to be erased, with the role of its profile."""

    email: str | None
    email_confirmed_at: datetime | None
    role: str


class ErasedBooking(msgspec.Struct, frozen=True):
    """One of its bookings."""

    id: UUID
    status: str


async def held(tx: Transaction, user_id: UUID) -> ErasedAccount | None:
    """The account with its profile, held so that nothing new is made for it; None: it is gone."""
    row = await tx.fetchrow(
        "select u.email, u.email_confirmed_at, p.role "
        "from auth.users u join public.users p on p.id = u.id where u.id = $1 for update",
        user_id,
    )
    return decoded_if_any(ErasedAccount, row)


async def bookings_of(tx: Transaction, user_id: UUID, email: str | None) -> list[ErasedBooking]:
    """The account's bookings, and those that wait for its address."""
    rows = await tx.fetch(
        "select id, status from public.bookings where user_id = $1 "
        "or (user_id is null and $2::text is not null and lower(coalesce(guest_email, email)) "
        "= lower($2)) order by id for no key update",
        user_id,
        email,
    )
    return decoded_all(ErasedBooking, rows)


async def account_of(tx: Transaction, email: str) -> UUID | None:
    """The account with an address, if there is one."""
    result: UUID | None = await tx.fetchval("select id from auth.users where email = $1", email)
    return result


async def guest_bookings(tx: Transaction, email: str) -> list[ErasedBooking]:
    """The bookings that were made without an account under an address, held."""
    rows = await tx.fetch(
        "select id, status from public.bookings where user_id is null "
        "and lower(coalesce(guest_email, email)) = lower($1) order by id for no key update",
        email,
    )
    return decoded_all(ErasedBooking, rows)


async def remove_named(tx: Transaction, email: str) -> None:
    """Take a person out of bookings that name them at the door or for invoices."""
    await tx.execute(
        "update public.bookings set payer_email = null, payer_name = null, payer_phone = null, "
        "payer_language = null where lower(payer_email) = lower($1)",
        email,
    )
    await tx.execute(
        "update public.bookings set contact_email = null, contact_name = null, "
        "contact_phone = null, contact_language = null where lower(contact_email) = lower($1)",
        email,
    )


async def is_named(tx: Transaction, email: str) -> bool:
    """Whether an address waits for a place, is invited, or is named in another's booking."""
    is_known: bool = await tx.fetchval(
        "select exists (select from app.waiting_list where lower(email) = lower($1)) "
        "or exists (select from app.account_invitations where lower(email) = lower($1)) "
        "or exists (select from public.bookings where lower($1) in "
        "(lower(payer_email), lower(contact_email)))",
        email,
    )
    return is_known


async def owed_by(tx: Transaction, bookings: list[UUID]) -> int:
    """What is owed for these bookings, in cents."""
    result: int = await tx.fetchval(
        "select coalesce(sum(owed_cents), 0)::int from app.invoice_owed where booking_id = any($1)",
        bookings,
    )
    return result


async def shares(tx: Transaction, user_id: UUID) -> bool:
    """Whether the account shares a friend's bundle, or friends share one of its own that stands."""
    result: bool = await tx.fetchval(
        "select exists (select from app.plan_members m join public.bookings b "
        "on b.id = m.booking_id where m.left_at is null "
        "and b.status in ('pending', 'confirmed', 'in_queue', 'picked_up') "
        "and (m.user_id = $1 or b.user_id = $1))",
        user_id,
    )
    return result


async def addresses(tx: Transaction, user_id: UUID) -> list[str]:
    """Every address and number by which the account was known, in lower case.

    Not those that its bookings name: they may be somebody else's.
    """
    rows = await tx.fetch(
        "select distinct lower(one) as one from ("
        "select unnest(array[email, new_email, '+' || phone, '+' || new_phone]) as one "
        "from auth.users where id = $1 "
        "union all select '+' || phone from auth.factors where user_id = $1 "
        "union all select email from public.users where id = $1 "
        "union all select unnest(array[before ->> 'email', after ->> 'email']) "
        "from public.audit_log where table_name = 'users' and row_id = $1::uuid::text "
        "union all select email from app.account_merges where target_id = $1 and undone_at is null"
        ") known where length(one) > 6",
        user_id,
    )
    return [row["one"] for row in rows]


async def last_message(tx: Transaction) -> int:
    """The number of the last message that is written.

    Whoever is finding out what is to be told has written it before (`messages.queries.telling`), or
    begins after the person is gone.
    """
    await tx.execute("select pg_advisory_xact_lock(hashtextextended('telling', 0))")
    result: int = await tx.fetchval("select coalesce(max(id), 0) from app.outbox")
    return result


async def silence(tx: Transaction, until: int, ids: list[str], own: list[str]) -> None:
    """Take every message away, up to a number, to these addresses or of these ids."""
    await tx.execute(
        "delete from app.outbox where id <= $1 and (lower(recipient) = any($3) "
        "or exists (select from unnest($2::text[]) one where strpos(cause, one) > 0))",
        until,
        ids,
        own,
    )


async def last_words(tx: Transaction, ids: list[str], own: list[str]) -> None:
    """Mails that are written from here on are forgotten once sent; nothing else is sent."""
    for statement in (
        "update app.outbox set forget = true where channel = 'mail' and ",
        "delete from app.outbox where channel in ('text', 'push') and ",
    ):
        await tx.execute(
            statement + "(lower(recipient) = any($2) "
            "or exists (select from unnest($1::text[]) one where strpos(cause, one) > 0))",
            ids,
            own,
        )


async def nameless(tx: Transaction, user_id: UUID, bookings: list[UUID]) -> None:
    """Bookings and what hangs on them, without their person; counts, dates and money stay."""
    await tx.execute(
        "update public.pickups set user_id = null where user_id = $1 and booking_id is not null",
        user_id,
    )
    await tx.execute(
        "delete from public.pickup_queue where booking_id = any($1) "
        "or booking_id is null and user_id = $2",
        bookings,
        user_id,
    )
    await tx.execute(
        "update public.bookings set user_id = null, first_name = null, last_name = null, "
        "guest_first_name = null, guest_last_name = null, email = null, guest_email = null, "
        "phone = null, guest_phone = null, contact_name = null, contact_phone = null, "
        "contact_email = null, contact_language = null, payer_name = null, payer_phone = null, "
        "payer_email = null, payer_language = null, building_name = null, address = null, "
        "delivery_address = null, additional_comments = null, cancellation_note = null, "
        "how_heard = 'website', hold_id = null where id = any($1)",
        bookings,
    )
    await tx.execute(
        "update app.part_returns set words = null, tracking = '{}', "
        "address = left(address, 0) || 'erased' where booking_id = any($2) or member_id in ("
        "select id from app.plan_members where user_id = $1)",
        user_id,
        bookings,
    )
    await tx.execute(
        "update app.plan_members set contact_name = null, contact_phone = null, "
        "payer_name = null, payer_email = null where user_id = $1 or booking_id = any($2) "
        "and user_id is null",
        user_id,
        bookings,
    )
    await tx.execute(
        "delete from app.saved_cards where booking_id = any($1)",
        bookings,
    )
    # Not those of friends who share a bundle, but their own in a friend's.
    items: list[UUID] = await tx.fetchval(
        "select array(select id from public.items "
        "where booking_id = any($1) and member_id is null or user_id = $2)",
        bookings,
        user_id,
    )
    for statement in (
        "delete from app.pictures p using public.item_events e "
        "where p.id = e.photo_id and e.item_id = any($1)",
        "update public.item_events set note = null, actor_id = case when actor_role = 'customer' "
        "then null else actor_id end where item_id = any($1)",
        "delete from app.pictures p using public.items i "
        "where p.id = i.picture_id and i.id = any($1)",
        "update public.items set description = 'item', picture_id = null where id = any($1)",
        "update public.custody_cases c set words = null from public.item_events e "
        "where e.id = c.item_event_id and e.item_id = any($1)",
        "update public.claims set user_id = null, words = 'erased', photo_ids = '{}', "
        "decision_words = null where item_id = any($1)",
    ):
        await tx.execute(statement, items)
    for statement in (
        "delete from app.pictures p where exists (select from public.fee_proposals f "
        "where f.photo_id = p.id and f.booking_id = any($1)) or exists ("
        "select from public.stop_events e where e.photo_id = p.id and e.booking_id = any($1))",
        "update public.stop_events set signed_by = left(signed_by, 0) || 'erased', "
        "strokes = left(strokes, 0) || 'M0 0', note = null, override_reason = null, "
        "photo_id = null where booking_id = any($1)",
        "update public.custody_cases c set words = null from public.stop_events e "
        "where e.id = c.stop_event_id and e.booking_id = any($1)",
        "delete from app.stop_proxies where booking_id = any($1)",
        "update public.fee_proposals set reason = 'erased', photo_id = null, charge_words = null, "
        "dispute_words = left(dispute_words, 0) || 'erased', "
        "decision_words = left(decision_words, 0) || 'erased' where booking_id = any($1)",
        "delete from app.conversations where booking_id = any($1)",
        "update public.date_changes set note = null where booking_id = any($1)",
        "update public.kit_deliveries set note = null, updated_at = now() "
        "where booking_id = any($1)",
        "update public.delivery_quotes set address = 'erased', note = null, reason = null "
        "where booking_id = any($1)",
        "update public.cases set note = null where booking_id = any($1)",
        "update public.pickup_signatures set signed_by = 'erased', strokes = 'M0 0' "
        "where pickup_id in (select id from public.pickups where booking_id = any($1))",
        "update public.ledger set words = regexp_replace(words, '( with .*)?:.*$', '') "
        "where booking_id = any($1) and strpos(words, ':') > 0 "
        "and (kind in ('waiver', 'write_off', 'refund') or code in ('price_match', "
        "'labeling', 'distance_pickup', 'distance_return', 'missed_pickup', 'out_of_window', "
        "'failed_delivery', 'other_date', 'place_change'))",
    ):
        await tx.execute(statement, bookings)


async def remove(tx: Transaction, user_id: UUID, own: list[str]) -> None:
    """The account with all that lets its person in, and what waits for their address."""
    await tx.execute("delete from app.waiting_list where lower(email) = any($1)", own)
    await tx.execute("delete from app.saved_cards where lower(email) = any($1)", own)
    await tx.execute("delete from app.account_invitations where lower(email) = any($1)", own)
    await tx.execute(
        "delete from app.idempotency where scope like $1::text || ' %' "
        "or exists (select from unnest($2::text[]) one "
        "where strpos(lower(result::text), one) > 0)",
        str(user_id),
        own,
    )
    await tx.execute(
        "delete from auth.users where id = $1 or id in (select merged_id "
        "from app.account_merges where target_id = $1 and undone_at is null)",
        user_id,
    )


async def ids_of(tx: Transaction, user_id: UUID, bookings: list[UUID]) -> list[str]:
    """Every id under which the audit log may speak of the person."""
    rows = await tx.fetch(
        "select $1::uuid::text as id union select unnest($2::uuid[])::text "
        "union select id::text from public.items "
        "where booking_id = any($2) and member_id is null or user_id = $1 "
        "union select id::text from public.pickups where booking_id = any($2) or user_id = $1 "
        "union select s.id::text from public.pickup_signatures s "
        "join public.pickups p on p.id = s.pickup_id where p.booking_id = any($2) "
        "union select id::text from public.run_stops where booking_id = any($2) "
        "union select id::text from public.fee_proposals where booking_id = any($2) "
        "union select c.id::text from public.custody_cases c "
        "join public.stop_events e on e.id = c.stop_event_id where e.booking_id = any($2) "
        "union select merged_id::text from app.account_merges where target_id = $1 "
        "and merged_id is not null and undone_at is null "
        "union select id::text from app.plan_members where user_id = $1 "
        "union select id::text from public.push_subscriptions where user_id = $1 "
        "union select id::text from public.invoices where booking_id = any($2)",
        user_id,
        bookings,
    )
    return [row["id"] for row in rows]


async def log_follows(tx: Transaction, user_id: UUID, ids: list[str], own: list[str]) -> None:
    """Let `black_out` take the person out of what the audit log says up to now."""
    await tx.execute(
        "insert into app.erasures (user_id, ids, own, until) "
        "select $1, $2, $3, coalesce(max(id), 0) from public.audit_log",
        user_id,
        ids,
        own,
    )


async def black_out(tx: Transaction, lines: int) -> bool:
    """What so many lines of the audit log say of an erased person keeps numbers, dates and states.

    False where there is nobody of whom it may still speak.
    """
    row = await tx.fetchrow(
        "select user_id, ids, own, done, least(done + $1, until) as upto "
        "from app.erasures order by until limit 1 for update",
        lines,
    )
    if row is None:
        return False
    await begin(tx)
    await tx.execute(
        "update public.audit_log set before = app.without_person(before, $4), "  # noqa: S608
        f"after = app.without_person(after, $4) where id > $5 and id <= $6 and ({_SPEAKS})",
        row["user_id"],
        row["ids"],
        row["own"],
        KEPT,
        row["done"],
        row["upto"],
    )
    await tx.execute(
        "update app.erasures set done = $2 where user_id = $1", row["user_id"], row["upto"]
    )
    await tx.execute("delete from app.erasures where done = until")
    return True


async def begin(tx: Transaction) -> None:
    """Let this transaction, and no other, black out what is kept for good."""
    await tx.execute("set local app.erasing = 'on'")


async def money(tx: Transaction, user_id: UUID) -> tuple[int, int]:
    """What the account owes, and what is left of its credit, in cents."""
    row = await tx.fetchrow(MONEY, user_id)
    assert row is not None
    return row["owed"], row["credit"]
