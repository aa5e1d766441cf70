"""`/healthz`: whether the product can serve, and in words what does not work behind it.

It is public: sentences name jobs and counts, and nobody. `/readyz` is for a proxy: whether this
host takes requests, whatever its database does, since no other host would have a better one.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from summerstow.platform.database.pool import Database
from summerstow.platform.http.asgi import Receive, Scope, Send, send_response
from summerstow.platform.jobs.job import JobStatus, job_statuses
from summerstow.platform.jobs.runner import Runner
from summerstow.platform.observability import heartbeat
from summerstow.platform.outbox import outbox
from summerstow.platform.outbox import queries as mail

#: Seconds within which an answer is given, also while the database hangs.
PATIENCE: Final = 3.0
#: Below it PostgreSQL may soon refuse every write.
_MEGABYTES_FREE: Final = 500


class Healthy(msgspec.Struct):
    """Everything works."""

    status: str = "ok"


class Degraded(msgspec.Struct, omit_defaults=True):
    """Something does not work: behind the product, or the database itself."""

    status: str
    why: list[str] = []


async def ready(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with 200 once every worker has begun, and 503 from when this host is told to end."""
    del receive
    beats = heartbeat.shared()
    status, body = 200, b'{"status":"ok"}'
    if beats is not None and beats.leaving:
        status, body = 503, b'{"status":"this host is about to end"}'
    elif beats is not None and len(beats.all()) < beats.workers:
        # What is sent to a worker that still starts waits for it.
        status, body = 503, b'{"status":"this host still starts"}'
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send_response(send, status, headers, body, head=scope["method"] == "HEAD")


class Health:
    """Answers with 200 `ok`, 200 `degraded` and why, or 503 while the database does not answer."""

    def __init__(self, database: Database, runner: Runner, data_dir: Path) -> None:
        self._database = database
        self._data_dir = data_dir
        self._runner = runner
        self._look: asyncio.Task[list[str]] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a GET or HEAD."""
        del receive
        status = 200
        why = await self._why()
        disk = [*disk_troubles(self._data_dir)]
        answer: Healthy | Degraded = Healthy()
        if why is None:
            status, answer = 503, Degraded("the database does not answer", disk)
        elif why or disk:
            answer = Degraded("degraded", [*disk, *why])
        body = msgspec.json.encode(answer)
        headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        await send_response(send, status, headers, body, head=scope["method"] == "HEAD")

    async def _why(self) -> list[str] | None:
        """What does not work, or None: the database does not answer in time.

        All who ask at once share one look, so that a hanging database is asked once.
        """
        look = self._look
        if look is None or look.done():
            look = self._look = asyncio.create_task(self._examine())
        # Whoever asks meanwhile may begin the next look: this one stays ours.
        done, _ = await asyncio.wait({look}, timeout=PATIENCE)
        if not done or look.cancelled() or look.exception() is not None:
            return None
        return look.result()

    async def _examine(self) -> list[str]:
        async with self._database.owner() as tx:
            known = await job_statuses(tx, self._runner.jobs)
            ages = await mail.ages(tx)
            mails, texts = await outbox.held_back(tx)
        troubles = [*job_troubles(known, self._runner.unrecorded), *mail_troubles(ages)]
        if mails:
            troubles.append(
                f"{_messages(mails)} to wait: more mail than SUMMERSTOW_MAILS_PER_HOUR."
            )
        if texts:
            troubles.append(
                f"{_messages(texts)} to wait: more text messages than SUMMERSTOW_SMS_DAILY_CAP."
            )
        return troubles


def free_megabytes(data_dir: Path) -> int:
    """What is free on the disk of the data folder, or of where it will be."""
    there = next(one for one in (data_dir, *data_dir.absolute().parents) if one.exists())
    return shutil.disk_usage(there).free // 2**20


def disk_troubles(data_dir: Path) -> Iterator[str]:
    """A sentence if the disk of the data folder is nearly full."""
    free = free_megabytes(data_dir)
    if free < _MEGABYTES_FREE:
        yield f"Only {free} MB are free on the disk of the data folder."


def job_troubles(known: list[JobStatus], unrecorded: Mapping[str, int]) -> Iterator[str]:
    """A sentence for each job that fails or has not succeeded for long."""
    for one in known:
        failures = max(one.failures, unrecorded.get(one.name, 0))
        if failures:
            times = "time" if failures == 1 else "times in a row"
            yield f'The background job "{one.name}" has failed {failures} {times}.'
        elif one.late and one.quiet_seconds is not None:
            minutes = int(one.quiet_seconds // 60)
            yield f'The background job "{one.name}" has not succeeded for {minutes} minutes.'


def mail_troubles(ages: mail.Ages) -> Iterator[str]:
    """A sentence for messages that wait too long, and for those given up within a day."""
    if ages.late:
        yield f"{_messages(ages.late)} waited for more than 15 minutes."
    if ages.newly_dead:
        yield f"{_messages(ages.newly_dead)} been given up within the last day."


def _messages(count: int) -> str:
    return "1 message has" if count == 1 else f"{count} messages have"
