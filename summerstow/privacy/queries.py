"""Every statement that reads what is known of a person; `$1` is their account."""

# ruff: noqa: S608 - statements are put together from this file's own text

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction, Transaction

#: Where an account's invoices and entries of the ledger stand. Whose one is comes from its booking
#: or share: no index has it, and without these all of them are looked through.
OF_THEIRS: Final = (
    "booking_id = any (array(select id from public.bookings where user_id = $1 "
    "union select booking_id from app.plan_members where user_id = $1))"
)
#: A booking's pickups, each way by an index of its own: an account's, and those from before it.
_PICKED_UP: Final = (
    "(p.user_id = b.user_id and p.booking_id = b.id or p.user_id is null and p.booking_id = b.id)"
)
#: Their bookings, and every id under which the audit log may speak of them.
_MINE: Final = f"""
with recursive mine as (select id from public.bookings where user_id = $1),
about as (
  select $1::uuid::text as id union select id::text from mine
  union select id::text from public.items where user_id = $1
  union select id::text from public.pickups where user_id = $1
  union select p.id::text from public.pickups p join mine m on m.id = p.booking_id
    where p.user_id is null
  union select s.id::text from public.run_stops s join mine m on m.id = s.booking_id
  union select f.id::text from public.fee_proposals f join mine m on m.id = f.booking_id
  union select merged_id::text from app.account_merges where target_id = $1 and undone_at is null
  union select i.id::text from app.invoice_owed i where i.account_id = $1 and i.{OF_THEIRS}
),
-- Of which tables the log speaks, a step of its index for each: the index begins with them.
names as (
  select min(table_name) as name from public.audit_log
  union all
  select (select min(l.table_name) from public.audit_log l where l.table_name > n.name)
  from names n where n.name is not null
)
"""

#: Section by section: a statement whose rows are the section's records.
SECTIONS: Final[dict[str, str]] = {
    "account": (
        "select u.id, p.customer_id, p.full_name, u.email, u.email_confirmed_at, "
        "'+' || u.phone as phone, u.phone_confirmed_at, u.new_email, '+' || u.new_phone "
        "as new_phone, p.role, u.user_metadata as given_at_sign_up, u.created_at, "
        "u.last_sign_in_at from auth.users u join public.users p on p.id = u.id where u.id = $1"
    ),
    "ways_to_sign_in": (
        "select provider, identity_data as told_by_provider, created_at, last_sign_in_at "
        "from auth.identities where user_id = $1 order by created_at"
    ),
    "joined_accounts": (
        "select name, email, customer_id, merged_at, undone_at from app.account_merges "
        "where target_id = $1 order by merged_at"
    ),
    "second_steps": (
        "select factor_type, friendly_name, status, '+' || phone as phone, created_at "
        "from auth.factors where user_id = $1 order by created_at"
    ),
    "sessions": (
        "select created_at, refreshed_at, not_after, user_agent, host(ip) as address, aal "
        "from auth.sessions where user_id = $1 order by created_at"
    ),
    "told_devices": (
        "select user_agent, split_part(endpoint, '/', 3) as push_service, created_at "
        "from public.push_subscriptions where user_id = $1 order by created_at"
    ),
    "known_places": (
        "select program, network::text as network, first_seen_at, last_seen_at "
        "from auth.known_places where user_id = $1 order by first_seen_at"
    ),
    "bookings": f"""
select to_jsonb(b) - array['user_id', 'slot_id', 'return_slot_id', 'hold_id', 'campus_id']
  || jsonb_build_object(
    'campus', c.university || ', ' || c.campus,
    'prices_of', (select p.valid_from from app.booking_prices p where p.booking_id = b.id),
    'items', (select coalesce(jsonb_agg(to_jsonb(i)
        - array['booking_id', 'member_id', 'user_id', 'location_id']
        || jsonb_build_object('happened', (
          select coalesce(jsonb_agg(jsonb_build_object('what', e.kind, 'at', e.at)
            order by e.at, e.received_at), '[]')
          from public.item_events e where e.item_id = i.id and e.blocked is null))
        order by i.number), '[]')
      from public.items i where i.booking_id = b.id and i.member_id is null),
    'pickups', (select coalesce(jsonb_agg(
        to_jsonb(p) - array['user_id', 'booking_id', 'slot_id'] order by p.pickup_date), '[]')
      from public.pickups p where {_PICKED_UP}),
    'places_in_line', (select coalesce(jsonb_agg(jsonb_build_object('pickup_date', q.pickup_date,
        'queue_position', q.queue_position,
        'is_ready', q.is_ready)), '[]')
      from public.pickup_queue q where q.booking_id = b.id),
    'supply_kit', (select to_jsonb(k) - 'booking_id' from public.kit_deliveries k
      where k.booking_id = b.id),
    'changes_of_dates', (select coalesce(jsonb_agg(
        to_jsonb(d) - array['booking_id', 'actor_id'] order by d.at), '[]')
      from public.date_changes d where d.booking_id = b.id),
    'saved_cards', (select coalesce(jsonb_agg(to_jsonb(s)
        - array['booking_id', 'member_id', 'stripe_customer', 'stripe_method']
        order by s.agreed_at), '[]')
      from app.saved_cards s where s.booking_id = b.id),
    'delivery_quotes', (select coalesce(jsonb_agg(to_jsonb(q)
        - array['booking_id', 'sent_by', 'decided_by'] order by q.asked_at), '[]')
      from public.delivery_quotes q where q.booking_id = b.id),
    'recorded_at_the_stop', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(e)
        - array['id', 'booking_id', 'pickup_id', 'stop_id', 'actor_id', 'decides', 'strokes'])
        order by e.at, e.id), '[]')
      from public.stop_events e where e.booking_id = b.id),
    'stops', (select coalesce(jsonb_agg(to_jsonb(s)
        - array['booking_id', 'user_id', 'run_id', 'campus_id', 'locked', 'position', 'queue_id',
          'queue_position', 'is_ready', 'pickup_id', 'updated_at']
        order by s.date, s.kind), '[]')
      from public.run_stops s where s.booking_id = b.id),
    'named_for_hand_over', (select coalesce(jsonb_agg(jsonb_build_object('stop', p.kind,
        'name', p.name, 'named_at', p.created_at, 'used_at', p.used_at)), '[]')
      from app.stop_proxies p where p.booking_id = b.id),
    'fees', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(f)
        - array['booking_id', 'stop_id', 'invoice_id', 'proposed_by'])
        order by f.proposed_at), '[]')
      from public.fee_proposals f where f.booking_id = b.id),
    'signatures', (select coalesce(jsonb_agg(
        to_jsonb(s) - 'pickup_id' order by s.at), '[]')
      from public.pickup_signatures s join public.pickups p on p.id = s.pickup_id
      where {_PICKED_UP})
  ) as record
from public.bookings b join public.campuses c on c.id = b.campus_id
where b.user_id = $1 order by b.created_at
""",
    "claims": (
        "select c.what, c.words, c.amount_cents, c.state, c.decided_cents, c.decision_words, "
        "c.filed_at, c.decided_at, i.number as item_number, i.description as item, "
        "(select json_agg('/files/' || one) from unnest(c.photo_ids) one) as photos "
        "from public.claims c join public.items i on i.id = c.item_id "
        "where c.user_id = $1 order by c.filed_at"
    ),
    "part_returns": (
        'select c.way, c.day, c."window", c.address, c.carrier, c.tracking, c.state, c.cents, '
        "c.words, c.created_at, c.done_at, "
        "(select json_agg(i.description order by i.number) from public.items i "
        "where i.id = any(c.item_ids)) as items from ("
        "select p.* from app.part_returns p join public.bookings b on b.id = p.booking_id "
        "where b.user_id = $1 and p.member_id is null union all "
        "select p.* from app.part_returns p join app.plan_members m on m.id = p.member_id "
        "where m.user_id = $1) c order by c.created_at"
    ),
    "conversations": (
        "select c.about, c.state, c.created_at, (select json_agg(json_build_object("
        "'from', case m.sender_role when 'customer' then 'you' else 'office' end, "
        "'words', m.words, 'at', m.created_at) order by m.serial) "
        "from app.conversation_messages m where m.conversation_id = c.id) as messages "
        "from app.conversations c where c.user_id = $1 order by c.created_at"
    ),
    "pictures": (
        "select '/files/' || id as address, kind, media_type, bytes, width, height, created_at "
        "from app.pictures where owner_id = $1 order by created_at, id"
    ),
    "runs_worked_on": (
        "select r.date, r.name from public.run_workers w join public.runs r on r.id = w.run_id "
        "where w.user_id = $1 order by r.date, r.name"
    ),
    "shared_bundles": (
        "select joined_at, left_at, removed, room, contact_name, contact_phone, payer_name, "
        "payer_email, (select coalesce(jsonb_agg(to_jsonb(i) "
        "- array['booking_id', 'member_id', 'user_id', 'location_id'] order by i.number), '[]') "
        "from public.items i where i.member_id = m.id) as items "
        "from app.plan_members m where user_id = $1 order by joined_at"
    ),
    "referral_credits": (
        "select earned_at, used_on is not null as used from app.referral_credits "
        "where referrer_id = $1 order by earned_at"
    ),
    "invoices": (
        "select number, reference, kind, words, issued_on, due_on, period_from, period_to, "
        "subtotal_cents, tax_name, tax_cents, deposit_cents, credit_cents, total_cents, "
        "owed_cents, voided_at, void_reason from app.invoice_owed "
        f"where account_id = $1 and {OF_THEIRS} "
        "order by serial"
    ),
    "ledger": (
        "select at, day, kind, event, words, term, quantity, unit_cents, amount_cents, "
        "bank_reference, received_on, actor_role from app.ledger_accounts "
        f"where account_id = $1 and {OF_THEIRS} "
        "order by serial"
    ),
    "card_payments": (
        "select i.number as invoice, c.amount_cents, c.state, c.asked_at, c.settled_at "
        "from app.card_checkouts c join app.invoice_owed i on i.id = c.invoice_id "
        f"where i.account_id = $1 and i.{OF_THEIRS} order by c.asked_at"
    ),
    "price_matches": (
        "select rival, quoted_cents, quote, asked_at, credit_cents, answer, answered_at "
        "from app.price_matches where user_id = $1 order by asked_at"
    ),
    "unpaid_cases": (
        "select c.words, c.opened_at, c.closed_at, c.note from public.cases c "
        "join app.invoice_owed i on i.id = c.invoice_id where i.account_id = $1 "
        f"and i.{OF_THEIRS} order by c.opened_at"
    ),
    "waiting_list": (
        "select s.date, s.time_of_day, w.email, w.created_at, w.told_at from app.waiting_list w "
        "left join public.slot_availability s on s.id = w.slot_id "
        "where w.user_id = $1 or lower(w.email) = (select email from auth.users where id = $1) "
        "order by w.created_at"
    ),
    "messages": (
        _MINE + "select o.kind, o.channel, o.recipient, o.created_at, o.sent_at "
        "from app.outbox o "
        "where lower(o.recipient) = (select email from auth.users where id = $1) "
        "or o.recipient = (select '+' || phone from auth.users where id = $1) "
        "or o.recipient in (select id::text from public.push_subscriptions where user_id = $1) "
        "or exists (select 1 from mine m where strpos(o.cause, m.id::text) > 0) order by o.id"
    ),
    "looks_and_changes": (
        _MINE + "select a.at, "
        "case when a.actor_id = $1 then 'you' else a.actor_role end as who, "
        "a.action, a.table_name as of_what, a.row_id as of_which, a.before, a.after "
        "from public.audit_log a "
        "where a.table_name = any (array(select name from names)) "
        "and a.row_id = any (array(select id from about)) "
        "or (a.before ->> 'booking_id') = any (array(select id::text from mine)) "
        "or (a.after ->> 'booking_id') = any (array(select id::text from mine)) order by a.id"
    ),
}


async def everything(tx: ElevatedTransaction, user_id: UUID) -> dict[str, list[dict[str, Any]]]:
    """Every section with its records as JSON values."""
    records: dict[str, list[dict[str, Any]]] = {}
    for name, statement in SECTIONS.items():
        text = await tx.fetchval(
            f"select coalesce(json_agg(r), '[]') from ({statement}) r",
            user_id,
        )
        records[name] = [one.get("record", one) for one in msgspec.json.decode(text)]
    return records


async def note(
    tx: Transaction, action: str, user_id: UUID, identity_check: str | None = None
) -> None:
    """Note in the audit log what was done with a person's data.

    `identity_check`: how staff made sure who asked; None where the person did it.
    """
    by_staff = identity_check is not None
    await tx.execute(
        "insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after) "
        "values ($1, $2, $3, 'users', $4::uuid::text, $5::text::jsonb)",
        tx.actor.user_id if by_staff else user_id,
        tx.actor.role,
        action,
        user_id,
        msgspec.json.encode({"identity_check": identity_check}).decode() if by_staff else None,
    )


#: What is known of an address ($1) without an account: the sections that there is anything in.
_OF_GUEST: Final = "b.user_id is null and lower(coalesce(b.guest_email, b.email)) = lower($1)"
_GUEST_BOOKINGS: Final = (
    f"booking_id = any (array(select b.id from public.bookings b where {_OF_GUEST}))"
)
_GUEST_SECTIONS: Final[dict[str, str]] = {
    "account": (
        "select lower($1) as email, case when lower(payer_email) = lower($1) then "
        "upper(app.booking_code(id)) end as named_for_invoices_of, "
        "case when lower(contact_email) = lower($1) then "
        "upper(app.booking_code(id)) end as named_at_the_door_of from public.bookings "
        "where lower($1) in (lower(payer_email), lower(contact_email)) "
        "order by id"
    ),
    "bookings": SECTIONS["bookings"].replace("b.user_id = $1", _OF_GUEST),
    "invoices": SECTIONS["invoices"].replace(f"account_id = $1 and {OF_THEIRS}", _GUEST_BOOKINGS),
    "ledger": SECTIONS["ledger"].replace(f"account_id = $1 and {OF_THEIRS}", _GUEST_BOOKINGS),
    "waiting_list": (
        "select s.date, s.time_of_day, w.email, w.created_at, w.told_at from app.waiting_list w "
        "left join public.slot_availability s on s.id = w.slot_id where lower(w.email) = lower($1) "
        "order by w.created_at"
    ),
    "messages": (
        "select o.kind, o.channel, o.recipient, o.created_at, o.sent_at from app.outbox o "
        "where lower(o.recipient) = lower($1) order by o.id"
    ),
    "looks_and_changes": (
        "select a.at, a.actor_role as who, a.action, a.table_name as of_what, "
        "a.row_id as of_which, a.before, a.after from public.audit_log a "
        "where a.table_name = 'bookings' and a.row_id = any (array("
        f"select b.id::text from public.bookings b where {_OF_GUEST})) order by a.id"
    ),
}


async def everything_of_address(
    tx: ElevatedTransaction, email: str
) -> dict[str, list[dict[str, Any]]]:
    """Every section of an address without an account; empty where accounts alone have one."""
    records: dict[str, list[dict[str, Any]]] = {name: [] for name in SECTIONS}
    for name, statement in _GUEST_SECTIONS.items():
        text = await tx.fetchval(f"select coalesce(json_agg(r), '[]') from ({statement}) r", email)
        records[name] = [one.get("record", one) for one in msgspec.json.decode(text)]
    return records
