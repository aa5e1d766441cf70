"""The really started product as the journeys meet it: its APIs, its mailbox, its database."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import asyncpg
import httpx

from summerstow.platform.postgres import embedded
from tools import product as starter

T = TypeVar("T")

PASSWORD = "quiet-lantern-58"
ANON = {"apikey": "anon"}
SERVICE = {"apikey": "demo-service-key", "authorization": "Bearer demo-service-key"}
#: No waiting between mails, and no limit of requests: the journeys are one busy address.
SETTINGS = {
    "SUMMERSTOW_DEMO": "bare",
    "SUMMERSTOW_MAIL_INTERVAL": "0",
    "SUMMERSTOW_RATE_LIMITS": "0",
    "WEB_CONCURRENCY": "2",
}

#: What exists besides the rows themselves: everything that a refused request could have left
#: (but the note that somebody did not get in).
LEDGER = """
select json_build_object(
  'bookings', (select count(*) from public.bookings),
  'users', (select count(*) from public.users),
  'campuses', (select md5(string_agg(c::text, '|' order by id)) from public.campuses c),
  'slots', (select md5(string_agg(s::text, '|' order by id)) from public.slot_availability s),
  'queue', (select count(*) from public.pickup_queue),
  'changes', (select count(*) from public.audit_log where action <> 'sign_in_failed'),
  'messages', (select count(*) from app.outbox),
  'once', (select count(*) from app.idempotency),
  'accounts', (select count(*) from auth.users),
  'sessions', (select count(*) from auth.sessions)
)::text
"""


@dataclass
class Product:
    """A running copy in `folder`, which holds its data and its log."""

    running: starter.Running
    folder: Path
    reached: dict[str, Any] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return self.running.url

    @property
    def port(self) -> int:
        return self.running.port

    @property
    def log(self) -> str:
        return starter.log_of(self.running.log)

    def client(self, token: str = "", **more: Any) -> httpx.Client:
        """A client: signed out, or with an access token."""
        headers = ANON | ({"authorization": f"Bearer {token}"} if token else {})
        return httpx.Client(base_url=self.url, headers=headers, timeout=20, **more)

    def service(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, headers=SERVICE, timeout=20)

    def mails(self, address: str, about: str = "") -> list[dict[str, Any]]:
        """The captured mail to an address, newest first; waits for one whose subject says so."""

        def arrived() -> list[dict[str, Any]]:
            answer = httpx.get(f"{self.url}/dev/mailbox.json", params={"to": address})
            return [one for one in answer.json() if about in one["subject"]]

        return eventually(arrived, f"mail to {address}")

    def confirmation(self, address: str) -> dict[str, Any]:
        """The mail that confirms an address."""
        return self.mails(address, "Confirm")[0]

    def sign_in(self, email: str, password: str = "demo-password") -> dict[str, Any]:
        """A session."""
        with self.client() as client:
            answer = client.post(
                "/auth/v1/token?grant_type=password", json={"email": email, "password": password}
            )
        assert answer.status_code == 200, answer.text
        session: dict[str, Any] = answer.json()
        return session

    def account(self, name: str) -> dict[str, Any]:
        """A session of a new customer, confirmed by the link's hash."""
        email = new_address(name)
        with self.client() as client:
            made = client.post("/auth/v1/signup", json={"email": email, "password": PASSWORD})
            assert made.status_code == 200, made.text
            hashed = httpx.URL(self.confirmation(email)["links"][0]).params["token"]
            answer = client.post("/auth/v1/verify", json={"type": "signup", "token_hash": hashed})
        assert answer.status_code == 200, answer.text
        session: dict[str, Any] = answer.json()
        return session

    async def rows(self, sql: str, *arguments: object) -> list[asyncpg.Record]:
        """Rows of the copy's own database, read as its owner."""
        connection = await asyncpg.connect(**self.connect())
        try:
            found: list[asyncpg.Record] = await connection.fetch(sql, *arguments)
            return found
        finally:
            await connection.close()

    async def ledger(self) -> str:
        """Everything that a refused request must leave as it was."""
        return str((await self.rows(LEDGER))[0][0])

    def connect(self) -> dict[str, Any]:
        """How to connect to the embedded database; the hold on it is let go at once."""
        if not self.reached:
            with embedded.acquire(self.running.data_dir) as server:
                self.reached = dict(server.dsn_kwargs)
        return self.reached

    def restart(self, **settings: str) -> None:
        """Start another on the same data and port, after this one has ended."""
        self.running = starter.start(
            self.running.data_dir, self.running.log, SETTINGS | settings, self.running.port
        )


def start(
    folder: Path, settings: Mapping[str, str] | None = None, log: Path | None = None
) -> Product:
    """Start a copy whose data and log are in `folder`; `log` names another place for its log."""
    folder.mkdir(parents=True, exist_ok=True)
    running = starter.start(
        folder / "data", log or folder / "product.log", SETTINGS | dict(settings or {})
    )
    return Product(running, folder)


def new_address(name: str = "stranger") -> str:
    """An address that nothing else uses."""
    return f"{name}.{uuid4().hex[:12]}@journey.test"


def eventually(happened: Callable[[], T], what: str, within: float = 15.0) -> T:
    """The first true answer of `happened`, asked again and again."""
    limit = time.monotonic() + within
    while not (found := happened()):
        assert time.monotonic() < limit, f"not within {within:.0f} s: {what}"
        time.sleep(0.05)
    return found
