"""The mark 'possible duplicate', and the office's word against it."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.bookings.table import BookingRules
from summerstow.office.people.commands import COMMANDS
from summerstow.platform.database.pool import Database
from tests.people import RestClients, booking_body, person

READ_BACK = {"Prefer": "return=representation"}


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with bookings and the commands about who is who."""
    return RestClients(
        database,
        {"bookings": BookingRules()},
        {one.name: one for one in COMMANDS},
    )


async def test_two_bookings_of_one_address_are_marked(
    rest: RestClients, database: Database
) -> None:
    body = booking_body()
    visitor = rest.of(None)
    twice = [
        (await visitor.post("/bookings", json=body, headers=READ_BACK)).json()[0]["id"]
        for _ in range(2)
    ]
    other = booking_body(first_name="Noor", last_name="Haddad", phone="+1 604 555 0188")
    once = (await visitor.post("/bookings", json=other, headers=READ_BACK)).json()[0]["id"]
    worker = rest.of(await person(database, "worker"))
    answer = await worker.post("/rpc/possible_duplicates", json={"ids": [*twice, once]})
    assert sorted(answer.json()) == sorted(twice)


_ONE = {
    "first_name": "Zsófia",
    "last_name": "O’Hara",
    "email": "zsofia.ohara@example.test",
    "phone": "+36 1 555 0142",
    "pickup_date": "2034-05-01",
    "pickup_time": "9:00 AM - 12:00 PM",
    "building_name": "Nootka",
    "address": "Room 4312, 2205 Lower Mall",
    "payer_name": "Ágnes O’Hara",
    "payer_email": "agnes@example.test",
}
_STRANGER = {
    "first_name": "Noor",
    "last_name": "Haddad",
    "email": "noor.haddad@example.test",
    "phone": "+961 1 555 014",
    "pickup_date": "2034-05-02",
    "building_name": "Walnut Grove",
    "address": "Room 12",
    "payer_name": "Karim Haddad",
    "payer_email": "karim@example.test",
}


@pytest.mark.parametrize(
    ("change", "marked"),
    [
        ({"phone": "(+36) 1 555-0142"}, True),
        ({"first_name": "ZSOFIA", "last_name": "O'Hara", "pickup_date": "2034-05-01"}, True),
        ({"first_name": "O'Hara", "last_name": "Zsófia", "pickup_date": "2034-05-01"}, True),
        ({"email": "zsofia.ohara@exmaple.test"}, True),
        ({"email": "ZSOFIA.OHARA@example.test"}, True),
        (
            {"first_name": "Zsófia", "last_name": "O’Hara", "email": "zsofia.ohaar@example.test"},
            True,
        ),
        ({"email": "Zsofia.Ohara+storage@example.test"}, True),
        (
            {"first_name": "Zsofi", "last_name": "O’Hara"}
            | {"building_name": "NOOTKA", "address": "Room 4312, 2205 Lower Mall"},
            True,
        ),
        (
            {"first_name": "Zsófia", "last_name": "O’Hara", "payer_name": "AGNES O'HARA"},
            True,
        ),
        ({"building_name": "Nootka", "address": "Room 4312, 2205 Lower Mall"}, False),
        (
            {"first_name": "Ivo", "last_name": "O’Hara"}
            | {"building_name": "Nootka", "address": "Room 4312, 2205 Lower Mall"},
            False,
        ),
        ({"payer_name": "Ágnes O’Hara", "payer_email": "agnes@example.test"}, False),
        ({"first_name": "Zsófia", "last_name": "O’Hara"}, False),
        ({"email": "zsofia.ohara@another-mail.example"}, False),
        ({"pickup_date": "2034-05-01"}, False),
    ],
)
async def test_two_bookings_are_marked_by_each_sign(
    rest: RestClients, database: Database, change: dict[str, Any], marked: bool
) -> None:
    """(rule: possible-duplicate)."""
    async with database.owner() as tx:
        await tx.execute("update public.bookings set status = 'cancelled'")
    visitor = rest.of(None)
    ids = [
        (await visitor.post("/bookings", json=booking_body(**body), headers=READ_BACK)).json()[0][
            "id"
        ]
        for body in (_ONE, _ONE | _STRANGER | change)
    ]
    worker = rest.of(await person(database, "worker"))
    answer = await worker.post("/rpc/possible_duplicates", json={"ids": ids})
    assert sorted(answer.json()) == (sorted(ids) if marked else [])


async def test_gmail_reads_an_address_without_its_dots(
    rest: RestClients, database: Database
) -> None:
    """(rule: possible-duplicate)."""
    name = {"first_name": "Ines", "last_name": "Moreau"}
    ids = await _book(
        rest,
        name | {"email": "ines.moreau.2034@gmail.com", "phone": "+1 604 555 0141"},
        name
        | {"email": "inesmoreau2034+ubc@googlemail.com", "phone": "+1 604 555 0142"}
        | {"pickup_date": "2034-05-09"},
    )
    found = await _related(rest, database, ids[0])
    assert [(one["id"], one["signs"]) for one in found] == [(ids[1], ["email"])]


async def test_a_phone_without_its_country_code_is_the_same(
    rest: RestClients, database: Database
) -> None:
    """(rule: possible-duplicate)."""
    ids = await _book(
        rest,
        {"first_name": "Aiko", "last_name": "Sato", "phone": "+1 604 555 0177"},
        {"first_name": "Bo", "last_name": "Lind", "phone": "+1 604 555 0178"},
    )
    assert await _related(rest, database, ids[0]) == []
    async with database.owner() as tx:
        # As a file from before may have it.
        await tx.execute(
            "update public.bookings set phone = '(604) 555-0177' where id = $1", UUID(ids[1])
        )
    for one, other in (ids, ids[::-1]):
        found = await _related(rest, database, one)
        assert [(like["id"], like["signs"]) for like in found] == [(other, ["phone"])]


async def test_people_told_apart_lose_their_marks_for_good(
    rest: RestClients, database: Database
) -> None:
    """A parent's three children stay a family (rules: not-a-duplicate, families)."""
    parent = {"email": "grace.family@example.test", "phone": "+1 604 555 0199"}
    names = [{"first_name": one, "last_name": "Okafor"} for one in ("Mia", "Leo", "Ana")]
    ids = await _book(rest, *(parent | name for name in names))
    office = rest.of(await person(database, "admin", "Alma Reyes"))
    marked = await office.post("/rpc/possible_duplicates", json={"ids": ids})
    assert sorted(marked.json()) == sorted(ids)
    answer = await office.post("/rpc/tell_apart", json={"booking_ids": ids})
    assert answer.status_code == 204, answer.text
    marked = await office.post("/rpc/possible_duplicates", json={"ids": ids})
    assert marked.json() == []
    found = await _related(rest, database, ids[0])
    assert [(one["child"], one["duplicate"], one["family"]) for one in found] == [
        ("Leo", False, True),
        ("Ana", False, True),
    ]
    log = await office.get(f"/audit_log?row_id=eq.{ids[1]}&action=eq.tell_apart")
    assert [one["after"]["others"] for one in log.json()] == [[ids[0], ids[2]]]


async def test_an_account_told_apart_is_not_marked_by_its_next_booking(
    rest: RestClients, database: Database
) -> None:
    """(rule: not-a-duplicate)."""
    mia, leo = await person(database), await person(database)
    shared = {"phone": "+1 604 555 0166"}
    first = [
        (await rest.of(one).post("/bookings", json=booking_body(**shared), headers=READ_BACK))
        .json()[0]["id"]
        for one in (mia, leo)
    ]  # fmt: skip
    office = rest.of(await person(database, "executive"))
    await office.post("/rpc/tell_apart", json={"booking_ids": first})
    again = await rest.of(mia).post("/bookings", json=booking_body(**shared), headers=READ_BACK)
    later = again.json()[0]["id"]
    marked = await office.post("/rpc/possible_duplicates", json={"ids": [later, first[1]]})
    assert marked.json() == []
    guest = (
        await rest.of(None).post("/bookings", json=booking_body(**shared), headers=READ_BACK)
    ).json()[0]["id"]
    marked = await office.post("/rpc/possible_duplicates", json={"ids": [later, guest]})
    assert sorted(marked.json()) == sorted([later, guest])


async def test_workers_do_not_tell_people_apart(rest: RestClients, database: Database) -> None:
    ids = await _book(rest, {}, {})
    worker = rest.of(await person(database, "worker"))
    answer = await worker.post("/rpc/tell_apart", json={"booking_ids": ids})
    assert answer.status_code == 403
    office = rest.of(await person(database, "admin"))
    answer = await office.post("/rpc/tell_apart", json={"booking_ids": [ids[0], str(uuid4())]})
    assert answer.status_code == 404


async def _book(rest: RestClients, *bodies: dict[str, Any]) -> list[str]:
    visitor = rest.of(None)
    return [
        (await visitor.post("/bookings", json=booking_body(**body), headers=READ_BACK)).json()[0][
            "id"
        ]
        for body in bodies
    ]


async def _related(rest: RestClients, database: Database, booking_id: str) -> list[dict[str, Any]]:
    worker = rest.of(await person(database, "worker"))
    answer = await worker.post("/rpc/related_bookings", json={"booking_id": booking_id})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found
