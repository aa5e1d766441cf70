"""People who read while something happens: free places, the office's list, and the overview."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple

import httpx

from drills.product import ANON_KEY
from summerstow.kit import clock

#: Seconds after which somebody thinks that it hangs.
SLOW = 1.0
_OVERVIEW = "/rest/v1/rpc/season_overview"


class _Read(NamedTuple):
    name: str
    #: Seconds from one answer to the next question.
    pause: float
    path: str
    body: dict[str, str] | None = None


@dataclass
class Readers:
    """What the hosts `urls` (by name) answered; more may be added meanwhile."""

    urls: dict[str, str]
    #: The access token of somebody who may see the overview.
    token: str
    answers: Counter[str] = field(default_factory=Counter)
    slow: Counter[str] = field(default_factory=Counter)
    longest: dict[str, float] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[None]:
        """They read meanwhile."""
        tasks = [asyncio.create_task(self._read_on(one)) for one in _reads()]
        try:
            yield
        finally:
            for one in tasks:
                one.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def figures(self) -> dict[str, int | float | str]:
        """For the report: how many answers, how many slow ones, and the longest, of each."""
        return {
            f"{name}: answers, those over {SLOW:.0f} s, the longest": (
                f"{count}, {self.slow[name]}, {self.longest[name]:.2f} s"
            )
            for name, count in sorted(self.answers.items())
        }

    async def overview(self) -> int:
        """The status with which the overview is answered by each host, the worst of them."""
        read = next(one for one in _reads() if one.path == _OVERVIEW)
        headers = self._headers()
        async with httpx.AsyncClient(timeout=60) as client:
            answers = [
                await client.post(url + read.path, json=read.body, headers=headers)
                for url in self.urls.values()
            ]
        return max(one.status_code for one in answers)

    def _headers(self) -> dict[str, str]:
        return {"apikey": ANON_KEY, "authorization": f"Bearer {self.token}"}

    async def _read_on(self, read: _Read) -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            while True:
                for host, url in list(self.urls.items()):
                    await self._ask(client, f"{read.name} of the {host}", url, read)
                await asyncio.sleep(read.pause)

    async def _ask(self, client: httpx.AsyncClient, name: str, url: str, read: _Read) -> None:
        headers = self._headers()
        method = "GET" if read.body is None else "POST"
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            answer = await client.request(method, url + read.path, json=read.body, headers=headers)
            said = f"{answer.status_code} {answer.text[:120]}" if answer.is_error else ""
        except httpx.HTTPError as error:
            said = repr(error)
        took = loop.time() - begun
        self.answers[name] += 1
        self.slow[name] += took > SLOW
        self.longest[name] = max(self.longest.get(name, 0.0), took)
        if said:
            self.refused[f"{name}: {said}"] += 1


def _reads() -> list[_Read]:
    today = clock.today()
    span = {"from": str(today - timedelta(days=364)), "to": str(today)}
    return [
        _Read("places", 0.2, f"/rest/v1/slot_availability?select=id&date=gte.{today}&limit=100"),
        _Read("list", 1.0, "/rest/v1/bookings?select=id,status&order=created_at.desc&limit=50"),
        _Read("overview", 2.0, _OVERVIEW, span),
    ]
