"""How long sessions live, where they are seen, and which mails their owners get."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import httpx
import msgspec
import pytest
from joserfc.util import urlsafe_b64decode

from summerstow.platform.auth.client_origin import address_key, network_of, program_of
from summerstow.platform.auth.sessions import session_commands
from summerstow.platform.rest.app import RestApp
from tests.auth.conftest import PASSWORD, AuthApp, error_of, new_address

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
NEWER_FIREFOX = FIREFOX.replace("140", "141")
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1"
)


def session_id(session: dict[str, Any]) -> UUID:
    return UUID(msgspec.json.decode(_payload(session))["session_id"])


def _payload(session: dict[str, Any]) -> bytes:
    return urlsafe_b64decode(session["access_token"].split(".")[1].encode())


async def of_role(app: AuthApp, role: str) -> dict[str, Any]:
    """A session of somebody who has this role."""
    session = await app.confirmed()
    user_id = session["user"]["id"]
    await app.value("update public.users set role = $2 where id = $1", user_id, role)
    return session


async def began_ago(app: AuthApp, session: dict[str, Any], interval: str) -> None:
    await app.value(
        "update auth.sessions set created_at = now() - $2::text::interval, "
        "refreshed_at = null where id = $1",
        session_id(session),
        interval,
    )


class Data:
    """/rest/v1 with the commands of sessions, called with access tokens."""

    def __init__(self, app: AuthApp) -> None:
        commands = {one.name: one for one in session_commands.COMMANDS}
        rest: Any = RestApp(app.database, app.identifier.identify_rest, {}, commands)
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=rest), base_url="http://summerstow.test/rest/v1"
        )

    async def ask(self, session: dict[str, Any], path: str, body: object = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {session['access_token']}"}
        if body is None:
            return await self._client.get(path, headers=headers)
        return await self._client.post(path, headers=headers, json=body)


@pytest.mark.parametrize(
    ("role", "alive", "over", "why"),
    [
        ("executive", "23 hours 59 minutes", "24 hours", ""),
        ("admin", "13 days 23 hours", "14 days", " (Inactivity)"),
        ("worker", "13 days 23 hours", "30 days", ""),
        ("customer", "89 days 23 hours", "90 days", ""),
    ],
)
async def test_a_session_ends_on_the_server(
    app: AuthApp, role: str, alive: str, over: str, why: str
) -> None:
    session, data = await of_role(app, role), Data(app)
    await began_ago(app, session, alive)
    assert (await app.as_user(session, "GET", "/user")).status_code == 200
    assert (await data.ask(session, "/users")).status_code == 200
    await began_ago(app, session, over)
    app.identifier.forget([session_id(session)])
    assert error_of(await app.refresh(session["refresh_token"])) == (
        400,
        "session_expired",
        f"Invalid Refresh Token: Session Expired{why}",
    )
    expired = (403, "session_expired", "Session has expired, please sign in again")
    assert error_of(await app.as_user(session, "GET", "/user")) == expired
    refused = await data.ask(session, "/users")
    assert (refused.status_code, refused.json()["message"]) == (401, "JWT expired")


async def test_no_refresh_lengthens_a_customers_ninety_days(app: AuthApp) -> None:
    """Rule: customer-session."""
    token = (await app.confirmed())["refresh_token"]
    for _ in range(2):
        app.clock.pass_(days=44)
        token = (await app.refresh(token)).json()["refresh_token"]
    app.clock.pass_(days=2)
    assert error_of(await app.refresh(token))[1] == "session_expired"


async def test_no_refresh_lengthens_an_executives_day(app: AuthApp) -> None:
    """Rule: executive-session."""
    session = await of_role(app, "executive")
    token = session["refresh_token"]
    for _ in range(3):
        app.clock.pass_(hours=7)
        token = (await app.refresh(token)).json()["refresh_token"]
    app.clock.pass_(hours=3)
    assert error_of(await app.refresh(token))[1] == "session_expired"


async def test_a_refresh_keeps_an_admin_signed_in_for_thirty_days_in_all(app: AuthApp) -> None:
    session = await of_role(app, "admin")
    token = session["refresh_token"]
    for _ in range(2):
        app.clock.pass_(days=13)
        token = (await app.refresh(token)).json()["refresh_token"]
    app.clock.pass_(days=4)
    assert error_of(await app.refresh(token)) == (
        400,
        "session_expired",
        "Invalid Refresh Token: Session Expired",
    )


async def test_a_customer_stays_signed_in(app: AuthApp) -> None:
    session = await app.confirmed()
    app.clock.pass_(days=89)
    assert (await app.refresh(session["refresh_token"])).status_code == 200


async def test_a_person_sees_where_they_are_signed_in_and_ends_one(app: AuthApp) -> None:
    address, data = new_address(), Data(app)
    here = await app.confirmed(address)
    there = await app.client.post(
        "/token?grant_type=password",
        json={"email": address, "password": PASSWORD},
        headers={"user-agent": FIREFOX},
    )
    listed = (await data.ask(here, "/rpc/my_sessions")).json()
    assert [one["current"] for one in listed] == [False, True]
    assert listed[0] | {"created_at": ""} == {
        "id": str(session_id(there.json())),
        "created_at": "",
        "refreshed_at": None,
        "user_agent": FIREFOX,
        "program": "Firefox on Windows",
        "ip": "127.0.0.1",
        "aal": "aal1",
        "current": False,
    }
    other = {"session_id": listed[0]["id"]}
    stranger = await app.confirmed()
    not_theirs = await data.ask(stranger, "/rpc/end_session", other)
    assert (not_theirs.status_code, not_theirs.json()["code"]) == (404, "PT404")
    assert (await data.ask(here, "/rpc/end_session", other)).status_code == 204
    assert (await data.ask(here, "/rpc/end_session", other)).status_code == 404
    assert (await data.ask(here, "/rpc/end_session", {"session_id": "x"})).status_code == 400
    gone = await app.as_user(there.json(), "GET", "/user")
    assert error_of(gone)[1] == "session_not_found"
    left = (await data.ask(here, "/rpc/my_sessions")).json()
    assert [one["current"] for one in left] == [True]
    event = "select after ->> 'scope' from audit_log where action = 'signed_out' and row_id = $1"
    assert await app.value(event, here["user"]["id"]) == "one"


async def test_an_executive_signs_a_member_of_the_staff_out_everywhere(app: AuthApp) -> None:
    """(rule: staff-signed-out)"""
    data = Data(app)
    boss, hand, customer = await app.confirmed(), await app.confirmed(), await app.confirmed()
    for who, role in ((boss, "executive"), (hand, "worker")):
        await app.value(
            "update public.users set role = $2 where id = $1::uuid", who["user"]["id"], role
        )
    refused = await data.ask(boss, "/rpc/end_staff_sessions", {"user_id": customer["user"]["id"]})
    assert refused.status_code == 404
    whom = {"user_id": hand["user"]["id"]}
    assert (await data.ask(hand, "/rpc/end_staff_sessions", whom)).status_code == 403
    ended = await data.ask(boss, "/rpc/end_staff_sessions", whom)
    assert (ended.status_code, ended.json()) == (200, {"ended": 1})
    gone = await app.as_user(hand, "GET", "/user")
    assert error_of(gone)[1] == "session_not_found"
    event = (
        "select actor_id::text from audit_log where action = 'signed_out_by_staff' and row_id = $1"
    )
    assert await app.value(event, hand["user"]["id"]) == boss["user"]["id"]


async def test_the_signed_out_have_no_sessions(app: AuthApp) -> None:
    anonymous = {"access_token": app.settings.anon_key}
    answer = await Data(app).ask(anonymous, "/rpc/my_sessions")
    assert answer.status_code == 401


async def sign_in_from(app: AuthApp, address: str, agent: str, ip: str) -> None:
    """Sign in with this program, behind this address."""
    transport = httpx.ASGITransport(app=app.asgi, client=(ip, 50_000))
    async with httpx.AsyncClient(transport=transport, base_url=app.client.base_url) as client:
        answer = await client.post(
            "/token?grant_type=password",
            json={"email": address, "password": PASSWORD},
            headers={"user-agent": agent},
        )
    assert answer.status_code == 200, answer.text


async def test_a_sign_in_from_a_new_place_is_mailed_once(app: AuthApp) -> None:
    address = new_address()
    await app.client.post(
        "/admin/users",
        json={"email": address, "password": PASSWORD, "email_confirm": True},
        headers={"authorization": "Bearer demo-service-key"},
    )
    await sign_in_from(app, address, FIREFOX, "203.0.113.5")
    assert await app.mails(address) == []
    # The same network and a newer version of the same program are no new place.
    await sign_in_from(app, address, NEWER_FIREFOX, "203.0.250.77")
    assert await app.mails(address) == []
    await sign_in_from(app, address, IPHONE, "203.0.113.5")
    [mail] = await app.mails(address)
    assert mail["kind"] == "new_sign_in"
    assert mail["link"].endswith("/account")
    assert (mail["program"], mail["address"]) == ("Safari on iPhone", "203.0.113.5")
    await sign_in_from(app, address, IPHONE, "203.0.113.9")
    await sign_in_from(app, address, FIREFOX, "198.51.100.5")
    mails = await app.mails(address)
    assert [one["program"] for one in mails] == ["Firefox on Windows", "Safari on iPhone"]


@pytest.mark.parametrize(
    ("agent", "program"),
    [
        (FIREFOX, "Firefox on Windows"),
        (IPHONE, "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/143.0 Safari/537.36 Edg/143.0", "Edge on Windows"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/143.0 Mobile Safari/537.36", "Chrome on Android"),
        ("python-httpx/0.28.1", "python-httpx"),
        ("", "unknown"),
        (None, "unknown"),
    ],
)
def test_programs_have_names(agent: str | None, program: str) -> None:
    assert program_of(agent) == program


def test_networks_are_coarse_and_addresses_are_those_of_households() -> None:
    assert network_of("203.0.113.5") == network_of("203.0.1.1") == "203.0.0.0/16"
    assert network_of("::ffff:203.0.113.5") == "203.0.0.0/16"
    assert network_of("2001:db8:1:2::3") == "2001:db8::/32"
    assert network_of("nowhere") is None
    assert address_key("2001:db8:1:2::3") == address_key("2001:db8:1:2:9::1")
    assert address_key("203.0.113.5") != address_key("203.0.113.6")


async def test_the_owner_of_a_stolen_token_gets_a_mail_and_the_log_an_event(app: AuthApp) -> None:
    session = await app.confirmed()
    address, stolen = session["user"]["email"], session["refresh_token"]
    second = (await app.refresh(stolen)).json()["refresh_token"]
    await app.refresh(second)
    app.clock.pass_(minutes=1)
    assert (await app.refresh(stolen)).json()["error_code"] == "refresh_token_already_used"
    assert (await app.mails(address))[0]["kind"] == "token_replayed"
    row = "select actor_id is null from audit_log where action = 'token_replayed' and row_id = $1"
    assert await app.value(row, session["user"]["id"]) is True


async def test_what_happens_to_an_account_stands_in_the_audit_log(app: AuthApp) -> None:
    session = await app.confirmed()
    user_id, address = session["user"]["id"], session["user"]["email"]
    await app.sign_in(address, "not-the-password")
    await app.as_user(session, "POST", "/logout")
    async with app.database.owner() as tx:
        rows = await tx.fetch(
            "select action, actor_id, actor_role, after from audit_log "
            "where table_name = 'auth.users' and row_id = $1 order by id",
            user_id,
        )
    found = {row["action"]: row for row in rows}
    assert {"signed_up", "signed_in", "sign_in_failed", "signed_out"} <= set(found)
    by = found["sign_in_failed"]
    assert (by["actor_id"], by["actor_role"]) == (None, "anon")
    failed = msgspec.json.decode(found["sign_in_failed"]["after"])
    assert (failed["reason"], failed["ip"]) == ("invalid_credentials", "127.0.0.1")
    assert str(found["signed_out"]["actor_id"]) == user_id
    assert found["signed_out"]["actor_role"] == "customer"
    everything = " ".join(str(row["after"]) for row in rows)
    assert PASSWORD not in everything
    assert session["refresh_token"] not in everything


async def test_a_failed_sign_in_of_nobody_is_noted_too(app: AuthApp) -> None:
    noted = "select count(*) from audit_log where action = 'sign_in_failed' and row_id = ''"
    before = await app.value(noted)
    await app.sign_in(new_address(), "whatever")
    assert await app.value(noted) == before + 1
