"""What runs in the background, in the web processes and in `summerstow worker` alike."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

from summerstow.billing.card_payments import job as cards
from summerstow.billing.invoices import monthly as invoices_monthly
from summerstow.billing.notices import notify as invoice_notify
from summerstow.billing.notices import papers
from summerstow.billing.notices.payer_links import PayerLinks
from summerstow.bookings.delivery import quotes as delivery_quotes
from summerstow.bookings.guests import answers as guest_answers
from summerstow.crew.queue import late
from summerstow.friends.bundles import notify as sharing_notify
from summerstow.messages import planner
from summerstow.office.archives import job as archives
from summerstow.office.imports import job as imports
from summerstow.office.people import merge_undo
from summerstow.platform.archive import job as archive
from summerstow.platform.auth.accounts.made_by_staff import create_customer
from summerstow.platform.auth.staff import service as staff
from summerstow.platform.auth.tokens.factor_secrets import factor_key
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.files.pictures import service as pictures
from summerstow.platform.jobs.job import Job, in_transaction
from summerstow.platform.outbox import outbox
from summerstow.platform.outbox import queries as mail
from summerstow.platform.outbox.bounds import SendingBounds
from summerstow.platform.outbox.push import vapid
from summerstow.platform.outbox.push.sender import PushSender
from summerstow.platform.outbox.texts.sender import SmsSender
from summerstow.platform.outbox.worker import IDLE, Worker
from summerstow.platform.rest import idempotency
from summerstow.platform.settings.model import Settings
from summerstow.platform.settings.rules import is_loopback
from summerstow.platform.webhooks import events as webhooks
from summerstow.platform.webhooks import sender as webhook_sender
from summerstow.platform.webhooks.signing import WebhookSecrets
from summerstow.privacy import erase, retention
from summerstow.slots import holds, season, waiting_list

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def jobs(settings: Settings, database: Database) -> tuple[Job, ...]:
    """Every background job; a new one is a line here. What they and requests write is bounded."""
    season.open_without_season(bool(settings.demo))
    limited = settings.rate_limits
    outbox.keep_within(
        SendingBounds(
            settings.mails_per_hour if limited else None,
            settings.sms_daily_cap if limited else None,
            settings.sms_countries,
        )
    )
    worker = Worker(
        database,
        settings.smtp_url,
        _texts(settings),
        planner.judge,
        site_url=settings.site_url,
        captures=bool(settings.demo),
        attach=partial(papers.attach, database),
        push=PushSender(database, vapid.derived(factor_key(settings)), settings.site_url),
    )
    outbox.wake_for(worker.serves)
    links = PayerLinks(factor_key(settings), bool(settings.stripe_secret_key))
    notices = partial(_notify_of_money, links=links, demo=bool(settings.demo))
    return (
        Job(
            "mail",
            IDLE,
            lambda _: worker.step(),
            "Sends mail, text messages and notifications",
            alone=False,
            wake=outbox.wake,
            whole=lambda _: worker.drain(),
            close=worker.close,
        ),
        Job(
            "messages",
            planner.INTERVAL,
            in_transaction(planner.sweep),
            "Writes reminders and news that are due",
        ),
        Job("late", MINUTE, in_transaction(late.tell), "Tells people that the crew comes late"),
        Job("holds", 30.0, in_transaction(holds.expire), "Frees places held by unfinished forms"),
        Job(
            "waiting",
            30.0,
            in_transaction(waiting_list.follow_up),
            "Tells those who wait of places that are free, and of a season that opens",
        ),
        Job(
            "money",
            30.0,
            in_transaction(notices),
            "Writes notices of invoices, payments and shared plans",
        ),
        Job(
            "guests",
            10.0,
            in_transaction(guest_answers.follow_up),
            "Reminds guests to confirm their bookings",
        ),
        Job("invoices", HOUR, invoices_monthly.job, "Issues monthly invoices"),
        Job(
            "quotes",
            HOUR,
            in_transaction(delivery_quotes.expire),
            "Ends delivery quotes that are over",
        ),
        Job("pictures", HOUR / 2, in_transaction(pictures.forget_loose), "Deletes unused uploads"),
        Job(
            "erasure",
            30.0,
            _finish_erasures,
            "Takes deleted accounts out of the change log, and their last messages away",
        ),
        Job(
            "merges",
            MINUTE,
            in_transaction(merge_undo.close_merges),
            "Finishes merges of customers that can no longer be undone",
        ),
        Job(
            "retention",
            HOUR,
            retention.clear,
            "Deletes messages and photos of closed bookings, and the names of old guest bookings",
        ),
        Job(
            "archives",
            15.0,
            archives.run,
            "Makes the archive that an executive asked for",
            limit=4 * HOUR,
        ),
        Job(
            "imports",
            5.0,
            partial(imports.run, create=create_customer),
            "Checks, writes and undoes imports of customers, bookings and items",
            limit=4 * HOUR,
        ),
        Job("keys", DAY, in_transaction(idempotency.forget), "Deletes old idempotency keys"),
        Job("staff", HOUR, in_transaction(staff.end_terms), "Removes staff whose last day is over"),
        *_webhooks(settings, database),
        *_archive(settings),
        *_cards(settings),
        *_outside_demo(settings),
    )


def _texts(settings: Settings) -> SmsSender | None:
    if not settings.sms_url:
        return None
    # A provider reports to a public address alone.
    site = settings.site_url if settings.secure_site else ""
    return SmsSender(settings.sms_url, form=settings.sms_form, reports_to=site)


def _webhooks(settings: Settings, database: Database) -> tuple[Job, ...]:
    sender = webhook_sender.WebhookSender(
        database,
        WebhookSecrets(factor_key(settings)),
        # A site on this machine is one of development.
        private=is_loopback(urlsplit(settings.site_url).hostname),
    )
    return (
        Job(
            "webhooks",
            webhook_sender.IDLE,
            lambda _: sender.run(),
            "Sends events to programs of others",
            alone=False,
            wake=webhooks.wake,
        ),
        Job(
            "webhook log",
            HOUR,
            in_transaction(webhook_sender.forget_old),
            "Deletes old deliveries of webhooks",
        ),
    )


def _archive(settings: Settings) -> tuple[Job, ...]:
    if settings.archive is None:
        return ()
    keep = partial(archive.keep, settings=settings)
    return (Job("archive", 10 * MINUTE, keep, "Makes base backups of the database"),)


def _cards(settings: Settings) -> tuple[Job, ...]:
    if not settings.stripe_secret_key:
        return ()
    run = partial(cards.run, settings=settings)
    return (Job("cards", MINUTE, run, "Sends refunds to cards, and charges saved cards"),)


def _outside_demo(settings: Settings) -> tuple[Job, ...]:
    if settings.demo:
        return ()
    purge = in_transaction(mail.forget_captured)
    return (Job("captured", HOUR, purge, "Deletes messages that a demo captured"),)


async def _finish_erasures(database: Database) -> None:
    await in_transaction(mail.forget)(database)
    await erase.finish(database)


async def _notify_of_money(tx: ElevatedTransaction, links: PayerLinks, *, demo: bool) -> None:
    await invoice_notify.run(tx, links, demo=demo)
    await sharing_notify.run(tx)
