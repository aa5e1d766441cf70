"""Office roles count only with a second factor, and money leaves by a recent one.

Rules: staff-second-factor, recent-second-factor, staff-passwords.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import msgspec
import pytest
import pytest_asyncio

from summerstow import app
from summerstow.platform.auth.identity.identifier import Identifier
from summerstow.platform.auth.password.step_up import StepUp
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.rest.app import RestApp
from summerstow.platform.roles import OFFICE
from summerstow.platform.settings.model import Settings
from tests.auth.conftest import AuthApp, error_of, make_settings, new_address, with_settings

from .mfa_steps import Session, prove, raised

asked = with_settings(staff_second_factor="1")
#: What lets money leave: each asks for a recent second factor.
MONEY = {"refund", "waive", "write_off", "pay_out_claim"}


class _Paid(msgspec.Struct):
    """What the command of these tests answers."""

    paid: bool = True


async def _pay(tx: Transaction, _: NoArguments) -> _Paid:
    return _Paid()


class Office:
    """The data API with a command by which money leaves, and one for the office alone."""

    def __init__(self, app: AuthApp) -> None:
        self.app = app
        step_up = StepUp(app.database, app.keys, app.clock)
        known = (
            Command("pay", NoArguments, _pay, OFFICE, recent_factor=True, repeatable=True),
            Command("office_only", NoArguments, _pay, OFFICE),
        )
        self.rest: Any = RestApp(
            app.database,
            Identifier(app.settings, app.database, app.keys).identify_rest,
            {},
            {one.name: one for one in known},
            require_factor=step_up.require_recent_factor,
        )
        self.client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=self.rest), base_url="http://summerstow.test/rest/v1"
        )

    async def call(self, session: Session, name: str) -> httpx.Response:
        headers = {
            "authorization": f"Bearer {session['access_token']}",
            "cache-control": "no-cache",
        }
        return await self.client.post(f"/rpc/{name}", headers=headers, json={})

    async def member(self, role: str) -> Session:
        """A session by the password alone of somebody with this role."""
        session = await self.app.confirmed(new_address())
        await self.app.value(
            "update public.users set role = $2 where id = $1", UUID(session["user"]["id"]), role
        )
        return session


@pytest_asyncio.fixture(loop_scope="session")
async def office(app: AuthApp) -> AsyncIterator[Office]:
    one = Office(app)
    await one.rest.open()
    yield one
    await one.client.aclose()


@asked
@pytest.mark.parametrize("role", ["admin", "executive"])
async def test_the_office_is_a_customer_until_it_has_a_second_factor(
    office: Office, role: str
) -> None:
    session = await office.member(role)
    assert (await office.call(session, "office_only")).status_code == 403
    # They still see who they are, so that the site can lead them to the set-up.
    own = await office.client.get(
        "/users?select=role", headers={"authorization": f"Bearer {session['access_token']}"}
    )
    assert own.json() == [{"role": role}]
    _, high = await raised(office.app, session)
    assert (await office.call(high, "office_only")).status_code == 200


@asked
async def test_the_crew_needs_none(office: Office) -> None:
    session = await office.member("worker")
    headers = {"authorization": f"Bearer {session['access_token']}"}
    assert (await office.client.get("/pickups", headers=headers)).status_code == 200


@with_settings(staff_second_factor="0")
async def test_a_setting_lets_the_office_work_without(office: Office) -> None:
    session = await office.member("admin")
    assert (await office.call(session, "office_only")).status_code == 200


@asked
async def test_money_leaves_by_a_second_factor_of_the_last_15_minutes(office: Office) -> None:
    factor, session = await raised(office.app, await office.member("executive"))
    assert (await office.call(session, "pay")).status_code == 200
    office.app.clock.pass_(minutes=15)
    stale = await office.call(session, "pay")
    assert (stale.status_code, stale.json()["details"]) == (403, "recent_factor_needed")
    assert (await office.call(session, "office_only")).status_code == 200
    answer = await prove(office.app, session, factor)
    assert answer.status_code == 200, answer.text
    assert (await office.call(answer.json(), "pay")).status_code == 200


def test_what_lets_money_or_everything_leave_asks_for_it(
    tmp_path: Path, database: Database
) -> None:
    """And what says where money goes, or who works here (rule: recent-second-factor)."""
    found = app.commands(make_settings(tmp_path))
    staff = {"add_staff", "change_staff", "remove_staff", "reset_staff_factors"}
    privacy = {"person_data", "person_data_pdf", "erase_person"}
    programs = {"create_api_key", "add_webhook", "change_webhook", "renew_webhook_secret"}
    others = {"request_archive", "archive_link", "publish_settings", "merge_customers"}
    expected = MONEY | others | staff | privacy | programs
    assert {name for name, one in found.items() if one.recent_factor} == expected


@pytest.mark.parametrize(
    ("settings", "asks"),
    [
        (Settings(demo="season"), False),
        (Settings(demo="bare"), False),
        (Settings(demo="season", staff_second_factor=True), True),
        (Settings(), True),
        (Settings(staff_second_factor=False), False),
    ],
)
def test_a_real_installation_asks_for_it(settings: Settings, asks: bool) -> None:
    assert settings.asks_staff_second_factor is asks


@pytest.mark.parametrize("role", ["worker", "admin", "executive"])
async def test_a_new_password_of_the_staff_has_eight_characters(office: Office, role: str) -> None:
    session = await office.member(role)
    short = await office.app.as_user(session, "PUT", "/user", json={"password": "k7-plu3"})
    assert error_of(short) == (
        422,
        "weak_password",
        "Password should be at least 8 characters.",
    )
    long = await office.app.as_user(session, "PUT", "/user", json={"password": "k7-plum3"})
    assert long.status_code == 200, long.text


async def test_a_customers_password_may_have_six(app: AuthApp) -> None:
    session = await app.confirmed(new_address())
    answer = await app.as_user(session, "PUT", "/user", json={"password": "k7-plu"})
    assert answer.status_code == 200, answer.text
