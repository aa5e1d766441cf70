"""What a password alone opens on an account with a second factor: the way to that factor.

Rule: second-factor-first.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio

from summerstow import clock_command
from summerstow.platform.auth.sessions import session_commands
from summerstow.platform.database.pool import Database
from summerstow.platform.files.pictures.routes import Files
from summerstow.platform.files.pictures.service import Pictures
from summerstow.platform.live.lines import Lines
from summerstow.platform.live.streams import Streams
from summerstow.platform.rest.app import RestApp
from tests.auth.conftest import PASSWORD, AuthApp, error_of, new_address

from .mfa_steps import Session, prove, raised


class Person:
    """An account with an authenticator app, and a session of it that knew the password alone."""

    def __init__(self, app: AuthApp, factor: dict[str, Any], high: Session, low: Session) -> None:
        self.app, self.factor, self.high, self.low = app, factor, high, low
        known = (*session_commands.COMMANDS, clock_command.COMMAND)
        self.rest: Any = RestApp(
            app.database,
            app.identifier.identify_rest,
            {},
            {one.name: one for one in known},
        )
        self.data = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=self.rest), base_url="http://summerstow.test/rest/v1"
        )

    async def ask(self, session: Session, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {session['access_token']}"} | more.pop("headers", {})
        return await self.data.request(method, path, headers=headers, **more)


@pytest_asyncio.fixture(loop_scope="session")
async def person(app: AuthApp) -> AsyncIterator[Person]:
    email = new_address()
    factor, high = await raised(app, await app.confirmed(email))
    low = (await app.sign_in(email)).json()
    one = Person(app, factor, high, low)
    await one.rest.open()
    yield one
    await one.data.aclose()


READS = (
    "/bookings",
    "/campuses",
    "/users?select=*,bookings(*)",
    "/users?select=*,%62ookings%28*%29",
    "/users?select=id&select=...bookings(*)",
    "//users",
    "/rpc/my_sessions",
)


@pytest.mark.parametrize("role", ["customer", "admin"])
async def test_the_data_api_shows_the_own_profile_and_nothing_else(
    person: Person, role: str
) -> None:
    user_id = person.low["user"]["id"]
    await person.app.value("update public.users set role = $2 where id = $1", UUID(user_id), role)
    own = await person.ask(person.low, "GET", "/users?select=id,email")
    assert [one["id"] for one in own.json()] == [user_id]
    for path in READS:
        refused = await person.ask(person.low, "GET", path)
        assert refused.status_code == 403, path
        assert refused.json()["code"] == "42501"
        assert refused.json()["message"] == "Please finish signing in with your second step first."
    for method, path, body in (
        ("POST", "/bookings", {"campus_id": 1}),
        ("PATCH", f"/users?id=eq.{user_id}", {"full_name": "Another"}),
        ("DELETE", f"/users?id=eq.{user_id}", None),
        ("POST", "/rpc/my_sessions", {}),
        ("POST", "/rpc/end_session", {"session_id": user_id}),
    ):
        refused = await person.ask(person.low, method, path, json=body)
        assert (refused.status_code, refused.json()["code"]) == (403, "42501"), path
    assert (await person.ask(person.high, "GET", "/bookings")).status_code == 200


async def test_files_and_streams_wait_for_the_second_step(
    person: Person, connect: dict[str, Any], database: Database
) -> None:
    known = person.app.identifier
    lines = Lines(connect)
    for app, path in (
        (Files(Pictures(database), known.identify_rest), "/files/pictures/x"),
        (Streams(lines, known.identify_rest, known.find_stale_actors), "/live/queue"),
    ):
        transport: Any = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://s.test") as client:
            headers = {"authorization": f"Bearer {person.low['access_token']}"}
            assert (await client.get(path, headers=headers)).status_code == 403, path
    await lines.close()


async def test_the_account_cannot_be_changed_or_taken_apart(person: Person) -> None:
    app, low = person.app, person.low
    identity = low["user"]["identities"][0]["identity_id"]
    for method, path in (
        ("GET", "/user/identities/authorize?provider=google&skip_http_redirect=true"),
        ("DELETE", f"/user/identities/{identity}"),
        ("GET", "/reauthenticate"),
        ("POST", "/logout?scope=others"),
        ("POST", "/factors"),
    ):
        body = {"factor_type": "totp", "friendly_name": "mine"} if path == "/factors" else None
        refused = await app.as_user(low, method, path, json=body)
        assert error_of(refused)[:2] == (403, "insufficient_aal"), path
    for change in (
        {"password": f"{PASSWORD}-2"},
        {"email": new_address()},
        {"data": {"full_name": "Another"}},
        {"data": {"full_name": None}},
    ):
        refused = await app.as_user(low, "PUT", "/user", json=change)
        assert error_of(refused)[:2] == (401, "insufficient_aal")
    assert (await app.as_user(person.high, "GET", "/user")).status_code == 200
    user = (await app.as_user(low, "GET", "/user")).json()
    assert [one["status"] for one in user["factors"]] == ["verified"]


async def test_signing_out_everywhere_ends_this_session_alone(person: Person) -> None:
    refused = await person.app.as_user(person.low, "POST", "/logout?scope=global")
    assert error_of(refused)[:2] == (403, "insufficient_aal")
    gone = await person.app.as_user(person.low, "GET", "/user")
    assert error_of(gone)[1] == "session_not_found"
    assert (await person.app.as_user(person.high, "GET", "/user")).status_code == 200
    assert (await person.app.as_user(person.high, "POST", "/logout")).status_code == 204


async def test_signing_out_this_session_needs_no_second_step(person: Person) -> None:
    out = await person.app.as_user(person.low, "POST", "/logout?scope=local")
    assert out.status_code == 204


async def test_the_second_step_opens_everything_at_once(person: Person) -> None:
    assert (await person.ask(person.low, "GET", "/bookings")).status_code == 403
    answer = await prove(person.app, person.low, person.factor)
    assert answer.status_code == 200, answer.text
    assert (await person.ask(answer.json(), "GET", "/bookings")).status_code == 200
