"""Endpoints of webhooks, and the log of what was sent to them (rule: webhooks)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit
from uuid import UUID

import httpx
import msgspec
from uuid6 import uuid7

from summerstow.platform import clock
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.roles import EXECUTIVES
from summerstow.platform.webhooks import events, queries
from summerstow.platform.webhooks.events import EventKind
from summerstow.platform.webhooks.queries import DeliveryTry, StoredDelivery, StoredEndpoint
from summerstow.platform.webhooks.signing import WebhookSecrets

_MOST: Final = 20
_PAGE: Final = 50
_Url = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
_Events = Annotated[list[EventKind], msgspec.Meta(min_length=1, max_length=50)]


class AddWebhook(msgspec.Struct, forbid_unknown_fields=True):
    """An address of a program, and the events that it wants."""

    url: _Url
    events: _Events


class ChangeWebhook(AddWebhook, forbid_unknown_fields=True):
    """Another address, or other events."""

    id: UUID


class OneWebhook(msgspec.Struct, forbid_unknown_fields=True):
    """An endpoint."""

    id: UUID


class ReadDeliveries(msgspec.Struct, forbid_unknown_fields=True):
    """A page of an endpoint's log; `before`: those older than this delivery."""

    id: UUID
    before: UUID | None = None


class OneDelivery(msgspec.Struct, forbid_unknown_fields=True):
    """A delivery."""

    id: UUID


class Webhook(msgspec.Struct, frozen=True):
    """An endpoint. `failing`: it took nothing since; `off`: it is sent nothing any more.

    `waiting`: events that are still to be sent.
    """

    id: UUID
    url: str
    events: list[str]
    state: Literal["on", "failing", "off"]
    since: datetime | None
    waiting: int


class WebhookSecret(msgspec.Struct, frozen=True):
    """An endpoint with the secret that its receiver checks signatures with, shown once."""

    webhook: Webhook
    secret: str


class Delivery(msgspec.Struct, frozen=True):
    """An event sent to an endpoint. `status`: the last answer's; `next_at`: the next try."""

    id: UUID
    kind: str
    body: str
    created_at: datetime
    state: Literal["delivered", "waiting", "given_up"]
    status: int | None
    next_at: datetime | None
    tries: list[DeliveryTry]


def commands(secrets: WebhookSecrets, *, private: bool) -> tuple[Command, ...]:
    """The commands; `private`: endpoints may stand on this machine, without https."""

    async def add_webhook(tx: ElevatedTransaction, arguments: AddWebhook) -> WebhookSecret:
        """Send events to an address from now on; returns the secret.

        Raises `Invalid` for an address that is none, `Conflict` for too many.
        """
        url = _checked(arguments.url, private=private)
        if len(await queries.endpoints(tx)) >= _MOST:
            raise Conflict(f"There are {_MOST} webhooks already. Remove one first.")
        endpoint_id = uuid7()
        await queries.add_endpoint(tx, endpoint_id, url, _sorted(arguments.events), clock.now())
        return _with_secret(await _endpoint(tx, endpoint_id), secrets)

    async def change_webhook(tx: ElevatedTransaction, arguments: ChangeWebhook) -> Webhook:
        """Send other events, or to another address; what waits goes there too."""
        url = _checked(arguments.url, private=private)
        await _endpoint(tx, arguments.id)
        await queries.change_endpoint(tx, arguments.id, url, _sorted(arguments.events))
        return _webhook(await _endpoint(tx, arguments.id))

    async def renew_webhook_secret(tx: ElevatedTransaction, arguments: OneWebhook) -> WebhookSecret:
        """Return a new secret; for a day the one before signs as well."""
        await _endpoint(tx, arguments.id)
        await queries.renew(tx, arguments.id, clock.now())
        return _with_secret(await _endpoint(tx, arguments.id), secrets)

    return (
        Command("webhooks", NoArguments, webhooks, EXECUTIVES, read_only=True, elevated=True),
        Command(
            "add_webhook",
            AddWebhook,
            add_webhook,
            EXECUTIVES,
            recent_factor=True,
            repeatable=True,
            elevated=True,
        ),
        Command(
            "change_webhook",
            ChangeWebhook,
            change_webhook,
            EXECUTIVES,
            recent_factor=True,
            elevated=True,
        ),
        Command(
            "renew_webhook_secret",
            OneWebhook,
            renew_webhook_secret,
            EXECUTIVES,
            recent_factor=True,
            repeatable=True,
            elevated=True,
        ),
        Command("enable_webhook", OneWebhook, enable_webhook, EXECUTIVES, elevated=True),
        Command("remove_webhook", OneWebhook, remove_webhook, EXECUTIVES, elevated=True),
        Command("test_webhook", OneWebhook, test_webhook, EXECUTIVES, elevated=True),
        Command(
            "webhook_deliveries",
            ReadDeliveries,
            webhook_deliveries,
            EXECUTIVES,
            read_only=True,
            elevated=True,
        ),
        Command("resend_webhook", OneDelivery, resend_webhook, EXECUTIVES, elevated=True),
    )


async def webhooks(tx: ElevatedTransaction, arguments: NoArguments) -> list[Webhook]:
    """Return all endpoints, the oldest first."""
    del arguments
    return [_webhook(one) for one in await queries.endpoints(tx)]


async def enable_webhook(tx: ElevatedTransaction, arguments: OneWebhook) -> Webhook:
    """Send to a disabled endpoint again, first what waits."""
    await _endpoint(tx, arguments.id)
    await queries.enable(tx, arguments.id)
    tx.after_commit(events.wake.set)
    return _webhook(await _endpoint(tx, arguments.id))


async def remove_webhook(tx: ElevatedTransaction, arguments: OneWebhook) -> None:
    """Delete an endpoint and its log; the same again changes nothing."""
    await queries.remove(tx, arguments.id)


async def test_webhook(tx: ElevatedTransaction, arguments: OneWebhook) -> None:
    """Send an event of the kind `test`. Raises `Conflict` for a disabled endpoint."""
    _refuse_off(await _endpoint(tx, arguments.id))
    body = events.body_of(events.TEST_KIND, events.TestEvent("It works."))
    await queries.add_test(tx, arguments.id, events.TEST_KIND, body, clock.now())
    tx.after_commit(events.wake.set)


async def webhook_deliveries(tx: ElevatedTransaction, arguments: ReadDeliveries) -> list[Delivery]:
    """Return a page of an endpoint's log, the newest first."""
    found = await queries.deliveries(tx, arguments.id, arguments.before, _PAGE)
    return [_delivery(one) for one in found]


async def resend_webhook(tx: ElevatedTransaction, arguments: OneDelivery) -> Delivery:
    """Send an event again with its id and words. Raises `Conflict` for a disabled endpoint."""
    delivery = await queries.delivery(tx, arguments.id)
    if delivery is None:
        raise AppError("This delivery is gone.", status=404, code="P0002")
    _refuse_off(await _endpoint(tx, delivery.endpoint_id))
    tx.after_commit(events.wake.set)
    return _delivery(await queries.resend(tx, delivery.id, clock.now()))


async def _endpoint(tx: ElevatedTransaction, endpoint_id: UUID) -> StoredEndpoint:
    endpoint = await queries.endpoint(tx, endpoint_id)
    if endpoint is None:
        raise AppError("This webhook is gone.", status=404, code="P0002")
    return endpoint


def _refuse_off(endpoint: StoredEndpoint) -> None:
    if endpoint.disabled_at is not None:
        raise Conflict("This webhook is off. Turn it on first.")


def _checked(url: str, *, private: bool) -> str:
    try:
        parts = urlsplit(url.strip())
        host, _ = parts.hostname, parts.port
        written = httpx.URL(parts.geturl())
        # A resolver takes no empty label, and none that is too long.
        written.host.encode("idna")
    except (ValueError, httpx.InvalidURL):
        raise Invalid("This is no web address.") from None
    if not host or parts.scheme not in ("https", "http") or "@" in parts.netloc or parts.fragment:
        raise Invalid("Please give a web address such as https://example.com/hooks.")
    if parts.scheme == "http" and not private:
        raise Invalid("The address must begin with https://.")
    return str(written)


def _sorted(wanted: list[EventKind]) -> list[EventKind]:
    return [one for one in events.EVENT_KINDS if one in wanted]


def _with_secret(endpoint: StoredEndpoint, secrets: WebhookSecrets) -> WebhookSecret:
    return WebhookSecret(_webhook(endpoint), secrets.of(endpoint.id, endpoint.generation))


def _webhook(endpoint: StoredEndpoint) -> Webhook:
    since = endpoint.disabled_at or endpoint.failing_since
    state: Literal["on", "failing", "off"] = (
        "off" if endpoint.disabled_at else "failing" if endpoint.failing_since else "on"
    )
    return Webhook(endpoint.id, endpoint.url, endpoint.events, state, since, endpoint.waiting)


def _delivery(stored: StoredDelivery) -> Delivery:
    tries = msgspec.json.decode(stored.tries, type=list[DeliveryTry])
    state: Literal["delivered", "waiting", "given_up"] = (
        "waiting" if stored.due_at else "delivered" if stored.delivered_at else "given_up"
    )
    return Delivery(
        stored.id,
        stored.kind,
        stored.body,
        stored.created_at,
        state,
        tries[-1].status if tries else None,
        stored.due_at,
        tries,
    )
