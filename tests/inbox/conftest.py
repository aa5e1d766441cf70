"""A booking with something open of every kind, and who works in the office."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio

from summerstow.app import TABLE_RULES, commands
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.settings.load import load_settings
from tests.people import Person, RestClients, booking_body, person

#: What is open of a booking, as SQL: `$1` the booking, `$2` its customer, `$3` the worker.
_OPEN = """
insert into public.items (id, booking_id, user_id, kind, description, boxed)
  values ({item}, {booking}, {user}, 'box', 'Books', true);
insert into public.item_events (id, item_id, kind, at, received_at, actor_id, actor_role)
  values ({scan}, {item}, 'missing', now(), now(), {worker}, 'worker');
insert into public.custody_cases (item_event_id, about, reason)
  values ({scan}, 'item', 'missing');
insert into public.stop_events (id, booking_id, kind, day, state, at, received_at, actor_id,
    actor_role)
  values ({count}, {booking}, 'pickup', '2031-03-01', 'completed', now(), now(), {worker},
    'worker'), ({stop}, {booking}, 'pickup', '2031-03-01', 'failed', now(), now(), {other},
    'worker');
insert into public.custody_cases (stop_event_id, about, reason)
  values ({count}, 'stop', 'other_count'), ({stop}, 'verb', 'other_date');
insert into public.claims (item_id, booking_id, user_id, what, words, amount_cents, cap_cents,
    filed_at) values ({item}, {booking}, {user}, 'wet', 'It is wet', 12000, 0, now());
insert into public.claims (id, item_id, booking_id, user_id, what, words, amount_cents, cap_cents,
    filed_at, state, decided_cents, decided_at, decision_words)
  values ({credit}, {item}, {booking}, {user}, 'other', 'A wheel', 3000, 0, now(), 'accepted', 3000,
    now(), 'Yes');
insert into public.ledger (day, booking_id, kind, code, event, words, term, unit_cents,
    amount_cents, cause, actor_role) values ('2031-03-01', {booking}, 'credit', 'claim', 'Claim',
    'A claim', '', -3000, -3000, 'claim:' || {credit}, 'service');
insert into public.invoices (id, reference, booking_id, cause, kind, words, issued_on, due_on,
    subtotal_cents, tax_name, tax_basis_points, tax_cents, total_cents)
  values ({invoice}, {reference}, {booking}, {booking}, 'fee', 'A fee', '2031-03-01', '2031-03-08',
    5000, 'GST', 0, 0, 5000);
insert into public.cases (kind, booking_id, invoice_id, words)
  values ('unpaid', {booking}, {invoice}, 'Unpaid for 30 days');
insert into public.fee_proposals (booking_id, term, amount_cents, reason)
  values ({booking}, 'labeling', 2000, 'Two boxes');
insert into public.fee_proposals (booking_id, term, amount_cents, reason, state, invoice_id,
    charged_at, dispute_words, disputed_at)
  values ({booking}, 'missed_pickup', 5000, 'Not there', 'disputed', {invoice}, now(),
    'I was there', now());
insert into app.conversations (id, booking_id, user_id, about, answer_due_at, created_at,
    updated_at) values ({talk}, {booking}, {user}, 'count', now() + interval '24 hours', now(),
    now());
insert into app.conversation_messages (id, conversation_id, sender_role, words, via, created_at)
  values (gen_random_uuid(), {talk}, 'customer', 'I had four boxes', 'web', now());
insert into public.delivery_quotes (booking_id, address, day)
  values ({booking}, '4 Hill St, Calgary', '2031-08-31');
insert into app.price_matches (id, booking_id, user_id, rival, quoted_cents, quote, asked_at)
  values (gen_random_uuid(), {booking}, {user}, 'BoxCo', 30000, '', now());
insert into public.date_changes (booking_id, actor_role, field, is_date, is_time, reason, note,
    state) values ({booking}, 'customer', 'pickup_date', '2031-04-30', '9:00 AM - 12:00 PM',
    'customer', 'My exam moved', 'asked');
insert into app.unmatched_transfers (bank_reference, received_on, amount_cents, text, kept_at)
  values ({booking}, '2031-03-02', 7700, 'E-TRANSFER NOOR', now());
insert into app.outbox (cause, kind, recipient, given_up_at, last_error)
  values ({booking}, 'booking_received', 'gone@example.test', now(), 'No such mailbox');
insert into public.locations (id, campus_id, code, places)
  values ({shelf}, 1, 'V-' || {number} || '-1', 5);
insert into app.stocktakes (location_id, at, received_at, labels, missing, unexpected)
  values ({shelf}, now(), now(), '{{}}', '{{SS-7K4M2-Q}}', '{{}}');
"""

#: Codes have neither 0 nor 1.
_NUMBERS = count(10)
_NO_ZEROS = str.maketrans("01", "WX")


@dataclass(frozen=True)
class Desk:
    """The office, a worker, and what waits of one booking."""

    database: Database
    rest: RestClients
    admin: Person
    colleague: Person
    boss: Person
    worker: Person
    mina: Person
    booking: str
    set_now: Callable[[datetime], None]

    async def ask(self, who: Person, name: str, **given: Any) -> httpx.Response:
        """Call a command."""
        return await self.rest.of(who).post(f"/rpc/{name}", json=given)

    async def done(self, who: Person, name: str, **given: Any) -> Any:
        """Call a command that must succeed; its answer."""
        answer = await self.ask(who, name, **given)
        assert answer.status_code in (200, 204), answer.text
        return answer.json() if answer.status_code == 200 else None

    async def listed(self, who: Person, show: str = "todo", **given: Any) -> dict[str, Any]:
        """What of the booking is listed, by kind."""
        rows = (await self.done(who, "inbox", show=show, **given))["rows"]
        return {one["kind"]: one for one in rows}

    async def one(self, kind: str) -> dict[str, Any]:
        """What waits of a kind, as the executive sees it."""
        return dict((await self.listed(self.boss, "all", kind=kind))[kind])

    async def take(self, who: Person, kind: str, **changes: Any) -> httpx.Response:
        """Let a person take what no one has."""
        given = {"owner_id": str(who.id), "seen_owner_id": None} | changes
        item = (await self.one(kind))["id"]
        return await self.ask(who, "assign_inbox_item", kind=kind, id=item, **given)


@pytest_asyncio.fixture(loop_scope="session")
async def desk(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A desk with nothing on it but what waits of this test's booking."""
    settings = load_settings({"SUMMERSTOW_DATA_DIR": str(tmp_path)})
    rest = RestClients(database, TABLE_RULES, dict(commands(settings)))
    mina = await person(database, "customer", "Mina Park")
    worker = await person(database, "worker", "Wes Crew")
    other = await person(database, "worker", "Wim Crew")
    answer = await rest.of(mina).post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    assert answer.status_code == 201, answer.text
    booking = str(answer.json()[0]["id"])
    names = ("item", "scan", "count", "stop", "credit", "invoice", "talk", "shelf")
    ids = {name: f"'{uuid4()}'" for name in names}
    async with database.owner() as tx:
        await tx.execute("delete from app.inbox_marks")
        for table in ("public.custody_cases", "app.conversations", "public.delivery_quotes"):
            await tx.execute(f"delete from {table}")
        for table in ("public.cases", "public.fee_proposals", "public.claims", "app.stocktakes"):
            await tx.execute(f"delete from {table}")
        for table in (
            "app.price_matches",
            "public.date_changes",
            "app.outbox",
            "app.unmatched_transfers",
        ):
            await tx.execute(f"delete from {table}")
        await tx.execute(
            _OPEN.format(
                **ids,
                number=next(_NUMBERS),
                booking=f"'{booking}'",
                user=f"'{mina.id}'",
                worker=f"'{worker.id}'",
                other=f"'{other.id}'",
                reference=f"'{uuid4().hex[:8].upper().translate(_NO_ZEROS)}'",
            )
        )

    def set_now(moment: datetime) -> None:
        monkeypatch.setattr(clock, "now", lambda: moment)

    return Desk(
        database,
        rest,
        await person(database, "admin", "Ana Office"),
        await person(database, "admin", "Ben Office"),
        await person(database, "executive", "Eve Office"),
        worker,
        mina,
        booking,
        set_now,
    )
