"""/files and /rest/v1 as the product serves them, and files of every kind."""

from __future__ import annotations

import io
import struct
import zlib
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import httpx
from PIL import Image

from summerstow.billing.payments import price_match
from summerstow.bookings.commands import COMMANDS
from summerstow.bookings.table import BookingRules
from summerstow.platform.actor import ANONYMOUS, SERVICE, Actor
from summerstow.platform.commands import Command
from summerstow.platform.database.pool import Database
from summerstow.platform.files.pictures.routes import Files
from summerstow.platform.files.pictures.service import Pictures
from summerstow.platform.http.asgi import Scope, header
from summerstow.slots.table import SlotRules
from summerstow.warehouse import commands as warehouse
from tests.people import Person, RestClients, booking_body

SITE = "http://summerstow.test"
PDF = b"%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><script>alert(1)</script>"


def picture(kind: str = "JPEG", size: tuple[int, int] = (640, 480), **how: Any) -> bytes:
    """A picture with something to see."""
    image = Image.radial_gradient("L").resize(size).convert("RGB")
    out = io.BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()


def photo_with_place() -> bytes:
    """A photo as phones take it: lying on its side, with the place in its EXIF and a comment."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Quillaphone"
    exif.get_ifd(0x8825).update({1: "N", 2: (49.0, 56.0, 21.5), 3: "W", 4: (119.0, 23.0, 49.0)})
    return picture(size=(800, 400), exif=exif, comment=b"Quillaby lives here")


def bomb(width: int = 30_000, height: int = 30_000) -> bytes:
    """A PNG of a few hundred bytes whose head promises very many pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + chunk(b"IDAT", zlib.compress(bytes(4096)))
        + chunk(b"IEND", b"")
    )


@dataclass
class FilesApp:
    """/files and /rest/v1 beside each other."""

    database: Database
    _actors: dict[str, Actor] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = (*COMMANDS, *price_match.COMMANDS, *warehouse.COMMANDS)
        rules = {"bookings": BookingRules(), "slot_availability": SlotRules()}
        named: dict[str, Command] = {one.name: one for one in known}
        self.rest = RestClients(self.database, rules, named)
        self.pictures = Pictures(self.database)
        self.app = Files(self.pictures, self._identify)

    async def _identify(self, scope: Scope) -> Actor:
        return self._actors[header(scope, b"x-test-actor") or ""]

    def files(self, who: Person | None, *, service: bool = False) -> httpx.AsyncClient:
        """A client of /files as this person; None: signed out, or with the service key."""
        name = uuid4().hex
        self._actors[name] = who.actor if who else SERVICE if service else ANONYMOUS
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app=self.app),
            base_url=SITE,
            headers={"x-test-actor": name},
        )

    async def send(
        self, who: Person | None, body: bytes, *, kind: str = "item", picture_id: UUID | None = None
    ) -> httpx.Response:
        """Upload a file, whatever comes of it; said to be a JPEG."""
        return await self.files(who).post(
            "/files",
            params={"id": str(picture_id or uuid4()), "kind": kind},
            content=body,
            headers={"content-type": "image/jpeg"},
        )

    async def sent(self, who: Person, body: bytes | None = None, *, kind: str = "item") -> str:
        """The id of an upload that must succeed."""
        answer = await self.send(who, body or picture(), kind=kind)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def get(self, who: Person | None, picture_id: str) -> httpx.Response:
        """A picture, if it is shown."""
        return await self.files(who).get(f"/files/{picture_id}")

    async def ask(self, who: Person, command: str, **arguments: Any) -> httpx.Response:
        """A command, whatever comes of it."""
        return await self.rest.of(who).post(f"/rpc/{command}", json=arguments)

    async def booked(self, who: Person, **changes: Any) -> str:
        """A booking of theirs."""
        answer = await self.rest.of(who).post(
            "/bookings",
            json=booking_body(**changes),
            headers={"Prefer": "return=representation"},
        )
        assert answer.status_code == 201, answer.text
        return str(answer.json()[0]["id"])

    async def item(
        self, who: Person, booking: str, *, command: str = "add_item", **said: Any
    ) -> httpx.Response:
        """Say something of an item."""
        given = {"item_id": str(uuid4()), "kind": "box", "description": "Books"} | said
        return await self.ask(who, command, booking_id=booking, **given)

    async def value(self, sql: str, *given: object) -> Any:
        """One value from the database."""
        async with self.database.owner() as tx:
            return await tx.fetchval(sql, *given)
