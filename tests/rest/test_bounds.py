"""What one visitor's request may cost: time, rows, bytes, and memory that it leaves behind."""

from __future__ import annotations

from tests.rest.conftest import Rest


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


async def test_staff_and_the_product_itself_are_not_bound_by_it(rest: Rest) -> None:
    await rest.get("anon", "campuses")
    async with rest.database.reading(None) as tx:
        assert await tx.fetchval("show statement_timeout") == "0"
    async with rest.database.owner() as tx:
        assert await tx.fetchval("show statement_timeout") == "0"
