"""A bank's file: matched first, recorded once (rules: bank-import, transfer-matching)."""

from __future__ import annotations

import base64
from typing import Any
from uuid import UUID

from summerstow.billing.payments.bank_queries import UNMATCHED
from summerstow.bookings.model import code as booking_code
from tests.people import person

from .money import Season, season

__all__ = ["season"]

DAY = "2027-04-28"


async def _owing(season: Season) -> dict[str, Any]:
    booking = await season.booked()
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    found: dict[str, Any] = invoice
    return found


def _line(text: str, cents: int = 11025, bank: str | None = None) -> dict[str, Any]:
    return {"received_on": DAY, "amount_cents": cents, "text": text, "bank_reference": bank}


async def test_lines_are_matched_by_code_offered_by_amount_and_recorded_once(
    season: Season,
) -> None:
    one, other = await _owing(season), await _owing(season)
    office = await person(season.database, "admin")
    code = one["reference"]
    lines = [
        _line(f"INTERAC e-Transfer MINA PARK {code[:4].lower()}-{code[4:]}", bank="CA1x 9"),
        _line("INTERAC e-Transfer NOOR"),
        _line("INTERAC e-Transfer NOOR"),
        _line("PAYROLL TRANSFER", cents=777),
    ]
    first = await season.done(office, "match_transfers", lines=lines)
    assert [one["state"] for one in first] == ["matched", *["unmatched"] * 3]
    assert first[0]["bank_reference"] == "CA1X 9"
    assert (first[0]["invoice"]["reference"], first[0]["invoice"]["owed_cents"]) == (code, 11025)
    offered = [one["reference"] for one in first[1]["offered"]]
    assert {code, other["reference"]} <= set(offered)
    assert first[1]["bank_reference"] != first[2]["bank_reference"]
    assert first[3]["offered"] == []

    chosen = [
        {
            "reference": reference,
            "amount_cents": 11025,
            "received_on": DAY,
            "bank_reference": match["bank_reference"],
        }
        for reference, match in ((code, first[0]), (other["reference"], first[1]))
    ]
    done = await season.done(office, "record_transfers", transfers=chosen)
    assert (done["recorded"], done["cents"], len(done["payment_ids"])) == (2, 22050, 2)
    again = await season.done(office, "record_transfers", transfers=chosen)
    assert again == {"recorded": 2, "cents": 22050, "payment_ids": []}
    again = await season.done(office, "match_transfers", lines=lines)
    assert [one["state"] for one in again] == ["recorded", "recorded", "unmatched", "unmatched"]
    for invoice in (one, other):
        [paid] = await season.invoices(invoice["booking_id"])
        assert (paid["state"], paid["owed_cents"]) == ("paid", 0)


async def test_only_what_an_import_recorded_itself_can_be_undone(season: Season) -> None:
    """Rule: payment-reversal."""
    before, now = await _owing(season), await _owing(season)
    office = await person(season.database, "admin")
    transfers = [
        {
            "reference": one["reference"],
            "amount_cents": 11025,
            "received_on": DAY,
            "bank_reference": f"BANK {one['reference']}",
        }
        for one in (before, now)
    ]
    first = await season.done(office, "record_payment", **transfers[0])
    assert first["payment_id"]
    done = await season.done(office, "record_transfers", transfers=transfers)
    assert (done["recorded"], len(done["payment_ids"])) == (2, 1)
    same = await season.done(office, "record_payment", **transfers[1])
    assert same["payment_id"] is None
    await season.done(
        office,
        "reverse_payments",
        payment_ids=done["payment_ids"],
        reason="Recorded by mistake",
    )
    for invoice, owed in ((before, 0), (now, 11025)):
        [shown] = await season.invoices(invoice["booking_id"])
        assert shown["owed_cents"] == owed


async def test_one_wrong_line_records_none_and_the_crew_may_not(season: Season) -> None:
    invoice = await _owing(season)
    office = await person(season.database, "admin")
    right = {
        "reference": invoice["reference"],
        "amount_cents": 100,
        "received_on": DAY,
        "bank_reference": "RIGHT 1",
    }
    wrong = right | {"reference": "ZZZZ2222", "bank_reference": "WRONG 1"}
    refused = await season.ask(office, "record_transfers", transfers=[right, wrong])
    assert refused.status_code == 400
    [still] = await season.invoices(invoice["booking_id"])
    assert still["owed_cents"] == 11025
    worker = await person(season.database, "worker")
    for command, given in (
        ("match_transfers", {"lines": []}),
        ("record_transfers", {"transfers": [right]}),
    ):
        assert (await season.ask(worker, command, **given)).status_code == 403


async def test_invoices_are_found_by_their_amount(season: Season) -> None:
    invoice = await _owing(season)
    office = await person(season.database, "admin")
    for typed in ("110.25", "$110.25"):
        found = await season.done(office, "find_invoices", search=typed)
        assert invoice["id"] in {one["id"] for one in found["rows"]}
    other = await season.done(office, "find_invoices", search="110.26")
    assert invoice["id"] not in {one["id"] for one in other["rows"]}


def _match(line: dict[str, Any], invoice: dict[str, Any]) -> tuple[Any, ...]:
    found = line["invoice"]
    return line["state"], line["ask"], found and found["id"] == invoice["id"]


async def test_what_an_invoice_prints_is_found_however_it_is_written(season: Season) -> None:
    mina = await person(season.database)
    booking = await season.booked(mina)
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    office = await person(season.database, "admin")
    code, number = invoice["reference"], invoice["number"]
    left, right = code[:4], code[4:]
    async with season.database.owner() as tx:
        customer = await tx.fetchval(
            "select customer_id from users where id = (select user_id from bookings where id = $1)",
            UUID(booking),
        )
    named = [
        f"rent {left}-{right}",
        f"paid {left} {right}",
        f"MINA {left} {right}",
        f"{left}  {right}",
        f"{left}\u2013{right}",
        f"{left}\u00a0/\u00a0{right}",
        f"ref{code}",
        f"REF:{code.lower()}.",
        f"{code}{code}",
        " ".join(code),
        f"{left}\u200b{right}",
        f"Invoice {number}",
        f"{number.lower()} thanks",
        f"INV {int(number[4:])}",
        f"INVOICE NO. {number[4:]}",
        f"booking {season_code(booking)}",
        f"{season_code(booking).replace('-', ' ').lower()} mina",
        f"customer {customer}",
        f"{customer.replace('-', ' ')}",
    ]
    lines = [_line(one) | {"bank_reference": f"R{at}"} for at, one in enumerate(named)]
    found = await season.done(office, "match_transfers", lines=lines)
    for text, line in zip(named, found, strict=True):
        assert _match(line, invoice) == ("matched", None, True), text
    # A number alone with another amount, and a code far above what is owed, need a person.
    lines = [_line(f"invoice {number}", 9000), _line(code, 1_050_000), _line(code, 9000)]
    found = await season.done(office, "match_transfers", lines=lines)
    assert [one["ask"] for one in found] == ["number_only", "far_above", None]


def season_code(booking: str) -> str:
    """The booking's code as mails say it."""
    return booking_code(UUID(booking))


async def test_all_invoices_of_the_amount_are_offered_the_nearest_name_first(
    season: Season,
) -> None:
    names = ["Oscar Bains", "Wei Kowalski", "Seán O\u2019Brien", "Zoë Müller", "Ana Lee"]
    owing: dict[str, list[str]] = {}
    for index in range(8):
        first, _, last = names[index % len(names)].partition(" ")
        booking = await season.booked(first_name=first, last_name=last)
        await season.picked_up(booking, 8)
        [invoice] = await season.invoices(booking)
        owing.setdefault(f"{first} {last}", []).append(invoice["id"])
    office = await person(season.database, "admin")
    texts = {
        "E-TRF- 1005 WEI KOWALSKI": "Wei Kowalski",
        "INTERAC KOWALSKI, WEI": "Wei Kowalski",
        "VIREMENT DE /SEAN OBRIEN/": "Seán O\u2019Brien",
        "E-TRANSFER O'BRIEN SEAN": "Seán O\u2019Brien",
        "From: ZOE MULLER": "Zoë Müller",
        "W KOWALSKI": "Wei Kowalski",
    }
    found = await season.done(office, "match_transfers", lines=[_line(one) for one in texts])
    for text, line in zip(texts, found, strict=True):
        assert (line["state"], line["invoice"]) == ("unmatched", None), text
        assert {one for some in owing.values() for one in some} <= {
            one["id"] for one in line["offered"]
        }
        assert line["offered"][0]["name"] == texts[text]
        assert line["likely"]
    [nobody] = await season.done(office, "match_transfers", lines=[_line("E-TRANSFER ***uJP")])
    assert not nobody["likely"]


async def test_an_odd_line_is_unread_and_refuses_no_other(season: Season) -> None:
    invoice = await _owing(season)
    office = await person(season.database, "admin")
    good = _line(invoice["reference"])
    odd = [
        _line("accent", bank="Réf 12"),
        _line("long", bank="X" * 61),
        _line("day") | {"received_on": "2026-13-45"},
        _line("ahead") | {"received_on": "2027-04-29"},
        _line("old") | {"received_on": "2020-01-01"},
        _line("nothing", cents=0),
        _line("much", cents=10_000_001),
        _line("x" * 600),
    ]
    many = [_line(f"line {one}", cents=1) for one in range(600)]
    found = await season.done(office, "match_transfers", lines=[good, *odd, *many])
    states = [one["state"] for one in found]
    assert states[0] == "matched"
    assert states[1:9] == [*["unmatched"] * 2, *["unread"] * 5, "unmatched"]
    assert found[1]["bank_reference"].isascii()
    assert len(found[2]["bank_reference"]) <= 60
    assert len({one["bank_reference"] for one in found}) == len(found)


async def test_a_payment_like_it_is_recorded_already(season: Season) -> None:
    invoice = await _owing(season)
    office = await person(season.database, "admin")
    await season.pay(invoice["reference"], 11025, "CA77XYZ1")
    lines = [
        # Recorded by hand with the reference that stands in the text, and by another export.
        _line("E-TRANSFER CA77XYZ1 MINA", 11025),
        _line(f"E-TRANSFER {invoice['reference']}", 11025, "OTHER 1"),
        _line(f"E-TRANSFER {invoice['reference']}", 500, "OTHER 2"),
    ]
    found = await season.done(office, "match_transfers", lines=lines)
    assert [(one["state"], one["ask"]) for one in found] == [
        ("recorded", None),
        ("matched", "like_recorded"),
        ("matched", "paid"),
    ]


async def test_an_amount_far_above_what_is_owed_is_confirmed(season: Season) -> None:
    invoice = await _owing(season)
    office = await person(season.database, "admin")
    given = {
        "reference": invoice["reference"],
        "amount_cents": 1_050_000,
        "received_on": DAY,
        "bank_reference": "FAR 1",
    }
    refused = [
        await season.ask(office, "record_payment", **given),
        await season.ask(office, "record_transfers", transfers=[given]),
    ]
    for one in refused:
        assert (one.status_code, one.json()["details"]) == (409, {"owed_cents": 11025})
    assert (await season.money(invoice["booking_id"]))["balance_cents"] == 11025
    done = await season.done(
        office, "record_transfers", transfers=[given | {"accept_excess": True}]
    )
    assert (done["recorded"], done["cents"]) == (1, 1_050_000)


async def test_a_file_is_read_and_the_office_alone_may(season: Season) -> None:
    content = base64.b64encode(b"Date;Description;Amount\n2027-04-28;VIREMENT;110,25").decode()
    office = await person(season.database, "admin")
    file = await season.done(office, "read_bank_file", content=content)
    [transfer] = file["transfers"]
    assert (transfer["amount_cents"], transfer["received_on"]) == (11025, DAY)
    [line] = await season.done(office, "match_transfers", lines=[transfer])
    assert line["bank_reference"] == transfer["bank_reference"]
    broken = await season.ask(office, "read_bank_file", content="no base64!")
    assert broken.status_code == 400
    worker = await person(season.database, "worker")
    assert (await season.ask(worker, "read_bank_file", content=content)).status_code == 403


async def test_a_reference_that_a_bank_gives_twice_is_no_reference(season: Season) -> None:
    office = await person(season.database, "admin")
    invoices = [await _owing(season) for _ in range(2)]
    lines = [_line(f"{one['reference']} A", bank="SAME") for one in invoices]
    found = await season.done(office, "match_transfers", lines=lines)
    assert [one["state"] for one in found] == ["matched", "matched"]
    transfers = [
        {
            "reference": one["invoice"]["reference"],
            "amount_cents": 11025,
            "received_on": DAY,
            "bank_reference": one["bank_reference"],
        }
        for one in found
    ]
    await season.done(office, "record_transfers", transfers=transfers)
    again = await season.done(office, "match_transfers", lines=lines[::-1])
    assert [one["state"] for one in again] == ["recorded", "recorded"]


async def test_what_has_no_invoice_yet_waits_until_it_is_recorded_or_let_go(
    season: Season,
) -> None:
    """Rules: bank-import, inbox."""
    owing = await _owing(season)
    office = await person(season.database, "admin")
    lines = [_line("E-TRANSFER NOOR"), _line("E-TRANSFER IDA"), _line("WIRE", cents=999)]
    matched = await season.done(office, "match_transfers", lines=lines)
    kept = [
        {
            "bank_reference": match["bank_reference"],
            "received_on": line["received_on"],
            "amount_cents": line["amount_cents"],
            "text": line["text"],
        }
        for line, match in zip(lines, matched, strict=True)
    ]
    for _ in range(2):
        await season.done(office, "keep_transfers", transfers=kept)

    async def waiting() -> dict[str, str]:
        async with season.database.owner() as tx:
            rows = await tx.fetch(f"select t.text, t.id from {UNMATCHED}")
        return {row["text"]: str(row["id"]) for row in rows}

    ids = await waiting()
    assert set(ids) == {"E-TRANSFER NOOR", "E-TRANSFER IDA", "WIRE"}
    found = await season.done(office, "unmatched_transfer", id=ids["E-TRANSFER NOOR"])
    assert found["match"]["state"] == "unmatched"
    assert owing["reference"] in [one["reference"] for one in found["match"]["offered"]]
    transfer = {
        "reference": owing["reference"],
        "amount_cents": 11025,
        "received_on": DAY,
        "bank_reference": found["match"]["bank_reference"],
    }
    recorded = await season.done(office, "record_transfers", transfers=[transfer])
    assert "E-TRANSFER NOOR" not in await waiting()
    assert await season.done(office, "unmatched_transfer", id=ids["E-TRANSFER NOOR"]) is None
    # The file once more: what is recorded waits for nothing.
    await season.done(office, "keep_transfers", transfers=kept)
    assert set(await waiting()) == {"E-TRANSFER IDA", "WIRE"}
    await season.done(office, "drop_transfer", id=ids["WIRE"])
    assert set(await waiting()) == {"E-TRANSFER IDA"}
    # A payment that is taken back lets its transfer wait again.
    taken = {"payment_ids": recorded["payment_ids"], "reason": "Not theirs"}
    await season.done(office, "reverse_payments", **taken)
    assert set(await waiting()) == {"E-TRANSFER IDA", "E-TRANSFER NOOR"}
    assert (await season.ask(office, "drop_transfer", id=ids["WIRE"])).status_code == 404
