"""A read that runs without row policies answers what it answers under them, whoever asks."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from summerstow.platform.rest.planning import trust
from summerstow.platform.rest.planning.plan import Source
from summerstow.platform.rest.planning.trust import Trust
from summerstow.platform.roles import Role

from .conftest import RunningApp
from .table import ACTORS

_EMBEDS = {
    "bookings": ("campuses(*)", "pickups(*)", "users!bookings_user_id_fkey(*)"),
    "pickup_queue": ("bookings(*)", "campuses(*)"),
    "items": ("bookings(*)",),
    "run_stops": ("runs(*)", "bookings(*)"),
}


def _paths(app: RunningApp, table: str, columns: dict[str, str], key: str) -> list[str]:
    """What people might ask of a table, for themselves and for others."""
    ids = [str(app.people[name].id) for name in ("customer", "other", "worker")]
    owned = [one for one in ("user_id", "id", "proposed_by") if one in columns]
    asked = [f"{table}?order={key}", f"{table}?select={key}&limit=2&offset=1&order={key}"]
    for column in owned:
        for one in ids:
            asked.append(f"{table}?{column}=eq.{one}&order={key}")
            asked.append(f"{table}?{column}=eq.{one.upper()}&order={key}")
            asked.append(f"{table}?or=({column}.eq.{one},{column}.not.is.null)&order={key}")
            asked.append(f"{table}?{column}=not.eq.{one}&order={key}")
        several = ",".join(ids)
        asked.append(f"{table}?{column}=in.({several})&order={key}")
    for embed in _EMBEDS.get(table, ()):
        asked += [f"{table}?select=*,{embed}&user_id=eq.{one}&order={key}" for one in ids[:2]]
    return asked


async def _answers(client: httpx.AsyncClient, paths: list[str]) -> list[tuple[str, int, str]]:
    found: list[tuple[str, int, str]] = []
    for start in range(0, len(paths), 8):
        some = paths[start : start + 8]
        answers = await asyncio.gather(*(client.get(f"/{one}") for one in some))
        found += [
            (path, one.status_code, one.text) for path, one in zip(some, answers, strict=True)
        ]
    return found


@pytest.mark.parametrize("actor", ACTORS)
async def test_it_answers_as_under_the_policies(
    app: RunningApp, actor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = await app.keys()
    paths = [
        path
        for table, columns in (await app.tables()).items()
        # The log grows with what staff read.
        if table in keys and table != "audit_log"
        for path in _paths(app, table, columns, keys[table])
    ]
    trusted: list[str] = []
    of = trust.of

    def noted(source: Source, role: Role) -> Trust | None:
        found = of(source, role)
        if found is not None:
            trusted.append(source.table.name)
        return found

    client = app.clients[actor]
    with monkeypatch.context() as patch:
        patch.setattr(trust, "of", noted)
        await app.rest.app.open()
        without = await _answers(client, paths)
    with monkeypatch.context() as patch:
        patch.setattr(trust, "of", lambda source, role: None)
        await app.rest.app.open()
        under = await _answers(client, paths)
    await app.rest.app.open()
    assert without == under
    if actor == "customer":
        # The reads of a customer's pages are among them.
        assert {"bookings", "pickup_queue", "pickups", "campuses"} <= set(trusted)
        assert "ledger" not in trusted
