"""Two customers, a guest and the staff; each booking with a row of everything that hangs on it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import pytest_asyncio

from summerstow.app import TABLE_RULES, commands
from summerstow.platform.commands import Command
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.settings.load import load_settings
from summerstow.warehouse.codes import new_code
from tests.people import Person, RestClients, person

from .table import STAFF

#: A booking and what hangs on it, as literals of SQL.
_ROWS = """
insert into public.bookings (id, user_id, campus_id, first_name, last_name, email, pickup_date)
  values ({booking}, {user}, 2, 'Permission', 'Tested', {email}, {day});
insert into public.date_changes (booking_id, actor_role, field, reason)
  values ({booking}, 'worker', 'pickup_date', 'crew');
insert into public.items (id, booking_id, kind, description, boxed)
  values (gen_random_uuid(), {booking}, 'box', 'Books', true);
insert into public.labels (code, item_id)
  select {label}, id from public.items where booking_id = {booking};
insert into public.locations (campus_id, code, places) values (2, 'P-01-1', 5)
  on conflict do nothing;
insert into public.item_events (id, item_id, kind, at, received_at, actor_role)
  select gen_random_uuid(), id, 'bound', now(), now(), 'worker' from public.items
  where booking_id = {booking};
insert into public.claims (item_id, booking_id, user_id, what, words, amount_cents, cap_cents,
    filed_at)
  select id, booking_id, user_id, 'wet', 'Wet', 100, 0, now() from public.items
  where booking_id = {booking};
insert into public.kit_deliveries (booking_id) values ({booking}) on conflict do nothing;
insert into public.delivery_quotes (booking_id, address, day) values ({booking}, 'Calgary', {day});
insert into public.pickups (user_id, booking_id, pickup_date) values ({user}, {booking}, {day});
insert into public.pickup_signatures (pickup_id, items_counted, signed_by, strokes)
  select id, 3, 'Sam', 'M1 1L2 2' from public.pickups where booking_id = {booking};
insert into public.pickup_queue (user_id, booking_id, campus_id, pickup_date, queue_position,
    pickup_id)
  select {user}, {booking}, 2, {day}, 1, id from public.pickups where booking_id = {booking};
insert into public.invoices (reference, booking_id, cause, kind, words, issued_on, due_on,
    subtotal_cents, tax_name, tax_basis_points, tax_cents, total_cents)
  values ({reference}, {booking}, {booking}::text, 'fee', 'A fee', {day}, {day}, 1000, 'GST', 0, 0,
    1000);
insert into public.stop_events (id, stop_id, booking_id, kind, state, at, received_at, actor_role)
  select gen_random_uuid(), id, booking_id, kind, 'on_way', now(), now(), 'worker'
  from public.run_stops where booking_id = {booking};
insert into public.custody_cases (stop_event_id, about, reason)
  select id, 'stop', 'moved' from public.stop_events where booking_id = {booking};
insert into public.run_workers (run_id, user_id)
  select s.run_id, u.id from public.run_stops s cross join (
    select id from public.users where role = 'executive' limit 1) u
  where s.booking_id = {booking} on conflict do nothing;
insert into public.fee_proposals (booking_id, stop_id, term, amount_cents, reason, state,
    invoice_id)
  select {booking}, s.id, 'missed_pickup', 5000, 'Nobody was there', 'charged', i.id
  from public.invoices i cross join public.run_stops s
  where i.booking_id = {booking} and s.booking_id = {booking};
insert into public.ledger (day, booking_id, invoice_id, kind, code, event, words, term, unit_cents,
    amount_cents, cause, actor_role)
  select {day}, {booking}, id, 'charge', 'fee', 'Fee', 'A fee', '', 1000, 1000,
    'charge ' || {booking}, 'service' from public.invoices where booking_id = {booking};
insert into public.ledger (day, booking_id, kind, code, event, words, term, unit_cents,
    amount_cents, cause, actor_role)
  values ({day}, {booking}, 'credit', 'credit', 'Credit', 'A credit', '', -500, -500,
    'credit ' || {booking}, 'service');
insert into public.settlements (credit_id, invoice_id, amount_cents)
  select l.id, i.id, 500 from public.ledger l join public.invoices i using (booking_id)
  where l.booking_id = {booking} and l.kind = 'credit';
insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
  select {user}, 'https://push.example.test/' || {booking}, 'p256dh', 'auth'
  where {user} is not null;
insert into public.cases (kind, booking_id, invoice_id, words)
  select 'unpaid', {booking}, id, 'Unpaid' from public.invoices where booking_id = {booking};
"""
#: Whose a row of a table is, where neither its user_id nor its booking_id says so.
_OWNER = {
    "users": "t.id",
    "bookings": "t.user_id",
    "pickup_signatures": "(select p.user_id from public.pickups p where p.id = t.pickup_id)",
    "custody_cases": "(select b.user_id from public.stop_events e join public.bookings b "
    "on b.id = e.booking_id where e.id = t.event_id)",
    "item_events": "(select i.user_id from public.items i where i.id = t.item_id)",
    "labels": "(select i.user_id from public.items i where i.id = t.item_id)",
    "settlements": "(select b.user_id from public.ledger l join public.bookings b "
    "on b.id = l.booking_id where l.id = t.credit_id)",
}


@dataclass(frozen=True)
class RunningApp:
    """The product's data API, and the people and bookings of the tests."""

    rest: RestClients
    database: Database
    commands: dict[str, Command]
    people: dict[str, Person]
    clients: dict[str, httpx.AsyncClient]
    bookings: dict[str, UUID]

    async def tables(self) -> dict[str, dict[str, str]]:
        """Every table or view of the schema `public`: its columns with their types."""
        async with self.database.owner() as tx:
            rows = await tx.fetch(
                "select table_name, column_name, data_type from information_schema.columns "
                "where table_schema = 'public' order by 1, ordinal_position"
            )
        found: dict[str, dict[str, str]] = {}
        for row in rows:
            found.setdefault(row["table_name"], {})[row["column_name"]] = row["data_type"]
        return found

    async def keys(self) -> dict[str, str]:
        """The column that is each table's primary key."""
        async with self.database.owner() as tx:
            rows = await tx.fetch(
                "select c.relname, a.attname from pg_index i join pg_class c on c.oid = i.indrelid "
                "join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey) "
                "where i.indisprimary and c.relnamespace = 'public'::regnamespace"
            )
        # A view has none of its own.
        views = {"booking_items": "id", "pickup_queue": "id"}
        return views | {row["relname"]: row["attname"] for row in rows}

    async def owned(self, table: str, columns: dict[str, str], key: str) -> dict[str, str]:
        """Every row of a table by its key: the name of the person whose it is, or 'nobody'."""
        owner = _OWNER.get(table)
        if owner is None and "user_id" in columns:
            owner = "t.user_id"
        if owner is None and "booking_id" in columns:
            owner = "(select b.user_id from public.bookings b where b.id = t.booking_id)"
        async with self.database.owner() as tx:
            rows = await tx.fetch(
                f"select t.{key}::text as key, {owner or 'null::uuid'} as owner "
                f"from public.{table} t"
            )
        names = {one.id: name for name, one in self.people.items()}
        return {row["key"]: names.get(row["owner"], "nobody") for row in rows}

    async def row(self, table: str, key: str, value: str) -> dict[str, Any]:
        """A row as it stands, whoever may see it."""
        async with self.database.owner() as tx:
            text = await tx.fetchval(
                f"select row_to_json(t) from public.{table} t where t.{key}::text = $1", value
            )
        found: dict[str, Any] = msgspec.json.decode(text)
        return found

    async def put_back(
        self, table: str, key: str, row: dict[str, Any], columns: Iterable[str]
    ) -> None:
        """These columns of a row as they were."""
        changes = ", ".join(f"{one} = r.{one}" for one in columns)
        async with self.database.owner() as tx:
            await tx.execute(
                f"update public.{table} t set {changes} "
                f"from json_populate_record(null::public.{table}, $1) r where t.{key} = r.{key}",
                msgspec.json.encode(row).decode(),
            )


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def app(database: Database, tmp_path_factory: Any) -> AsyncIterator[RunningApp]:
    """The rows are made once for a module: what a test changes, it leaves changed."""
    settings = load_settings({"SUMMERSTOW_DATA_DIR": str(Path(tmp_path_factory.mktemp("data")))})
    known = dict(commands(settings))
    rest = RestClients(database, TABLE_RULES, known)
    people: dict[str, Person] = {
        "customer": await person(database, "customer", "Mina Park"),
        "other": await person(database, "customer", "Omar Haddad"),
        **{role: await person(database, role) for role in STAFF},
    }
    clients = {
        "anon": rest.of(None),
        "service": rest.of(None, service=True),
        **{name: rest.of(one) for name, one in people.items()},
    }
    async with database.owner() as tx:
        bookings = {
            whose: await _everything(tx, people.get(whose))
            for whose in ("customer", "other", "guest")
        }
        await tx.execute(
            "insert into public.slot_availability (date, campus_id) values ('2031-03-01', 2)"
        )
        await tx.execute("insert into public.kit_stock (campus_id) values (2)")
        # A new database is made without migrations.
        await tx.execute("insert into public.schema_migration (name) values ('one')")
    yield RunningApp(rest, database, known, people, clients, bookings)
    for client in clients.values():
        await client.aclose()


_DAYS = count()


def fresh_day() -> date:
    """A day that no other row has."""
    return date(2032, 1, 1) + timedelta(days=next(_DAYS))


async def _everything(tx: Transaction, who: Person | None) -> UUID:
    booking = uuid4()
    email = who.email if who else f"guest-{booking.hex[:6]}@example.test"
    written = _ROWS.format(
        booking=f"'{booking}'::uuid",
        user=f"'{who.id}'::uuid" if who else "null::uuid",
        email=f"'{email}'",
        day=f"'{fresh_day()}'::date",
        label=f"'{new_code()}'",
        reference="'" + booking.hex[-8:].upper().translate(str.maketrans("01", "23")) + "'",
    )
    for statement in written.split(";"):
        if statement.strip():
            await tx.execute(statement)
    return booking
