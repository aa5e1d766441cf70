"""Customers from a file (rule: data-import)."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from summerstow.office.imports.customers import CustomerImport
from summerstow.platform.database.pool import Database
from tests.imports.office import Importing, csv_file
from tests.people import person

HEADINGS = ("E-mail Address", "Name", "Favourite colour")


@pytest.fixture
async def office(database: Database) -> AsyncIterator[Importing]:
    yield await Importing.of(database)
    async with database.owner() as tx:
        await tx.execute("delete from app.imports")
        await tx.execute("delete from auth.users where email like '%@old.test'")
        await tx.execute("delete from app.outbox")


def _season(people: int, faulty: int) -> bytes:
    """A file of which every so many-th row has something wrong."""
    every = people // faulty
    wrong = (("nobody", "Ann Lee"), ("", "Ann Lee"), ("ann@old.test", ""), ("p1@old.test", "Ann"))
    rows = [
        (*wrong[at // every % len(wrong)], "blue")
        if at % every == every - 1
        else (f"P{at}@old.test", f"Person {at}", "blue")
        for at in range(people)
    ]
    return csv_file(HEADINGS, rows)


async def test_5000_rows_with_40_faulty_ones_run_twice(office: Importing) -> None:
    """Nothing is written before it is confirmed, and the second run changes nothing."""
    file = _season(5000, 40)
    before = await office.count("auth.users")
    checked = await office.check("customers", file)
    assert (checked["rows_new"], checked["rows_faulty"], checked["rows_known"]) == (4960, 40, 0)
    assert checked["rows_done"] == 0
    assert checked["rows_total"] == 5000
    assert await office.count("auth.users") == before
    faults = await office.faults(checked["id"])
    assert len(faults) == 40
    assert faults[:4] == [
        {
            "line": 126,
            "column": "E-mail Address",
            "value": "nobody",
            "reason": "Please enter a valid email address.",
        },
        {
            "line": 251,
            "column": "E-mail Address",
            "value": "",
            "reason": "The email address is missing.",
        },
        {"line": 376, "column": "Name", "value": "", "reason": "The name is missing."},
        {
            "line": 501,
            "column": "E-mail Address",
            "value": "p1@old.test",
            "reason": "Line 3 has the same address.",
        },
    ]
    written = await office.confirm(checked["id"])
    assert (written["state"], written["rows_written"]) == ("written", 4960)
    assert await office.count("auth.users") == before + 4960
    again = await office.whole("customers", file)
    assert (again["rows_new"], again["rows_known"], again["rows_faulty"]) == (0, 4960, 40)
    assert (await office.ask("confirm_import", import_id=again["id"])).status_code == 409
    assert await office.count("auth.users") == before + 4960
    # No one is mailed who was not to be.
    assert await office.count("app.outbox") == 0
    # Neither the file nor what was right in it is kept.
    async with office.database.owner() as tx:
        kept = await tx.fetchval(
            "select count(*) from app.import_rows where import_id = $1 and data is not null",
            written["id"],
        )
        parts = await tx.fetchval(
            "select count(*) from app.import_parts where import_id = $1", written["id"]
        )
    assert (kept, parts) == (0, 0)
    columns = await office.call("import_columns", import_id=written["id"])
    assert [one["examples"] for one in columns] == [[], [], []]
    undone = await office.undo(written["id"])
    assert undone["state"] == "undone"
    assert await office.count("auth.users") == before
    # It can be imported again.
    assert (await office.check("customers", _season(80, 8)))["rows_new"] == 72


async def test_an_imported_customer_has_a_confirmed_account_without_a_password(
    office: Importing,
) -> None:
    file = csv_file(("email", "first name", "last name"), [("=1+1@old.test", "=cmd|x", "O’Neil")])
    refused = await office.check("customers", file)
    assert refused["rows_faulty"] == 0
    await office.confirm(refused["id"])
    async with office.database.owner() as tx:
        [row] = await tx.fetch(
            "select u.full_name, u.role, a.password_hash, a.email_confirmed_at is not null "
            "from users u join auth.users a on a.id = u.id where u.email = '=1+1@old.test'"
        )
    # What looks like a formula is text.
    assert tuple(row) == ("=cmd|x O’Neil", "customer", None, True)


async def test_customers_are_told_only_if_that_is_chosen(office: Importing) -> None:
    file = csv_file(HEADINGS, [("mina@old.test", "Mina Park", "")])
    written = await office.whole("customers", file, mails=True)
    async with office.database.owner() as tx:
        mails = await tx.fetch("select kind, recipient from app.outbox")
    assert [tuple(one) for one in mails] == [("account_imported", "mina@old.test")]
    stays = await office.undo(written["id"])
    assert (stays["state"], stays["error"]) == (
        "written",
        "These customers were told of their account by mail.",
    )


async def test_an_account_that_is_there_stays_as_it_is(
    office: Importing, database: Database
) -> None:
    sam = await person(database, name="Sam Real")
    file = csv_file(HEADINGS, [(sam.email.upper(), "Samuel Other", ""), ("b@old.test", "B C", "")])
    written = await office.whole("customers", file)
    assert (written["rows_known"], written["rows_written"]) == (1, 1)
    async with database.owner() as tx:
        name = await tx.fetchval("select full_name from users where id = $1", sam.id)
    assert name == "Sam Real"


async def test_undo_takes_back_all_or_nothing(office: Importing) -> None:
    rows = [("a@old.test", "Ann Lee", ""), ("b@old.test", "Bo Lee", "")]
    written = await office.whole("customers", csv_file(HEADINGS, rows))
    async with office.database.owner() as tx:
        await tx.execute("update users set full_name = 'Bo Li' where email = 'b@old.test'")
    before = await office.count("auth.users")
    stays = await office.undo(written["id"])
    assert stays["state"] == "written"
    assert stays["error"].startswith(
        "1 account of this import signed in, changed or have bookings, SS-"
    )
    assert await office.count("auth.users") == before


async def test_a_run_that_breaks_goes_on_where_it_ended(
    office: Importing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three attempts that get nowhere end it, and say so; another press goes on."""
    rows = [(f"p{at}@old.test", f"Person {at}", "") for at in range(120)]
    checked = await office.check("customers", csv_file(HEADINGS, rows))
    await office.call("confirm_import", import_id=checked["id"])
    write = CustomerImport.write
    left = 1

    async def breaking(self: CustomerImport, *given: object) -> object:
        nonlocal left
        left -= 1
        if left < 0:
            raise ValueError("the disk is gone")
        return await write(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(CustomerImport, "write", breaking)
    for _ in range(3):
        with pytest.raises(ValueError, match="the disk"):
            await office.work()
    stopped = await office.read(checked["id"])
    assert (stopped["state"], stopped["rows_written"], stopped["rows_new"]) == ("checked", 50, 70)
    assert stopped["error"].startswith("The import stopped before its end.")
    monkeypatch.setattr(CustomerImport, "write", write)
    written = await office.confirm(checked["id"])
    assert (written["rows_written"], written["error"]) == (120, None)


async def test_a_file_that_two_people_import_at_once_is_imported_once(office: Importing) -> None:
    file = csv_file(HEADINGS, [("a@old.test", "Ann Lee", ""), ("b@old.test", "Bo Lee", "")])
    first, second = [await office.check("customers", file) for _ in range(2)]
    assert first["rows_new"] == second["rows_new"] == 2
    assert (await office.confirm(first["id"]))["rows_written"] == 2
    late = await office.confirm(second["id"])
    assert (late["rows_written"], late["rows_known"]) == (0, 2)


async def test_what_names_people_goes_after_two_weeks(office: Importing) -> None:
    """What was written is still known, and can still be undone."""
    rows = [("a@old.test", "Ann Lee", ""), ("nobody", "Bo Lee", "")]
    written = await office.whole("customers", csv_file(HEADINGS, rows))
    left = await office.check("customers", csv_file(HEADINGS, [("c@old.test", "Cy Lee", "")]))
    async with office.database.owner() as tx:
        await tx.execute("update app.imports set requested_at = now() - interval '15 days'")
    await office.work()
    assert [one["id"] for one in await office.call("imports")] == [written["id"]]
    assert (await office.ask("confirm_import", import_id=left["id"])).status_code == 404
    assert await office.faults(written["id"]) == []
    again = await office.check("customers", csv_file(HEADINGS, rows))
    assert (again["rows_known"], again["rows_faulty"]) == (1, 1)
    assert (await office.undo(written["id"]))["state"] == "undone"


async def test_columns_are_chosen_by_hand(office: Importing) -> None:
    shown = await office.upload(
        "customers", csv_file(("Who", "Where to write"), [("Ann Lee", "a@old.test")])
    )
    assert shown["choice"]["columns"] == {}
    assert shown["headings"] == ["Who", "Where to write"]
    assert await office.call("import_columns", import_id=shown["id"]) == [
        {"heading": "Who", "examples": ["Ann Lee"]},
        {"heading": "Where to write", "examples": ["a@old.test"]},
    ]
    choices: list[tuple[dict[str, int], str]] = [
        ({}, "Please choose the column of: Email, Full name."),
        ({"email": 1, "full_name": 1}, "A column can hold one field."),
        ({"email": 1, "full_name": 7}, "This file has no such column."),
    ]
    for columns, words in choices:
        refused = await office.ask(
            "check_import", import_id=shown["id"], choice={"columns": columns}
        )
        assert refused.status_code == 400
        assert refused.json()["message"].startswith(words)
    columns = {"email": 1, "full_name": 0}
    await office.call("check_import", import_id=shown["id"], choice={"columns": columns})
    await office.work()
    assert (await office.read(shown["id"]))["rows_new"] == 1
    assert await office.call("discard_import", import_id=shown["id"]) == []
