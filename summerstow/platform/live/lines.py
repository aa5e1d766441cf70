"""Listen to PostgreSQL for changed queues and pass them on to all followers in this process.

One connection listens for all followers; without followers none is open. Only campus and day are
passed on: pages read the rest under the policies.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from summerstow.platform.database import connecting
from summerstow.platform.database.outages import outage_in
from summerstow.platform.database.session import Mode
from summerstow.platform.errors import Unavailable
from summerstow.platform.observability import log

CHANNEL: Final = "summerstow_line"
#: Seconds between tries to listen again; doubled up to the second.
_FIRST_WAIT, _LAST_WAIT = 0.5, 15.0
#: Seconds that a new follower waits for the connection.
_PATIENCE = 5.0
#: Seconds between keep-alive queries on the connection, and their timeout.
_ALIVE, _ANSWER = 3.0, 2.0
#: The latest changes, read by the keep-alive query. Bookings are many, and a notification of each
#: would make their commits wait for each other: they are read only while there are followers.
_LATEST = (
    "select id from (select id, table_name, action from public.audit_log where action <> 'read' "
    "order by id desc limit 200) latest where table_name = 'bookings' and action <> 'view'"
)

_log = log.get("live")


#: Changed queues stored for a follower that does not read.
_MOST_WAITING: Final = 100


@dataclass(frozen=True, slots=True)
class DayLine:
    """The queue of a day; `campus_id` is None if it may be any campus."""

    campus_id: int | None
    day: date


@dataclass(eq=False, slots=True)
class Follower:
    """A page that follows changes; changes before its next read are passed on once."""

    campus_id: int | None
    #: It follows bookings too.
    bookings: bool = False
    _changed: set[DayLine] = field(default_factory=set)
    _booked: bool = False
    #: Something may have been missed: everything is to be read anew.
    _gap: bool = False
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait_for_news(self) -> set[DayLine] | None:
        """Wait for changes and return the changed queues; None means that any may have changed."""
        await self._news.wait()
        self._news.clear()
        changed, self._changed = self._changed, set()
        gap, self._gap = self._gap, False
        return None if gap else changed

    def take_booking_change(self) -> bool:
        """Tell whether a booking changed since the last call."""
        booked, self._booked = self._booked, False
        return booked

    def notify_booking(self) -> None:
        """Note that a booking changed."""
        if self.bookings:
            self._booked = True
            self._news.set()

    def notify(self, line: DayLine | None) -> None:
        """Note that a queue changed; None means that any may have."""
        if line is None:
            self._gap = True
        elif self.campus_id is None or line.campus_id in (None, self.campus_id):
            self._changed.add(line)
            if len(self._changed) > _MOST_WAITING:
                # A slow follower reads everything again instead of each change.
                self._changed.clear()
                self._gap = True
        else:
            return
        self._news.set()


class Lines:
    """The changes of queues that this process receives.

    `connect` is what `asyncpg.connect` takes.
    """

    def __init__(self, connect: Mapping[str, Any]) -> None:
        self._connect = connect
        self._followers: set[Follower] = set()
        self._listening = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def follow(
        self, campus_id: int | None = None, *, bookings: bool = False
    ) -> AsyncIterator[Follower]:
        """Follow every change from here on; the first news is None.

        With `bookings`, changes of bookings too, within seconds.

        Raises `Unavailable` while no connection listens.
        """
        follower = Follower(campus_id, bookings)
        self._followers.add(follower)
        try:
            if self._task is None:
                self._task = asyncio.create_task(self._listen(), name="lines")
            try:
                await asyncio.wait_for(self._listening.wait(), _PATIENCE)
            except TimeoutError:
                raise Unavailable("no connection listens") from None
            follower.notify(None)
            yield follower
        finally:
            self._followers.discard(follower)
            if not self._followers and self._task is not None:
                self._task.cancel()
                self._task = None

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            task, self._task = self._task, None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _listen(self) -> None:
        wait = _FIRST_WAIT
        while True:
            try:
                await self._listen_until_lost()
                wait = _FIRST_WAIT
            except Exception as error:
                if not outage_in(error):
                    raise
                _log.warning("not listening", error=repr(error))
                wait = min(wait * 2, _LAST_WAIT)
            await asyncio.sleep(wait)

    async def _listen_until_lost(self) -> None:
        lost = asyncio.Event()
        connection = await connecting.connect(
            dict(self._connect), name="summerstow-live", patience=_ANSWER
        )
        try:
            if connection.mode is not Mode.DIRECT:
                # A pooler passes no notifications on; pages keep polling.
                raise connecting.NotConnectedError("A pooler passes no notifications on.")
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._on_notification)
            self._listening.set()
            # PostgreSQL does not repeat notifications from before the listener.
            self._notify(None)
            seen_ids: set[int] | None = None
            while not lost.is_set():
                # This query also detects a server that vanished without closing the connection.
                seen_ids = await self._look_for_bookings(connection, seen_ids)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), _ALIVE)
                    break
        finally:
            self._listening.clear()
            connection.terminate()

    async def _look_for_bookings(self, connection: Any, seen_ids: set[int] | None) -> set[int]:
        latest = {row["id"] for row in await connection.fetch(_LATEST)}
        if seen_ids is not None and latest - seen_ids:
            for follower in self._followers:
                follower.notify_booking()
        return latest

    def _on_notification(self, connection: object, pid: int, channel: str, payload: object) -> None:
        del connection, pid, channel
        campus, _, day = str(payload).partition(" ")
        self._notify(DayLine(int(campus) if campus else None, date.fromisoformat(day)))

    def _notify(self, line: DayLine | None) -> None:
        for follower in self._followers:
            follower.notify(line)
