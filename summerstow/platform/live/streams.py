"""`GET /live/queue`: server-sent events about the day's queues, for signed-in callers.

`event: read` says that any line may have changed, the first time right at the beginning; `event:
queue` names one: `{"campus_id": 2, "day": "2026-11-21"}`, its campus null where any of the day's
may be meant. With `?bookings=1`, `event: bookings` tells staff within seconds that some booking
changed. Nothing else is sent. `?campus_id=2` leaves out the other campuses.

A stream ends within seconds of its person's session, whichever host ended that, or of a change of
their role; else after a quarter of an hour at most, and the page asks for another. Where there is
none (429, 503), the page goes on asking by itself.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Final
from urllib.parse import parse_qs
from uuid import UUID

import msgspec

from summerstow.platform.actor import Actor
from summerstow.platform.errors import AppError, Forbidden, Invalid, TooOften, Unavailable
from summerstow.platform.http.asgi import Message, Receive, Scope, Send, send_response
from summerstow.platform.observability import log
from summerstow.platform.roles import ANON, STAFF

from .lines import DayLine, Lines

Identify = Callable[[Scope], Awaitable[Actor]]
#: Which of these may not follow any more.
FindStaleActors = Callable[[Sequence[Actor]], Awaitable[Collection[Actor]]]

PATH: Final = "/live/queue"
#: Seconds between signs of life, below the minute after which proxies give up.
HEARTBEAT: Final = 25.0
#: Seconds that one stream lasts at most; a fifth of it is left to chance.
LIFE: Final = 900.0
#: Seconds between looks whether the sessions of all streams live still: one question for them all.
LOOK_EVERY: Final = 3.0
#: Streams of one process, beside the requests that it works on.
MOST: Final = 512
#: Streams of one person in a process: windows that are open side by side.
MOST_EACH: Final = 12

_log = log.get("live")
_READ: Final = b"event: read\ndata: {}\n\n"
_BOOKED: Final = b"event: bookings\ndata: {}\n\n"
_ALIVE: Final = b": alive\n\n"
_HEADERS: Final = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    # nginx would gather the events otherwise.
    (b"x-accel-buffering", b"no"),
]


class Full(Unavailable):
    """This process opens no further stream."""


class Streams:
    """The application of /live."""

    def __init__(
        self,
        lines: Lines,
        identify: Identify,
        find_stale_actors: FindStaleActors,
        *,
        most: int = MOST,
        heartbeat: float = HEARTBEAT,
        life: float = LIFE,
        look_every: float = LOOK_EVERY,
    ) -> None:
        self._lines = lines
        self._identify = identify
        self._find_stale_actors = find_stale_actors
        self._most = most
        self._heartbeat = heartbeat
        self._life = life
        self._look_every = look_every
        self._open: Counter[UUID | None] = Counter()
        #: Each stream by what ends it.
        self._ends: dict[asyncio.Task[None], Actor] = {}
        self._stale_check: asyncio.Task[None] | None = None
        self._closed = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, for as long as it stays open."""
        try:
            actor = await self._admit(scope)
            campus_id = _parse_campus(scope["query_string"])
        except AppError as error:
            await _refuse(send, error)
            return
        self._open[actor.user_id] += 1
        end = asyncio.create_task(_wait_for_disconnect(receive))
        self._ends[end] = actor
        if self._stale_check is None:
            self._stale_check = asyncio.create_task(
                self._end_stale_streams(), name="sessions of streams"
            )
        try:
            bookings = actor.role in STAFF and b"bookings=1" in scope["query_string"].split(b"&")
            await self._stream(campus_id, bookings, end, send)
        except AppError as error:
            await _refuse(send, error)
        finally:
            end.cancel()
            del self._ends[end]
            self._count_down(actor.user_id)
            if not self._ends and self._stale_check is not None:
                self._stale_check.cancel()
                self._stale_check = None

    def _count_down(self, user_id: UUID | None) -> None:
        self._open[user_id] -= 1
        if not self._open[user_id]:
            # Zero counts would stay for the life of the process.
            del self._open[user_id]

    @property
    def count(self) -> int:
        """The number of open streams."""
        return self._open.total()

    def close(self) -> None:
        """End every stream, each as if its time were over; no new one is opened."""
        self._closed = True
        for end in self._ends:
            end.cancel()

    async def _end_stale_streams(self) -> None:
        """Regularly end the streams of callers who may not follow any more."""
        while True:
            await asyncio.sleep(self._look_every)
            try:
                stale = await self._find_stale_actors(list(set(self._ends.values())))
            except Exception as error:
                # What is known for the first time later still ends them.
                _log.warning("sessions of streams are not known", error=repr(error))
                continue
            for end, actor in self._ends.items():
                if actor in stale:
                    end.cancel()

    async def _admit(self, scope: Scope) -> Actor:
        if scope["path"] != PATH:
            raise AppError("Not Found", status=404, code="PT404")
        if scope["method"] != "GET":
            raise AppError("Method Not Allowed", status=405, code="PT405")
        actor = await self._identify(scope)
        if actor.role == ANON:
            raise Forbidden("Please sign in.", status=401)
        if self._closed or self._open.total() >= self._most:
            raise Full("no further stream")
        if self._open[actor.user_id] >= MOST_EACH:
            raise TooOften(60)
        return actor

    async def _stream(
        self, campus_id: int | None, bookings: bool, end: asyncio.Task[None], send: Send
    ) -> None:
        loop = asyncio.get_running_loop()
        # Streams that began together, after a restart, do not end together.
        ends = loop.time() + self._life * random.uniform(0.8, 1)  # noqa: S311
        async with self._lines.follow(campus_id, bookings=bookings) as follower:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            news = asyncio.create_task(follower.wait_for_news())
            try:
                while (left := ends - loop.time()) > 0:
                    await asyncio.wait(
                        {news, end},
                        timeout=min(self._heartbeat, left),
                        return_when=asyncio.FIRST_COMPLETED,
                    )
                    if end.done():
                        break
                    if not news.done():
                        await send(_chunk(_ALIVE))
                        continue
                    changed = news.result()
                    news = asyncio.create_task(follower.wait_for_news())
                    events = _READ if changed is None else _events(changed)
                    await send(
                        _chunk(events + (_BOOKED if follower.take_booking_change() else b""))
                    )
            finally:
                news.cancel()
        await send({"type": "http.response.body", "body": b""})


def _events(changed: Iterable[DayLine]) -> bytes:
    events = (msgspec.json.encode({"campus_id": one.campus_id, "day": one.day}) for one in changed)
    return b"".join(b"event: queue\ndata: " + one + b"\n\n" for one in events)


def _chunk(body: bytes) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": True}


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _parse_campus(query: bytes) -> int | None:
    text = parse_qs(query.decode("latin-1")).get("campus_id", [""])[0]
    if not text:
        return None
    if not text.isdecimal() or len(text) > 6:
        raise Invalid("campus_id must be a number.")
    return int(text)


async def _refuse(send: Send, error: AppError) -> None:
    body = msgspec.json.encode(
        {
            "code": error.code,
            "details": error.details,
            "hint": error.hint,
            "message": error.message,
        }
    )
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    if error.status in (429, 503):
        headers.append((b"retry-after", b"60"))
    await send_response(send, error.status, headers, body)
