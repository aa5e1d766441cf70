"""Printed labels scan at an arm's length; whose they are, they alone and staff may print."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx
import pypdfium2
import pytest
import zxingcpp
from PIL import Image, ImageFilter

from summerstow.bookings import commands as bookings
from summerstow.bookings.table import BookingRules
from summerstow.platform.actor import ANONYMOUS, Actor
from summerstow.platform.database.pool import Database
from summerstow.platform.files.pictures.routes import Files
from summerstow.platform.files.pictures.service import Pictures
from summerstow.platform.http.asgi import Scope, header
from summerstow.warehouse import commands as warehouse
from summerstow.warehouse import label_paper
from summerstow.warehouse.codes import OwnLabel, Paper, new_code
from summerstow.warehouse.label_files import LabelFiles
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
MM_PER_POINT = 25.4 / 72
#: A phone's picture of 1920 pixels shows some 760 mm of what is 600 mm away.
ARMS_LENGTH = 1920 / 760


def pages(body: bytes, pixels_per_mm: float) -> list[Image.Image]:
    """What a camera sees of a printed file: not quite sharp, and a little askew."""
    shown = []
    for page in pypdfium2.PdfDocument(body):
        image = page.render(scale=pixels_per_mm * MM_PER_POINT * 4).to_pil().convert("L")
        small = image.resize((image.width // 4, image.height // 4), Image.Resampling.BOX)
        shown.append(
            small.filter(ImageFilter.GaussianBlur(0.5)).rotate(
                2, Image.Resampling.BILINEAR, expand=True, fillcolor=255
            )
        )
    return shown


def read(image: Image.Image) -> set[str]:
    return {one.text for one in zxingcpp.read_barcodes(image)}


def test_every_label_of_a_sheet_scans_at_arms_length() -> None:
    codes = sorted({new_code() for _ in range(60)})
    first, second = pages(label_paper.sheets(7, codes), ARMS_LENGTH)
    assert read(first) == set(codes[:40])
    assert read(second) == set(codes[40:])


@pytest.mark.parametrize("paper", ["a4", "letter", "4x6"])
def test_a_customers_page_scans_across_a_room(paper: Paper) -> None:
    label = OwnLabel(new_code(), 2, 7, "S-1042", "7K4M2Q", "UBC Vancouver", "冬の服 Zimní oblečení")
    [page] = pages(label_paper.own([label], paper), ARMS_LENGTH / 3)
    assert read(page) == {label.code}


def test_shelves_scan_from_the_aisle() -> None:
    codes = [f"V-{bay:02}-{shelf}" for bay in range(1, 5) for shelf in range(1, 4)]
    first, second = pages(label_paper.shelves(codes), ARMS_LENGTH / 2)
    assert read(first) | read(second) == set(codes)


class Door:
    """/rest/v1 and /files beside each other."""

    def __init__(self, database: Database) -> None:
        named = (*bookings.COMMANDS, *warehouse.COMMANDS)
        rules = {"bookings": BookingRules()}
        self.rest = RestClients(database, rules, {one.name: one for one in named})
        self._actors: dict[str, Actor] = {"": ANONYMOUS}
        files = Files(Pictures(database), self._identify, labels=LabelFiles(database))
        self._transport = httpx.ASGITransport(app=files)

    async def _identify(self, scope: Scope) -> Actor:
        return self._actors[header(scope, b"x-test-actor") or ""]

    async def get(self, who: Person | None, path: str) -> httpx.Response:
        name = uuid4().hex if who else ""
        if who:
            self._actors[name] = who.actor
        headers = {"x-test-actor": name}
        async with httpx.AsyncClient(transport=self._transport, base_url=SITE) as client:
            return await client.get(f"/files/labels/{path}", headers=headers)


@pytest.fixture
def door(database: Database) -> Door:
    """A fresh one."""
    return Door(database)


async def booked(door: Door, who: Person, items: int) -> str:
    client = door.rest.of(who)
    answer = await client.post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    booking: str = answer.json()[0]["id"]
    for number in range(items):
        said: dict[str, Any] = {"kind": "box", "description": f"Box {number}", "boxed": True}
        added = await client.post(
            "/rpc/add_item", json={"booking_id": booking, "item_id": str(uuid4())} | said
        )
        assert added.status_code == 200, added.text
    return booking


async def test_a_customer_prints_a_page_for_each_listed_item_and_each_is_bound(
    door: Door, database: Database
) -> None:
    mina = await person(database)
    booking = await booked(door, mina, 3)
    answer = await door.get(mina, f"booking/{booking}.pdf?paper=4x6")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    printed = [read(one) for one in pages(answer.content, ARMS_LENGTH)]
    items = (await door.rest.of(mina).get("/items?order=number")).json()
    assert printed == [{one["label_code"]} for one in items]
    again = await door.get(mina, f"booking/{booking}.pdf")
    assert [read(one) for one in pages(again.content, ARMS_LENGTH)] == printed


async def test_labels_are_for_their_customer_and_for_staff(door: Door, database: Database) -> None:
    mina, noor = await person(database), await person(database)
    worker, admin = await person(database, "worker"), await person(database, "admin")
    booking = await booked(door, mina, 1)
    made = await door.rest.of(admin).post("/rpc/print_labels", json={"count": 3, "campus_id": 1})
    roll = f"{made.json()['batch']}.pdf"
    assert (await door.get(None, roll)).status_code == 401
    assert (await door.get(mina, roll)).status_code == 404
    assert (await door.get(noor, f"booking/{booking}.pdf")).status_code == 404
    for staff in (worker, admin):
        [sheet] = pages((await door.get(staff, roll)).content, ARMS_LENGTH)
        assert read(sheet) == set(made.json()["codes"])
        assert (await door.get(staff, f"booking/{booking}.pdf")).status_code == 200
    for path in ("0.pdf", "booking/1.pdf", "shelves/2.pdf", "x", f"{booking}.pdf"):
        assert (await door.get(admin, path)).status_code == 404
    wrong = await door.get(mina, f"booking/{booking}.pdf?paper=a3")
    assert wrong.status_code == 400


async def test_without_items_there_is_nothing_to_print(door: Door, database: Database) -> None:
    mina = await person(database)
    answer = await door.get(mina, f"booking/{await booked(door, mina, 0)}.pdf")
    assert answer.status_code == 409
    assert "List your items first" in answer.json()["message"]
