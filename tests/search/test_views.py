"""Views of a list that staff keep for themselves (rule: saved-views)."""

from __future__ import annotations

from typing import Any

import pytest

from summerstow.office.search.views import COMMANDS, MOST_VIEWS
from summerstow.platform.database.pool import Database
from tests.people import Person, RestClients, person


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the commands about views."""
    return RestClients(database, {}, {one.name: one for one in COMMANDS})


async def _done(rest: RestClients, who: Person, command: str, /, **given: Any) -> Any:
    answer = await rest.of(who).post(f"/rpc/{command}", json=given)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_view_is_kept_for_its_person_alone(rest: RestClients, database: Database) -> None:
    ana, ben = await person(database, "admin"), await person(database, "worker")
    kept = await _done(rest, ana, "save_view", name=" Late  pickups ", query="status=pending")
    assert kept == [{"name": "Late pickups", "query": "status=pending"}]
    await _done(rest, ana, "save_view", name="late pickups", query="status=confirmed")
    assert await _done(rest, ana, "saved_views") == [
        {"name": "late pickups", "query": "status=confirmed"}
    ]
    assert await _done(rest, ben, "saved_views") == []
    await _done(rest, ben, "drop_view", name="late pickups")
    assert len(await _done(rest, ana, "saved_views")) == 1
    assert await _done(rest, ana, "drop_view", name="Late Pickups") == []


async def test_a_view_needs_a_name_and_there_are_not_too_many(
    rest: RestClients, database: Database
) -> None:
    ana = await person(database, "admin")
    nameless = await rest.of(ana).post("/rpc/save_view", json={"name": "  ", "query": ""})
    assert nameless.status_code == 400
    for number in range(MOST_VIEWS):
        await _done(rest, ana, "save_view", name=f"View {number}", query="")
    more = await rest.of(ana).post("/rpc/save_view", json={"name": "One more", "query": ""})
    assert more.status_code == 409
    assert len(await _done(rest, ana, "saved_views")) == MOST_VIEWS
