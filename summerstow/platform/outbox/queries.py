"""Every statement of this package's worker."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_all

from .render import Rendered


class Claimed(msgspec.Struct, frozen=True):
    """A message to send, its template values as JSON text; `attempts` includes this one.

    `was_due`: when it was due before it was claimed; `doubts`: how often it may have been sent.
    """

    id: int
    cause: str
    kind: str
    channel: str
    recipient: str
    data: str
    attempts: int
    doubts: int
    was_due: datetime


class Captured(msgspec.Struct, frozen=True):
    """A message captured in place of being sent; `links` and `attachments` are JSON text."""

    id: int
    channel: str
    recipient: str
    subject: str
    body_text: str
    body_html: str
    links: str
    attachments: str
    sent_at: datetime


async def claim(
    tx: Transaction, holder: str, channel: str, limit: int, lease: timedelta
) -> list[Claimed]:
    """Take messages that are due for this holder and count the try; at most `limit`, in order.

    Of several for one recipient only the first is taken, and none while another of theirs is on
    its way, so that messages arrive in the order in which they were written. `due_at` moves with
    the lease, because a program of the version before knows no claims.
    """
    rows = await tx.fetch(
        "with taken as ("
        # A list: of a subquery the planner expects one row, and compares thousands with thousands.
        "  select o.id, o.due_at from unnest(array("
        "    select distinct on (recipient) id from app.outbox "
        "    where sent_at is null and given_up_at is null "
        "    and (due_at <= $1 or claimed_by is not null or claimed_until > now()) "
        "    order by recipient, claimed_by is null and coalesce(claimed_until <= now(), true), "
        "      due_at, id)) first join app.outbox o on o.id = first "
        "  where o.sent_at is null and o.given_up_at is null and o.due_at <= $1 "
        "  and o.channel = $2 "
        "  and (o.claimed_until is null or (o.claimed_by is null and o.claimed_until < now())) "
        "  order by o.due_at, o.id limit $3 for update of o skip locked), "
        "claimed as (update app.outbox o set claimed_by = $4, claimed_until = now() + $5, "
        "  attempts = attempts + 1, handover_at = null, due_at = $1::timestamptz + $5 "
        "  from taken where o.id = taken.id returning o.*, taken.due_at as was_due) "
        "select id, cause, kind, channel, recipient, data, attempts, doubts, was_due "
        "from claimed order by was_due, id",
        clock.now(),
        channel,
        limit,
        holder,
        lease,
    )
    return decoded_all(Claimed, rows)


async def renew(tx: Transaction, holder: str, ids: Sequence[int], lease: timedelta) -> None:
    """Extend the claims on messages that are still being sent.

    An expired claim is taken back, unless another process has it.
    """
    await tx.execute(
        "update app.outbox set claimed_by = $1, claimed_until = now() + $3, "
        "due_at = $4::timestamptz + $3, given_up_at = null "
        "where id = any($2) and sent_at is null and dropped_at is null "
        "and (claimed_by = $1 or (claimed_by is null and claimed_until > now()))",
        holder,
        ids,
        lease,
        clock.now(),
    )


async def begin_handover(tx: Transaction, message_id: int, holder: str) -> bool:
    """Note that this message leaves from now on; False where it is not this holder's any more."""
    return (
        await tx.fetchval(
            "update app.outbox set handover_at = now() "
            "where id = $1 and claimed_by = $2 and sent_at is null returning true",
            message_id,
            holder,
        )
        is True
    )


async def sweep_claims(
    tx: Transaction, channel: str, grace: timedelta, *, doubts: int, most_doubts: int
) -> None:
    """Free the messages whose claim has expired: their process ended, or cannot reach us.

    If the handover had not begun, the message is sent again. Otherwise it may have been accepted,
    which adds to `doubts`: after `most_doubts` it is left for a person. All wait for another
    `grace`, in which a process that only lost the database can still mark them.
    """
    await tx.execute(
        "update app.outbox set claimed_by = null, claimed_until = now() + $2, due_at = $3, "
        "doubts = doubts + case when handover_at is null then 0 else $4 end, "
        "last_error = case when handover_at is null then 'The process that was to send it ended.' "
        "else 'Nobody knows whether it was accepted: the process that sent it ended.' end, "
        "given_up_at = case when handover_at is not null and doubts + $4 >= $5 then now() end "
        "where claimed_by is not null and claimed_until < now() and channel = $1 "
        "and sent_at is null and given_up_at is null",
        channel,
        grace,
        clock.now(),
        doubts,
        most_doubts,
    )


async def capture(tx: Transaction, row: Claimed, message: Rendered) -> None:
    """Store a message in place of sending it, and mark it as sent."""
    await tx.execute(
        "insert into app.captured_message "
        "(outbox_id, channel, recipient, subject, body_text, body_html, links, attachments) "
        "values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (outbox_id) do nothing",
        row.id,
        row.channel,
        row.recipient,
        message.subject,
        message.text,
        message.html,
        msgspec.json.encode(message.links).decode(),
        msgspec.json.encode(message.attachments).decode(),
    )
    await tx.execute(
        "update app.outbox set sent_at = now(), last_error = null, data = '{}', due_at = $2, "
        "given_up_at = null, claimed_by = null, claimed_until = null where id = $1",
        row.id,
        row.was_due,
    )


async def forget_captured(tx: Transaction) -> None:
    """Delete messages captured by a demo: they hold other people's codes and links."""
    await tx.execute("delete from app.captured_message")


async def mark_sent(tx: Transaction, message_id: int, was_due: datetime) -> None:
    """Mark as sent by any holder of the claim, and clear its template values.

    The last message to a deleted account is deleted with its row.
    """
    await tx.execute(
        "with gone as (delete from app.outbox where id = $1 and forget) "
        "update app.outbox set sent_at = now(), last_error = null, data = '{}', due_at = $2, "
        "given_up_at = null, claimed_by = null, claimed_until = null "
        "where id = $1 and not forget",
        message_id,
        was_due,
    )


async def forget(tx: Transaction) -> None:
    """Delete last messages, captured or given up, after an hour: their address goes with them."""
    await tx.execute(
        "delete from app.outbox where forget "
        "and coalesce(sent_at, given_up_at) < now() - interval '1 hour'"
    )


async def failed(
    tx: Transaction,
    message_id: int,
    holder: str,
    error: str,
    wait: timedelta | None,
    *,
    doubts: int,
) -> None:
    """Plan the next try after `wait`, or none; nothing where the claim was lost."""
    await tx.execute(
        "update app.outbox set last_error = $3, doubts = doubts + $6, "
        "due_at = coalesce($5::timestamptz + $4::interval, due_at), "
        "given_up_at = case when $4::interval is null then now() end, "
        "claimed_by = null, claimed_until = null where id = $1 and claimed_by = $2",
        message_id,
        holder,
        error[:500],
        wait,
        clock.now(),
        doubts,
    )


async def let_go(tx: Transaction, message_id: int, holder: str) -> None:
    """Drop a message without alerting a person: another channel says the same."""
    await tx.execute(
        "update app.outbox set dropped_at = now(), given_up_at = now(), data = '{}', "
        "claimed_by = null, claimed_until = null where id = $1 and claimed_by = $2",
        message_id,
        holder,
    )


async def put_back(tx: Transaction, message_id: int, holder: str, until: datetime) -> None:
    """Give a claim back; this was no try, and the next look is at `until`."""
    await tx.execute(
        "update app.outbox set due_at = $3, attempts = attempts - 1, claimed_by = null, "
        "claimed_until = null where id = $1 and claimed_by = $2",
        message_id,
        holder,
        until,
    )


async def withdraw(tx: Transaction, message_id: int, holder: str) -> None:
    """Take a message back; what caused it may cause it again, should it be true again."""
    await tx.execute("delete from app.outbox where id = $1 and claimed_by = $2", message_id, holder)


class Ages(msgspec.Struct, frozen=True):
    """Counts of the outbox. `late`: due for more than 15 minutes; `dead`: given up."""

    waiting: int
    oldest_seconds: float
    late: int
    dead: int
    #: Dead messages of the last 24 hours.
    newly_dead: int


async def ages(tx: Transaction) -> Ages:
    """Counts of messages that are not sent; `oldest_seconds` since the oldest one was due."""
    row = await tx.fetchrow(
        "select count(*) filter (where given_up_at is null) as waiting, "
        "coalesce(extract(epoch from now() - min(due_at) filter (where given_up_at is null "
        "  and due_at < now())), 0)::float8 as oldest_seconds, "
        "count(*) filter (where given_up_at is null and due_at < now() - interval '15 minutes') "
        "  as late, "
        "count(*) filter (where given_up_at is not null) as dead, "
        "count(*) filter (where given_up_at > now() - interval '24 hours') as newly_dead "
        "from app.outbox where sent_at is null and dropped_at is null"
    )
    assert row is not None
    return Ages(**row)


class Listed(msgspec.Struct, frozen=True):
    """A message as the command line shows it."""

    id: int
    state: Literal["waiting", "sending", "dead"]
    channel: str
    kind: str
    recipient: str
    created_at: datetime
    attempts: int
    next_at: datetime | None
    given_up_at: datetime | None
    error: str | None


async def listed(tx: Transaction, *, waiting: bool, dead: bool) -> list[Listed]:
    """Messages that are not sent, the oldest first."""
    rows = await tx.fetch(
        "select id, case when given_up_at is not null then 'dead' "
        "  when claimed_by is not null then 'sending' else 'waiting' end as state, "
        "channel, kind, recipient, created_at, attempts, "
        "case when given_up_at is null then due_at end as next_at, given_up_at, "
        "last_error as error from app.outbox where sent_at is null and dropped_at is null "
        "and (given_up_at is null and $1 or given_up_at is not null and $2) order by id",
        waiting,
        dead,
    )
    return [Listed(**row) for row in rows]


async def retry(tx: Transaction, ids: Sequence[int] | None) -> list[int]:
    """Make these messages (None: all dead ones) due now, as if never tried.

    Returns their ids; skips those that are sent, dropped or on their way.
    """
    rows = await tx.fetch(
        "update app.outbox set given_up_at = null, attempts = 0, doubts = 0, due_at = $2, "
        "claimed_until = null "
        "where sent_at is null and dropped_at is null and claimed_by is null "
        "and case when $1::bigint[] is null then given_up_at is not null else id = any($1) end "
        "returning id",
        ids,
        clock.now(),
    )
    return sorted(row["id"] for row in rows)


async def drop(tx: Transaction, ids: Sequence[int]) -> list[int]:
    """Drop these messages for good; returns their ids.

    The row stays without its content: its cause would write the message again otherwise.
    """
    rows = await tx.fetch(
        "update app.outbox set dropped_at = now(), given_up_at = coalesce(given_up_at, now()), "
        "data = '{}' where sent_at is null and dropped_at is null and claimed_by is null "
        "and id = any($1) returning id",
        ids,
    )
    return sorted(row["id"] for row in rows)


class LaterMessage(msgspec.Struct, frozen=True):
    """A message that is due later; `data` is JSON text."""

    kind: str
    channel: str
    recipient: str
    data: str
    due_at: datetime


async def waiting(tx: Transaction, recipient: str | None, limit: int) -> list[LaterMessage]:
    """Mails and text messages that are due later, the latest first."""
    rows = await tx.fetch(
        "select kind, channel, recipient, data::text, due_at from app.outbox "
        "where sent_at is null and given_up_at is null and attempts = 0 and due_at > $3 "
        "and channel in ('mail', 'text') "
        "and ($1::text is null or lower(recipient) = lower($1)) order by due_at desc limit $2",
        recipient,
        limit,
        clock.now(),
    )
    return decoded_all(LaterMessage, rows)


async def captured(tx: Transaction, recipient: str | None, limit: int) -> list[Captured]:
    """Captured messages, newest first; a phone number may lack its plus sign."""
    rows = await tx.fetch(
        "select id, channel, recipient, subject, body_text, body_html, links, attachments, sent_at "
        "from app.captured_message where $1::text is null or lower(recipient) = lower($1) "
        "or recipient = '+' || $1 "
        "order by id desc limit $2",
        recipient,
        limit,
    )
    return decoded_all(Captured, rows)


async def attachments(tx: Transaction, captured_id: int) -> str | None:
    """The files of a captured message as JSON text."""
    text: str | None = await tx.fetchval(
        "select attachments from app.captured_message where id = $1", captured_id
    )
    return text
