"""Who works here: roles that self sign-up never gives (rule: server-decides-role)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import pytest

from summerstow.platform import clock
from summerstow.platform.auth.staff import queries, service
from summerstow.platform.auth.staff.commands import COMMANDS
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import AppError, Conflict
from summerstow.platform.outbox.render import completed, render
from summerstow.platform.roles import StaffRole
from tests.people import Person, RestClients, person

SITE = "https://storage.example.ca"


@pytest.fixture
def rest(database: Database) -> RestClients:
    return RestClients(database, {}, {one.name: one for one in COMMANDS})


async def _role(database: Database, email: str) -> str | None:
    async with database.owner() as tx:
        found: str | None = await tx.fetchval(
            "select role from public.users where email = $1", email
        )
        return found


async def _add(database: Database, email: str, role: StaffRole, name: str | None) -> bool:
    async with database.owner() as tx:
        return await service.add(tx, email, role, name)


async def _change(database: Database, email: str, role: StaffRole) -> None:
    async with database.owner() as tx:
        await service.change(tx, email, role)


async def _remove(database: Database, email: str) -> None:
    async with database.owner() as tx:
        await service.remove(tx, await service.account(tx, email))


async def _sign_in(database: Database, user_id: UUID) -> None:
    async with database.owner() as tx:
        await tx.execute(
            "insert into auth.sessions (id, user_id) values ($1, $2)", uuid4(), user_id
        )


async def _sessions(database: Database, user_id: UUID) -> int:
    async with database.owner() as tx:
        found: int = await tx.fetchval(
            "select count(*) from auth.sessions where user_id = $1", user_id
        )
        return found


async def test_a_new_colleague_and_a_known_one(database: Database) -> None:
    assert await _add(database, "Wren@Example.test", "worker", "Wren Okafor")
    assert await _role(database, "wren@example.test") == "worker"
    mina = await person(database)
    await _sign_in(database, mina.id)
    assert not await _add(database, mina.email, "admin", "Mina Kaya")
    assert await _role(database, mina.email) == "admin"
    assert await _sessions(database, mina.id) == 0
    async with database.owner() as tx:
        noted = await tx.fetchval(
            "select after ->> 'role' from audit_log where row_id = $1 and action = 'user_updated'",
            str(mina.id),
        )
        listed = {row.email: row for row in await queries.staff(tx)}
        mails = await tx.fetch("select recipient, kind, data from app.outbox")
    assert noted == "admin"
    assert listed["wren@example.test"].role == "worker"
    assert listed[mina.email].name == "Mina Kaya"
    [(recipient, kind, data)] = mails
    assert (recipient, kind) == ("wren@example.test", "staff_invited")
    assert f"{SITE}/auth/forgot" in render(kind, completed(msgspec.json.decode(data), SITE)).links


async def test_somebody_leaves_but_not_the_last_executive(database: Database) -> None:
    eli = await person(database, "executive")
    with pytest.raises(Conflict, match="last executive"):
        await _remove(database, eli.email)
    with pytest.raises(Conflict, match="last executive"):
        await _change(database, eli.email, "worker")
    with pytest.raises(Conflict, match="last executive"):
        await _add(database, eli.email, "admin", None)
    assert not await _add(database, eli.email, "executive", None)
    other = await person(database, "executive")
    await _remove(database, eli.email)
    assert await _role(database, eli.email) == "customer"
    with pytest.raises(AppError, match="does not work here"):
        await _remove(database, eli.email)
    with pytest.raises(AppError, match="Nobody has an account"):
        await _change(database, "nobody@example.test", "admin")
    await _change(database, other.email, "executive")


async def _call(client: httpx.AsyncClient, command: str, **given: Any) -> httpx.Response:
    return await client.post(f"/rpc/{command}", json=given)


@pytest.fixture
async def eve(rest: RestClients, database: Database) -> httpx.AsyncClient:
    return rest.of(await person(database, "executive"))


@pytest.fixture
async def wren(database: Database) -> Person:
    return await person(database, "worker")


async def test_an_executive_invites_somebody_and_again(
    eve: httpx.AsyncClient, database: Database
) -> None:
    answer = await _call(eve, "add_staff", email="ivo@example.test", name="Ivo Lund", role="worker")
    assert answer.json() == {"invited": True}
    [ivo] = [one for one in (await _call(eve, "staff_list")).json() if one["name"] == "Ivo Lund"]
    assert (ivo["role"], ivo["factors"], ivo["sessions"]) == ("worker", 0, 0)
    assert (await _call(eve, "invite_staff_again", user_id=ivo["id"])).status_code == 204
    async with database.owner() as tx:
        sent = await tx.fetchval(
            "select count(*) from app.outbox where recipient = 'ivo@example.test'"
        )
    assert sent == 2


async def test_who_has_signed_in_needs_no_invitation(
    eve: httpx.AsyncClient, database: Database, wren: Person
) -> None:
    async with database.owner() as tx:
        await tx.execute("update auth.users set last_sign_in_at = now() where id = $1", wren.id)
    assert (await _call(eve, "invite_staff_again", user_id=str(wren.id))).status_code == 409


async def test_a_removed_worker_is_signed_out_at_once(
    eve: httpx.AsyncClient, database: Database, wren: Person
) -> None:
    await _sign_in(database, wren.id)
    assert (await _call(eve, "remove_staff", user_id=str(wren.id))).status_code == 204
    assert await _role(database, wren.email) == "customer"
    assert await _sessions(database, wren.id) == 0
    # Removed twice, or a customer: this is no member of staff.
    assert (await _call(eve, "remove_staff", user_id=str(wren.id))).status_code == 404
    assert (
        await _call(
            eve,
            "change_staff",
            user_id=str(wren.id),
            role="executive",
            campus_ids=[],
            last_day=None,
        )
    ).status_code == 404
    assert await _role(database, wren.email) == "customer"


async def test_a_lost_second_factor_is_reset(
    eve: httpx.AsyncClient, database: Database, wren: Person
) -> None:
    await _sign_in(database, wren.id)
    async with database.owner() as tx:
        await tx.execute(
            "insert into auth.factors (user_id, factor_type, status, sealed_secret, friendly_name) "
            "values ($1, 'totp', 'verified', 'x', 'Phone'), "
            "($1, 'recovery_code', 'verified', null, 'Codes')",
            wren.id,
        )
    answer = await _call(eve, "reset_staff_factors", user_id=str(wren.id))
    assert answer.json() == {"removed": 2}
    assert await _sessions(database, wren.id) == 0
    async with database.owner() as tx:
        noted = await tx.fetchval(
            "select count(*) from audit_log where row_id = $1 and action = 'factors_reset'",
            str(wren.id),
        )
    assert noted == 1


async def test_the_last_executive_cannot_be_removed_by_anybody(
    eve: httpx.AsyncClient, database: Database
) -> None:
    async with database.owner() as tx:
        last = await tx.fetch("select id from public.users where role = 'executive'")
    answers = [await _call(eve, "remove_staff", user_id=str(one["id"])) for one in last]
    assert [one.status_code for one in answers][-1] == 409
    assert "last executive" in answers[-1].json()["message"]


async def test_a_worker_is_limited_to_campuses_and_a_last_day(
    eve: httpx.AsyncClient, database: Database, wren: Person
) -> None:
    """Rules: own-campuses, last-day."""
    last = clock.today() + timedelta(days=3)
    given = {"user_id": str(wren.id), "role": "worker", "last_day": last.isoformat()}
    assert (await _call(eve, "change_staff", **given, campus_ids=[2, 1, 2])).status_code == 204
    [seen] = [one for one in (await _call(eve, "staff_list")).json() if one["id"] == str(wren.id)]
    assert (seen["campus_ids"], seen["last_day"]) == ([1, 2], last.isoformat())
    assert (await _call(eve, "change_staff", **given, campus_ids=[9])).status_code == 400
    over = given | {"last_day": (clock.today() - timedelta(days=1)).isoformat()}
    assert (await _call(eve, "change_staff", **over, campus_ids=[])).status_code == 400
    async with database.owner() as tx:
        assert await service.end_terms(tx) == 0
        changes = await tx.fetch(
            "select after from audit_log where row_id = $1 and action = 'user_updated'",
            str(wren.id),
        )
    assert [msgspec.json.decode(row["after"])["campuses"] for row in changes] == ["1, 2"]


async def test_the_day_after_the_last_the_role_is_gone(
    eve: httpx.AsyncClient, database: Database, wren: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _sign_in(database, wren.id)
    given = {"user_id": str(wren.id), "role": "worker", "campus_ids": [1]}
    today = clock.today()
    await _call(eve, "change_staff", **given, last_day=today.isoformat())
    monkeypatch.setattr(clock, "today", lambda: today + timedelta(days=1))
    async with database.owner() as tx:
        assert await service.end_terms(tx) == 1
        assert await service.end_terms(tx) == 0
    assert await _role(database, wren.email) == "customer"
    assert await _sessions(database, wren.id) == 0
    # A person who comes back begins without them.
    await _add(database, wren.email, "worker", None)
    [again] = [one for one in (await _call(eve, "staff_list")).json() if one["id"] == str(wren.id)]
    assert (again["campus_ids"], again["last_day"]) == ([], None)


async def test_the_last_executive_has_no_last_day(
    eve: httpx.AsyncClient, database: Database
) -> None:
    async with database.owner() as tx:
        ids = [
            row["id"]
            for row in await tx.fetch("select id from public.users where role = 'executive'")
        ]
        for other in ids[1:]:
            await service.remove(tx, other)
    answer = await _call(
        eve,
        "change_staff",
        user_id=str(ids[0]),
        role="executive",
        campus_ids=[],
        last_day=clock.today().isoformat(),
    )
    assert answer.status_code == 409
