"""Says in sentences what is wrong with a set-up, and what mends it."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg
import msgspec

from summerstow.health import disk_troubles, free_megabytes
from summerstow.office.settings import queries as settings_queries
from summerstow.platform import clock, published
from summerstow.platform.archive import base_backups
from summerstow.platform.database import connecting
from summerstow.platform.database.session import Mode
from summerstow.platform.jobs.job import job_statuses
from summerstow.platform.outbox import queries as mail
from summerstow.platform.outbox.texts.forms import INCOMING, form_of
from summerstow.platform.roles import ADMIN, EXECUTIVE, WORKER
from summerstow.platform.settings.model import LOOPBACK_NAMES, Settings
from summerstow.schema import migrate

from . import gaps
from . import jobs as operator_jobs

_OLDEST_SERVER: Final = 150000
_SKEW: Final = timedelta(seconds=5)
_POOLERS: Final = {
    Mode.PREPARING: "A pooler with prepared statements stands before the database.",
    Mode.POOLED: "A pooler without prepared statements stands before the database: statements "
    "are parsed each time.",
}
_WITHOUT_NOTICES: Final = (
    "It passes no notifications on, and pages look for news by themselves: DATABASE_DIRECT_URL "
    "names the server itself."
)
_WITH_NOTICES: Final = "News come past it, by DATABASE_DIRECT_URL."
#: More late jobs than this have one cause.
_MANY_LATE: Final = 3
#: Seconds for a server of somebody else's to take a connection.
_CONNECT_PATIENCE: Final = 5
_WEB_PORTS: Final = {"http": 80, "https": 443}
_WEB: Final = Path(__file__).resolve().parents[2] / "web" / "build" / "client" / "index.html"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `wrong`: it must be mended; the sentence says how."""

    wrong: bool
    words: str


def _good(words: str) -> Finding:
    return Finding(wrong=False, words=words)


def _bad(words: str) -> Finding:
    return Finding(wrong=True, words=words)


_CURRENT: Final = _good("The schema is up to date.")


async def examine(settings: Settings, connect: dict[str, Any]) -> list[Finding]:
    """Everything that can be seen without changing anything."""
    findings: list[Finding | None] = [*_site(settings), *_folder(settings), *_clock_and_web()]
    findings += await _database(settings, connect)
    findings += await _beside(settings)
    findings += [_bad(sentence) for sentence in gaps.gaps(settings, os.environ)]
    findings += [await _mail(settings), *await _texts(settings), *await _cards(settings)]
    return [one for one in findings if one is not None]


def _site(settings: Settings) -> Iterator[Finding]:
    host = urlsplit(settings.site_url).hostname
    local = host in LOOPBACK_NAMES
    if settings.demo:
        yield _good("Demo mode is on: demo accounts, captured mail, this machine alone.")
    elif local:
        yield _bad(
            "SUMMERSTOW_SITE_URL is on this machine: links in mail lead nobody here. "
            "Set it to the public address."
        )
    else:
        yield _good(f"The site's address is {settings.site_url}.")
    if settings.google_client_id:
        yield _good(
            f"Google sign-in is on; its return address is {settings.site_url}/auth/v1/callback."
        )
    else:
        yield _good("Google sign-in is off: no GOOGLE_CLIENT_ID.")


def _folder(settings: Settings) -> Iterator[Finding]:
    secrets = settings.data_dir / "secrets"
    if secrets.is_dir():
        open_ones = [
            one.name
            for one in (secrets, *secrets.iterdir())
            if stat.S_IMODE(one.stat().st_mode) & 0o077
        ]
        if open_ones:
            yield _bad(
                f"Others may read {', '.join(open_ones)} in {settings.data_dir}: "
                "chmod -R go= that folder."
            )
        else:
            yield _good("The secrets are for their owner alone.")
    full = [*disk_troubles(settings.data_dir)]
    yield from map(_bad, full)
    if not full:
        free = free_megabytes(settings.data_dir) // 1024
        yield _good(f"{free} GB are free on the disk of the data folder.")
    if settings.archive is not None:
        yield _archive(settings, settings.archive)


def _archive(settings: Settings, archive: Path) -> Finding:
    known = base_backups.list_backups(archive)
    if not known:
        return _bad(f"No moment can be brought back yet: {archive} holds no base backup.")
    since = clock.campus_time(known[0].at)
    words = f"Any moment since {since:%Y-%m-%d %H:%M:%S} can be brought back from {archive}"
    if archive.stat().st_dev == settings.data_dir.stat().st_dev:
        return _good(f"{words}; SUMMERSTOW_ARCHIVE_DIR puts it on another disk.")
    return _good(f"{words}.")


def _clock_and_web() -> Iterator[Finding]:
    winter = datetime(2027, 1, 15, 12, tzinfo=UTC).astimezone(clock.CAMPUS_ZONE)
    if winter.utcoffset() == timedelta(hours=-7):
        yield _good("The zone data know that British Columbia stays at UTC-7.")
    else:
        yield _bad("The zone data are out of date: install tzdata 2026.6 or later.")
    if _WEB.exists():
        yield _good("The web application is built.")
    else:
        yield _bad("The web application is not built: make run builds it.")


async def _database(settings: Settings, connect: dict[str, Any]) -> list[Finding]:
    try:
        connection = await connecting.connect(connect, writable=True)
    except connecting.NotConnectedError as error:
        return [_bad(str(error))]
    try:
        findings = [one async for one in _inside(connection)]
        if connection.mode in _POOLERS:
            words = _POOLERS[connection.mode]
            live = _WITHOUT_NOTICES if settings.past_pooler is None else _WITH_NOTICES
            findings.insert(0, _good(f"{words} {live}"))
        if _CURRENT in findings:
            findings += await _background(settings, connect)
            findings += await _keys(settings, connect)
        return findings
    finally:
        await connection.close()


async def _beside(settings: Settings) -> list[Finding]:
    """What is reached past the pooler."""
    findings = []
    if settings.past_pooler is not None:
        try:
            connection = await connecting.connect(settings.past_pooler, writable=True)
        except connecting.NotConnectedError as error:
            findings.append(_bad(f"DATABASE_DIRECT_URL leads to no primary: {error}"))
        else:
            if connection.mode is not Mode.DIRECT:
                findings.append(_bad("DATABASE_DIRECT_URL leads through a pooler as well."))
            await connection.close()
    return findings


async def _keys(settings: Settings, connect: dict[str, Any]) -> list[Finding]:
    from summerstow.platform.auth.tokens import key_rotation  # noqa: PLC0415 - long to import

    different = await key_rotation.differences(settings, connect)
    if different and settings.database_url:
        return [
            _bad(
                f"This host has keys of its own ({', '.join(different)}): give all hosts of this "
                "database the same settings and the same folder secrets in SUMMERSTOW_DATA_DIR."
            )
        ]
    return []


async def _inside(connection: asyncpg.Connection[Any]) -> Any:
    version = int(await connection.fetchval("show server_version_num"))
    if version < _OLDEST_SERVER:
        yield _bad(f"PostgreSQL {version // 10000} is too old: 15 or later, please.")
        return
    yield _good(f"PostgreSQL {version // 10000}.{version % 10000} answers.")
    if await migrate.is_empty(connection):
        yield _bad("The database is empty: summerstow migrate sets it up, and so does a start.")
        return
    try:
        waiting = await migrate.waiting(connection)
    except migrate.OtherBaselineError as error:
        yield _bad(str(error))
        return
    if waiting:
        yield _bad(f"Migrations wait: {', '.join(waiting)}. Run summerstow migrate.")
        return
    yield _CURRENT
    try:
        published.hold(await settings_queries.versions(connection))
    except msgspec.ValidationError as error:
        yield _bad(f"The published settings are of another version of this program: {error}.")
    devices = await connection.fetchval("select count(*) from public.push_subscriptions")
    yield _good(
        f"{devices} {'device is' if devices == 1 else 'devices are'} told by Web Push: over https, "
        "to the browsers' push services."
    )
    now = await connection.fetchval("select clock_timestamp()")
    if abs(now - clock.now()) > _SKEW:
        yield _bad("The clocks of this machine and of the database differ by more than 5 s.")
    roles = {
        row["role"]: row["count"]
        for row in await connection.fetch("select role, count(*) from public.users group by role")
    }
    if roles.get(EXECUTIVE):
        staff = ", ".join(
            f"{roles[role]} {role}" for role in (EXECUTIVE, ADMIN, WORKER) if role in roles
        )
        yield _good(f"Staff: {staff}.")
    else:
        yield _bad("Nobody is executive: summerstow staff add NAME@EXAMPLE.CA --role executive.")


async def _background(settings: Settings, connect: dict[str, Any]) -> list[Finding]:
    async with (
        operator_jobs.opened(settings, connect) as (database, runner),
        database.owner() as tx,
    ):
        known = await job_statuses(tx, runner.jobs)
        ages = await mail.ages(tx)
    findings = []
    late = [one for one in known if one.late and not one.failures]
    if len(late) > _MANY_LATE:
        # One cause: the product is down, or a clock that jumped makes every job look late.
        findings.append(
            _bad(
                f"{len(late)} background jobs have not succeeded for long: does the product run, "
                "or summerstow worker? If it does, check this machine's clock, which says "
                f"{clock.campus_time(clock.now()):%Y-%m-%d %H:%M} campus time (timedatectl)."
            )
        )
    for one in known:
        if one.failures:
            findings.append(
                _bad(
                    f"The background job {one.name} failed, {one.failures} in a row: {one.error}. "
                    f"It is tried again by itself; summerstow jobs run {one.name} tries it now."
                )
            )
        elif one.late and len(late) <= _MANY_LATE:
            findings.append(
                _bad(
                    f"The background job {one.name} has not succeeded for long: does the product "
                    "run, or summerstow worker? See summerstow jobs."
                )
            )
    if not findings:
        findings.append(_good("No background job fails."))
    if ages.dead:
        findings.append(
            _bad(
                f"{ages.dead} {'message' if ages.dead == 1 else 'messages'} could not be "
                "delivered: summerstow outbox list --dead says why, and summerstow outbox retry "
                "--all-dead sends them again."
            )
        )
    if ages.late:
        findings.append(
            _bad(
                f"{ages.late} {'message waits' if ages.late == 1 else 'messages wait'} for more "
                "than 15 minutes: summerstow outbox list --waiting says why."
            )
        )
    if not ages.dead and not ages.late:
        findings.append(_good("No message is stuck."))
    return findings


async def _mail(settings: Settings) -> Finding | None:
    if not settings.smtp_url:
        return _good("Mail is captured: see /dev/mailbox.") if settings.demo else None
    return await _answers("The mail server", settings.smtp_url, {"smtp": 587, "smtps": 465})


async def _texts(settings: Settings) -> list[Finding]:
    if not settings.sms_url:
        return [_good("Text messages are off: no SMS_URL.")]
    result = await _answers("The text message provider", settings.sms_url, _WEB_PORTS)
    hook = (
        f"Its incoming messages must lead to {settings.site_url}{INCOMING}, so that STOP is kept."
    )
    missing = form_of(settings.sms_form, settings.sms_url).missing()
    return [Finding(result.wrong, f"{result.words} {hook}"), *map(_bad, missing)]


async def _cards(settings: Settings) -> list[Finding]:
    if not settings.stripe_secret_key:
        return [_good("Card payments are off: no STRIPE_SECRET_KEY.")]
    result = await _answers("Stripe", settings.stripe_api_base, _WEB_PORTS)
    hook = f"Its webhook must lead to {settings.site_url}/webhooks/stripe."
    findings = [Finding(result.wrong, f"{result.words} {hook}")]
    if "_test_" in settings.stripe_secret_key and not settings.demo:
        findings.append(_bad("STRIPE_SECRET_KEY is a test key: no card is charged."))
    return findings


async def _answers(what: str, url: str, ports: dict[str, int]) -> Finding:
    """Connect to the server of an address, without sending anything."""
    parts = urlsplit(url)
    port = parts.port or ports[parts.scheme]
    try:
        _, writer = await asyncio.wait_for(
            asyncio.open_connection(parts.hostname, port), _CONNECT_PATIENCE
        )
    except (OSError, TimeoutError):
        return _bad(f"{what} {parts.hostname}:{port} does not answer.")
    writer.close()
    return _good(f"{what} {parts.hostname}:{port} answers.")
