"""`summerstow export` and `summerstow erase` on a real database and real files (rule: own-data)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import msgspec
import pytest
from typer.testing import CliRunner, Result

from summerstow.cli import app as command_line
from tests.people import booking_body

from .conftest import FIRST, LAST, READ_BACK, STREET, App
from .lived import found

pytestmark = pytest.mark.usefixtures("as_operator")


@pytest.fixture
def as_operator(connect: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of a host whose database is the module's."""
    place = f"host={quote(str(connect['host']))}&port={connect['port']}"
    url = f"postgresql://{connect['user']}@/{connect['database']}?{place}"
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("SUMMERSTOW_DATA_DIR", str(tmp_path / "data"))


async def _run(*arguments: str, typed: str = "") -> Result:
    return await asyncio.to_thread(lambda: CliRunner().invoke(command_line, arguments, input=typed))


async def _guest(app: App) -> str:
    """Return the address of a guest with a booking."""
    email = f"guest-{uuid4().hex[:8]}@guests.example"
    body = booking_body(
        email=email,
        guest_email=email,
        first_name=FIRST,
        last_name=LAST,
        address=STREET,
        pickup_date="2027-04-20",
    )
    answer = await app.rest.of(None).post("/bookings", json=body, headers=READ_BACK)
    assert answer.status_code == 201, answer.text
    return email


async def test_export_writes_a_file_that_its_owner_alone_reads(app: App, tmp_path: Path) -> None:
    email, other = await _guest(app), await _guest(app)
    file = tmp_path / "export.json"
    written = await _run("export", email, "--out", str(file))
    assert (written.exit_code, written.stdout) == (0, f"Written to {file}.\n"), written.output
    assert file.stat().st_mode & 0o777 == 0o600
    [booking] = msgspec.json.decode(file.read_bytes())["bookings"]
    assert (booking["email"], booking["address"]) == (email, STREET)
    assert other not in file.read_text()


async def test_an_older_file_that_others_may_read_is_closed_to_them(
    app: App, tmp_path: Path
) -> None:
    email = await _guest(app)
    file = tmp_path / "export.json"
    file.write_text("of last year")
    file.chmod(0o644)
    assert (await _run("export", email, "--out", str(file))).exit_code == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert email in file.read_text()


async def test_export_prints_the_data_of_an_account(app: App) -> None:
    who = await app.customer()
    await app.booked(who)
    printed = await _run("export", who.email)
    assert printed.exit_code == 0, printed.output
    data = msgspec.json.decode(printed.stdout)
    assert who.email in {row["email"] for row in data["account"]}
    assert len(data["bookings"]) == 1


async def test_an_unknown_address_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    for arguments in (
        ("export", "nobody@example.test", "--out", str(file)),
        ("erase", "nobody@example.test", "--yes"),
    ):
        refused = await _run(*arguments)
        assert refused.exit_code == 1
        assert "Nothing is known of nobody@example.test." in refused.stderr
        assert "Traceback" not in refused.output
    assert not file.exists()


async def test_erase_asks_first_and_then_leaves_no_trace(app: App) -> None:
    email = await _guest(app)
    refused = await _run("erase", email, typed="n\n")
    assert refused.exit_code == 1
    assert "cannot be undone" in refused.output
    assert await found(app, email)
    erased = await _run("erase", email, typed="y\n")
    assert erased.exit_code == 0, erased.output
    assert f"{email} is erased." in erased.stdout
    # The goodbye knows the address until it has left.
    assert [one for one in await found(app, email) if not one.startswith("app.outbox.")] == []


async def test_erase_says_what_has_to_be_settled_first(app: App) -> None:
    who = await app.customer(phone=None)
    booking = await app.booked(who)
    await app.status(booking, "picked_up")
    refused = await _run("erase", who.email, "--yes")
    assert refused.exit_code == 1
    assert "are with us" in refused.stderr
    assert await app.value("select email from auth.users where id = $1", who.id) == who.email
