"""Calendar feeds: their addresses, and the calendars behind them (rule: calendar-feeds)."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec
from uuid6 import uuid7

from summerstow.platform import clock, published
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Invalid, Unavailable
from summerstow.platform.http import site
from summerstow.platform.http.asgi import Receive, Scope, Send, send_response
from summerstow.platform.roles import EXECUTIVES

from . import feed_calendar, feed_queries
from .feed_queries import StoredFeed

PATH: Final = "/calendars"
_ENDING: Final = ".ics"
_ID_BYTES: Final = 16
_SIGNATURE_BYTES: Final = 24


class AddFeed(msgspec.Struct, forbid_unknown_fields=True):
    """A campus, whose pickups it shows, or a member of the crew, whose runs it shows."""

    campus_id: int | None = None
    worker_id: UUID | None = None


class OneFeed(msgspec.Struct, forbid_unknown_fields=True):
    """A feed."""

    id: UUID


class CalendarFeed(msgspec.Struct, frozen=True):
    """A feed with its secret address; `name` is the campus's or the person's."""

    id: UUID
    campus_id: int | None
    worker_id: UUID | None
    name: str
    address: str
    last_read_at: datetime | None


@dataclass(frozen=True, slots=True)
class FeedLinks:
    """Signs addresses and checks them; `secret` is the same on every host."""

    secret: str

    def path(self, feed_id: UUID, generation: int) -> str:
        """Return the path of a feed."""
        token = feed_id.bytes + self._signature(feed_id, generation)
        return f"{PATH}/{urlsafe_b64encode(token).decode()}{_ENDING}"

    def holds(self, feed: StoredFeed, token: bytes) -> bool:
        """Return whether a token is of the feed's address as it is now."""
        return hmac.compare_digest(token[_ID_BYTES:], self._signature(feed.id, feed.generation))

    def _signature(self, feed_id: UUID, generation: int) -> bytes:
        signed = f"calendar-feed:{feed_id}:{generation}".encode()
        return hmac.digest(self.secret.encode(), signed, "sha256")[:_SIGNATURE_BYTES]


def commands(links: FeedLinks) -> tuple[Command, ...]:
    """The commands by which executives hand out addresses."""

    def shown(feed: StoredFeed) -> CalendarFeed:
        return CalendarFeed(
            feed.id,
            feed.campus_id,
            feed.worker_id,
            feed_calendar.owner_of(feed),
            site.link(links.path(feed.id, feed.generation)),
            feed.last_read_at,
        )

    async def calendar_feeds(tx: ElevatedTransaction, arguments: NoArguments) -> list[CalendarFeed]:
        """Return all feeds, those of campuses first."""
        del arguments
        return [shown(one) for one in await feed_queries.feeds(tx)]

    async def add_calendar_feed(tx: ElevatedTransaction, arguments: AddFeed) -> list[CalendarFeed]:
        """Make a feed, unless there is one, and return all. Raises `Invalid` for no owner."""
        campus_id, worker_id = arguments.campus_id, arguments.worker_id
        if (campus_id is None) == (worker_id is None):
            raise Invalid("Please choose a campus or a member of the crew.")
        if campus_id is not None and published.campus(campus_id) is None:
            raise Invalid("There is no such campus.")
        if worker_id is not None and not await feed_queries.is_staff(tx, worker_id):
            raise Invalid("There is no such member of the crew.")
        await feed_queries.add(tx, uuid7(), campus_id, worker_id)
        return [shown(one) for one in await feed_queries.feeds(tx)]

    async def renew_calendar_feed(tx: ElevatedTransaction, arguments: OneFeed) -> CalendarFeed:
        """Return the feed with another address; the one before ends at once."""
        await feed_queries.renew(tx, arguments.id)
        feed = await feed_queries.feed(tx, arguments.id)
        if feed is None:
            raise AppError("This calendar is gone.", status=404, code="P0002")
        return shown(feed)

    return (
        Command(
            "calendar_feeds", NoArguments, calendar_feeds, EXECUTIVES, read_only=True, elevated=True
        ),
        Command(
            "add_calendar_feed",
            AddFeed,
            add_calendar_feed,
            EXECUTIVES,
            repeatable=True,
            elevated=True,
        ),
        Command(
            "renew_calendar_feed",
            OneFeed,
            renew_calendar_feed,
            EXECUTIVES,
            repeatable=True,
            elevated=True,
        ),
        Command("remove_calendar_feed", OneFeed, remove_calendar_feed, EXECUTIVES, elevated=True),
    )


async def remove_calendar_feed(tx: ElevatedTransaction, arguments: OneFeed) -> None:
    """Delete a feed; the same again changes nothing."""
    await feed_queries.remove(tx, arguments.id)


class FeedFile:
    """Answers `GET /calendars/{token}.ics` with the calendar as it is now."""

    def __init__(self, database: Database, links: FeedLinks) -> None:
        self._database = database
        self._links = links

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        del receive
        method = scope["method"]
        headers = [(b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store")]
        plain = [*headers, (b"content-type", b"text/plain; charset=utf-8")]
        try:
            text = await self._read(scope["path"]) if method in ("GET", "HEAD") else None
        except Unavailable as error:
            await send_response(send, error.status, plain, f"{error}\n".encode())
            return
        if text is None:
            words = b"This calendar is gone, or has another address now.\n"
            await send_response(send, 404, plain, words, head=method == "HEAD")
            return
        headers.append((b"content-type", b"text/calendar; charset=utf-8"))
        await send_response(send, 200, headers, text, head=method == "HEAD")

    async def _read(self, path: str) -> bytes | None:
        token = _token(path)
        if token is None:
            return None
        async with self._database.owner() as tx:
            feed = await feed_queries.feed(tx, UUID(bytes=token[:_ID_BYTES]))
            if feed is None or not self._links.holds(feed, token):
                return None
            now = clock.now()
            await feed_queries.note_read(tx, feed.id, now)
            first, last = feed_calendar.days_of(clock.today())
            stops = await feed_queries.stops(tx, feed, first, last)
        return feed_calendar.draw(feed, stops, now)


def _token(path: str) -> bytes | None:
    text = path.removeprefix(f"{PATH}/").removesuffix(_ENDING)
    try:
        token = urlsafe_b64decode(text)
    except (NotBase64, ValueError):
        return None
    return token if len(token) == _ID_BYTES + _SIGNATURE_BYTES else None
