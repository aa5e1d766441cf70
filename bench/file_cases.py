"""Files and exports, ten at once: what is drawn, unpacked or gathered, and heavy while it is."""

from __future__ import annotations

import io
from itertools import pairwise
from typing import Final
from uuid import uuid4

import asyncpg
import httpx
from PIL import Image

from .case import ROUNDS, Case, get, post

#: Connections of each.
_AT_ONCE: Final = 10
#: Rows of a page of the office's export, as the web asks for them.
_PAGE: Final = 1000
_PAGES: Final = 8
#: Of each round.
_UPLOADS: Final = 20


async def prepare(
    client: httpx.AsyncClient, connection: asyncpg.Connection, staff: str, customers: list[str]
) -> list[Case]:
    """Write down what is asked; `staff` is an executive's token, `customers` those of some."""
    own = f"Authorization: Bearer {staff}\r\n"
    theirs = [f"Authorization: Bearer {one}\r\n" for one in customers]
    answer = await client.post(
        "/rest/v1/rpc/print_labels",
        json={"count": 120, "campus_id": 1},
        headers={"Authorization": f"Bearer {staff}"},
    )
    answer.raise_for_status()
    labels = answer.json()["batch"]
    invoices = [
        str(row["id"])
        for row in await connection.fetch("select id from public.invoices order by id limit 60")
    ]
    ids = [
        str(row["id"])
        for row in await connection.fetch(
            "select id from (select id, row_number() over (order by id) as n from "
            "(select id from public.bookings order by id limit $1) b) x where n % $2 = 1",
            _PAGE * _PAGES,
            _PAGE,
        )
    ]
    pages = [
        f"/rest/v1/bookings?select=*,campus:campuses(campus,university,country)&id=gte.{first}"
        f"&id=lt.{last}&order=id&limit={_PAGE}"
        for first, last in pairwise(ids)
    ]
    photo = _photo()
    return [
        _case("export page of 1,000", 20, [get(one, staff) for one in pages]),
        _case(
            "the same as CSV",
            20,
            [get(one, staff).replace("application/json", "text/csv") for one in pages],
        ),
        _case(
            "invoice as PDF",
            20,
            [post("/rest/v1/rpc/invoice_pdf", {"invoice_id": one}, own) for one in invoices],
        ),
        _case("120 labels as PDF", 10, [get(f"/files/labels/{labels}.pdf", staff)]),
        _case("own data", 80, [post("/rest/v1/rpc/my_data", {}, one) for one in theirs]),
        _case("own data as PDF", 20, [post("/rest/v1/rpc/my_data_pdf", {}, one) for one in theirs]),
        Case(
            "photo upload, 12 MP",
            None,
            _UPLOADS,
            [_sent(photo, own) for _ in range(ROUNDS * _UPLOADS)],
            connections=_AT_ONCE,
            once=True,
        ),
    ]


def _case(name: str, count: int, requests: list[str]) -> Case:
    return Case(name, None, count, requests, connections=_AT_ONCE)


def _photo() -> bytes:
    """A picture of as many pixels as a phone's, of some 400 KB."""
    kept = io.BytesIO()
    small = Image.effect_noise((400, 300), 60).convert("RGB")
    small.resize((4000, 3000)).save(kept, "JPEG", quality=50)
    return kept.getvalue()


def _sent(body: bytes, own: str) -> str:
    return (
        f"POST /files?id={uuid4()}&kind=item HTTP/1.1\r\nHost: bench\r\n{own}"
        f"Content-Type: image/jpeg\r\nContent-Length: {len(body)}\r\n\r\n{body.decode('latin-1')}"
    )
