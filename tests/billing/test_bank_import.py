"""A bank's file of transfers: matched first, recorded once (rule: bank-import)."""

from __future__ import annotations

from typing import Any

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
    for _ in range(2):
        done = await season.done(office, "record_transfers", transfers=chosen)
        assert done == {"recorded": 2, "cents": 22050}
    again = await season.done(office, "match_transfers", lines=lines)
    assert [one["state"] for one in again] == ["recorded", "recorded", "unmatched", "unmatched"]
    for invoice in (one, other):
        [paid] = await season.invoices(invoice["booking_id"])
        assert (paid["state"], paid["owed_cents"]) == ("paid", 0)


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
