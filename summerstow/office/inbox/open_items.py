"""The open rows of each kind, as SQL with the same columns; `t` is the kind's row."""

# ruff: noqa: S608 - statements are put together from this file's own text

from __future__ import annotations

from typing import Final

from summerstow.billing.payments.bank_queries import UNMATCHED
from summerstow.friends.bundles.queries import FRIEND_OF_ITEM, PERSON_OF_ITEM
from summerstow.warehouse.scans.late_queries import OWNER, OWNER_COLUMNS

from .model import Kind

_DEFAULTS: Final = {
    "id": "t.id::text",
    "booking_id": "t.booking_id",
    "user_id": "null::uuid",
    "invoice_id": "null::uuid",
    "campus_id": "null::integer",
    "customer": "null::text",
    # who recorded it
    "actor_id": "null::uuid",
    # whether a customer waits for an answer since it was opened
    "waits": "false",
    "due_at": "null::timestamptz",
    # the campus-local day before which it must be decided
    "last_day": "null::date",
}
_MOST_WORDS: Final = 200


def _select(rows: str, *, opened_at: str, facts: str, changed_at: str = "", **other: str) -> str:
    columns = _DEFAULTS | other
    columns |= {"opened_at": opened_at, "changed_at": changed_at or opened_at}
    selected = ", ".join(f"{value} as {name}" for name, value in columns.items())
    return f"select {selected}, json_build_object({facts}) as facts from {rows}"


def _stop_case(about: str, waits: str) -> str:
    return _select(
        "public.custody_cases t join public.stop_events e on e.id = t.stop_event_id "
        f"where t.state = 'open' and t.about = '{about}'",
        booking_id="e.booking_id",
        actor_id="e.actor_id",
        opened_at="t.created_at",
        waits=waits,
        facts="'reason', t.reason",
    )


def _fee(state: str, moment: str, words: str, waits: str) -> str:
    return _select(
        f"public.fee_proposals t where t.state = '{state}'",
        opened_at=f"t.{moment}",
        waits=waits,
        facts=f"'reason', t.term, 'cents', t.amount_cents, 'words', left(t.{words}, {_MOST_WORDS})",
    )


OPEN: Final[dict[Kind, str]] = {
    "count": _stop_case("stop", "false"),
    "stop": _stop_case("verb", "t.reason in ('other_date', 'ask_office')"),
    "scan": _select(
        "public.custody_cases t join public.item_events e on e.id = t.item_event_id "
        "left join public.items i on i.id = e.item_id "
        "left join public.bookings b on b.id = coalesce(i.booking_id, e.booking_id) "
        f"{FRIEND_OF_ITEM} {OWNER} cross join lateral (select {OWNER_COLUMNS}) whose "
        "where t.state = 'open' and t.about = 'item'",
        booking_id="b.id",
        customer=f"case when b.id is null then 'No booking' else nullif({PERSON_OF_ITEM}, '') end",
        actor_id="e.actor_id",
        opened_at="t.created_at",
        # The customer reads that we will call.
        waits="t.reason = 'missing'",
        facts="'reason', t.reason, 'about', coalesce(i.description, e.label_code, ''), "
        "'owner_name', whose.owner_name, 'owner_booking_id', whose.owner_booking_id",
    ),
    "conversation": _select(
        "app.conversations t where t.state = 'open'",
        user_id="t.user_id",
        opened_at="t.created_at",
        changed_at="t.updated_at",
        due_at="t.answer_due_at",
        facts=f"'reason', t.about, 'words', (select left(m.words, {_MOST_WORDS}) "
        "from app.conversation_messages m where m.conversation_id = t.id "
        "and m.sender_role = 'customer' order by m.serial desc limit 1)",
    ),
    "claim": _select(
        "public.claims t join public.items i on i.id = t.item_id where t.state = 'open'",
        user_id="t.user_id",
        opened_at="t.filed_at",
        waits="true",
        facts="'reason', t.what, 'cents', t.amount_cents, 'about', i.description",
    ),
    "claim_credit": _select(
        "public.claims t join public.ledger e on e.cause = 'claim:' || t.id "
        "join app.credit_left l on l.id = e.id join public.items i on i.id = t.item_id "
        "where t.decided_cents > 0 and t.paid_out_at is null and l.left_cents > 0",
        user_id="t.user_id",
        opened_at="t.decided_at",
        facts="'cents', l.left_cents, 'about', i.description",
    ),
    "fee": _fee("proposed", "proposed_at", "reason", "false"),
    "dispute": _fee("disputed", "disputed_at", "dispute_words", "true"),
    "quote": _select(
        "public.delivery_quotes t where t.state = 'asked'",
        opened_at="t.asked_at",
        waits="true",
        facts="'about', t.address, 'day', t.day",
    ),
    "price_match": _select(
        "app.price_matches t where t.answered_at is null",
        user_id="t.user_id",
        opened_at="t.asked_at",
        waits="true",
        facts="'about', t.rival, 'cents', t.quoted_cents",
    ),
    "date_change": _select(
        "public.date_changes t join public.bookings b on b.id = t.booking_id "
        "where t.state = 'asked' and t.field = 'pickup_date'",
        opened_at="t.at",
        waits="true",
        last_day="b.pickup_date",
        facts="'day', t.is_date, 'time', t.is_time, 'words', t.note",
    ),
    "unpaid": _select(
        "public.cases t join app.invoice_owed i on i.id = t.invoice_id where t.closed_at is null",
        user_id="i.payer_id",
        invoice_id="t.invoice_id",
        opened_at="t.opened_at",
        facts="'about', i.number, 'cents', i.owed_cents",
    ),
    "transfer": _select(
        UNMATCHED,
        booking_id="null::uuid",
        customer="'Bank transfer'",
        opened_at="t.kept_at",
        facts="'day', t.received_on, 'cents', t.amount_cents, "
        f"'words', left(t.text, {_MOST_WORDS})",
    ),
    "failed_message": _select(
        "app.outbox t where t.sent_at is null and t.given_up_at is not null "
        "and t.dropped_at is null",
        booking_id="null::uuid",
        customer="t.recipient",
        opened_at="t.given_up_at",
        facts=f"'reason', t.kind, 'about', t.channel, 'words', left(t.last_error, {_MOST_WORDS})",
    ),
    "stocktake": _select(
        "app.stocktakes t join public.locations l on l.id = t.location_id "
        "where t.settled_at is null",
        booking_id="null::uuid",
        campus_id="l.campus_id",
        customer="l.code",
        opened_at="t.received_at",
        facts="'about', concat_ws(', ', nullif(cardinality(t.missing), 0) || ' missing', "
        "nullif(cardinality(t.unexpected), 0) || ' unexpected')",
    ),
}
