"""A claim is filed in time, capped by protection, decided once, and paid as credit.

Rule: claims.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest

from summerstow.billing.claims import commands as claims
from summerstow.billing.claims.commands import GOODWILL_CENTS, OFFICE_CENTS
from summerstow.billing.pricing import price_lists
from summerstow.bookings import commands as bookings
from summerstow.bookings.table import BookingRules
from summerstow.platform import published
from summerstow.platform.database.pool import Database
from summerstow.warehouse import commands as warehouse
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
RULE = price_lists.of_files()[0].terms.insurance


@dataclass
class Returned:
    """A customer with items that came back, and the office."""

    rest: RestClients
    database: Database
    owner: Person
    booking: str
    admin: httpx.AsyncClient
    executive: httpx.AsyncClient

    async def item(self, declared_cents: int, *, hours_ago: float | None = 1) -> str:
        """The id of an item with this value, delivered so many hours ago."""
        item = str(uuid4())
        said: dict[str, Any] = {"kind": "box", "description": "Lamp", "boxed": True}
        answer = await self.rest.of(self.owner).post(
            "/rpc/add_item",
            json=said
            | {
                "booking_id": self.booking,
                "item_id": item,
                "declared_value_cents": declared_cents,
            },
        )
        assert answer.status_code == 200, answer.text
        if hours_ago is not None:
            at = datetime.now(UTC) - timedelta(hours=hours_ago)
            kinds = ("picked_up", "loaded", "delivered")
            events = [
                {
                    "id": str(uuid4()),
                    "item_id": item,
                    "kind": kind,
                    "at": (at - timedelta(minutes=3 - place)).isoformat(),
                }
                for place, kind in enumerate(kinds, 1)
            ]
            kept = await self.admin.post("/rpc/record_events", json={"events": events})
            assert kept.json()["needs_person"] == [], kept.text
        return item

    async def file(self, item: str, cents: int, who: Person | None = None) -> httpx.Response:
        """File a claim, whatever comes of it."""
        body = {"item_id": item, "what": "damaged", "words": "The shade broke", "photo_ids": []}
        return await self.rest.of(who or self.owner).post(
            "/rpc/file_claim", json=body | {"amount_cents": cents}
        )

    async def filed(self, item: str, cents: int) -> str:
        """The id of a claim that must be taken."""
        answer = await self.file(item, cents)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])

    async def decide(
        self, claim: str, decision: str, by: httpx.AsyncClient | None = None, **more: Any
    ) -> httpx.Response:
        """Decide a claim, whatever comes of it."""
        body = {"id": claim, "decision": decision, "words": "As the photos show"} | more
        return await (by or self.admin).post("/rpc/decide_claim", json=body)

    async def credit(self) -> int:
        """Cents that the ledger credits for claims of the booking."""
        async with self.database.owner() as tx:
            found: int = await tx.fetchval(
                "select coalesce(sum(-amount_cents), 0)::int from public.ledger "
                "where booking_id = $1 and code = 'claim'",
                self.booking,
            )
        return found


@pytest.fixture
async def returned(database: Database) -> Returned:
    """A fresh one."""
    named = (*bookings.COMMANDS, *warehouse.COMMANDS, *claims.COMMANDS)
    rest = RestClients(database, {"bookings": BookingRules()}, {one.name: one for one in named})
    owner = await person(database)
    answer = await rest.of(owner).post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    admin = rest.of(await person(database, "admin"))
    executive = rest.of(await person(database, "executive"))
    return Returned(rest, database, owner, answer.json()[0]["id"], admin, executive)


async def test_an_accepted_claim_is_credit_once_and_its_customer_reads_why(
    returned: Returned,
) -> None:
    claim = await returned.filed(await returned.item(20_000), 15_000)
    [waiting] = [
        one
        for one in (await returned.admin.get("/rpc/claims_to_decide")).json()
        if one["claim"]["id"] == claim
    ]
    assert (waiting["declared_value_cents"], waiting["claim"]["cap_cents"]) == (20_000, 20_000)
    assert waiting["delivered_at"] is not None
    decided = await returned.decide(claim, "accept")
    assert (decided.json()["state"], decided.json()["decided_cents"]) == ("accepted", 15_000)
    assert (await returned.decide(claim, "refuse")).status_code == 409
    assert await returned.credit() == 15_000
    [own] = (await returned.rest.of(returned.owner).get(f"/claims?id=eq.{claim}")).json()
    assert own["decision_words"] == "As the photos show"
    assert "decided_by" not in own
    async with returned.database.owner() as tx:
        cause = f"claim_decided:{claim}"
        assert await tx.fetchval("select count(*) from app.outbox where cause = $1", cause) == 1


async def test_after_the_hours_of_the_terms_the_answer_is_the_phone_number(
    returned: Returned,
) -> None:
    late = await returned.file(await returned.item(100, hours_ago=RULE.claim_hours + 0.1), 100)
    assert late.status_code == 400
    assert published.business().phone in late.json()["message"]
    in_time = await returned.item(100, hours_ago=RULE.claim_hours - 0.1)
    assert (await returned.file(in_time, 100)).status_code == 200
    before = await returned.file(await returned.item(100, hours_ago=None), 100)
    assert before.status_code == 400


async def test_one_claim_of_an_item_waits_and_only_its_owner_files_it(
    returned: Returned, database: Database
) -> None:
    item = await returned.item(10_000)
    assert (await returned.file(item, 100, await person(database))).status_code == 404
    await returned.filed(item, 100)
    assert (await returned.file(item, 200)).status_code == 409


async def test_without_protection_the_office_gives_goodwill_at_most(returned: Returned) -> None:
    claim = await returned.filed(await returned.item(0), 90_000)
    assert (await returned.decide(claim, "accept")).status_code == 400
    more = await returned.decide(claim, "reduce", cents=GOODWILL_CENTS + 1)
    assert more.status_code == 400
    given = await returned.decide(claim, "reduce", cents=GOODWILL_CENTS)
    assert given.json()["state"] == "reduced"
    assert await returned.credit() == GOODWILL_CENTS


async def test_caps_hold_for_an_item_and_for_a_customer(returned: Returned) -> None:
    """Rule: claim-caps."""
    asked = RULE.max_item_cents + 10_000
    for _ in range(RULE.max_customer_cents // RULE.max_item_cents):
        claim = await returned.filed(await returned.item(RULE.max_item_cents), asked)
        decided = await returned.decide(claim, "accept", returned.executive)
        assert decided.json()["decided_cents"] == RULE.max_item_cents
    item = await returned.item(0)
    async with returned.database.owner() as tx:
        # As if another booking of theirs had it: a list declares no more than may be claimed.
        await tx.execute(
            "update public.items set declared_value_cents = $2 where id = $1",
            item,
            RULE.max_item_cents,
        )
    last = await returned.filed(item, asked)
    most = await returned.decide(last, "reduce", returned.executive, cents=GOODWILL_CENTS + 1)
    assert most.status_code == 400
    assert await returned.credit() == RULE.max_customer_cents


async def test_above_what_the_office_decides_an_executive_does(returned: Returned) -> None:
    """Rule: claim-caps."""
    claim = await returned.filed(await returned.item(RULE.max_item_cents), OFFICE_CENTS + 1)
    assert (await returned.decide(claim, "accept")).status_code == 403
    refused = await returned.decide(claim, "refuse")
    assert refused.json()["decided_cents"] == 0
    assert await returned.credit() == 0


async def _left(returned: Returned, claim: str) -> list[int]:
    rows = (await returned.admin.post("/rpc/claims_to_pay", json={})).json()
    return [one["left_cents"] for one in rows if one["claim"]["id"] == claim]


async def test_what_its_credit_did_not_settle_is_paid_out_once_by_an_executive(
    returned: Returned,
) -> None:
    claim = await returned.filed(await returned.item(20_000), 15_000)
    await returned.decide(claim, "accept")
    assert await _left(returned, claim) == [15_000]
    given = {"id": claim, "expected_cents": 15_000}
    assert (await returned.admin.post("/rpc/pay_out_claim", json=given)).status_code == 403
    stale = await returned.executive.post(
        "/rpc/pay_out_claim", json=given | {"expected_cents": 14_000}
    )
    assert (stale.status_code, stale.json()["details"]) == (409, {"left_cents": 15_000})
    answers = await asyncio.gather(
        *(returned.executive.post("/rpc/pay_out_claim", json=given) for _ in range(4))
    )
    assert {one.json()["paid_out_cents"] for one in answers} == {15_000}
    owner = returned.rest.of(returned.owner)
    lines = (await owner.get("/ledger?code=eq.claim_payout")).json()
    assert [one["amount_cents"] for one in lines] == [15_000]
    [own] = (await owner.get("/claims?select=decided_cents,paid_out_cents")).json()
    assert own == {"decided_cents": 15_000, "paid_out_cents": 15_000}
    money = (await owner.get("/ledger?select=amount_cents&code=in.(claim,claim_payout)")).json()
    assert sum(one["amount_cents"] for one in money) == 0
    assert await _left(returned, claim) == []


async def test_a_refused_or_open_claim_pays_nothing_out(returned: Returned) -> None:
    claim = await returned.filed(await returned.item(20_000), 15_000)
    given = {"id": claim, "expected_cents": 15_000}
    for _ in range(2):
        answer = await returned.executive.post("/rpc/pay_out_claim", json=given)
        assert (answer.status_code, answer.json()["details"]) == (409, {"left_cents": 0})
        await returned.decide(claim, "refuse")
