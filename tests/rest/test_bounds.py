"""What one visitor's request may cost: time, rows, bytes, and memory that it leaves behind."""

from __future__ import annotations

import resource
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest

from summerstow.platform.actor import Actor
from summerstow.platform.commands import Command
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.rate_limits import Limit
from summerstow.platform.rest.app import RestApp
from summerstow.platform.roles import OFFICE
from tests.rest.conftest import COMMANDS, MAYA, Nothing, Rest, identify


async def test_a_visitors_read_that_takes_too_long_is_ended(rest: Rest) -> None:
    assert (await rest.get("anon", "campuses")).status_code == 200
    async with rest.database.owner() as tx:
        # Whoever reads now waits, as for a statement that never ends.
        await tx.execute("lock table campuses in access exclusive mode")
        answer = await rest.get("anon", "campuses")
    assert answer.status_code == 400
    assert answer.json() == {
        "code": "57014",
        "message": "canceling statement due to statement timeout",
        "details": None,
        "hint": "Ask for fewer rows, or with simpler filters.",
    }
    assert (await rest.get("anon", "campuses")).status_code == 200


@pytest.mark.parametrize(
    "path", ["bookings?select=id", "bookings?email=ilike.*a*", "audit_log?select=id"]
)
async def test_a_read_of_staffs_that_takes_too_long_is_no_outage(
    rest: Rest, connect: dict[str, Any], path: str
) -> None:
    """Clients would ask again for what they are told to ask for again."""

    async def ask(database: Database) -> None:
        app = RestApp(database, identify, {}, {}, uneven=("audit_log",))
        async with _office(app) as client:
            assert (await client.get(path)).status_code == 200
            async with rest.database.owner() as tx:
                await tx.execute(f"lock table {path.partition('?')[0]} in access exclusive mode")
                late = await client.get(path)
            assert (late.status_code, late.json()["code"]) == (400, "57014")
            assert "retry-after" not in late.headers
            assert (await client.get(path)).status_code == 200

    await _impatiently(connect, ask)


async def test_a_search_that_takes_too_long_is_no_outage(
    rest: Rest, connect: dict[str, Any]
) -> None:
    """What only reads is ended in words; a change is an outage, and sent again."""

    async def look(tx: Transaction, arguments: Nothing) -> int:
        del arguments
        return int(await tx.fetchval("select count(*) from campuses"))

    commands = {
        "look": Command("look", Nothing, look, OFFICE, read_only=True),
        "change": Command("change", Nothing, look, OFFICE),
    }

    async def ask(database: Database) -> None:
        async with _office(RestApp(database, identify, {}, commands)) as client:
            assert (await client.post("rpc/look", json={})).status_code == 200
            async with rest.database.owner() as tx:
                await tx.execute("lock table campuses in access exclusive mode")
                late = [await client.post(f"rpc/{one}", json={}) for one in commands]
            assert [(one.status_code, one.json()["code"]) for one in late] == [
                (400, "57014"),
                (503, "08006"),
            ]
            assert (await client.post("rpc/look", json={})).status_code == 200

    await _impatiently(connect, ask)


def _office(app: RestApp) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app),
        base_url="http://api.test/rest/v1/",
        headers={"Authorization": "Bearer admin"},
    )


async def _impatiently(connect: dict[str, Any], ask: Callable[[Database], Awaitable[None]]) -> None:
    """Ask a pool that waits for a statement for as short as this machine allows right now."""
    for patience in (0.3, 1, 4, 15):
        database = Database(connect, size=2, patience=patience)
        try:
            await ask(database)
            return
        except AssertionError:
            if patience == 15:
                raise
        finally:
            await database.close()


async def test_staff_and_the_product_itself_are_not_bound_by_it(rest: Rest) -> None:
    await rest.get("anon", "campuses")
    async with rest.database.reading(None) as tx:
        assert await tx.fetchval("show statement_timeout") == "0"
    async with rest.database.owner() as tx:
        assert await tx.fetchval("show statement_timeout") == "0"


@pytest.mark.parametrize(
    "query",
    [
        "or=(" + ",".join("id.eq.1" for _ in range(201)) + ")",
        "&".join("id=gt.0" for _ in range(201)),
        "order=" + ",".join("id" for _ in range(25)),
        "select=" + ",".join(f"s{number}:slot_availability(id)" for number in range(13)),
        "select=" + "->".join(f"k{number}" for number in range(1502)),
        "campus=eq." + "x" * 33_000,
    ],
)
async def test_a_request_that_asks_for_too_much_is_refused(rest: Rest, query: str) -> None:
    answer = await rest.get("anon", f"campuses?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "54000"), answer.text
    assert answer.json()["message"].startswith("A request may have at most ")


async def test_what_people_ask_for_is_well_within(rest: Rest) -> None:
    ids = ",".join(str(number) for number in range(3000))
    for query in (
        f"id=in.({ids})",
        "or=(" + ",".join("id.eq.1" for _ in range(200)) + ")",
        "order=" + ",".join("id" for _ in range(24)),
    ):
        assert (await rest.get("anon", f"campuses?{query}")).status_code == 200


@pytest.mark.parametrize("pattern", [r"(a*)*\1", r"^(x+)\1$", "a" * 501])
async def test_no_regular_expression_runs_for_ever(rest: Rest, pattern: str) -> None:
    for operator in ("match", "imatch", "not.match"):
        answer = await rest.client.get(
            "/rest/v1/campuses", params={"campus": f"{operator}.{pattern}"}
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "2201B")
    assert (await rest.get("anon", "campuses?campus=match.^U")).status_code == 200


async def test_no_regular_expression_chooses_what_is_changed(rest: Rest) -> None:
    answer = await rest.ask(
        "maya", "PATCH", "bookings?first_name=match.a", json={"pickup_date": None}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "0A000")


async def test_an_answer_to_a_visitor_has_a_thousand_rows_at_most(rest: Rest) -> None:
    async with rest.database.owner() as tx:
        await tx.execute(
            "insert into slot_availability (campus_id, date, capacity, available_slots) "
            "select 1, date '2030-01-01' + n, 1, 1 from generate_series(1, 1200) n"
        )
    for query in ("", "&limit=5000", "&limit=1000"):
        answer = await rest.get("anon", f"slot_availability?select=id{query}")
        assert len(answer.json()) == 1000
        assert answer.headers["content-range"] == "0-999/*"
    counted = await rest.get("anon", "slot_availability?select=id", prefer="count=exact")
    assert (counted.status_code, counted.headers["content-range"]) == (206, "0-999/1200")
    rest_of_it = await rest.get("anon", "slot_availability?select=id&offset=1000")
    assert len(rest_of_it.json()) == 200
    embedded = await rest.get("anon", "campuses?select=id,slot_availability(id)&id=eq.1")
    assert len(embedded.json()[0]["slot_availability"]) == 1000
    assert len((await rest.get("worker", "slot_availability?select=id")).json()) == 1200


async def test_an_answer_to_a_visitor_has_eight_megabytes_at_most(rest: Rest) -> None:
    async with rest.database.owner() as tx:
        before = await tx.fetchval("select address from campuses where id = 1")
        await tx.execute("alter table campuses drop constraint if exists campuses_address_check")
        await tx.execute("update campuses set address = repeat('x', 9000000) where id = 1")
    try:
        refused = await rest.get("anon", "campuses?select=address")
        assert (refused.status_code, refused.json()["code"]) == (400, "54000")
        assert refused.json()["message"] == "The answer would be larger than 8 MB"
        assert (await rest.get("service", "campuses?select=address")).status_code == 200
    finally:
        async with rest.database.owner() as tx:
            await tx.execute("update campuses set address = $1 where id = 1", before)


async def test_requests_of_ever_other_shapes_leave_nothing_behind(rest: Rest) -> None:
    async def ask(numbers: range) -> None:
        for number in numbers:
            parts = ("id.eq.1", "campus.is.null", "slug.neq.x")
            shape = ",".join(parts[(number >> bit) % 3] for bit in range(190))
            answer = await rest.get("anon", f"campuses?select=id&or=({shape})")
            assert answer.status_code == 200

    await ask(range(40))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    await ask(range(1000, 1300))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 24 * 1024, f"{grown} KiB"


async def test_a_limit_belongs_to_the_command_and_the_table(rest: Rest) -> None:
    taken: list[tuple[str, int]] = []

    async def take(actor: Actor, limit: Limit, count: int) -> None:
        taken.append((limit.name, count))

    limited = type(rest.rules)()
    limited.insert_limit = Limit("rows", 1, 1)
    commands = COMMANDS | {"places": _limited("places")}
    app = RestApp(rest.database, identify, {"bookings": limited}, commands, take=take)
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://x.test/rest/v1") as client:
        await client.post("/rpc/places", json={"campus_id": 1})
        await client.post("/rpc/places/", json={"campus_id": 1})
        await client.get("/rpc/places?campus_id=1")
        await client.post("/rpc/%70laces", json={})
        two = [{"campus_id": 1, "user_id": str(MAYA)}] * 2
        await client.post("/bookings", json=two)
        await client.get("/bookings")
    assert taken == [("calls", 1)] * 4 + [("rows", 2)]


def _limited(name: str) -> Command:
    return replace(COMMANDS[name], limit=Limit("calls", 1, 1))


@pytest.mark.parametrize(
    "path", ["//rpc/places", "/rpc//places", "//campuses", "/campuses//", "//"]
)
async def test_a_path_with_an_empty_part_leads_nowhere(rest: Rest, path: str) -> None:
    answer = await rest.client.post(f"/rest/v1{path}", json={"campus_id": 1})
    assert (answer.status_code, answer.json()["code"]) == (404, "PGRST125"), answer.text


async def test_no_answer_is_stored_or_taken_for_something_else(rest: Rest) -> None:
    for path, status in (("campuses", 200), ("bookings", 401), ("nothing", 404), ("rpc/list", 200)):
        method = "POST" if path.startswith("rpc") else "GET"
        answer = await rest.ask("anon", method, path)
        assert answer.status_code == status
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        for name in ("Origin", "Authorization", "apikey", "Accept", "Prefer"):
            assert name in answer.headers["vary"].split(", ")


async def test_hints_name_what_the_asker_may_call(rest: Rest) -> None:
    assert (await rest.ask("anon", "POST", "rpc/cal", json={})).json()["hint"] is None
    hint = (await rest.ask("worker", "POST", "rpc/cal", json={})).json()["hint"]
    assert hint == "Perhaps you meant to call the function public.call"
    refused = await rest.ask("anon", "POST", "rpc/call", json={"x": 1})
    assert (refused.status_code, refused.json()["hint"]) == (401, None)


async def test_a_change_of_no_rows_changes_nothing(rest: Rest) -> None:
    answer = await rest.ask(
        "executive", "PATCH", "bookings?columns=status&status=eq.pending", json=[]
    )
    assert answer.status_code == 204
