"""What PostgreSQL is told of a new booking, so that all that follows from it is one call
(`app.booking_made` of migration 0211)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

import msgspec

from summerstow.kit import clock
from summerstow.kit.actor import Actor
from summerstow.kit.roles import ANON
from summerstow.notifications import calendar, relevance
from summerstow.notifications import service as messages
from summerstow.outbox import outbox
from summerstow.outbox.calendar_file import VisitEntry
from summerstow.queue import service as queue

from . import rules
from .guests import service as guests
from .model import REPLACEABLE, Booking

KIND: Final = "booking_received"


class NewBooking(msgspec.Struct, frozen=True, kw_only=True):
    """`app.new_booking`. `part`: the window it takes a place of; `given_up`: slots of earlier ones.

    A guest's, where its place is limited: until when it waits (`confirm_by`), when it is reminded
    of, the network address it came from, the hash that the links of its mail end with, how many
    unconfirmed ones an e-mail address and a network address may have, and what its mail asks.

    `times` and `windows`: the ranks of the line that it joins; None: it joins none. `mail_data`:
    what its mail is given, but `untyped` where nobody has shown that the address is theirs.
    `calendar`: the mail's entry, without its number; with `nowhere` as its place where it is
    unconfirmed.
    """

    moment: datetime
    part: str | None
    given_up: Sequence[UUID]
    confirm_by: datetime | None
    remind_at: datetime | None
    address: str | None
    token_hash: str | None
    most_of_email: int = guests.MOST_OF_EMAIL
    most_of_address: int = guests.MOST_OF_ADDRESS
    times: Sequence[str] | None
    windows: Sequence[int] | None
    most_mails: int = rules.MOST_MAILS
    guest: bool
    mail_data: dict[str, object]
    asking: dict[str, object] | None
    untyped: dict[str, object]
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    calendar: dict[str, object] | None = None
    nowhere: str | None = None
    an_hour: int | None
    known_pace: tuple[int, int]
    unknown_pace: tuple[int, int]
    most_ahead: float
    replaceable: tuple[str, ...] = REPLACEABLE
    lock_names: Sequence[str] = ()

    @property
    def text(self) -> str:
        """The same as JSON."""
        return msgspec.json.encode(self).decode()


def told_of(
    actor: Actor,
    booking: Booking,
    *,
    site_url: str,
    given_up: Sequence[UUID] = (),
    invite: str | None = None,
    lock_names: Sequence[str] = (),
) -> NewBooking:
    """All that a new booking says. `given_up`: slots of those that it replaces; `invite`: where the
    mail leads who has no account yet; `lock_names`: what is counted in turn."""
    now = clock.now()
    confirm_by = _confirm_by(actor, booking, now)
    asked = guests.new_links(site_url) if confirm_by is not None else None
    ranks = queue.window_ranks(booking.window) if booking.line is not None else (None, None)
    link = f"{site_url}/customer-dashboard"
    mail_data = _mail_data(booking) | {
        "link": link,
        "invite": invite,
        "sign_up": f"{site_url}/auth#sign-up",
    }
    entry = calendar.coming(booking.row, link)
    pace = outbox.mail_pace()
    return NewBooking(
        moment=now,
        part=booking.window,
        given_up=given_up,
        confirm_by=confirm_by,
        remind_at=None if confirm_by is None else now + (confirm_by - now) / 2,
        address=actor.address,
        token_hash=None if asked is None else asked.token_hash.hex(),
        times=ranks[0],
        windows=ranks[1],
        guest=booking.user_id is None and actor.role == ANON,
        mail_data=mail_data | {"about": relevance.about(KIND, booking.row)},
        asking=None
        if asked is None or confirm_by is None
        else {
            "held_until": clock.spoken_moment(confirm_by),
            "confirm": asked.confirm,
            "give_back": asked.give_back,
        },
        untyped=messages.untyped(mail_data),
        an_hour=pace.an_hour,
        known_pace=pace.known,
        unknown_pace=pace.unknown,
        most_ahead=pace.most_ahead.total_seconds(),
        lock_names=lock_names,
        **_entry(entry, booking),
    )


def _entry(entry: VisitEntry | None, booking: Booking) -> dict[str, Any]:
    if entry is None:
        return {}
    said = msgspec.to_builtins(entry)
    del said["sequence"]
    return {
        "starts_at": entry.starts_at,
        "ends_at": entry.ends_at,
        "calendar": said,
        "nowhere": booking.campus.name if booking.campus else "",
    }


def _confirm_by(actor: Actor, booking: Booking, now: datetime) -> datetime | None:
    """Until when a new booking holds its place without its guest's word; None: it needs none."""
    if booking.pickup_date is None or not guests.waits(actor, booking):
        return None
    return guests.deadline(booking.pickup_date, booking.pickup_time, now)


def _mail_data(booking: Booking) -> dict[str, object]:
    """What the mail is given, in words and campus-local dates."""
    return {
        "first_name": booking.first_name,
        "campus": booking.campus.name if booking.campus else "",
        "residence": ", ".join(part for part in (booking.building_name, booking.address) if part),
        "pickup_day": _spoken(booking.pickup_date),
        "pickup_time": booking.pickup_time,
        "kit_day": _spoken(booking.supply_kit_delivery_date),
        "return_day": _spoken(booking.return_delivery_date),
        "code": booking.code,
        "held_until": None,
    }


def _spoken(day: date | None) -> str | None:
    return clock.spoken_day(day) if day else None
