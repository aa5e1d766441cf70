"""Logs that cannot be written: every answer and every mail is as it would be."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from drills import product
from drills.bookers import Bookers, check_bookings, check_mails, offer_places
from drills.mail_server import MailServer, serving
from drills.product import ending
from drills.verdict import Scale, Verdict

KINDS = ("disk full", "reader gone", "reader asleep")


async def run(scale: Scale) -> Verdict:
    """A full disk, a pipe whose reader has left, and one that nobody reads."""
    verdict = Verdict()
    for kind in KINDS:
        verdict.include(kind, await _with_output(scale, kind))
    return verdict


async def _with_output(scale: Scale, kind: str) -> Verdict:
    verdict = Verdict()
    server = MailServer()
    async with serving(server) as smtp:
        copy = product.prepare(scale.folder / kind.replace(" ", "-"), SMTP_URL=smtp)
        with _output(kind) as copy.output, ending(copy):
            copy.start()
            await copy.healthy()
            await offer_places(copy.url)
            await _refusals(verdict, copy, 60 if scale.short else 600)
            bookers = Bookers([copy.url], people=2, seed=scale.seed)
            async with bookers.booking(verdict):
                await bookers.booked(20 if scale.short else 300)
            await check_bookings(verdict, bookers, copy)
            await check_mails(verdict, copy, server, most=1)
    return verdict


async def _refusals(verdict: Verdict, copy: product.Copy, count: int) -> None:
    """Each of these writes a line: what is refused is refused as ever, and never a 500."""
    headers = {"apikey": product.ANON_KEY}
    answers: dict[int, int] = {}
    async with httpx.AsyncClient(base_url=copy.url, headers=headers, timeout=20) as client:
        for number in range(count):
            path = "/rest/v1/nothing" if number % 2 else "/auth/v1/user"
            status = (await client.get(path)).status_code
            answers[status] = answers.get(status, 0) + 1
    verdict.count({f"refusals answered {status}": n for status, n in sorted(answers.items())})
    verdict.must(answers.keys() == {401, 404}, f"refusals were answered {sorted(answers)}")


@contextmanager
def _output(kind: str) -> Iterator[int]:
    """A file descriptor for the product to write to, closed on our side at the end."""
    if kind == "disk full":
        opened = [os.open("/dev/full", os.O_WRONLY)]
    else:
        reader, written = os.pipe()
        # One page: full after a few lines.
        fcntl.fcntl(written, fcntl.F_SETPIPE_SZ, 4096)
        opened = [written]
        if kind == "reader gone":
            os.close(reader)
        else:
            opened.append(reader)
    try:
        yield opened[0]
    finally:
        for one in opened:
            os.close(one)
