"""What the tests of merges do: book, charge, merge, and count what belongs to whom."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx

from summerstow.billing.invoices import events
from summerstow.billing.payments import service as payments
from summerstow.bookings.table import BookingRules
from summerstow.office.customers.commands import COMMANDS as CUSTOMERS
from summerstow.office.people import merge, merge_undo
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from tests.people import Person, RestClients, booking_body, person

READ_BACK = {"Prefer": "return=representation"}


def clients(database: Database) -> RestClients:
    """/rest/v1 with bookings, customers' files and merges."""
    commands = (*merge.COMMANDS, *merge_undo.COMMANDS, *CUSTOMERS)
    return RestClients(database, {"bookings": BookingRules()}, {one.name: one for one in commands})


async def let_minutes_pass(tx: Any, kept: Person) -> None:
    """Let eleven minutes pass since what was merged into this account."""
    await tx.execute(
        "update app.account_merges set merged_at = merged_at - $2::interval where target_id = $1",
        kept.id,
        timedelta(minutes=11),
    )


async def book(rest: RestClients, who: Person, **changes: Any) -> str:
    body = booking_body(email=who.email, **changes)
    answer = await rest.of(who).post("/bookings", json=body, headers=READ_BACK)
    assert answer.status_code == 201, answer.text
    booking: str = answer.json()[0]["id"]
    return booking


async def charge(database: Database, booking: str) -> None:
    async with database.owner() as tx:
        await events.late_cancellation(tx, UUID(booking), 10_000)


async def pay(database: Database, booking: str, cents: int) -> None:
    """Pay this much for the invoice of a booking."""
    async with database.owner() as tx:
        invoice = await tx.fetchval(
            "select id from public.invoices where booking_id = $1", UUID(booking)
        )
        await payments.record_card_payment(
            tx, invoice_id=invoice, amount_cents=cents, payment_id=f"pi_{booking}"
        )


async def read_owed(database: Database, booking: str) -> int:
    """What is owed on the invoices of a booking, in cents."""
    async with database.owner() as tx:
        owed: int = await tx.fetchval(
            "select sum(owed_cents)::int from app.invoice_owed where booking_id = $1",
            UUID(booking),
        )
    return owed


async def call(office: httpx.AsyncClient, command: str, **arguments: Any) -> Any:
    given = {name: str(value) for name, value in arguments.items()}
    answer = await office.post(f"/rpc/{command}", json=given)
    assert answer.status_code in {200, 204}, answer.text
    return answer.json() if answer.content else None


async def request_merge(office: httpx.AsyncClient, preview: dict[str, Any]) -> httpx.Response:
    merged = preview["merged"]
    return await office.post(
        "/rpc/merge_customers",
        json={
            "target_id": preview["target"]["user_id"],
            "merged_id": merged["user_id"],
            "booking_id": merged["booking_id"],
            "expected_balance_cents": preview["balance_cents"],
        },
    )


async def merge_as_shown(office: httpx.AsyncClient, preview: dict[str, Any]) -> dict[str, Any]:
    answer = await request_merge(office, preview)
    assert answer.status_code == 200, answer.text
    done: dict[str, Any] = answer.json()
    return done


async def read_totals(database: Database) -> tuple[int, int]:
    """What all accounts together owe, by the ledger and by their balances, in cents."""
    async with database.owner() as tx:
        row = await tx.fetchrow(
            "select (select sum(amount_cents) from public.ledger)::int as ledger, "
            "(select sum(amount_cents) from app.ledger_accounts)::int as accounts"
        )
    assert row is not None
    return row["ledger"], row["accounts"]


async def add_belongings(database: Database, who: Person, booking: str) -> None:
    """An item with a claim, a conversation, people, a saved card and a friend's credit."""
    friend = await person(database)
    async with database.owner() as tx:
        item, now = uuid4(), clock.now()
        await tx.execute(
            "insert into public.items (id, booking_id, user_id, kind, description, boxed, number) "
            "values ($1, $2, $3, 'box', 'Winter coats', true, 1)",
            item,
            UUID(booking),
            who.id,
        )
        await tx.execute(
            "insert into public.claims (item_id, booking_id, user_id, what, words, amount_cents, "
            "cap_cents, filed_at) values ($1, $2, $3, 'wet', 'Wet', 100, 100, $4)",
            item,
            UUID(booking),
            who.id,
            now,
        )
        await tx.execute(
            "insert into app.conversations (id, booking_id, user_id, about, created_at, "
            "updated_at) values ($1, $2, $3, 'booking', $4, $4)",
            uuid4(),
            UUID(booking),
            who.id,
            now,
        )
        await tx.execute(
            "update public.bookings set contact_name = 'Lea', payer_name = 'Grace Park' "
            "where id = $1",
            UUID(booking),
        )
        await tx.execute(
            "insert into app.saved_cards (booking_id, stripe_customer, stripe_method, label, "
            "email) values ($1, 'cus_1', 'pm_1', 'Visa ending in 4242', $2)",
            UUID(booking),
            who.email,
        )
        theirs = await tx.fetchval(
            "insert into public.bookings (user_id, campus_id, first_name) values ($1, 1, 'Fred') "
            "returning id",
            friend.id,
        )
        await tx.execute(
            "insert into app.referral_credits (referrer_id, friend_booking_id, earned_at) "
            "values ($1, $2, $3)",
            who.id,
            theirs,
            now,
        )


async def count_owned(database: Database, user_id: UUID) -> int:
    """How many bookings, items, claims, conversations and credits an account has."""
    async with database.owner() as tx:
        count: int = await tx.fetchval(
            "select (select count(*) from public.bookings where user_id = $1) "
            "+ (select count(*) from public.items where user_id = $1) "
            "+ (select count(*) from public.claims where user_id = $1) "
            "+ (select count(*) from app.conversations where user_id = $1) "
            "+ (select count(*) from app.referral_credits where referrer_id = $1)",
            user_id,
        )
    return count


async def read_owners(database: Database, booking: str, user_id: UUID | None) -> list[Any]:
    """Whose a booking and everything of it is."""
    async with database.owner() as tx:
        rows = await tx.fetch(
            "select 'booking', user_id, email, guest_email, confirm_by, email_confirmed_at "
            "from public.bookings where id = $1 "
            "union all select 'item', user_id, null, null, null, null "
            "from public.items where booking_id = $1 "
            "union all select 'stop', user_id, null, null, null, null "
            "from public.run_stops where booking_id = $1 "
            "union all select 'claim', user_id, null, null, null, null "
            "from public.claims where booking_id = $1 "
            "union all select 'talk', user_id, null, null, null, null "
            "from app.conversations where booking_id = $1 "
            "union all select 'credit', referrer_id, null, null, null, null "
            "from app.referral_credits where referrer_id = $2",
            UUID(booking),
            user_id,
        )
    return sorted(map(str, rows))


async def list_mails(tx: Any, *people: Person) -> list[str]:
    rows = await tx.fetch(
        "select recipient from app.outbox where kind = 'accounts_merged' "
        "and recipient = any($1) order by recipient",
        [one.email for one in people],
    )
    return [row["recipient"] for row in rows]
