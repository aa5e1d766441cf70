"""Messages as rows: written in the transaction that causes them, sent after it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import msgspec

from summerstow.platform import clock, phones
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction

from . import bounds
from .bounds import SendingBounds

#: Set after each commit that wrote a message, so that this process's worker looks at once.
wake = asyncio.Event()
#: Of several changes within this time the first is sent at once, and the rest in one message.
MERGE_WITHIN: Final = timedelta(minutes=10)
_AT_ONCE: Final = timedelta(0)
#: How long the mail of a sign-up waits for the booking that it belongs to.
BOOKING_WITHIN: Final = timedelta(minutes=2)

_bounds = SendingBounds()
_served: Collection[str] = ("mail", "text", "push")


def keep_within(sending_bounds: SendingBounds) -> None:
    """Bound what this process writes from now on."""
    global _bounds  # noqa: PLW0603 - a process has one outbox, as it has one `wake`
    _bounds = sending_bounds


def wake_for(channels: Collection[str]) -> None:
    """Wake this process's worker for these alone: it takes no others."""
    global _served  # noqa: PLW0603
    _served = channels


async def post(
    tx: ElevatedTransaction,
    *,
    cause: str,
    kind: str,
    to: str,
    data: Mapping[str, object],
    channel: str = "mail",
    merge: str | None = None,
    with_booking: bool = False,
    wait: timedelta = _AT_ONCE,
) -> int | None:
    """Write a message in this transaction; returns its id.

    `cause` identifies the message (`booking-received:<id>`): a second message with the same cause
    is not written. `kind` is a template of `outbox/templates`, `data` its values. `data` may have
    `VisitEntry`s under `calendar`, each of which becomes a file. `merge` is a prefix of causes: of
    such messages only the latest is worth reading. `with_booking`: the mail about a new booking is
    expected to replace this one (`take_with_booking`); if none comes, this one is sent. `wait`: how
    long it can be dropped unread.

    It is sent as soon as `mail.bounds` allows. If too much waits for an unconfirmed address, a
    number wants no text messages, or the changes that it names take back those that wait, it is
    not written, and None is returned.
    """
    at = clock.now() + wait
    if with_booking:
        at += BOOKING_WITHIN
        cause = f"with-booking:{cause}"
    if merge is not None:
        waiting, after = await _after_the_last(tx, kind, channel, to, merge)
        at = max(at, after)
        names_changes = bool(data.get("changes"))
        data = merged(waiting, data)
        if names_changes and not data["changes"]:
            return None
    pace = bounds.pace_of(_bounds)
    message_id: int | None = await tx.fetchval(
        "insert into app.outbox (cause, kind, channel, recipient, data, due_at, planned_at) "
        "select $1, $2, $3, $4, $5, turn.at, turn.at from (select case when $7::integer is null "
        "then $6::timestamptz else app.mail_turn($4, $6, $7, $8, $9, $10) end as at) turn "
        "where turn.at is not null and ($3 <> 'text' or not exists (select from app.text_stops "
        "where number_hash = sha256(convert_to($4, 'UTF8')))) "
        "on conflict (cause) do nothing returning id",
        cause,
        kind,
        channel,
        to,
        msgspec.json.encode(data).decode(),
        at,
        pace.an_hour if channel == "mail" else None,
        pace.confirmed,
        pace.unknown,
        pace.most_ahead,
    )
    if message_id is None:
        message_id = await tx.fetchval("select id from app.outbox where cause = $1", cause)
    elif channel in _served:
        tx.after_commit(wake.set)
    return message_id


class SignUpMail(msgspec.Struct, frozen=True):
    """What a mail that was posted `with_booking` says: a link, and digits that do the same."""

    link: str | None = None
    code: str | None = None


async def take_with_booking(tx: Transaction, to: str) -> SignUpMail | None:
    """Delete the mail that waits for the one about a new booking, and return what it says."""
    rows = await tx.fetch(
        "delete from app.outbox o where o.id = any(array("
        "select w.id from app.outbox w where lower(w.recipient) = lower($1) "
        "and starts_with(w.cause, 'with-booking:') and w.sent_at is null "
        "and w.given_up_at is null and w.attempts = 0 and w.due_at > $2 "
        "order by w.id for update of w skip locked)) returning data",
        to,
        clock.now(),
    )
    return msgspec.json.decode(rows[0]["data"], type=SignUpMail) if rows else None


async def drop_waiting(
    tx: Transaction, booking_id: UUID, kinds: Collection[str], stamp: str
) -> None:
    """Drop a booking's messages of these kinds that wait and have `stamp` in their causes."""
    await tx.execute(
        "delete from app.outbox where sent_at is null and given_up_at is null and attempts = 0 "
        "and due_at > $4 and data #>> '{about,booking_id}' = $1::uuid::text "
        "and kind = any($2) and strpos(cause, $3) > 0",
        booking_id,
        [f"{kind}{form}" for kind in kinds for form in ("", "_text", "_push")],
        stamp,
        clock.now(),
    )


async def drop_part(tx: Transaction, booking_id: UUID, change: str) -> None:
    """Leave a booking's change out of the messages about several bookings that wait."""
    rows = await tx.fetch(
        "select id, data::text from app.outbox where sent_at is null and given_up_at is null "
        "and attempts = 0 and due_at > $3 and data #> '{about,several}' @> jsonb_build_array("
        "jsonb_build_object('booking_id', $1::uuid::text, 'change', $2::text)) for update",
        booking_id,
        change,
        clock.now(),
    )
    for row in rows:
        data = msgspec.json.decode(row["data"])
        abouts = data["about"]["several"]
        left = [n for n, one in enumerate(abouts) if one["booking_id"] != str(booking_id)]
        data["about"]["several"] = [abouts[n] for n in left]
        data["bookings"] = [data["bookings"][n] for n in left]
        data["count"] = len(left)
        if "calendar" in data:
            entries = data["calendar"]
            data["calendar"] = [one for one in entries if str(booking_id) not in one["uid"]]
        await tx.execute(
            "delete from app.outbox where id = $1"
            if not left
            else "update app.outbox set data = $2::text::jsonb where id = $1",
            *([row["id"]] if not left else [row["id"], msgspec.json.encode(data).decode()]),
        )


async def has_told_several(tx: Transaction, to: str, booking_id: UUID, change: str) -> bool:
    """Whether a mail about several bookings told this one's change to an address."""
    told: bool = await tx.fetchval(
        "select exists (select from app.outbox where lower(recipient) = lower($1) "
        "and (sent_at is not null or attempts > 0) and data #> '{about,several}' @> "
        "jsonb_build_array(jsonb_build_object('booking_id', $2::uuid::text, 'change', $3::text)))",
        to,
        booking_id,
        change,
    )
    return told


async def first_waiting(tx: Transaction, booking_id: UUID, kind: str, value: str) -> str | None:
    """Return a value of the earliest mail of a kind about a booking that waits."""
    found: str | None = await tx.fetchval(
        "select data ->> $4 from app.outbox where sent_at is null and given_up_at is null "
        "and attempts = 0 and due_at > $3 and kind = $2 "
        "and data #>> '{about,booking_id}' = $1::uuid::text order by id limit 1",
        booking_id,
        kind,
        clock.now(),
        value,
    )
    return found


async def kinds_written(tx: Transaction, causes: Collection[str]) -> dict[str, bool]:
    """Return the kinds of the messages with these causes; True: it left, or is leaving."""
    rows = await tx.fetch(
        "select kind, sent_at is not null or attempts > 0 or due_at <= $2 as has_left "
        "from app.outbox where cause = any($1)",
        list(causes),
        clock.now(),
    )
    return {row["kind"]: row["has_left"] for row in rows}


async def held_back(tx: Transaction) -> tuple[int, int]:
    """How many mails, and text messages, wait because the whole product writes too many."""
    now = clock.now()
    return (
        await bounds.held_back(tx, _bounds, now),
        await bounds.texts_held_back(tx, _bounds, now),
    )


def may_be_texted(number: str) -> bool:
    """Whether text messages may go to this number (E.164)."""
    return phones.may_be_texted(number, _bounds.text_countries)


async def text_turn(tx: Transaction) -> datetime | None:
    """Count a text message that is about to leave; returns None, or when one may.

    For messages that the product sends by itself: codes are counted, and refused, per request.
    """
    return await bounds.text_turn(tx, _bounds, clock.now())


async def _after_the_last(
    tx: Transaction, kind: str, channel: str, to: str, merge: str
) -> tuple[list[dict[str, Any]], datetime]:
    """Take back those that wait. Returns their data, and when the next one is due."""
    now = clock.now()
    # Before its first try and its due time, no worker has claimed a message.
    rows = await tx.fetch(
        "delete from app.outbox where lower(recipient) = lower($1) and kind = $2 and channel = $3 "
        "and starts_with(cause, $4) and sent_at is null and given_up_at is null "
        "and attempts = 0 and due_at > $5 returning data",
        to,
        kind,
        channel,
        merge,
        now,
    )
    last: datetime | None = await tx.fetchval(
        "select max(planned_at) from app.outbox where lower(recipient) = lower($1) and kind = $2 "
        "and channel = $3 and starts_with(cause, $4)",
        to,
        kind,
        channel,
        merge,
    )
    waiting = [msgspec.json.decode(row["data"]) for row in rows]
    return waiting, now if last is None else last + MERGE_WITHIN


def merged(waiting: list[dict[str, Any]], data: Mapping[str, object]) -> Mapping[str, object]:
    """Add the `changes` of messages that one takes the place of: from the first `was` to now."""
    if "changes" not in data:
        return data
    changes: dict[str, dict[str, str]] = {}
    latest = msgspec.to_builtins(data["changes"])
    for one in (*(each for message in waiting for each in message.get("changes", ())), *latest):
        changes[one["what"]] = {**one, "was": changes.get(one["what"], one)["was"]}
    return {**data, "changes": [one for one in changes.values() if one["was"] != one["is_now"]]}


async def text(
    tx: ElevatedTransaction,
    *,
    cause: str,
    kind: str,
    to: str,
    data: Mapping[str, object],
    merge: str | None = None,
    wait: timedelta = _AT_ONCE,
) -> None:
    """Write a text message as `post` writes a mail. `to` is E.164 with its plus sign."""
    await post(tx, cause=cause, kind=kind, to=to, data=data, channel="text", merge=merge, wait=wait)
