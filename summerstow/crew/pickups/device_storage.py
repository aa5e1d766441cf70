"""Which crew devices may lose unsent work (rule: storage-refused)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import CREW, OFFICE

#: Devices that the office is shown, the latest report first.
MOST_DEVICES: Final = 50


class ReportDeviceStorage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`persistent`: the browser promised to delete nothing that it stores for the site."""

    persistent: bool


class RefusedDevice(msgspec.Struct, frozen=True):
    """A device whose browser may delete unsent work. `device`: `Chrome on Android`."""

    session_id: UUID
    full_name: str
    device: str
    reported_at: datetime


class _RefusedRow(msgspec.Struct, frozen=True):
    session_id: UUID
    full_name: str
    user_agent: str | None
    reported_at: datetime


def commands(name_device: Callable[[str | None], str]) -> tuple[Command, ...]:
    """The commands about device storage; `name_device` names a device by its user agent."""

    async def report_device_storage(tx: Transaction, arguments: ReportDeviceStorage) -> None:
        """Store the browser's answer for the device of this session."""
        async with tx.elevated() as elevated:
            await elevated.execute(
                "insert into app.device_storage (session_id, persistent, reported_at) "
                "select id, $2, $3 from auth.sessions where id = $1 "
                "on conflict (session_id) do update "
                "set persistent = excluded.persistent, reported_at = excluded.reported_at",
                tx.actor.session_id,
                arguments.persistent,
                clock.now(),
            )

    async def refused_devices(tx: Transaction, arguments: NoArguments) -> list[RefusedDevice]:
        """List the devices whose browser refused, of sessions that have not ended."""
        del arguments
        async with tx.elevated() as elevated:
            rows = await elevated.fetch(
                "select d.session_id, coalesce(u.full_name, u.email) as full_name, s.user_agent, "
                "d.reported_at from app.device_storage d "
                "join auth.sessions s on s.id = d.session_id "
                "join public.users u on u.id = s.user_id "
                "where not d.persistent order by d.reported_at desc limit $1",
                MOST_DEVICES,
            )
        found = [msgspec.convert(row, _RefusedRow) for row in rows]
        return [
            RefusedDevice(
                one.session_id, one.full_name, name_device(one.user_agent), one.reported_at
            )
            for one in found
        ]

    return (
        Command("report_device_storage", ReportDeviceStorage, report_device_storage, CREW),
        Command("refused_devices", NoArguments, refused_devices, OFFICE, read_only=True),
    )
