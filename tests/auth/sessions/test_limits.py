"""How often somebody may ask, counted by address, account and session."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest

from summerstow.platform.auth.rate_limits import limits
from summerstow.platform.database.pool import Database
from summerstow.platform.http.asgi import client_address
from summerstow.platform.rate_limits import Limit
from summerstow.platform.settings.load import load_settings
from summerstow.platform.settings.model import SettingsError
from tests.auth.conftest import (
    PASSWORD,
    AuthApp,
    error_of,
    make_settings,
    new_address,
    with_settings,
)

REACHED = (429, "over_request_rate_limit", "Request rate limit reached")
_hosts = itertools.count(1)
limited = with_settings(rate_limits="1")


def new_host() -> str:
    """An address from which nobody has asked yet, on a network of its own."""
    return f"10.{next(_hosts)}.0.1"


@contextmanager
def behind(app: AuthApp, host: str, **headers: str) -> Iterator[httpx.AsyncClient]:
    """A client at this address."""
    yield httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app.asgi, client=(host, 50_000)),
        base_url=app.client.base_url,
        headers=headers,
    )


async def sign_in(client: httpx.AsyncClient, address: str, password: str) -> httpx.Response:
    body = {"email": address, "password": password}
    return await client.post("/token?grant_type=password", json=body)


@limited
@pytest.mark.parametrize(
    ("method", "path", "wait"),
    [
        ("POST", "/token?grant_type=password", 2),
        ("POST", "/token", 2),
        ("POST", "/verify", 10),
        ("GET", "/verify?token=x&type=signup", 10),
        ("POST", "/signup", 10),
        ("POST", "/resend", 10),
    ],
)
async def test_thirty_at_once_from_one_address_and_then_one_by_one(
    app: AuthApp, method: str, path: str, wait: int
) -> None:
    app.clock.stop()
    with behind(app, new_host()) as client:
        answers = [await client.request(method, path, json={}) for _ in range(30)]
        assert 429 not in {one.status_code for one in answers}
        refused = await client.request(method, path, json={})
        assert error_of(refused) == REACHED
        assert int(refused.headers["retry-after"]) == wait
        app.clock.pass_(seconds=wait - 1)
        again = await client.request(method, path, json={})
        assert (again.status_code, again.headers["retry-after"]) == (429, "1")
        app.clock.pass_(seconds=1)
        assert (await client.request(method, path, json={})).status_code != 429
        assert (await client.request(method, path, json={})).status_code == 429
    with behind(app, new_host()) as other:
        assert (await other.request(method, path, json={})).status_code != 429


@limited
async def test_calls_do_not_use_up_each_others_turns(app: AuthApp) -> None:
    app.clock.stop()
    with behind(app, new_host()) as client:
        for _ in range(31):
            last = await client.post("/resend", json={})
        assert last.status_code == 429
        assert (await client.post("/signup", json={})).status_code == 422
        assert (await client.get("/settings")).status_code == 200


async def test_all_worker_processes_count_together(tmp_path: Path, database: Database) -> None:
    settings = make_settings(tmp_path, rate_limits="1")
    workers, host = [AuthApp(settings, database) for _ in range(2)], new_host()
    for worker in workers:
        worker.clock.stop()

    async def ask(worker: AuthApp) -> int:
        with behind(worker, host) as client:
            return (await client.post("/resend", json={})).status_code

    found = await asyncio.gather(*(ask(workers[number % 2]) for number in range(40)))
    assert sorted(found) == [400] * 30 + [429] * 10


async def test_without_the_setting_nothing_is_counted(app: AuthApp) -> None:
    with behind(app, new_host()) as client:
        found = [(await client.post("/resend", json={})).status_code for _ in range(40)]
    assert set(found) == {400}


@limited
async def test_signed_in_people_do_not_share_the_turns_of_their_address(app: AuthApp) -> None:
    app.clock.stop()
    host = new_host()
    first, second = [await app.confirmed() for _ in range(2)]

    async def change(session: dict[str, Any]) -> httpx.Response:
        with behind(app, host, authorization=f"Bearer {session['access_token']}") as client:
            return await client.put("/user", json={"data": {"n": 1}})

    assert {(await change(first)).status_code for _ in range(30)} == {200}
    assert error_of(await change(first)) == REACHED
    assert (await change(second)).status_code == 200
    with behind(app, host) as client:
        assert (await client.put("/user", json={})).status_code == 401


@limited
async def test_a_refresh_is_counted_by_its_session_alone(app: AuthApp) -> None:
    app.clock.stop()
    mine, yours = [await app.confirmed() for _ in range(2)]
    with behind(app, new_host()) as client:
        path = "/token?grant_type=refresh_token"
        mine_body = {"refresh_token": mine["refresh_token"]}
        found = [(await client.post(path, json=mine_body)).status_code for _ in range(61)]
        assert found == [200] * 60 + [429]
        yours_body = {"refresh_token": yours["refresh_token"]}
        assert (await client.post(path, json=yours_body)).status_code == 200
        assert (await sign_in(client, new_address(), "x")).status_code == 400


@limited
@pytest.mark.parametrize("known", [True, False])
async def test_guessing_one_password_takes_longer_and_longer(app: AuthApp, known: bool) -> None:
    app.clock.stop()
    address = (await app.confirmed())["user"]["email"] if known else new_address()

    async def guess() -> httpx.Response:
        with behind(app, new_host()) as client:
            return await sign_in(client, address, "a guess")

    answers = await asyncio.gather(*(guess() for _ in range(12)))
    assert sorted(one.status_code for one in answers) == [400] * 10 + [429] * 2
    for wait in (1, 2, 4, 8, 16, 32, 64, 64):
        refused = await guess()
        assert error_of(refused) == REACHED
        assert int(refused.headers["retry-after"]) == wait
        app.clock.pass_(seconds=wait)
        assert (await guess()).status_code == 400
    app.clock.pass_(hours=1, seconds=1)
    assert {(await guess()).status_code for _ in range(10)} == {400}


@limited
async def test_a_stranger_who_guesses_does_not_keep_the_owner_out(app: AuthApp) -> None:
    app.clock.stop()
    address, home = (await app.confirmed())["user"]["email"], new_host()
    with behind(app, home) as client:
        assert (await sign_in(client, address, PASSWORD)).status_code == 200
    for _ in range(11):
        with behind(app, new_host()) as stranger:
            last = await sign_in(stranger, address, "a guess")
    assert last.status_code == 429
    with behind(app, home) as client:
        assert (await sign_in(client, address, PASSWORD)).status_code == 200


@limited
async def test_the_right_password_begins_anew(app: AuthApp) -> None:
    app.clock.stop()
    address, host = (await app.confirmed())["user"]["email"], new_host()
    with behind(app, host) as client:
        for _ in range(2):
            for _ in range(9):
                assert (await sign_in(client, address, "a typo")).status_code == 400
            assert (await sign_in(client, address, PASSWORD)).status_code == 200
            app.clock.pass_(minutes=5)


@with_settings(rate_limits="1", anonymous="1")
async def test_anonymous_visitors_are_thirty_an_hour(app: AuthApp) -> None:
    app.clock.stop()
    with behind(app, new_host()) as client:
        found = []
        for _ in range(40):
            found.append((await client.post("/signup", json={})).status_code)
            app.clock.pass_(seconds=11)
    # One comes back every two minutes of the seven.
    assert (found.count(200), found.count(429)) == (33, 7)


def test_a_forwarded_address_is_believed_of_a_trusted_proxy_alone() -> None:
    trusted = [ip_network("10.0.0.0/8"), ip_network("127.0.0.1")]

    def seen(peer: str, *forwarded: str) -> str | None:
        headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
        return client_address({"client": (peer, 1), "headers": headers}, trusted)

    assert seen("198.51.100.7", "203.0.113.5") == "198.51.100.7"
    assert seen("127.0.0.1") == "127.0.0.1"
    assert seen("127.0.0.1", "203.0.113.5") == "203.0.113.5"
    assert seen("127.0.0.1", "192.0.2.1, 203.0.113.5, 10.1.1.1") == "203.0.113.5"
    # What the visitor claims stands first, whatever header line the proxy wrote into.
    assert seen("127.0.0.1", "192.0.2.1", "203.0.113.5") == "203.0.113.5"


@with_settings(rate_limits="1", trusted_proxies="10.0.0.0/8")
async def test_people_behind_a_trusted_proxy_are_told_apart(app: AuthApp) -> None:
    app.clock.stop()
    proxy = new_host()
    for visitor in ("203.0.113.5", "203.0.113.6"):
        with behind(app, proxy, **{"x-forwarded-for": visitor}) as client:
            found = [(await client.post("/resend", json={})).status_code for _ in range(31)]
        assert found == [400] * 30 + [429]


def test_the_settings_of_limits(tmp_path: Path) -> None:
    folder = {"SUMMERSTOW_DATA_DIR": str(tmp_path)}
    off = {"SUMMERSTOW_RATE_LIMITS": "0"}
    assert load_settings(folder).mail_interval == 60
    assert load_settings(folder | off).mail_interval == 0
    assert load_settings(folder | off | {"SUMMERSTOW_MAIL_INTERVAL": "5"}).mail_interval == 5
    with pytest.raises(SettingsError, match="SUMMERSTOW_TRUSTED_PROXIES"):
        load_settings(folder | {"SUMMERSTOW_TRUSTED_PROXIES": "the proxy"})


async def test_a_process_keeps_a_bounded_number_of_refusals(
    app: AuthApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_EMPTY", 16)
    some, limit = limits.Limits(app.database, app.clock, on=True), Limit("tries", 1, 3600, burst=1)
    hosts = [new_host() for _ in range(20)]
    for host in hosts:
        await some.take(limit, host)
        with pytest.raises(limits.LimitReached):
            await some.take(limit, host)

    def known(host: str) -> bool:
        return some._refused.get(f"{limit.name} {host}") is not None

    assert known(hosts[-1]), "refused without asking the database"
    assert not any(known(host) for host in hosts[:4]), "forgotten: the database is asked again"
