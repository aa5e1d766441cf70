"""Everything about oneself, as JSON and on paper: whole, one's own, without secrets."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime
from typing import Any, cast

import pypdfium2
import pytest
from msgspec.structs import replace

from summerstow.platform.auth.identity.identifier import Identifier
from summerstow.platform.auth.rate_limits.limits import Limits
from summerstow.platform.auth.rate_limits.rest_rate_limits import RestRateLimits
from summerstow.platform.errors import TooOften
from summerstow.platform.settings.model import Settings
from summerstow.privacy import gather, queries
from summerstow.privacy.commands import Proof, commands
from tests.people import person

from .conftest import FIRST, HALL, NAME, PHONE, STREET, App


async def test_it_has_every_part_and_no_secret(app: App) -> None:
    """Profile, bookings, items, sessions, factors, looks by role; nothing of anybody else."""
    who, other = await app.customer(), await app.customer("Other Person", phone=None)
    booking = await app.booked(who)
    await app.booked(other, email=other.email, first_name="Hidden")
    await app.item(who, booking, "Blue lamp")
    office = await person(app.database, "executive", "Secret Looker")
    await app.done(office, "customer_file", user_id=str(who.id))
    async with app.database.owner() as tx:
        await tx.execute(
            "insert into auth.factors (user_id, factor_type, sealed_secret, friendly_name, status) "
            "values ($1, 'totp', 'sealed-secret-words', 'My app', 'unverified')",
            who.id,
        )
        await tx.execute(
            "insert into app.pictures (id, owner_id, kind, media_type, sha256, content) "
            "select gen_random_uuid(), one, 'quote', 'application/pdf', sha256('x'), 'x' "
            "from unnest($1::uuid[]) one",
            [who.id, other.id],
        )
        await tx.execute(
            "update auth.users set password_hash = 'argon-hash-words' where id = $1", who.id
        )
    data = await app.done(who, "my_data")
    assert list(data)[3:] == list(gather.PURPOSES)
    [account] = data["account"]
    assert (account["full_name"], account["email"], account["phone"]) == (
        NAME,
        who.email,
        f"+{PHONE}",
    )
    [one] = data["bookings"]
    assert (one["first_name"], one["building_name"], one["address"]) == (FIRST, HALL, STREET)
    assert [each["description"] for each in one["items"]] == ["Blue lamp"]
    assert [each["queue_position"] for each in one["places_in_line"]] == [1]
    assert data["second_steps"][0]["friendly_name"] == "My app"
    assert [each["address"] for each in data["sessions"]] == ["203.0.113.9"]
    assert "booking_received" in [each["kind"] for each in data["messages"]]
    [quote] = data["pictures"]
    assert quote["address"].startswith("/files/")
    assert (quote["kind"], quote["bytes"]) == ("quote", 1)
    looks = [each for each in data["looks_and_changes"] if each["action"] == "view"]
    assert [each["who"] for each in looks] == ["executive"]
    mine = [each for each in data["looks_and_changes"] if each["of_what"] == "bookings"]
    assert {each["who"] for each in mine} == {"you"}
    text = json.dumps(data)
    for hidden in ("Secret Looker", "sealed-secret", "argon-hash", "Hidden", str(office.id)):
        assert hidden not in text
    again = await app.done(who, "my_data")
    assert "export" in [each["action"] for each in again["looks_and_changes"]]


async def test_on_paper_it_is_the_same(app: App) -> None:
    who = await app.customer("Zoë Łukasz 🏠", phone=None)
    await app.booked(who)
    file: dict[str, Any] = await app.done(who, "my_data_pdf")
    assert file["filename"].endswith(".pdf")
    content = base64.b64decode(file["content"])
    assert content.startswith(b"%PDF-")
    assert content.count(b"/Type /Page\n") >= 2
    said = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(content))
    assert "Signed in with" in said
    assert "one step" in said
    for raw in ("Aal", "aal1", str(who.id)):
        assert raw not in said


async def test_signed_out_there_is_none(app: App) -> None:
    for command in ("my_data", "my_data_pdf", "preview_erasure", "erase_me"):
        given = {"confirm": "DELETE"} if command == "erase_me" else {}
        answer = await app.rest.of(None).post(f"/rpc/{command}", json=given)
        assert answer.status_code == 401, command


@pytest.mark.parametrize(("command", "burst"), [("my_data_pdf", 30), ("erase_me", 15)])
async def test_nobody_asks_for_it_all_day(
    app: App, settings: Settings, command: str, burst: int
) -> None:
    who = await app.customer(phone=None)

    class Knows:
        async def identify_rest(self, scope: object) -> Any:
            return who.actor

    stopped = datetime.now(UTC)
    rates = RestRateLimits(
        cast(Identifier, Knows()),
        Limits(app.database, lambda: stopped, on=True),
        replace(settings, rate_limits=True),
    )
    scope = {
        "method": "POST",
        "path": f"/rest/v1/rpc/{command}",
        "headers": [],
        "client": ("203.0.113.77", 1),
    }
    actor = await rates.identify(scope)
    known = {one.name: one for one in commands(cast(Proof, None))}
    limit = known[command].limit
    assert limit is not None
    for _ in range(burst):
        await rates.take(actor, limit, 1)
    with pytest.raises(TooOften):
        await rates.take(actor, limit, 1)


#: Tables of somebody's that hold nothing about them: hashes of links, marks of our own.
_NOT_SHOWN = {
    "auth.one_time_tokens",
    "auth.flow_states",
    "auth.used_links",
    "app.plan_invites",
    # wrong hand-over codes that a crew entered
    "app.proxy_tries",
    "app.storage_billing",
    "app.calendar_entries",
    # of bookings that are no account's, and hashes of links in mails
    "app.unconfirmed_bookings",
    "app.guest_links",
    "app.pickup_links",
    "app.account_invitations",
    # when the messages and photos of a closed booking were deleted
    "app.cleared_bookings",
    # that two bookings are two people's: their ids
    "app.different_people",
    # of people who are gone, until the log is blacked out
    "app.erasures",
    # how somebody of the office likes their lists
    "app.saved_views",
    # where a member of staff works, and until when
    "app.staff_terms",
    # when a member of staff can work
    "app.work_weeks",
    "app.work_days",
    # codes of a roll; those on items are with the items
    "public.labels",
    # as invoices and the ledger, through their views
    "public.invoices",
    "public.ledger",
}


async def test_no_table_of_somebodys_is_left_out(app: App) -> None:
    """A table that is added later is shown, or named above with its reason."""
    async with app.database.owner() as tx:
        rows = await tx.fetch(
            "select distinct table_schema || '.' || table_name as name "
            "from information_schema.columns join information_schema.tables "
            "using (table_schema, table_name) where table_type = 'BASE TABLE' "
            "and table_schema in ('public', 'app', 'auth') "
            "and column_name in ('user_id', 'booking_id', 'referrer_id', 'pickup_id')"
        )
    shown = " ".join(queries.SECTIONS.values())
    assert {row["name"] for row in rows if row["name"] not in shown} == _NOT_SHOWN
