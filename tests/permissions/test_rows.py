"""Actor x table x verb x column, over the product's own data API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

import httpx
import msgspec
import pytest

from summerstow.bookings.dates import workdays
from summerstow.platform.actor import ANONYMOUS

from .conftest import RunningApp, fresh_day
from .table import (
    ACTORS,
    CHANGED,
    DERIVED,
    GENERATED,
    INSERT,
    NOT_FOR_CUSTOMERS,
    NOT_HEARD,
    READ,
    SERVED,
    UPDATE,
    words,
)

READ_BACK: Final = {"prefer": "return=representation"}
#: Values that a type alone does not give: the first one that a row does not have yet.
_VALUES: Final[dict[tuple[str, str], tuple[Any, ...]]] = {
    ("bookings", "status"): ("confirmed", "pending"),
    ("bookings", "residence_type"): ("other", "on_campus"),
    ("bookings", "delivery_option"): ("decide_later", "same_city"),
    ("bookings", "flight_time"): ("evening", "morning"),
    ("bookings", "pickup_time"): ("12:00 PM - 3:00 PM", "3:00 PM - 6:00 PM"),
    ("bookings", "supply_kit_delivery_date"): ("2031-05-01", "2031-05-02"),
    ("bookings", "email"): ("elsewhere@example.test",),
    ("bookings", "guest_email"): ("elsewhere@example.test",),
    ("bookings", "phone"): ("+16045550123",),
    ("bookings", "guest_phone"): ("+16045550123",),
    ("bookings", "contact_phone"): ("+16045550123",),
    ("bookings", "contact_email"): ("elsewhere@example.test",),
    ("bookings", "contact_language"): ("ko", "zh"),
    ("bookings", "payer_phone"): ("+16045550123",),
    ("bookings", "payer_email"): ("elsewhere@example.test",),
    ("bookings", "payer_language"): ("ko", "zh"),
    ("bookings", "booked_by"): ("parent", "student"),
    ("bookings", "pricing"): ("single_items", "bundle"),
    ("bookings", "expected_items"): (8, 9),
    ("bookings", "expected_value_cents"): (50000, 60000),
    ("bookings", "campus_id"): (1, 3),
    ("bookings", "referral_code"): ("SS-FRIEND",),
    ("users", "email"): ("elsewhere@example.test", "here@example.test"),
    ("users", "customer_id"): ("SS-CHANGED", "SS-AGAIN"),
    ("users", "role"): ("executive", "admin"),
    ("slot_availability", "time_of_day"): ("evening", "morning"),
    ("slot_availability", "available_slots"): (3, 2),
    ("slot_availability", "campus_id"): (3, 1),
    ("pickups", "status"): ("in_progress", "scheduled"),
    ("pickup_queue", "campus_id"): (3, 1),
    ("pickup_queue", "pickup_id"): (None,),
}
_BY_TYPE: Final[dict[str, Callable[[Any], Any]]] = {
    "uuid": lambda was: str(uuid4()),
    "date": lambda was: fresh_day().isoformat(),
    "boolean": lambda was: not was,
    "integer": lambda was: (was or 2) + 1,
    "bigint": lambda was: (was or 2) + 1,
    "jsonb": lambda was: {},
    "timestamp with time zone": lambda was: "2031-05-01T12:00:00+00:00",
}


def _value(table: str, column: str, kind: str, was: Any = None) -> Any:
    """A sound value for this column that differs from what it was."""
    known = _VALUES.get((table, column))
    if known is not None:
        return next((one for one in known if one != was), None)
    make = _BY_TYPE.get(kind)
    return f"Changed {uuid4().hex}" if make is None else make(was)


def _refused(answer: httpx.Response, actor: str) -> bool:
    """42501, as 401 signed out and as 403 otherwise; or nothing that exists for them."""
    code = None if answer.is_success else answer.json()["code"]
    if code in ("PGRST204", "PGRST205", "428C9"):
        return True
    return answer.status_code == (401 if actor == "anon" else 403) and code == "42501"


#: A column that every row of a table may have another value of, where the first one will not do.
_UNIQUE: Final = {"users": "full_name"}


@pytest.fixture(autouse=True)
def _every_day_is_near(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows have days of their own; tests of the crew's work try which days a worker has."""
    monkeypatch.setattr(workdays, "is_workable", lambda day: True)


async def test_every_table_has_its_row_in_the_table(app: RunningApp) -> None:
    assert set(await app.tables()) == set(READ)


async def test_who_reads_whose_rows(app: RunningApp) -> None:
    wrong = []
    keys = await app.keys()
    for table, columns in (await app.tables()).items():
        owners = await app.owned(table, columns, keys[table])
        assert owners, f"nothing is in {table}: what is not there cannot be kept from anybody"
        for actor in ACTORS:
            answer = await app.clients[actor].get(f"/{table}?select=*")
            whose = READ.get(table, {}).get(actor)
            if whose is None:
                right = _refused(answer, actor)
            else:
                seen = {str(row[keys[table]]) for row in answer.json()}
                people = {"all": set(owners.values()), "own": {actor}}.get(
                    whose, {actor, "customer", "other"}
                )
                right = seen == {key for key, owner in owners.items() if owner in people}
            if not right:
                wrong.append(f"{actor} reads {table}: {answer.status_code} {answer.text[:200]}")
    assert not wrong, "\n".join(wrong)


async def test_customers_do_not_read_what_is_for_staff_alone(app: RunningApp) -> None:
    for table, columns in NOT_FOR_CUSTOMERS.items():
        [row, *_] = (await app.clients["customer"].get(f"/{table}?select=*")).json()
        assert not columns & set(row), table
        [row, *_] = (await app.clients["admin"].get(f"/{table}?select=*")).json()
        assert columns <= set(row), table
        for column in columns:
            answer = await app.clients["customer"].get(f"/{table}?select={column}")
            assert not answer.is_success, f"{table}.{column}"


async def test_who_changes_which_column(app: RunningApp) -> None:
    wrong = []
    keys = await app.keys()
    for table, columns in (await app.tables()).items():
        owners = await app.owned(table, columns, keys[table])
        for actor in ACTORS:
            if actor == "service":
                continue
            key = next((one for one, owner in owners.items() if owner == actor), "") or next(
                iter(owners)
            )
            allowed = words(UPDATE.get((table, actor)))
            for column, kind in columns.items():
                before = await app.row(table, keys[table], key)
                answer = await app.clients[actor].patch(
                    f"/{table}?{keys[table]}=eq.{key}",
                    json={column: _value(table, column, kind, before[column])},
                )
                after = await app.row(table, keys[table], key)
                if column in allowed:
                    right = answer.is_success and before[column] != after[column]
                    await app.put_back(table, keys[table], before, allowed)
                else:
                    right = before == after and (
                        _refused(answer, actor) or column in words(NOT_HEARD.get(table))
                    )
                if not right:
                    wrong.append(f"{actor} changes {table}.{column}: {answer.text[:200]}")
    assert not wrong, "\n".join(wrong)


async def test_whose_rows_may_be_changed(app: RunningApp) -> None:
    keys, tables = await app.keys(), await app.tables()
    wrong = []
    for (table, actor), listed in UPDATE.items():
        owners = await app.owned(table, tables[table], keys[table])
        column = _UNIQUE.get(table) or sorted(words(listed))[0]
        kind = tables[table][column]
        for key, owner in owners.items():
            before = await app.row(table, keys[table], key)
            if before.get("status") in ("cancelled", "completed"):
                continue
            answer = await app.clients[actor].patch(
                f"/{table}?{keys[table]}=eq.{key}",
                json={column: _value(table, column, kind, before[column])},
                headers=READ_BACK,
            )
            may = CHANGED.get((table, actor), "all") == "all" or owner == actor
            changed = await app.row(table, keys[table], key) != before
            if changed != may or not answer.is_success:
                wrong.append(f"{actor} changes {table} of {owner}: {answer.text[:200]}")
    assert not wrong, "\n".join(wrong)


async def test_who_writes_which_column_of_a_new_row(app: RunningApp) -> None:
    wrong = []
    for table, columns in (await app.tables()).items():
        for actor in ACTORS:
            if actor == "service":
                continue
            allowed = words(INSERT.get((table, actor)))
            for column, kind in columns.items():
                body = {column: _value(table, column, kind)} | _base(app, table, actor)
                if column in _EMPTY.get(table, ()):
                    body[column] = None
                answer = await app.clients[actor].post(f"/{table}", json=body, headers=READ_BACK)
                stored = answer.json()[0][column] if answer.is_success else None
                if column in allowed:
                    right = answer.is_success and (
                        stored == body[column] or column in words(DERIVED)
                    )
                else:
                    right = _refused(answer, actor) or (
                        answer.is_success
                        and column in words(NOT_HEARD.get(table))
                        and stored != body[column]
                    )
                if not right:
                    wrong.append(f"{actor} writes {table}.{column}: {answer.text[:200]}")
    assert not wrong, "\n".join(wrong)


#: Columns that are tried without a value, because they name another row.
_EMPTY: Final = {
    "bookings": ("user_id", "hold_id"),
    "pickups": ("booking_id",),
    "pickup_queue": ("booking_id", "pickup_id"),
}


def _base(app: RunningApp, table: str, actor: str) -> dict[str, Any]:
    """A row that whoever may insert it can insert, with a day of its own."""
    day = fresh_day().isoformat()
    whose = str(app.people["customer" if actor == "customer" else "other"].id)
    match table:
        case "bookings":
            return {
                "campus_id": 1,
                "first_name": "New",
                "last_name": "Booking",
                "email": f"{uuid4().hex[:8]}@example.test",
                "status": "pending",
            }
        case "slot_availability":
            return {"date": day, "campus_id": 1, "time_of_day": "morning"}
        case "pickups":
            return {"user_id": whose, "pickup_date": day}
        case "pickup_queue":
            return {
                "user_id": whose,
                "pickup_date": day,
                "campus_id": 2,
                "queue_position": 1,
            }
    return {}


async def test_nobody_writes_a_booking_for_somebody_else_or_past_pending(app: RunningApp) -> None:
    other = {"user_id": str(app.people["other"].id)}
    for actor, change in (
        ("customer", other),
        ("anon", other),
        ("customer", {"status": "confirmed"}),
        ("anon", {"status": "confirmed"}),
    ):
        body = _base(app, "bookings", actor) | change
        answer = await app.clients[actor].post("/bookings", json=body)
        assert _refused(answer, actor), (actor, change, answer.text)


async def test_a_role_is_given_by_the_service_key_alone(app: RunningApp) -> None:
    person = app.people["worker"]
    for actor in ACTORS[:-1]:
        answer = await app.clients[actor].patch(f"/users?id=eq.{person.id}", json={"role": "admin"})
        assert _refused(answer, actor), (actor, answer.text)
    answer = await app.clients["service"].patch(
        f"/users?id=eq.{person.id}", json={"role": "worker"}, headers=READ_BACK
    )
    assert msgspec.json.decode(answer.content)[0]["role"] == "worker"


async def test_who_removes_rows(app: RunningApp) -> None:
    wrong = []
    for table, key in (await app.keys()).items():
        none = "0" if key in ("campus_id",) or table == "campuses" else str(uuid4())
        if table in ("audit_log", "settlements"):
            none = "0"
        for actor in ACTORS:
            answer = await app.clients[actor].delete(f"/{table}?{key}=eq.{none}")
            may = actor == "service" and table in SERVED
            if (answer.is_success if may else _refused(answer, actor)) is False:
                wrong.append(f"{actor} removes of {table}: {answer.status_code} {answer.text}")
    assert not wrong, "\n".join(wrong)


async def test_the_service_key_changes_every_column_that_is_not_the_servers_own(
    app: RunningApp,
) -> None:
    wrong = []
    keys = await app.keys()
    for table, columns in (await app.tables()).items():
        for column, kind in columns.items():
            path = f"/{table}?{keys[table]}=eq.{_nothing(columns[keys[table]])}"
            answer = await app.clients["service"].patch(
                path, json={column: _value(table, column, kind)}
            )
            may = table in SERVED and (table, column) not in GENERATED
            if may is _refused(answer, "service"):
                wrong.append(f"service changes {table}.{column}: {answer.text}")
    assert not wrong, "\n".join(wrong)


def _nothing(kind: str) -> str:
    return str(uuid4()) if kind == "uuid" else "0"


async def test_a_guest_reads_back_its_own_booking_and_no_other(app: RunningApp) -> None:
    """Also where a statement would ask for all of them."""
    async with app.database.owner() as tx:
        known = {row["id"] for row in await tx.fetch("select id from public.bookings")}
    assert len(known) > 1
    one = min(known)
    async with app.database.transaction(ANONYMOUS) as tx:
        tx.created([one])
        rows = await tx.fetch("select id from public.bookings")
    assert [row["id"] for row in rows] == [one]
