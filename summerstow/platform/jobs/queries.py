"""Every statement about background jobs. All times are the database's: hosts' clocks may differ."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from summerstow.platform.database.transaction import Transaction


async def register(tx: Transaction, name: str) -> None:
    """Give a job its row, due at once, unless it has one."""
    await tx.execute("insert into app.job (name) values ($1) on conflict do nothing", name)


class Lease(msgspec.Struct, frozen=True):
    """Whether the job was taken, who held it before, and the seconds until another look pays."""

    claimed: bool
    holder: str | None
    wait: float


class StoredStatus(msgspec.Struct, frozen=True):
    """How a job does; `quiet_seconds` since it last did well."""

    name: str
    holder: str | None
    running: bool | None
    started_at: datetime | None
    succeeded_at: datetime | None
    failed_at: datetime | None
    failures: int
    error: str | None
    next_at: datetime
    quiet_seconds: float


async def claim(
    tx: Transaction, name: str, holder: str, lease: timedelta, *, at_once: bool
) -> Lease | None:
    """Take a job's lease if the job is due (or `at_once`) and no other holder's lease stands.

    None where the job has no row.
    """
    row = await tx.fetchrow(
        "with claimed as (update app.job set holder = $2, "
        "leased_until = clock_timestamp() + $3, started_at = clock_timestamp() "
        "where name = $1 and ($4 or next_at <= clock_timestamp()) and "
        "(leased_until is null or leased_until < clock_timestamp() or holder = $2) "
        "returning name) "
        "select exists (select from claimed) as claimed, holder, "
        "extract(epoch from greatest(next_at, leased_until) - clock_timestamp())::float8 as wait "
        "from app.job where name = $1",
        name,
        holder,
        lease,
        at_once,
    )
    return None if row is None else Lease(**row)


async def renew(tx: Transaction, name: str, holder: str, lease: timedelta) -> bool:
    """Hold the lease for as long again; False where another holder has it by now."""
    return bool(
        await tx.fetchval(
            "update app.job set leased_until = clock_timestamp() + $3 "
            "where name = $1 and holder = $2 returning true",
            name,
            holder,
            lease,
        )
    )


async def succeeded(tx: Transaction, name: str, holder: str | None, interval: timedelta) -> bool:
    """Note a good run and plan the next; False where the lease was lost. No holder: no lease."""
    return bool(
        await tx.fetchval(
            "update app.job set succeeded_at = clock_timestamp(), failures = 0, error = null, "
            "leased_until = null, next_at = clock_timestamp() + $3 "
            "where name = $1 and ($2::text is null or holder = $2) returning true",
            name,
            holder,
            interval,
        )
    )


async def failed(
    tx: Transaction, name: str, holder: str | None, error: str, longest: timedelta
) -> None:
    """Note a failed run and plan the next try: after 1 s, doubling, at most `longest`."""
    await tx.execute(
        "update app.job set failed_at = clock_timestamp(), failures = failures + 1, error = $3, "
        "leased_until = null, next_at = clock_timestamp() + "
        "least(make_interval(secs => power(2, least(failures, 20))), $4) "
        "where name = $1 and ($2::text is null or holder = $2)",
        name,
        holder,
        error[:500],
        longest,
    )


async def release(tx: Transaction, name: str, holder: str) -> None:
    """Give the lease back: this holder ends."""
    await tx.execute(
        "update app.job set leased_until = null where name = $1 and holder = $2", name, holder
    )


async def status(tx: Transaction) -> list[StoredStatus]:
    """Every row, with ages in seconds."""
    rows = await tx.fetch(
        "select name, holder, leased_until > now() as running, started_at, succeeded_at, "
        "failed_at, failures, error, next_at, "
        "extract(epoch from now() - coalesce(succeeded_at, created_at))::float8 as quiet_seconds "
        "from app.job"
    )
    return [StoredStatus(**row) for row in rows]
