"""The accountant's files, beside the overview and the ledger (rule: accountant-files)."""

from __future__ import annotations

import csv
import io
import random
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import httpx
import msgspec
import pytest

from summerstow.billing.invoices import issue
from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.pricing.terms import tax_on
from summerstow.demo import past
from summerstow.office.accounting import commands
from summerstow.office.accounting.model import AccountingFile
from summerstow.office.overview import commands as overview
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from tests.people import RestClients, person
from tests.reports.test_money import _ENTER, _KINDS

SIGNED = commands.links("a secret")
FIRST, LAST = date(2001, 1, 1), date(2001, 12, 31)


@pytest.fixture
def rest(database: Database) -> RestClients:
    known = (commands.command(SIGNED), *overview.COMMANDS)
    return RestClients(database, {}, {one.name: one for one in known})


@pytest.fixture
async def executive(rest: RestClients, database: Database) -> httpx.AsyncClient:
    return rest.of(await person(database, "executive"))


async def _link(client: httpx.AsyncClient, kind: str, first: date, last: date, **more: Any) -> str:
    given = {"kind": kind, "from": str(first), "to": str(last)} | more
    answer = await client.post("/rpc/accounting_link", json=given)
    assert answer.status_code == 200, answer.text
    path: str = answer.json()["path"]
    return path


async def _get(database: Database, path: str) -> httpx.Response:
    app = commands.AccountingFiles(database, SIGNED)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://s.test") as client:
        return await client.get(path)


async def _file(
    database: Database,
    client: httpx.AsyncClient,
    kind: str,
    first: date,
    last: date,
    **more: Any,
) -> list[dict[str, str]]:
    answer = await _get(database, await _link(client, kind, first, last, **more))
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def _cents(rows: list[dict[str, str]], column: str) -> int:
    return int(sum((Decimal(row[column] or "0") for row in rows), Decimal()) * 100)


async def _season(database: Database) -> tuple[date, date]:
    """A generated past with everything that can happen to money; the days of its last year."""
    async with database.owner() as tx:
        held = await tx.fetchval("select count(*) from bookings")
    await past.generate(database, held + 300)
    dice = random.Random(33)
    async with database.owner() as tx:
        last: date = await tx.fetchval("select max(issued_on) from invoices")
        days = clock.today() - timedelta(days=360), last
        bookings = [row[0] for row in await tx.fetch("select booking_id from invoices limit 40")]
        for booking in bookings:
            kinds = dice.choices(list(_KINDS), k=4)
            cents = [_KINDS[kind] * dice.randint(1, 20_000) for kind in kinds]
            await tx.execute(_ENTER, booking, last - timedelta(days=9), kinds, cents)
        for (invoice,) in await tx.fetch("select id from invoices order by serial desc limit 3"):
            found = await invoice_queries.one(tx, invoice)
            assert found is not None
            await issue.void_invoice(tx, found, "Counted twice")
        await issue.give_credit(
            tx,
            UUID(str(bookings[0])),
            code="count",
            event="Count",
            words="Two boxes fewer",
            term="",
            cents=1999,
            tax=tax_on(last),
            cause="credit:1",
        )
    return days


async def test_the_files_of_a_season_come_to_what_the_overview_says(
    executive: httpx.AsyncClient, database: Database
) -> None:
    first, _ = await _season(database)
    last = clock.today()
    answer = await executive.post(
        "/rpc/season_overview", json={"from": str(first), "to": str(last)}
    )
    figures, owed = answer.json()["figures"], answer.json()["owed"]
    files = {
        kind: await _file(database, executive, kind, first, last)
        for kind in ("invoices", "credits", "payments", "refunds", "tax", "receivables")
    }
    assert len(files["invoices"]) > 100
    assert sum(row["Cancelled"] != "" for row in files["invoices"]) == 3
    given = [row for row in files["credits"] if row["Type"] not in ("Waiver", "Write-off")]
    assert len(files["credits"]) > len(given) > 0
    booked = _cents(files["invoices"], "Total") + _cents(given, "Amount")
    assert booked == figures["booked_cents"]
    received = _cents(files["payments"], "Amount") + _cents(files["refunds"], "Amount")
    assert received == figures["received_cents"]
    assert _cents(files["refunds"], "Amount") < 0
    # Entries made by hand above have tax that no invoice knows.
    loose = [row for row in files["credits"] if row["Type"] == "Tax"]
    tax = _cents(files["tax"], "Tax charged") + _cents(loose, "Amount")
    assert tax == figures["tax_cents"]
    assert _cents(files["tax"], "Tax of cancelled invoices") > 0
    assert _cents(files["receivables"], "Owed") == sum(one["owed_cents"] for one in owed)


async def test_balances_of_a_day_are_those_of_its_end(
    executive: httpx.AsyncClient, database: Database
) -> None:
    """What was paid or cancelled later was still owed then."""
    await _season(database)
    async with database.owner() as tx:
        [(voided, day)] = await tx.fetch(
            "select number, issued_on from invoices where voided_at is not null limit 1"
        )
    then = await _file(database, executive, "receivables", day, day)
    now = await _file(database, executive, "receivables", clock.today(), clock.today())
    assert voided in {row["Invoice"] for row in then}
    assert voided not in {row["Invoice"] for row in now}
    held = await _file(database, executive, "deposits", clock.today(), clock.today())
    async with database.owner() as tx:
        left = await tx.fetchval("select sum(left_cents) from app.credit_left")
    assert _cents([row for row in held if row["Kind"] == "Unused credit"], "Held") == left


async def test_quickbooks_and_xero_take_the_same_money(
    executive: httpx.AsyncClient, database: Database
) -> None:
    first, last = await _season(database)
    plain = await _file(database, executive, "invoices", first, last)
    total = _cents([row for row in plain if not row["Cancelled"]], "Total")
    ours = {"account": "Storage income", "tax_code": "GST 5%"}
    books = await _file(database, executive, "invoices", first, last, layout="quickbooks", **ours)
    assert _cents(books, "*ItemAmount") + _cents(books, "ItemTaxAmount") == total
    assert {row["Item(Product/Service)"] for row in books} == {"Storage income"}
    assert books[0]["*ItemTaxCode"] == "GST 5%"
    assert len({row["*InvoiceNo"] for row in books}) == len(books)
    xero = await _file(database, executive, "invoices", first, last, layout="xero", **ours)
    assert _cents(xero, "Total") == total
    assert _cents(xero, "*UnitAmount") + _cents(xero, "TaxAmount") == total
    paid = _cents(await _file(database, executive, "payments", first, last), "Amount")
    bank = await _file(database, executive, "payments", first, last, layout="quickbooks")
    assert list(bank[0]) == ["Date", "Description", "Amount"]
    assert _cents(bank, "Amount") == paid
    bank = await _file(database, executive, "payments", first, last, layout="xero")
    assert _cents(bank, "*Amount") == paid
    journal = await _file(database, executive, "credits", first, last, layout="quickbooks")
    assert _cents(journal, "*Debits") == _cents(journal, "*Credits") > 0


async def test_names_are_no_formulas_and_links_end(
    executive: httpx.AsyncClient,
    rest: RestClients,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, last = await _season(database)
    async with database.owner() as tx:
        await tx.execute(
            "update bookings set payer_name = '=HYPERLINK(\"x\")' where id in "
            "(select booking_id from invoices where issued_on = $1)",
            last,
        )
    rows = await _file(database, executive, "invoices", last, last)
    assert {row["Customer"] for row in rows} == {'\'=HYPERLINK("x")'}
    path = await _link(executive, "tax", first, last)
    assert (await _get(database, f"{path}A")).status_code == 404
    other = commands.links("another secret").token(b"{}")
    assert (await _get(database, f"/accounting/{other}")).status_code == 404
    given = {"kind": "tax", "from": str(first), "to": str(last)}
    for more, words in (
        ({"layout": "xero"}, "Neither program imports this file."),
        ({"to": str(first - timedelta(days=1))}, "The last day must not be before the first."),
        ({"from": "2002-01-01"}, "A file is of at most three years."),
    ):
        refused = await executive.post("/rpc/accounting_link", json=given | more)
        assert refused.status_code == 400
        assert refused.json()["message"].startswith(words)
    admin = rest.of(await person(database, "admin"))
    assert (await admin.post("/rpc/accounting_link", json=given)).status_code == 403
    monkeypatch.setattr("time.time", lambda: 10.0**12)
    assert (await _get(database, path)).status_code == 404


async def test_a_file_comes_in_parts_and_holds_nobody_up(
    executive: httpx.AsyncClient, database: Database
) -> None:
    """A write of the same rows does not wait for a file that is half read."""
    await _season(database)
    asked = AccountingFile("invoices", FIRST, clock.today())
    assert msgspec.json.decode(msgspec.json.encode(asked), type=AccountingFile) == asked
    parts = commands.read_file(database, asked)
    first = await anext(parts)
    assert first.startswith(b"\xef\xbb\xbfInvoice,Issued")
    async with database.owner() as tx:
        await tx.execute("set local lock_timeout = '1s'")
        await tx.execute("update ledger set disputed_at = now()")
        await tx.execute("lock table invoices in share row exclusive mode")
    rest = [part async for part in parts]
    async with database.owner() as tx:
        count = await tx.fetchval("select count(*) from invoices")
    assert b"".join(rest).count(b"\r\n") == count
    assert len(rest) == -(-count // 500)
