"""A rival's quote: shown once, decided once, and what is given is a credit line."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from tests.people import person

from .money import Season, season

__all__ = ["season"]


def _quote(**changes: Any) -> dict[str, Any]:
    return {
        "match_id": str(uuid4()),
        "rival": "  Box\n Barn ",
        "quoted_cents": 36000,
        "quote": "8 boxes, May to August: $360 all in.",
    } | changes


async def test_what_is_granted_settles_what_is_owed(season: Season) -> None:
    """Rule: price-match."""
    mina = await person(season.database, name="Mina Park")
    booking = await season.booked(mina)
    await season.picked_up(booking, 8)
    asked = _quote()
    for _ in range(2):
        [mine] = await season.done(mina, "ask_price_match", **asked)
    assert (mine["rival"], mine["credit_cents"], mine["answer"]) == ("Box Barn", None, None)
    other = await season.ask(mina, "ask_price_match", **_quote())
    assert (other.status_code, other.json()["message"]) == (
        409,
        "Another quote of yours waits for our answer.",
    )
    office = await person(season.database, "admin")
    rows = await season.done(office, "price_matches")
    [row] = [one for one in rows if one["id"] == asked["match_id"]]
    assert (row["name"], row["booking_id"], row["quote"]) == ("Mina Park", booking, asked["quote"])
    given = {"match_id": asked["match_id"], "credit_cents": 6000, "answer": "The same service"}
    await asyncio.gather(*(season.done(office, "answer_price_match", **given) for _ in range(4)))
    money = await season.money(booking)
    assert (money["owed_cents"], money["credit_cents"]) == (11025 - 6000, 0)
    line = money["lines"][-1]
    assert (line["words"], line["amount_cents"]) == (
        "Price match with Box Barn: The same service",
        -6000,
    )
    assert line["term"]
    otherwise = await season.ask(office, "answer_price_match", **given | {"credit_cents": 0})
    assert (otherwise.status_code, otherwise.json()["message"]) == (
        409,
        "Somebody decided this already: $60.",
    )
    [mine] = await season.done(mina, "my_price_matches")
    assert (mine["credit_cents"], mine["answer"]) == (6000, "The same service")


async def test_what_is_declined_costs_nothing_and_leaves_room_for_another(season: Season) -> None:
    mina = await person(season.database)
    booking = await season.booked(mina)
    asked = _quote()
    await season.done(mina, "ask_price_match", **asked)
    boss = await person(season.database, "executive")
    given = {"match_id": asked["match_id"], "credit_cents": 0, "answer": "Another kind of place"}
    await season.done(boss, "answer_price_match", **given)
    assert (await season.money(booking))["lines"] == []
    again = _quote()
    assert len(await season.done(mina, "ask_price_match", **again)) == 2
    # Before the pickup what is given waits for the first invoice.
    await season.done(
        boss, "answer_price_match", match_id=again["match_id"], credit_cents=20000, answer="Fine"
    )
    assert (await season.money(booking))["credit_cents"] == 20000
    await season.picked_up(booking, 8)
    await season.pass_to(date(2027, 5, 28))
    assert [one["total_cents"] for one in await season.invoices(booking)] == [0, 2050]


async def test_whose_it_is_and_what_it_must_say(season: Season) -> None:
    mina, noor = await person(season.database), await person(season.database)
    nothing = await season.ask(mina, "ask_price_match", **_quote())
    assert nothing.json()["message"] == "Please book first: a quote is matched for a booking."
    await season.booked(mina)
    await season.booked(noor)
    blank = await season.ask(mina, "ask_price_match", **_quote(quote=" " * 20))
    assert blank.status_code == 400
    asked = _quote()
    await season.done(mina, "ask_price_match", **asked)
    taken = await season.ask(noor, "ask_price_match", **asked)
    assert taken.status_code == 409
    assert await season.done(noor, "my_price_matches") == []
    for role in ("customer", "worker"):
        who = await person(season.database, role)
        assert (await season.ask(who, "price_matches")).status_code == 403
        given = {"match_id": asked["match_id"], "credit_cents": 1, "answer": "Mine"}
        assert (await season.ask(who, "answer_price_match", **given)).status_code == 403
    office = await person(season.database, "admin")
    none = {"match_id": str(uuid4()), "credit_cents": 0, "answer": "Nothing"}
    assert (await season.ask(office, "answer_price_match", **none)).status_code == 404
    async with season.database.owner() as tx:
        await tx.execute("delete from users where id = $1", mina.id)
        left = await tx.fetchval(
            "select count(*) from app.price_matches where id = $1", UUID(asked["match_id"])
        )
    assert left == 0
