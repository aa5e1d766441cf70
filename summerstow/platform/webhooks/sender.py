"""Sends events to their endpoints: signed, again with growing delay over days.

A delivery is claimed and its try counted in one transaction, sent outside of any, and marked in
another. A process that ends in the middle repeats it with the same `webhook-id`.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final
from uuid import UUID

import httpx

from summerstow.platform import clock, outgoing
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.observability import log
from summerstow.platform.outbox import outbox

from . import events, queries, signing
from .queries import ClaimedDelivery, DeliveryTry
from .signing import WebhookSecrets

#: Seconds between looks without a wake-up.
IDLE: Final = 10.0
#: Seconds that one try may take.
DEADLINE: Final = 10.0
#: Events on their way to one endpoint at once.
AT_ONCE: Final = 8
#: Seconds after which a long backlog lets events to other endpoints begin.
TURN: Final = 5.0
#: How long a try is this process's.
LEASE: Final = timedelta(seconds=60)
#: The waits between tries: three days in all.
WAITS: Final = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    *(timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)),
)
#: An endpoint that took nothing for so long is disabled.
DISABLE_AFTER: Final = timedelta(days=3)
#: How long the log keeps a delivery.
KEPT: Final = timedelta(days=30)
_PRIVATE: Final = "The address leads into a private network."

_log = log.get("webhooks")


@dataclass(frozen=True, slots=True)
class WebhookSender:
    """Sends what is due; `private`: endpoints may stand on this machine or in its network."""

    database: Database
    secrets: WebhookSecrets
    private: bool
    deadline: float = DEADLINE
    turn: float = TURN

    async def run(self) -> None:
        """Send what is due to every endpoint, each at its own pace."""
        async with self.database.owner() as tx:
            found = await queries.endpoints_with_work(tx, clock.now())
        until = time.monotonic() + self.turn
        await asyncio.gather(*(self._drain(one, until) for one in found))

    async def _drain(self, endpoint_id: UUID, until: float) -> None:
        """Send to one endpoint until nothing is due, a try fails, or its turn is over."""
        taken = True
        while taken:
            async with self.database.owner() as tx:
                claimed = await queries.claim(tx, endpoint_id, AT_ONCE, clock.now(), LEASE)
            taken = bool(claimed) and all(await asyncio.gather(*map(self._send, claimed)))
            if taken and time.monotonic() >= until:
                events.wake.set()
                return

    async def _send(self, delivery: ClaimedDelivery) -> bool:
        """Send one delivery and mark it; returns whether it was taken."""
        made = await self._try(delivery)
        taken = made.status is not None and 200 <= made.status < 300
        async with self.database.owner() as tx:
            due_at = None if taken else _next_try(delivery.attempts, made.at)
            await queries.mark(tx, delivery.id, made, delivered=taken, due_at=due_at)
            if taken:
                await queries.note_success(tx, delivery.endpoint_id)
            else:
                await _note_failure(tx, delivery, made)
        if not taken:
            _log.warning(
                "webhook not taken",
                endpoint=str(delivery.endpoint_id),
                status=made.status,
                error=made.error,
            )
        return taken

    async def _try(self, delivery: ClaimedDelivery) -> DeliveryTry:
        at = clock.now()
        keys = self.secrets.signing(
            delivery.endpoint_id, delivery.generation, delivery.renewed_at, at
        )
        try:
            async with (
                asyncio.timeout(self.deadline),
                outgoing.request(
                    "POST",
                    delivery.url,
                    private=self.private,
                    timeout=self.deadline,
                    headers=signing.headers(delivery.id, at, delivery.body, keys),
                    content=delivery.body.encode(),
                ) as answer,
            ):
                return DeliveryTry(at, status=answer.status_code)
        except outgoing.NotPublic:
            return DeliveryTry(at, error=_PRIVATE)
        except TimeoutError:
            return DeliveryTry(at, error=f"No answer within {self.deadline:g} seconds.")
        # ValueError: a name that no resolver takes.
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            return DeliveryTry(at, error=str(error)[:200] or type(error).__name__)


def _next_try(attempts: int, now: datetime) -> datetime | None:
    return now + WAITS[attempts - 1] if attempts <= len(WAITS) else None


async def _note_failure(
    tx: ElevatedTransaction, delivery: ClaimedDelivery, made: DeliveryTry
) -> None:
    """Disable an endpoint that failed for days, or says that it is gone; executives are told."""
    gone = made.status == HTTPStatus.GONE
    before = made.at if gone else made.at - DISABLE_AFTER
    url = await queries.note_failure(tx, delivery.endpoint_id, made.at, disable_before=before)
    if url is None:
        return
    why = made.error or f"The last answer was {made.status}."
    for email in await queries.executives(tx):
        await outbox.post(
            tx,
            cause=f"webhook-disabled:{delivery.endpoint_id}:{made.at.isoformat()}:{email}",
            kind="webhook_disabled",
            to=email,
            data={
                "url": url,
                "why": why,
                "gone": gone,
                "link": "/admin-dashboard?tab=settings&section=connections",
            },
        )


async def forget_old(tx: ElevatedTransaction) -> None:
    """Delete what is too old for the log."""
    await queries.forget(tx, clock.now() - KEPT)
