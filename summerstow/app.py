"""The composition: which API answers which address, and which package owns which table.

Built once for all worker processes; reads like a table of contents.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from summerstow import clock_command
from summerstow.billing.card_payments import commands as card_payments
from summerstow.billing.card_payments.webhook import StripeWebhook
from summerstow.billing.claims import commands as claims
from summerstow.billing.fees import commands as fees
from summerstow.billing.invoices import staff_fees
from summerstow.billing.notices import payer_links
from summerstow.billing.notices.payer_links import PayerLinks
from summerstow.billing.office import search as invoice_search
from summerstow.billing.payments import (
    bank_file_command,
    bank_import,
    price_match,
    reversals,
    unmatched,
)
from summerstow.billing.payments import commands as payments
from summerstow.billing.pricing import commands as pricing
from summerstow.bookings import commands as booking_commands
from summerstow.bookings import service as bookings
from summerstow.bookings.table import BookingRules
from summerstow.conversations import commands as conversations
from summerstow.conversations.incoming import IncomingMail
from summerstow.crew.availability import commands as crew_availability
from summerstow.crew.hours import commands as hours
from summerstow.crew.pickups import commands as pickups
from summerstow.crew.pickups import device_storage
from summerstow.crew.pickups import event_commands as pickup_events
from summerstow.crew.pickups.table import PickupRules, QueueRules, StopRules
from summerstow.crew.queue import commands as queue
from summerstow.crew.runs import commands as runs
from summerstow.friends.bundles import commands as bundles
from summerstow.friends.referrals import commands as referrals
from summerstow.health import Health, ready
from summerstow.jobs import jobs
from summerstow.messages import commands as messages
from summerstow.metrics import Metrics, Routes
from summerstow.office.accounting import commands as accounting
from summerstow.office.archives import commands as archives
from summerstow.office.bulk import commands as bulk
from summerstow.office.bulk import list_messages
from summerstow.office.connections import channels, feeds, webhooks
from summerstow.office.customers import callers, invitations, records
from summerstow.office.customers import commands as customers
from summerstow.office.imports import commands as imports
from summerstow.office.inbox import commands as inbox
from summerstow.office.inbox import failed_messages
from summerstow.office.overview import commands as overview
from summerstow.office.people import commands as people
from summerstow.office.people import merge, merge_undo
from summerstow.office.search import commands as search
from summerstow.office.search import views
from summerstow.office.settings import commands as owner_settings
from summerstow.office.settings import first_steps, season_close
from summerstow.office.settings.follow import SettingsFollower
from summerstow.office.supplies import commands as supplies
from summerstow.platform import clock
from summerstow.platform.auth.api_keys import commands as api_keys
from summerstow.platform.auth.app import create_auth
from summerstow.platform.auth.client_origin import program_of
from summerstow.platform.auth.context import AuthHooks
from summerstow.platform.auth.identity.identifier import Identifier
from summerstow.platform.auth.one_time.admission import Admissions
from summerstow.platform.auth.password.step_up import StepUp
from summerstow.platform.auth.rate_limits.limits import Limits
from summerstow.platform.auth.rate_limits.rest_rate_limits import RestRateLimits
from summerstow.platform.auth.sessions import session_commands
from summerstow.platform.auth.staff import commands as staff
from summerstow.platform.auth.tokens.factor_secrets import factor_key
from summerstow.platform.auth.tokens.keys import load_keys
from summerstow.platform.commands import Command
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import Unavailable
from summerstow.platform.files.pictures import service as pictures
from summerstow.platform.files.pictures.routes import Files
from summerstow.platform.http import site
from summerstow.platform.http.asgi import ASGIApp, Receive, Scope, Send
from summerstow.platform.http.body_limits import BodyLimits
from summerstow.platform.jobs.runner import Runner
from summerstow.platform.live.ending import when_ending
from summerstow.platform.live.lines import Lines
from summerstow.platform.live.streams import Streams
from summerstow.platform.observability import heartbeat, log, metrics
from summerstow.platform.observability.metrics import Observed
from summerstow.platform.outbox.push import commands as push
from summerstow.platform.outbox.push import vapid
from summerstow.platform.outbox.texts.forms import form_of
from summerstow.platform.outbox.texts.incoming import IncomingTexts
from summerstow.platform.rest.app import RestApp
from summerstow.platform.server.site import Site
from summerstow.platform.settings.load import load_settings
from summerstow.platform.settings.model import Settings
from summerstow.platform.settings.rules import is_loopback
from summerstow.platform.tables import TableRules
from summerstow.platform.webhooks.signing import WebhookSecrets
from summerstow.privacy import by_staff
from summerstow.privacy import commands as privacy
from summerstow.slots import availability
from summerstow.slots import commands as slots
from summerstow.slots.days import capacity, closing
from summerstow.slots.table import SlotRules
from summerstow.warehouse import commands as warehouse
from summerstow.warehouse.label_files import LabelFiles
from summerstow.warehouse.part_returns import commands as part_returns

if TYPE_CHECKING:
    from summerstow.billing.card_payments.stripe_api import StripeApi

_POOL_SIZE: Final = metrics.gauge("db_pool_connections", "Open database connections.")
_POOL_USED: Final = metrics.gauge("db_pool_in_use", "Database connections that are in use.")
_STREAMS: Final = metrics.gauge("live_streams", "Open streams of live updates.")

#: Connections of a worker to the embedded database, each 10 to 25 MB of the server. More would
#: wait for processors, since no network lies between.
_EMBEDDED_POOL: Final = 4

COMMANDS: Final[tuple[Command, ...]] = (
    clock_command.COMMAND,
    availability.COMMAND,
    *pricing.COMMANDS,
    *payments.COMMANDS,
    *bank_file_command.COMMANDS,
    *bank_import.COMMANDS,
    *unmatched.COMMANDS,
    *reversals.COMMANDS,
    *invoice_search.COMMANDS,
    *price_match.COMMANDS,
    *staff_fees.COMMANDS,
    *session_commands.COMMANDS,
    *api_keys.COMMANDS,
    *staff.COMMANDS,
    *queue.COMMANDS,
    *pickup_events.COMMANDS,
    *warehouse.COMMANDS,
    *part_returns.COMMANDS,
    *fees.COMMANDS,
    *runs.COMMANDS,
    *crew_availability.COMMANDS,
    *hours.COMMANDS,
    *slots.COMMANDS,
    *bundles.COMMANDS,
    *referrals.COMMANDS,
    *messages.COMMANDS,
    *booking_commands.COMMANDS,
    *pickups.COMMANDS,
    *claims.COMMANDS,
    *supplies.COMMANDS,
    *customers.COMMANDS,
    *people.COMMANDS,
    *merge.COMMANDS,
    *merge_undo.COMMANDS,
    *records.COMMANDS,
    *bulk.COMMANDS,
    *list_messages.COMMANDS,
    callers.COMMAND,
    *invitations.COMMANDS,
    *imports.COMMANDS,
    *overview.COMMANDS,
    *search.COMMANDS,
    *views.COMMANDS,
    *inbox.COMMANDS,
    *failed_messages.COMMANDS,
    *capacity.COMMANDS,
    *closing.COMMANDS,
    *first_steps.COMMANDS,
    *season_close.COMMANDS,
    *by_staff.COMMANDS,
)


#: Tables that hold nothing about customers, and the log itself; what staff read of any other is
#: noted there.
PUBLIC_TABLES: Final = ("campuses", "slot_availability", "kit_stock", "locations", "audit_log")


#: The tables that are more than rows, and the rules that hold for every write of them.
TABLE_RULES: Final[Mapping[str, TableRules]] = {
    "bookings": BookingRules(),
    "slot_availability": SlotRules(),
    "pickups": PickupRules(),
    "pickup_queue": QueueRules(),
    "run_stops": StopRules(),
}


def commands(
    settings: Settings, on_publish: Callable[[], None] = lambda: None
) -> Mapping[str, Command]:
    """Every command of /rest/v1/rpc by its name; `on_publish` is called after a publication."""
    known = (
        *COMMANDS,
        *owner_settings.commands(on_publish),
        *conversations.commands(bool(settings.mail_webhook_key)),
        *device_storage.commands(program_of),
        *archives.commands(archives.ArchiveLinks(factor_key(settings))),
        *channels.commands(settings.sms_url, settings.sms_form, captures=bool(settings.demo)),
        *feeds.commands(feeds.FeedLinks(factor_key(settings))),
        *webhooks.commands(
            WebhookSecrets(factor_key(settings)),
            private=is_loopback(urlsplit(settings.site_url).hostname),
        ),
        accounting.command(accounting.links(factor_key(settings))),
        *payer_links.commands(PayerLinks(factor_key(settings), bool(settings.stripe_secret_key))),
        *push.commands(vapid.derived(factor_key(settings)), settings.site_url),
    )
    return {one.name: one for one in known}


def _stripe(settings: Settings) -> StripeApi | None:
    if not settings.stripe_secret_key:
        return None
    # Its library would be a fifth of a second of each start.
    from summerstow.billing.card_payments.stripe_api import StripeApi  # noqa: PLC0415

    return StripeApi(settings)


class Application:
    """The ASGI application of one worker process."""

    def __init__(self, settings: Settings, connect: dict[str, Any]) -> None:
        self.settings = settings
        site.set_address(settings.site_url)
        self.database = (
            Database(connect) if settings.database_url else Database(connect, size=_EMBEDDED_POOL)
        )
        self.runner = Runner(self.database, jobs(settings, self.database))
        self._site = Site(settings)
        host = f"{socket.gethostname()}:{settings.port}"
        self._follower = SettingsFollower(self.database, self._site, settings.data_dir, host)
        self._lines = Lines(settings.past_pooler or connect)
        keys = load_keys(settings)
        identifier = Identifier(settings, self.database, keys)
        hooks = AuthHooks(confirmed=bookings.attach_guest_bookings)
        stripe = _stripe(settings)
        links = PayerLinks(factor_key(settings), stripe is not None)
        paying = card_payments.commands(self.database, stripe, links)
        step_up = StepUp(self.database, keys)
        own = privacy.commands(step_up)
        accept = invitations.accepting(Admissions(keys).admit)
        limits = Limits(self.database, clock.now, on=settings.rate_limits)
        rates = RestRateLimits(identifier, limits, settings)
        known = commands(settings, self._follower.wake)
        self.commands = {**known, **{one.name: one for one in (*own, *paying, accept)}}
        self.rest = RestApp(
            self.database,
            rates.identify,
            TABLE_RULES,
            self.commands,
            hubs=("campuses",),
            take=rates.take,
            require_factor=step_up.require_recent_factor
            if settings.asks_staff_second_factor
            else None,
            public=PUBLIC_TABLES,
            uneven=("audit_log",),
        )
        self._accounts = create_auth(settings, self.database, keys, hooks, identifier)
        self.started: Callable[[], None] = lambda: None
        self._streams = Streams(self._lines, identifier.identify_rest, identifier.find_stale_actors)
        self._apps: list[tuple[str, ASGIApp]] = [
            ("/rest/v1", self.rest),
            ("/auth/v1", self._accounts),
            ("/files", self._files(rates)),
            ("/live", self._streams),
            ("/archives", self._archives()),
            (feeds.PATH, feeds.FeedFile(self.database, feeds.FeedLinks(factor_key(settings)))),
            (accounting.PATH, self._accounting()),
            ("/webhooks", StripeWebhook(self.database, stripe)),
            ("/texts", self._texts()),
            ("/mail", IncomingMail(self.database, settings.mail_webhook_key)),
            ("/healthz", Health(self.database, self.runner, settings.data_dir)),
            ("/readyz", ready),
            ("/metrics", Metrics(self.database, self.runner.jobs, settings.metrics_token)),
        ]
        if settings.demo:
            from summerstow.platform.outbox.mailbox import Mailbox  # noqa: PLC0415 - for a demo alone

            self._apps.append(("/dev/mailbox", Mailbox(self.database, settings.site_url)))

    def _texts(self) -> IncomingTexts:
        url = self.settings.sms_url
        form = form_of(self.settings.sms_form, url) if url else None
        return IncomingTexts(self.database, form, self.settings.site_url)

    def _archives(self) -> archives.ArchiveFile:
        return archives.ArchiveFile(self.database, archives.ArchiveLinks(factor_key(self.settings)))

    def _accounting(self) -> accounting.AccountingFiles:
        return accounting.AccountingFiles(
            self.database, accounting.links(factor_key(self.settings))
        )

    def _files(self, rates: RestRateLimits) -> Files:
        labels = LabelFiles(self.database)
        return Files(pictures.Pictures(self.database), rates.identify, rates.take, labels)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request to the application that its path names."""
        if scope["type"] == "lifespan":
            await _lifespan(self.running(), receive, send)
            return
        path: str = scope["path"]
        for prefix, app in self._apps:
            if path.startswith(prefix) and path[len(prefix) : len(prefix) + 1] in ("", "/", "."):
                await app(scope, receive, send)
                return
        await self._site(scope, receive, send)

    def routes(self) -> Routes:
        """The few patterns by which requests are counted."""
        return Routes(
            self.rest.commands, self.rest.tables, self._accounts.paths, self._site.pattern
        )

    def sample(self) -> None:
        """Note the state of this process for the metrics."""
        size, used = self.database.pool()
        _POOL_SIZE.set(size)
        _POOL_USED.set(used)
        _STREAMS.set(self._streams.count)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Pool, catalogue and jobs for the life of the process; waits for no database."""
        with contextlib.suppress(Unavailable):
            await self.database.open()
            await self.rest.open()
        try:
            async with self._follower.running(), self.runner.running():
                self.started()
                with when_ending(self._streams.close):
                    yield
        finally:
            await self._lines.close()
            await self.database.close()


async def _lifespan(
    running: contextlib.AbstractAsyncContextManager[None], receive: Receive, send: Send
) -> None:
    await receive()
    async with running:
        await send({"type": "lifespan.startup.complete"})
        await receive()
    await send({"type": "lifespan.shutdown.complete"})


@functools.cache
def product() -> Application:
    """The application, from the environment; made before the workers are forked, who share it."""
    settings = load_settings()
    log.configure(readable=bool(settings.demo))
    return Application(settings, json.loads(os.environ["SUMMERSTOW_CONNECT"]))


def application() -> ASGIApp:
    """The application as granian's workers load it."""
    made = product()
    settings = made.settings
    # The server has set its own log up since.
    log.configure(readable=bool(settings.demo))
    metrics.identify(f"worker-{heartbeat.index() + 1}")
    proxies = [ip_network(one) for one in settings.trusted_proxies]
    observed = Observed(BodyLimits(made, proxies), made.routes().of, proxies)
    made.started = lambda: observed.begin(made.sample)
    return observed
