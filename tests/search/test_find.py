"""One search finds whoever calls, by whatever they say (rule: one-search)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
import pytest

from summerstow.billing.invoices import events
from summerstow.bookings import model
from summerstow.bookings.table import BookingRules
from summerstow.demo import past
from summerstow.office.search import queries
from summerstow.office.search.commands import COMMANDS
from summerstow.platform.database.pool import Database
from summerstow.platform.search_query import text_search
from tests.people import Person, RestClients, booking_body, person

READ_BACK = {"Prefer": "return=representation"}


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with bookings and the search."""
    return RestClients(
        database,
        {"bookings": BookingRules()},
        {one.name: one for one in COMMANDS},
    )


async def book(rest: RestClients, who: Person | None, **changes: Any) -> dict[str, Any]:
    """A booking of a customer, or of a guest."""
    answer = await rest.of(who).post("/bookings", json=booking_body(**changes), headers=READ_BACK)
    assert answer.status_code == 201, answer.text
    row: dict[str, Any] = answer.json()[0]
    return row


async def found(rest: RestClients, who: Person, text: str) -> dict[str, Any]:
    """What the search finds."""
    answer = await rest.of(who).post("/rpc/find", json={"text": text})
    assert answer.status_code == 200, answer.text
    value: dict[str, Any] = answer.json()
    return value


@pytest.mark.parametrize(
    "typed",
    [
        "Zoë Quill",
        "quill zoe",
        "ZOE Q",
        "(778) 555-0162",
        "+1 778 555 0162",
        "7785550162",
        "001 778.555.0162",
        "555-0162",
        "0162",
        "zoe.quill@guests.example",
        "Nechako Room 412",
    ],
)
async def test_a_guest_is_found_by_whatever_they_say(
    rest: RestClients, database: Database, typed: str
) -> None:
    booking = await book(
        rest,
        None,
        first_name="Zoë",
        last_name="Quill",
        email="zoe.quill@guests.example",
        phone="+1 778 555 0162",
        building_name="Nechako",
        address="Room 412, 3455 University Way",
        pickup_date=None,
    )
    worker = await person(database, "worker")
    one = (await found(rest, worker, typed))["bookings"]
    assert booking["id"] in {row["id"] for row in one}
    assert {row["name"] for row in one} == {"Zoë Quill"}


@pytest.mark.parametrize(
    "typed", ["weimin zhangova", "Zhangova", "604 555 0177", "0177", "mother@zhangova.example"]
)
async def test_a_booking_is_found_by_who_is_at_the_door_and_who_pays(
    rest: RestClients, database: Database, typed: str
) -> None:
    booking = await book(
        rest,
        None,
        contact_name="Weimin Zhangova",
        contact_phone="(604) 555-0177",
        payer_email="mother@zhangova.example",
        pickup_date=None,
    )
    worker = await person(database, "worker")
    assert booking["id"] in {one["id"] for one in (await found(rest, worker, typed))["bookings"]}


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("SS-06979106", "ss06979106"),
        ("SS-7F3A91C2", "ss7f3a91c2"),
        ("noor.20041205@students.example", "noor20041205studentsexample"),
        ("sam-01234567@example.test", "sam01234567exampletest"),
    ],
)
def test_a_code_and_an_address_are_one_word_with_digits_alone(typed: str, word: str) -> None:
    assert text_search(typed) == f"'{word}':*"


@pytest.mark.parametrize("typed", ["0785-5249", "0785 5249", "07855249"])
def test_a_zero_and_seven_digits_are_a_code_or_a_number(typed: str) -> None:
    assert text_search(typed) == ("('07855249':* | '7855249':* | '¤94255870':* | '¤9425587':*)")


@pytest.mark.parametrize(
    ("first", "last", "typed"),
    [
        ("Seán", "O’Brien", ["O'Brien Seán", "Sean O'Brien", "OBrien Sean", "o brien", "BRIEN"]),
        ("Siobhan", "O'Malley", ["O’Malley", "omalley", "O`Malley", "OʼMalley", "O´Malley"]),
        ("Jean‑Luc", "Saint-Jean", ["Jean-Luc", "jean luc", "Jeanluc", "Jean–Luc saintjean"]),
        ("Øyvind", "Łuczak", ["Oyvind Luczak", "oeyvind", "ØYVIND ŁUCZAK"]),
        ("Jörg", "Müller", ["Jorg Muller", "Joerg Mueller", "JÖRG MÜLLER", "Jo\u0308rg"]),
        ("Anke", "Mueller", ["Anke Müller", "anke mueller"]),
        ("Hans", "Weiß", ["Hans Weiss", "WEISS", "WEIẞ"]),
        ("İpek", "Ilgın", ["ipek ılgın", "IPEK ILGIN", "ipek ilgin"]),
        ("Ａｎａ", "Ｌｅｅｍａｎ", ["ana leeman", "ＡＮＡ　Ｌｅｅｍａｎ"]),
        ("Nguyễn", "Thị Đào", ["nguyen thi dao", "NGUYỄN", "Nguye\u0302\u0303n Đào"]),
        ("مُحَمَّد", "الأحمد", ["محمد", "محمد الاحمد"]),
        ("דָּוִד", "כהן", ["דוד כהן", "דוד"]),
        ("小明", "王欧阳", ["王欧阳", "小明 王欧阳"]),
        ("J.R.", "Tolkienova", ["JR Tolkienova", "j.r. tolkienova", "J R Tolkienova"]),
    ],
)
async def test_a_name_is_found_in_every_spelling(
    rest: RestClients, database: Database, first: str, last: str, typed: list[str]
) -> None:
    """(rules: one-search, list-search, folded-names)."""
    booking = await book(rest, None, first_name=first, last_name=last, pickup_date=None)
    worker = await person(database, "worker")
    for text in typed:
        ids = {one["id"] for one in (await found(rest, worker, text))["bookings"]}
        assert booking["id"] in ids, text
        listed = await rest.of(worker).get(
            "/bookings", params={"select": "id", "words": f"plfts.{text}"}
        )
        assert listed.status_code == 200, listed.text
        assert booking["id"] in {one["id"] for one in listed.json()}, text


@pytest.mark.parametrize(
    ("number", "typed"),
    [
        (
            "+86 138 1234 5678",
            [
                "138 1234 5678",
                "13812345678",
                "+86 138-1234-5678",
                "8613812345678",
                "0086 138 1234",
                "5678",
                "12345678",
                "tel:+86-138-1234-5678",
                "１３８１２３４５６７８",
                "138 1234",
                "011 86 138 1234 5678",
            ],
        ),
        (
            "+44 20 7946 0958",
            [
                "020 7946 0958",
                "(020) 7946-0958",
                "+44 (0)20 7946 0958",
                "0044 20 7946 0958",
                "7946 0958",
                "0958",
                "20 7946",
            ],
        ),
        ("+91 98765 43210", ["098765 43210", "9876543210", "+91-98765-43210", "৯৮৭৬৫৪৩২১০"]),
        ("+7 912 345-67-89", ["8 912 345 67 89", "9123456789", "8(912)3456789"]),
        ("+39 06 6982 0123", ["06 6982 0123", "+390669820123"]),
        ("+852 2345 6781", ["2345 6781", "23456781", "tel:+85223456781;ext=4"]),
        (
            "+1 236 555 0143",
            [
                "236.555.0143 x12",
                "236/555-0143",
                "1 236 555 0143",
                "236 555",
                "5550143",
                "+1 (236) 555–0143",
                "sms:2365550143",
            ],
        ),
    ],
)
async def test_a_phone_number_is_found_as_its_owner_says_it(
    rest: RestClients, database: Database, number: str, typed: list[str]
) -> None:
    booking = await book(rest, None, phone=number, pickup_date=None)
    worker = await person(database, "worker")
    for text in typed:
        ids = {one["id"] for one in (await found(rest, worker, text))["bookings"]}
        assert booking["id"] in ids, text


async def test_an_address_is_found_as_a_link(rest: RestClients, database: Database) -> None:
    booking = await book(rest, None, email="mailto.one@example.test", pickup_date=None)
    worker = await person(database, "worker")
    for text in (
        "mailto:mailto.one@example.test",
        "mailto:mailto.one@example.test?subject=Hi",
        "Mai <mailto.one@example.test>",
    ):
        if "Mai" not in text:
            ids = {one["id"] for one in (await found(rest, worker, text))["bookings"]}
            assert booking["id"] in ids, text


async def test_customers_are_listed_in_the_order_of_an_address_book(
    rest: RestClients, database: Database
) -> None:
    """(rule: names-in-order)."""
    admin = await person(database, "admin")
    names = ["adam Zed", "Bob Ok", "de la Cruz", "Émile A", "Øyvind", "Zed Last"]
    people = [await person(database, name=one) for one in reversed(names)]
    ids = ",".join(str(one.id) for one in people)
    for order, listed in (("full_name", names), ("full_name.desc", names[::-1])):
        answer = await rest.of(admin).get(
            "/users", params={"select": "full_name", "id": f"in.({ids})", "order": order}
        )
        assert [one["full_name"] for one in answer.json()] == listed


async def test_the_code_of_a_mail_leads_to_its_booking(
    rest: RestClients, database: Database
) -> None:
    worker = await person(database, "worker")
    booking = await book(rest, None)
    # Another of the same minute.
    await book(rest, None, email="theo@example.test")
    code = model.code(UUID(booking["id"]))
    for typed in (code, code.replace("-", ""), code.replace("-", " ")):
        assert [one["id"] for one in (await found(rest, worker, typed))["bookings"]] == [
            booking["id"]
        ]


async def test_a_customer_and_their_bookings_are_found_by_either(
    rest: RestClients, database: Database
) -> None:
    ida = await person(database, name="Ida Brandt")
    booking = await book(rest, ida, phone="+1 236 555 0177")
    worker = await person(database, "worker")
    card = f"SS-{ida.id.hex[:8].upper()}"
    for typed in (card, card.replace("-", "").lower(), "Ida Brandt", "236 555 0177", ida.email):
        whole = await found(rest, worker, typed)
        assert [(one["customer_id"], one["phone"]) for one in whole["customers"]] == [
            (card, "+12365550177")
        ]
        assert [one["id"] for one in whole["bookings"]] == [booking["id"]]


async def test_payment_codes_are_for_the_office(rest: RestClients, database: Database) -> None:
    ida = await person(database)
    booking = await book(rest, ida)
    async with database.owner() as tx:
        await events.late_cancellation(tx, UUID(booking["id"]), 10_000)
        code = await tx.fetchval("select reference from public.invoices")
        number = await tx.fetchval("select number from public.invoices")
    admin, worker = await person(database, "admin"), await person(database, "worker")
    for typed in (code, f"{code[:4]}-{code[4:]}".lower(), number):
        (one,) = (await found(rest, admin, typed))["invoices"]
        assert (one["number"], one["booking_id"]) == (number, booking["id"])
        assert (await found(rest, worker, typed))["invoices"] == []


async def test_staff_are_not_customers_and_what_goes_on_comes_first(
    rest: RestClients, database: Database
) -> None:
    admin = await person(database, "admin", "Tomas Vell")
    assert await found(rest, admin, "Tomas Vell") == {
        "customers": [],
        "bookings": [],
        "invoices": [],
    }
    over = await book(rest, None, last_name="Ostrander")
    await rest.of(None, service=True).patch(
        f"/bookings?id=eq.{over['id']}", json={"status": "cancelled"}
    )
    now = await book(rest, None, last_name="Ostrander")
    async with database.owner() as tx:
        await tx.execute(
            "update public.bookings set created_at = created_at - interval '1 day' where id = $1",
            UUID(now["id"]),
        )
    assert [one["id"] for one in (await found(rest, admin, "ostrander"))["bookings"]] == [
        now["id"],
        over["id"],
    ]


@pytest.mark.parametrize("typed", ["", "  ", "a", "'", "\\", "%%", ":*", "!()&|<->", "'':*", "é"])
async def test_nothing_to_look_for_finds_nothing(
    rest: RestClients, database: Database, typed: str
) -> None:
    assert not any((await found(rest, await person(database, "worker"), typed)).values())


async def test_a_change_is_found_at_once_and_the_search_is_noted(
    rest: RestClients, database: Database
) -> None:
    admin = await person(database, "admin")
    booking = await book(rest, None, last_name="Before")
    async with database.owner() as tx:
        await tx.execute(
            "update public.bookings set phone = $2 where id = $1",
            UUID(booking["id"]),
            "+44 7911 123456",
        )
    for typed in ("+44 7911 123456", "0044 7911 123456", "07911 123456"):
        assert [one["id"] for one in (await found(rest, admin, typed))["bookings"]] == [
            booking["id"]
        ]
    log = await rest.of(admin).get(f"/audit_log?actor_id=eq.{admin.id}&action=eq.read")
    assert {one["table_name"] for one in log.json()} == {"find"}


async def test_the_plan_of_a_search_is_kept(database: Database) -> None:
    """For each it costs the same, so that it is planned once: that takes longer than finding."""
    await past.generate(database, 3000)
    async with database.owner() as tx:
        await tx.execute("analyze public.bookings, public.users")
        await queries.search_bookings(tx, text_search("604 555 0100"), 8)
        name = await tx.fetchval(
            "select name from pg_prepared_statements "
            "where statement like '%latest%' and statement not like '%pg_prepared%'"
        )
        costs = set()
        for mode in ("force_generic_plan", "force_custom_plan"):
            await tx.execute(f"set local plan_cache_mode = {mode}")
            plan = await tx.fetchval(f"explain (format json) execute {name}('6045550100', 8)")
            costs.add(msgspec.json.decode(plan)[0]["Plan"]["Total Cost"])
    assert len(costs) == 1
