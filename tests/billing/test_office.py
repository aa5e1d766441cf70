"""What the office finds: open, overdue, by code, number and name; cases that end in words."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.billing.office import search as office_search
from summerstow.billing.office import search_queries
from tests.people import person

from .money import Season, season

__all__ = ["season"]


async def _found(season: Season, **asked: Any) -> list[str]:
    """The numbers that are found, as far as they are of this test's customers."""
    office = await person(season.database, "admin")
    answer = await season.done(office, "find_invoices", **asked)
    return [one["number"] for one in answer["rows"]]


async def test_what_is_searched_for_is_found(season: Season) -> None:
    name = f"Zoë O'Neil_{UUID(int=7)}"
    zoe = await person(season.database, name=name)
    booking = await season.booked(zoe)
    await season.picked_up(booking, 8)
    await season.pass_to(date(2027, 5, 28))
    first, second = await season.invoices(booking)
    numbers = [first["number"], second["number"]]
    assert zoe.email
    for search in (name, f"zoë o'neil {zoe.email}", f"{zoe.email} INV-"):
        assert await _found(season, search=search) == numbers
    code = first["reference"].lower()
    assert await _found(season, search=f" {code[:4]}-{code[4:]} ") == numbers[:1]
    assert await _found(season, search=second["number"]) == numbers[1:]
    # What was typed stands for itself.
    assert await _found(season, search=f"{zoe.email} o%l") == []
    assert await _found(season, search=f"{zoe.email} o'neil_") == numbers
    await season.pay(first["reference"], 11025)
    assert await _found(season, search=zoe.email) == numbers[1:]
    assert await _found(season, search=zoe.email, show="all") == numbers[::-1]
    assert await _found(season, search=zoe.email, show="overdue") == []
    season.on(date(2027, 6, 5))
    assert await _found(season, search=zoe.email, show="overdue") == numbers[1:]


async def test_bookings_have_sums_of_what_is_invoiced_and_owed(season: Season) -> None:
    mina = await person(season.database)
    booking, other = await season.booked(mina), await season.booked()
    await season.picked_up(booking, 8)
    await season.pass_to(date(2027, 5, 28))
    first, _ = await season.invoices(booking)
    await season.pay(first["reference"], 11025)
    ids = {"ids": [booking, other, str(uuid4())]}
    office = await person(season.database, "admin")
    assert await season.done(office, "booking_sums", **ids) == [
        {"booking_id": booking, "invoiced_cents": 22050, "owed_cents": 11025}
    ]
    for who in (mina, await person(season.database, "worker")):
        assert (await season.ask(who, "booking_sums", **ids)).status_code == 403


async def test_all_invoices_are_searched_by_any_part_of_what_is_shown(season: Season) -> None:
    """Of a customer's and of a guest's: name, e-mail, number, code, and an amount."""
    name = f"Oddny Quist-{UUID(int=9)}"
    customer = await person(season.database, name=name)
    own = await season.booked(customer)
    guest = await season.booked(first_name="Bartholomea", last_name="Wexcombe")
    for booking in (own, guest):
        await season.picked_up(booking, 8)
    [invoice], [other] = [await season.invoices(one) for one in (own, guest)]
    await season.pay(invoice["reference"], 11025)
    assert customer.email
    # Each word stands anywhere, also one that could be part of a code.
    for search in (
        "000000000009",
        "ddny quist-",
        f"{customer.email[2:-2]} inv-",
        f"{invoice['number'][-4:]} oddny",
        invoice["reference"][2:7],
        invoice["number"].lower(),
    ):
        assert invoice["number"] in await _found(season, search=search, show="all"), search
    for search in ("tholomea", "combe bart", other["reference"][1:], other["number"][-5:]):
        assert other["number"] in await _found(season, search=search, show="all"), search
    for cents in ("110.25", "0.00"):
        assert invoice["number"] in await _found(season, search=cents, show="all")
    await season.pay(other["reference"], 1025)
    for cents in ("110.25", "100.00"):
        assert other["number"] in await _found(season, search=cents, show="all")
    assert await _found(season, search="oddny wexcombe", show="all") == []


async def test_an_amount_is_found_in_pages_with_what_is_owed_of_all(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each that is or owes so much once, the latest first, on however many pages."""
    for _ in range(3):
        booking = await season.booked(first_name="Una", last_name="Amountly")
        await season.picked_up(booking, 8)
    [latest] = await season.invoices(booking)
    await season.pay(latest["reference"], 25)
    admin = await person(season.database, "admin")
    monkeypatch.setattr(office_search, "PAGE", 2)
    async with season.database.owner() as tx:
        for cents in (11025, 11000):
            matching = await tx.fetch(
                "select number, owed_cents from app.invoice_owed "
                "where $1::int in (gross_cents, owed_cents) order by serial desc",
                cents,
            )
            assert matching[0]["number"] == latest["number"]
            assert len(matching) >= 3 if cents == 11025 else matching
            found: list[str] = []
            for page in range(1, len(matching) // 2 + 2):
                answer = await season.done(
                    admin, "find_invoices", search=f"{cents / 100:.2f}", show="all", page=page
                )
                found += [one["number"] for one in answer["rows"]]
                if answer["rows"]:
                    assert answer["total"] == len(matching)
                    assert answer["owed_cents"] == sum(one["owed_cents"] for one in matching)
            assert found == [one["number"] for one in matching]


async def _plan(season: Season, sql: str, given: tuple[Any, ...], *without: str) -> str:
    """The plan of a statement where PostgreSQL goes without these if it can."""
    async with season.database.owner() as tx:
        for one in without:
            await tx.execute(f"set local {one} = off")
        rows = await tx.fetch(f"explain {sql}", *given)
    return "\n".join(row[0] for row in rows)


async def test_what_stands_in_each_number_leaves_none_out(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are listed, and none compared; beside other words it is as if it were not there."""
    booking = await season.booked(first_name="Ottoline", last_name="Fenn")
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    monkeypatch.setattr(search_queries, "_SEARCHED", "select 'each is compared' / 0")
    for search in ("inv-", "INV", "ottoline inv-"):
        assert invoice["number"] in await _found(season, search=search, show="all"), search


async def test_an_amount_that_no_invoice_has_is_looked_for_in_what_is_shown(
    season: Season,
) -> None:
    """On each of its pages."""
    booking = await season.booked(email="una.87654.32@example.test")
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    assert await _found(season, search="87654.32", show="all") == [invoice["number"]]
    assert await _found(season, search="87654.32", show="all", page=2) == []


@pytest.mark.parametrize(
    "search", ["Kim Zyndra{}", "zyndra{} INV-", "Ludgarda{} kim", "ludgarda{}"]
)
async def test_a_name_is_looked_for_in_the_index_of_the_search(
    season: Season, monkeypatch: pytest.MonkeyPatch, search: str
) -> None:
    """A customer's and a guest's, with a code's letters or beside one, on each page."""
    tag = uuid4().hex
    customer = await person(season.database, name=f"Kim Zyndra{tag}")
    own = await season.booked(customer)
    guests = await season.booked(first_name=f"Ludgarda{tag}", last_name="Kim")
    for booking in (own, guests):
        await season.picked_up(booking, 8)
    await season.pass_to(date(2027, 5, 28))
    theirs = await season.invoices(guests if "udgarda" in search else own)
    monkeypatch.setattr(office_search, "PAGE", 1)
    monkeypatch.setattr(search_queries, "_SEARCHED", "select 'each is compared' / 0")
    expected = [one["number"] for one in theirs[::-1]]
    pages = [
        await _found(season, search=search.format(tag), show="all", page=page + 1)
        for page in range(len(expected) + 1)
    ]
    assert pages == [*([one] for one in expected), []]


async def test_the_invoices_of_a_name_are_read_by_indexes(season: Season) -> None:
    codes: list[str] = []
    given = ("all", date(2027, 5, 1), "", ["%zoe%"], 50, 0, None, "'zoe':*", 7, codes)
    plan = await _plan(season, search_queries._BY_WORDS, given, "enable_seqscan")
    assert "on users_search_idx" in plan
    assert plan.count("using invoices_booking_idx on invoices") >= 2
    assert "Seq Scan on invoices" not in plan


async def test_a_row_says_whose_it_is_and_what_is_owed(season: Season) -> None:
    booking = await season.booked(first_name="Ida", last_name="Guest")
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    await season.pay(invoice["reference"], 1025)
    office = await person(season.database, "executive")
    answer = await season.done(office, "find_invoices", search=invoice["reference"])
    [row] = answer["rows"]
    assert (row["name"], row["customer_id"], row["payer_id"]) == ("Ida Guest", None, None)
    assert (row["gross_cents"], row["owed_cents"], row["state"]) == (11025, 10000, "open")
    assert (answer["total"], answer["owed_cents"], answer["today"]) == (1, 10000, "2027-04-28")
    assert answer["open"] >= 1
    by_get = await season.clients.of(office).get(
        f"/rpc/find_invoices?search={invoice['reference']}&show=all&page=2"
    )
    assert (by_get.status_code, by_get.json()["rows"]) == (200, [])


async def test_a_case_ends_with_words_and_once(season: Season) -> None:
    booking = await season.booked()
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    await season.pass_to(date(2027, 6, 4))
    office = await person(season.database, "admin")

    async def row() -> dict[str, Any]:
        search = invoice["reference"]
        answer = await season.done(office, "find_invoices", search=search, show="all")
        found: dict[str, Any] = answer["rows"][0]
        return found

    case = (await row())["case_id"]
    assert (await row())["case_words"] == "Unpaid 30 days after it was due."
    for _ in range(2):
        await season.done(office, "close_case", case_id=case, note="  Pays by \n Friday ")
    assert (await row())["case_id"] is None
    other = await season.ask(office, "close_case", case_id=case, note="Gone abroad")
    assert (other.status_code, other.json()["message"]) == (
        409,
        "This case is closed already: Pays by Friday",
    )
    # It is not opened again: a person has decided.
    await season.pass_to(date(2027, 6, 5))
    assert (await row())["case_id"] is None
    blank = await season.ask(office, "close_case", case_id=case, note="    ")
    assert blank.status_code == 400
    nobody = await season.ask(office, "close_case", case_id=booking, note="Nothing here")
    assert nobody.status_code == 404


async def test_the_statement_behind_an_invoice_is_a_look_that_is_kept(season: Season) -> None:
    mina, office = await person(season.database), await person(season.database, "admin")
    booking = await season.booked(mina)
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    money = await season.done(office, "account_statement", invoice_id=invoice["id"])
    assert (money["owed_cents"], money["booking_id"]) == (11025, booking)
    async with season.database.owner() as tx:
        looks = await tx.fetchval(
            "select count(*) from audit_log where action = 'view' and row_id = $1 "
            "and actor_id = $2",
            str(mina.id),
            office.id,
        )
        named = await tx.fetchval(
            "select count(*) from audit_log where action = 'read' and "
            "table_name = 'account_statement' and after ->> 'booking_id' = $1",
            booking,
        )
    assert (looks, named) == (1, 1)
    gone = await season.ask(office, "account_statement", invoice_id=booking)
    assert gone.status_code == 404


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("find_invoices", {}),
        ("account_statement", {"invoice_id": str(UUID(int=1))}),
        ("close_case", {"case_id": str(UUID(int=1)), "note": "Because"}),
    ],
)
async def test_only_the_office(season: Season, command: str, arguments: dict[str, Any]) -> None:
    for role in ("customer", "worker"):
        who = await person(season.database, role)
        assert (await season.ask(who, command, **arguments)).status_code == 403
    assert (await season.ask(None, command, **arguments)).status_code == 401


async def test_credit_goes_back_by_one_of_the_accounts_invoices(season: Season) -> None:
    booking = await season.booked()
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    await season.pay(invoice["reference"], 12025)
    boss = await person(season.database, "executive")
    given = {"once": str(uuid4()), "amount_cents": 1000, "reason": "Paid too much"}
    for wrong in ({}, {"invoice_id": invoice["id"], "booking_id": booking}):
        assert (await season.ask(boss, "refund", **given, **wrong)).status_code == 400
    for _ in range(2):
        money = await season.done(boss, "refund", **given, invoice_id=invoice["id"])
    assert (money["credit_cents"], money["balance_cents"]) == (0, 0)
