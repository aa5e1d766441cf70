"""What the product is told by its environment: wrong settings end the start, others serve."""

from __future__ import annotations

import asyncio
import os
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import asyncpg
import pytest_asyncio

from tools import product as starter

from .conftest import Starter
from .product import new_address

WRONG = [
    ("PORT", {"PORT": "70000"}),
    ("PORT", {"PORT": "http"}),
    ("HOST", {"HOST": "no-such-host.invalid"}),
    ("DATABASE_URL", {"DATABASE_URL": "mysql://somewhere/else"}),
    ("DATABASE_URL", {"DATABASE_URL": "postgresql://[half/an-address"}),
    ("DATABASE_URL", {"DATABASE_URL": "postgresql://somewhere:port/name"}),
    ("SUMMERSTOW_DATA_DIR", {"SUMMERSTOW_DATA_DIR": "FOLDER/a-file/inside"}),
    ("SUMMERSTOW_DATA_DIR", {"SUMMERSTOW_DATA_DIR": "FOLDER/a-file/i", "SUMMERSTOW_DEMO": "0"}),
    ("SUMMERSTOW_SITE_URL", {"SUMMERSTOW_SITE_URL": "ftp://storage.example.ca"}),
    ("SUMMERSTOW_SITE_URL", {"SUMMERSTOW_SITE_URL": "https://storage.example.ca/path"}),
    ("SUMMERSTOW_DEMO", {"SUMMERSTOW_SITE_URL": "https://storage.example.ca"}),
    ("SUMMERSTOW_DEMO", {"SUMMERSTOW_DEMO": "perhaps"}),
    ("HOST", {"HOST": "0.0.0.0"}),
    ("SUMMERSTOW_SERVICE_KEY", {"SUMMERSTOW_SERVICE_KEY": "anon"}),
    ("SUMMERSTOW_ADMIN_EMAILS", {"SUMMERSTOW_ADMIN_EMAILS": "kim at example.ca"}),
    ("SUMMERSTOW_MAIL_INTERVALL", {"SUMMERSTOW_MAIL_INTERVALL": "5"}),
    ("SUMMERSTOW_JWT_SECRET", {"SUMMERSTOW_JWT_SECRET": "too-short"}),
    ("SUMMERSTOW_SIGNING_KEYS", {"SUMMERSTOW_SIGNING_KEYS": "/no/such/keys.json"}),
    ("SUMMERSTOW_SIGNING_KEYS", {"SUMMERSTOW_SIGNING_KEYS": "FOLDER"}),
    ("SUMMERSTOW_SIGNING_KEYS", {"SUMMERSTOW_SIGNING_KEYS": "FOLDER/a-file"}),
    ("SUMMERSTOW_AUTOCONFIRM", {"SUMMERSTOW_AUTOCONFIRM": "yes"}),
    ("SUMMERSTOW_MAIL_INTERVAL", {"SUMMERSTOW_MAIL_INTERVAL": "-1"}),
    ("SUMMERSTOW_REUSE_INTERVAL", {"SUMMERSTOW_REUSE_INTERVAL": "ten"}),
    ("SMTP_URL", {"SMTP_URL": "mail.example.ca"}),
    ("SMTP_URL", {"SMTP_URL": "smtp://mail.example.ca:port"}),
    ("GOOGLE_ISSUER", {"GOOGLE_ISSUER": "accounts.google.com"}),
    ("WEB_CONCURRENCY", {"WEB_CONCURRENCY": "0"}),
]


def test_a_wrong_setting_ends_the_start_with_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("not a key")

    def tried(number: int) -> subprocess.CompletedProcess[str]:
        _, wrong = WRONG[number]
        given = {name: value.replace("FOLDER", str(tmp_path)) for name, value in wrong.items()}
        base = {
            "PORT": str(starter.free_port()),
            "SUMMERSTOW_DATA_DIR": str(tmp_path / f"data {number}"),
            "SUMMERSTOW_DEMO": "1",
        }
        return subprocess.run(
            [sys.executable, "-m", "summerstow", "serve"],
            env=starter.settings_only(base | given),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    with ThreadPoolExecutor(4) as pool:
        ends = list(pool.map(tried, range(len(WRONG))))
    faults = []
    for (name, given), end in zip(WRONG, ends, strict=True):
        sentence = end.stderr.strip()
        fine = (
            end.returncode == 2
            and end.stdout == ""
            and sentence.startswith(name)
            and sentence.endswith((".", "?"))
            and "\n" not in sentence
            and "too-short" not in sentence
        )
        if not fine:
            faults.append(f"{given}: exit {end.returncode}, {sentence[-400:]!r} {end.stdout!r}")
    assert not faults, "\n".join(faults)


@pytest_asyncio.fixture(loop_scope="session")
async def database_url(server: dict[str, Any]) -> Any:
    """The address of an empty database on a server that other people run."""
    admin = await asyncpg.connect(**server)
    name = f"summerstow_url_{os.getpid()}_{secrets.token_hex(4)}"
    await admin.execute(f'create database "{name}"')
    if "dsn" in server:
        yield urlsplit(server["dsn"])._replace(path=f"/{name}").geturl()
    else:
        place = f"host={quote(server['host'], safe='')}&port={server['port']}"
        yield f"postgresql://{server['user']}@/{name}?{place}"
    await admin.execute(f'drop database "{name}" with (force)')
    await admin.close()


async def test_two_copies_serve_from_one_database_url(another: Starter, database_url: str) -> None:
    settings = {
        "DATABASE_URL": database_url,
        "SUMMERSTOW_JWT_SECRET": "a secret that both of them have",
        "SUMMERSTOW_FACTOR_KEY": "F" * 43,
    }
    # At once, so that both find an empty database.
    one, two = await asyncio.gather(
        asyncio.to_thread(another, "one", **settings), asyncio.to_thread(another, "two", **settings)
    )
    assert not (one.running.data_dir / "postgres").exists(), "no database of its own"
    session = one.sign_in("customer2@demo.test")
    email = new_address("either")
    with one.client(session["access_token"]) as client:
        booked = client.post(
            "/rest/v1/bookings",
            json={"campus_id": 1, "first_name": "N", "last_name": "H", "email": email},
        )
    assert booked.status_code == 201, booked.text
    # The other knows the account, the token and the booking, and the mail went out once.
    with two.client(session["access_token"]) as client:
        (found,) = client.get("/rest/v1/bookings").json()
        assert found["email"] == email
        assert client.get("/auth/v1/user").json()["email"] == "customer2@demo.test"
        assert client.get("/auth/v1/.well-known/jwks.json").json() == {"keys": []}
    assert len(two.mails(email, "Booking")) == 1
    with two.service() as client:
        assert len(client.get("/rest/v1/campuses").json()) == 3
        assert len(client.get("/rest/v1/users?email=like.*@demo.test").json()) == 5


def test_without_demo_the_keys_are_secret_and_there_is_no_mailbox(another: Starter) -> None:
    product = another(SUMMERSTOW_DEMO="0")
    kept = product.running.data_dir / "secrets" / "service-key"
    assert kept.stat().st_mode & 0o077 == 0
    with product.client() as client:
        assert client.get("/dev/mailbox.json").status_code == 404
        for key in ("demo-service-key", "anon"):
            denied = client.get("/rest/v1/users", headers={"authorization": f"Bearer {key}"})
            assert denied.status_code == 401
        service = {"authorization": f"Bearer {kept.read_text()}"}
        assert client.get("/rest/v1/users", headers=service).json() == []
