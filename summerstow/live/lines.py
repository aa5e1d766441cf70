"""Hears from PostgreSQL which lines change, and passes it on to all who follow in this process.

One connection listens for a process, however many follow; none while nobody does. What is passed
on is campus and day alone: whoever may see more reads it under the policies.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from summerstow.kit.database import connecting
from summerstow.kit.database.outages import outage_in
from summerstow.kit.database.session import Mode
from summerstow.kit.errors import Unavailable
from summerstow.kit.observability import log

CHANNEL: Final = "summerstow_line"
#: Seconds between tries to listen again; doubled up to the second.
_FIRST_WAIT, _LAST_WAIT = 0.5, 15.0
#: Seconds that a new follower waits for the connection.
_PATIENCE = 5.0
#: Seconds after which a connection is asked for a sign of life, and that it has for its answer.
_ALIVE, _ANSWER = 3.0, 2.0
#: The latest changes that this sign of life tells of. Bookings are many, and a notice of each would
#: make their commits wait for each other: they are looked for where somebody follows them alone.
_LATEST = (
    "select id from (select id, table_name, action from public.audit_log where action <> 'read' "
    "order by id desc limit 200) latest where table_name = 'bookings' and action <> 'view'"
)

_log = log.get("live")


#: Lines that wait for a follower who does not look.
_MOST_WAITING: Final = 100


@dataclass(frozen=True, slots=True)
class DayLine:
    """The line of a day; `campus_id` is None where any of the day's may be meant."""

    campus_id: int | None
    day: date


@dataclass(eq=False, slots=True)
class Follower:
    """One who hears of changes; what happens before the next look is passed on once."""

    campus_id: int | None
    #: It hears of bookings too.
    bookings: bool = False
    _changed: set[DayLine] = field(default_factory=set)
    _booked: bool = False
    #: Something may have been missed: everything is to be read anew.
    _gap: bool = False
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def news(self) -> set[DayLine] | None:
        """The lines that changed since the last look, waited for; None: any may have."""
        await self._news.wait()
        self._news.clear()
        changed, self._changed = self._changed, set()
        gap, self._gap = self._gap, False
        return None if gap else changed

    def booked(self) -> bool:
        """Whether some booking changed since this was asked before."""
        booked, self._booked = self._booked, False
        return booked

    def tell_booked(self) -> None:
        """Some booking changed."""
        if self.bookings:
            self._booked = True
            self._news.set()

    def tell(self, line: DayLine | None) -> None:
        """A line changed; None: any may have."""
        if line is None:
            self._gap = True
        elif self.campus_id is None or line.campus_id in (None, self.campus_id):
            self._changed.add(line)
            if len(self._changed) > _MOST_WAITING:
                # It reads slowly: to read anew is less than to hear of each.
                self._changed.clear()
                self._gap = True
        else:
            return
        self._news.set()


class Lines:
    """The lines' changes as this process hears of them.

    `connect` is what `asyncpg.connect` takes.
    """

    def __init__(self, connect: Mapping[str, Any]) -> None:
        self._connect = connect
        self._followers: set[Follower] = set()
        self._listening = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def followed(
        self, campus_id: int | None = None, *, bookings: bool = False
    ) -> AsyncIterator[Follower]:
        """Hear of every change from here on, first that any may have been missed before.

        With `bookings` of changes of those too, within seconds.

        Raises `Unavailable` while nothing is heard.
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
            follower.tell(None)
            yield follower
        finally:
            self._followers.discard(follower)
            if not self._followers and self._task is not None:
                self._task.cancel()
                self._task = None

    async def close(self) -> None:
        """Stop listening; nothing is passed on any more."""
        if self._task is not None:
            task, self._task = self._task, None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _listen(self) -> None:
        wait = _FIRST_WAIT
        while True:
            try:
                await self._hear_until_lost()
                wait = _FIRST_WAIT
            except Exception as error:
                if not outage_in(error):
                    raise
                _log.warning("not listening", error=repr(error))
                wait = min(wait * 2, _LAST_WAIT)
            await asyncio.sleep(wait)

    async def _hear_until_lost(self) -> None:
        lost = asyncio.Event()
        connection = await connecting.connect(
            dict(self._connect), name="summerstow-live", patience=_ANSWER
        )
        try:
            if connection.mode is not Mode.DIRECT:
                # Behind a pooler nobody can listen; the pages go on asking by themselves.
                raise connecting.NotConnectedError("A pooler passes no notifications on.")
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._heard)
            self._listening.set()
            # PostgreSQL does not repeat what happened while nobody listened.
            self._tell(None)
            known: set[int] | None = None
            while not lost.is_set():
                # A server that vanished without a farewell is found out by this.
                known = await self._look_for_bookings(connection, known)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), _ALIVE)
                    break
        finally:
            self._listening.clear()
            connection.terminate()

    async def _look_for_bookings(self, connection: Any, known: set[int] | None) -> set[int]:
        latest = {row["id"] for row in await connection.fetch(_LATEST)}
        if known is not None and latest - known:
            for follower in self._followers:
                follower.tell_booked()
        return latest

    def _heard(self, connection: object, pid: int, channel: str, payload: object) -> None:
        del connection, pid, channel
        campus, _, day = str(payload).partition(" ")
        self._tell(DayLine(int(campus) if campus else None, date.fromisoformat(day)))

    def _tell(self, line: DayLine | None) -> None:
        for follower in self._followers:
            follower.tell(line)
