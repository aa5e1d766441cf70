"""An executive who imports files, as the web does it."""

from __future__ import annotations

import base64
import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx

from summerstow.office.imports import job
from summerstow.office.imports.commands import COMMANDS
from summerstow.platform.auth.accounts.made_by_staff import create_customer
from summerstow.platform.database.pool import Database
from tests.people import RestClients, person

#: Bytes of a part, as the web sends them.
PART = 384 * 1024


def csv_file(headings: Sequence[str], rows: Iterable[Sequence[object]], mark: str = ",") -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=mark)
    writer.writerow(headings)
    writer.writerows(rows)
    return text.getvalue().encode()


@dataclass
class Importing:
    database: Database
    client: httpx.AsyncClient

    @classmethod
    async def of(cls, database: Database) -> Importing:
        rest = RestClients(database, {}, {one.name: one for one in COMMANDS})
        return cls(database, rest.of(await person(database, "executive")))

    async def ask(self, command: str, **given: Any) -> httpx.Response:
        return await self.client.post(f"/rpc/{command}", json=given)

    async def call(self, command: str, **given: Any) -> Any:
        answer = await self.ask(command, **given)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    async def upload(self, kind: str, content: bytes, name: str = "old.csv") -> Any:
        answer = await self.ask_upload(kind, content, name)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def ask_upload(self, kind: str, content: bytes, name: str = "old.csv") -> httpx.Response:
        import_id = str(uuid4())
        parts = [content[at : at + PART] for at in range(0, len(content), PART)] or [b""]
        for number, part in enumerate(parts):
            answer = await self.ask(
                "upload_import",
                import_id=import_id,
                kind=kind,
                file_name=name,
                number=number,
                content=base64.b64encode(part).decode(),
                last=number == len(parts) - 1,
            )
            if answer.status_code >= 300:
                break
        return answer

    async def check(self, kind: str, content: bytes, **choice: Any) -> Any:
        """Upload a file, take the columns that were found, and check its rows."""
        shown = await self.upload(kind, content)
        await self.call("check_import", import_id=shown["id"], choice=shown["choice"] | choice)
        await self.work()
        return await self.read(shown["id"])

    async def work(self) -> None:
        await job.run(self.database, create_customer)

    async def read(self, import_id: str) -> Any:
        [shown] = [one for one in await self.call("imports") if one["id"] == import_id]
        return shown

    async def confirm(self, import_id: str) -> Any:
        await self.call("confirm_import", import_id=import_id)
        await self.work()
        return await self.read(import_id)

    async def whole(self, kind: str, content: bytes, **choice: Any) -> Any:
        """Check a file and import what is new in it."""
        checked = await self.check(kind, content, **choice)
        assert checked["state"] == "checked", checked
        return await self.confirm(checked["id"]) if checked["rows_new"] else checked

    async def faults(self, import_id: str) -> list[Any]:
        found: list[Any] = []
        while page := await self.call(
            "import_faults", import_id=import_id, after=found[-1]["line"] if found else 0
        ):
            found += page
        return found

    async def undo(self, import_id: str) -> Any:
        await self.call("undo_import", import_id=import_id)
        await self.work()
        return await self.read(import_id)

    async def count(self, table: str) -> int:
        async with self.database.owner() as tx:
            count: int = await tx.fetchval(f"select count(*) from {table}")
            return count
