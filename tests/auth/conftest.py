"""A running /auth/v1 on the module's database, its clock, and the mail that it wrote."""

from __future__ import annotations

import asyncio
import itertools
import socket
from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import msgspec
import pytest
import pytest_asyncio
from granian.constants import Interfaces
from granian.server.embed import Server
from msgspec.structs import replace

from summerstow.platform import clock
from summerstow.platform.auth.app import create_auth
from summerstow.platform.auth.context import AuthHooks
from summerstow.platform.auth.identity.identifier import Identifier
from summerstow.platform.auth.tokens.keys import Keys, load_keys
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.settings.load import load_settings
from summerstow.platform.settings.model import Settings

from .providers import issuers
from .providers.issuers import CLIENT_ID, CLIENT_SECRET, FakeIssuer

PASSWORD = "plum-kettle-94"
_numbers = itertools.count(1)


def new_address(name: str = "stranger") -> str:
    return f"{name}{next(_numbers)}@mail.test"


class Clock:
    """The time as the server sees it: the real one, moved ahead by the test."""

    def __init__(self) -> None:
        self.ahead = timedelta()
        self.stopped: datetime | None = None

    def __call__(self) -> datetime:
        return (self.stopped or clock.now()) + self.ahead

    def stop(self) -> None:
        """From here on, time passes where the test says so, however long the work takes."""
        self.stopped = clock.now()

    def pass_(self, **duration: float) -> None:
        self.ahead += timedelta(**duration)


class AuthApp:
    """/auth/v1 with one set of settings, and a client of it."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings = settings
        self.database = database
        self.clock = Clock()
        self.keys: Keys = load_keys(settings, self.clock)
        self.welcomed: list[tuple[UUID, str]] = []
        self.identifier = Identifier(settings, database, self.keys)
        self.asgi = create_auth(
            settings,
            database,
            self.keys,
            AuthHooks(confirmed=self._confirmed),
            self.identifier,
            now=self.clock,
        )
        self.client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=self.asgi, raise_app_exceptions=True),
            base_url=f"{settings.site_url}/auth/v1",
            headers={"apikey": settings.anon_key, "authorization": f"Bearer {settings.anon_key}"},
        )

    async def _confirmed(self, tx: Transaction, user_id: UUID, email: str) -> None:
        assert await tx.fetchval("select true from public.users where id = $1", user_id)
        self.welcomed.append((user_id, email))

    async def post(self, path: str, body: object = None, **more: Any) -> httpx.Response:
        return await self.client.post(path, json=body, **more)

    async def sign_up(self, email: str, password: str = PASSWORD, **body: Any) -> httpx.Response:
        return await self.post("/signup", {"email": email, "password": password, **body})

    async def sign_in(self, email: str, password: str = PASSWORD) -> httpx.Response:
        return await self.post("/token?grant_type=password", {"email": email, "password": password})

    async def refresh(self, token: object) -> httpx.Response:
        return await self.post("/token?grant_type=refresh_token", {"refresh_token": token})

    async def as_user(
        self, session: dict[str, Any], method: str, path: str, **more: Any
    ) -> httpx.Response:
        headers = {"authorization": f"Bearer {session['access_token']}"} | more.pop("headers", {})
        return await self.client.request(method, path, headers=headers, **more)

    async def mails(self, to: str) -> list[dict[str, Any]]:
        """What was written to this address, newest first: kind, link, code."""
        async with self.database.owner() as tx:
            rows = await tx.fetch(
                "select kind, data from app.outbox where recipient = $1 order by id desc", to
            )
        return [{"kind": row["kind"], **msgspec.json.decode(row["data"])} for row in rows]

    async def confirmed(self, email: str | None = None, **body: Any) -> dict[str, Any]:
        """A session of a new account whose address is confirmed by the mailed code."""
        email = email or new_address()
        assert (await self.sign_up(email, **body)).status_code == 200
        code = (await self.mails(email))[0]["code"]
        answer = await self.post("/verify", {"type": "signup", "email": email, "token": code})
        assert answer.status_code == 200, answer.text
        session: dict[str, Any] = answer.json()
        return session

    async def book_as_guest(self, email: str) -> None:
        """A booking that was made signed out with this address."""
        await self.value(
            "insert into public.bookings (campus_id, first_name, last_name, email, "
            "guest_first_name, guest_last_name, guest_email, pickup_date, pickup_time, "
            "delivery_option) values (1, 'Mina', 'Park', $1, 'Mina', 'Park', $1, '2028-04-28', "
            "'9:00 AM - 12:00 PM', 'decide_later')",
            email,
        )

    async def value(self, sql: str, *args: object) -> Any:
        async with self.database.owner() as tx:
            return await tx.fetchval(sql, *args)


def make_settings(folder: Path, **given: str) -> Settings:
    return load_settings(
        {
            "SUMMERSTOW_DATA_DIR": str(folder / "data"),
            "SUMMERSTOW_DEMO": "1",
            "SUMMERSTOW_MAIL_INTERVAL": "0",
            "SUMMERSTOW_RATE_LIMITS": "0",
            **{f"SUMMERSTOW_{name.upper()}": value for name, value in given.items()},
        }
    )


def google_settings(settings: Settings, issuer: str) -> Settings:
    """Settings with Google switched on, at this issuer."""
    return replace(
        settings,
        google_issuer=issuer,
        google_client_id=f"{CLIENT_ID}, summerstow-phone-app",
        google_client_secret=CLIENT_SECRET,
    )


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    """The address of a certified provider in Google's place."""
    with issuers.certified() as url:
        yield url


@pytest.fixture(scope="module")
def fake_issuer() -> Iterator[FakeIssuer]:
    with issuers.fake() as one:
        yield one


@pytest.fixture
def google(fake_issuer: FakeIssuer) -> FakeIssuer:
    """A provider in Google's place whose every answer the test decides."""
    fake_issuer.reset()
    return fake_issuer


def _settings(request: Any, folder: Path, **given: str) -> Settings:
    """The test's settings; Google is switched on at `issuer` or `google` where it uses one."""
    settings = make_settings(folder, **given, **getattr(request, "param", {}))
    if "google" in request.fixturenames:
        return google_settings(settings, request.getfixturevalue("google").url)
    if "issuer" in request.fixturenames:
        return google_settings(settings, request.getfixturevalue("issuer"))
    return settings


@pytest_asyncio.fixture(loop_scope="session")
async def app(request: Any, tmp_path: Path, database: Database) -> AsyncIterator[AuthApp]:
    """/auth/v1; `@pytest.mark.parametrize("app", [{...}], indirect=True)` gives settings."""
    app = AuthApp(_settings(request, tmp_path), database)
    yield app
    await app.client.aclose()


@pytest_asyncio.fixture(loop_scope="session")
async def served(request: Any, tmp_path: Path, database: Database) -> AsyncIterator[AuthApp]:
    """/auth/v1 behind a real server, for clients that know nothing else; settings as of `app`."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    app = AuthApp(_settings(request, tmp_path, site_url=f"http://127.0.0.1:{port}"), database)
    server = Server(app.asgi, address="127.0.0.1", port=port, interface=Interfaces.ASGINL)
    running = asyncio.create_task(server.serve())
    async with httpx.AsyncClient() as probe:
        for _ in range(100):
            try:
                await probe.get(f"http://127.0.0.1:{port}/auth/v1/health")
                break
            except httpx.ConnectError:
                await asyncio.sleep(0.05)
    yield app
    server.stop()  # type: ignore[no-untyped-call]
    await asyncio.wait_for(running, 10)
    await app.client.aclose()


@pytest.fixture
def address() -> str:
    """An address that nobody has used."""
    return new_address()


def with_settings(**given: str) -> pytest.MarkDecorator:
    """Run the test with these settings."""
    return pytest.mark.parametrize("app", [given], indirect=True, ids=[" ".join(given)])


def error_of(answer: httpx.Response) -> tuple[int, str, str]:
    """Status, code and message of a refusal in the older shape."""
    body = answer.json()
    assert body["code"] == answer.status_code
    assert answer.headers["x-sb-error-code"] == body["error_code"]
    return answer.status_code, body["error_code"], body["msg"]
