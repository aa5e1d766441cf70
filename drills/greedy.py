"""Requests made to be expensive: none costs its visitor's share of time or memory."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

import httpx

from drills import product
from drills.bookers import offer_places
from drills.verdict import Scale, Verdict

MOST_SECONDS = 3.0
MOST_MEGABYTES = 32.0


@dataclass(frozen=True)
class Expensive:
    """A request, and how often it is sent (each time a little different)."""

    name: str
    paths: tuple[str, ...]


def _requests() -> Iterator[Expensive]:
    yield Expensive(
        "filters of 62 KB, each of another shape",
        tuple(
            "/rest/v1/slot_availability?or=("
            + ",".join(
                f"and(id.neq.{number},capacity.gt.{column})" for column in range(1500 + number)
            )
            + ")"
            for number in range(150)
        ),
    )
    yield Expensive(
        "order of 1,600 terms",
        ("/rest/v1/slot_availability?order=" + ",".join(["date.asc", "capacity.desc"] * 800),),
    )
    yield Expensive(
        "100 embeds",
        (
            "/rest/v1/slot_availability?select="
            + ",".join(f"e{number}:campuses(*)" for number in range(100)),
        ),
    )
    yield Expensive(
        "embeds 40 deep",
        ("/rest/v1/campuses?select=" + "slot_availability(campuses(" * 20 + "id" + "))" * 20,),
    )
    patterns = (r"(.*)*\1x", r"((a+)+)+$", r"(?=(.*))\1{20}", "(x+x+)+y")
    yield Expensive(
        "patterns that backtrack",
        tuple(f"/rest/v1/campuses?campus=match.{quote(one)}" for one in patterns),
    )
    yield Expensive(
        "every row in every column",
        tuple("/rest/v1/slot_availability?select=*,campuses(*)" for _ in range(20)),
    )


async def run(scale: Scale) -> Verdict:
    """The longest answer and the growth of the workers' memory, for each kind of request."""
    verdict = Verdict()
    copy = product.prepare(scale.folder / "greedy", WEB_CONCURRENCY="1")
    with product.ending(copy):
        copy.start()
        await copy.healthy()
        await offer_places(copy.url)
        async with httpx.AsyncClient(
            base_url=copy.url, headers={"apikey": product.ANON_KEY}, timeout=60
        ) as client:
            for one in _requests():
                await client.get("/rest/v1/campuses")
                await _measure(verdict, copy, client, one)
    return verdict


async def _measure(
    verdict: Verdict, copy: product.Copy, client: httpx.AsyncClient, one: Expensive
) -> None:
    before = _memory(copy)
    longest = 0.0
    largest = 0
    answers: dict[int, int] = {}
    for path in one.paths:
        begun = time.monotonic()
        try:
            answer = await client.get(path)
        except httpx.HTTPError as error:
            verdict.faults.append(f"{one.name}: {error!r}")
            continue
        longest = max(longest, time.monotonic() - begun)
        largest = max(largest, len(answer.content))
        answers[answer.status_code] = answers.get(answer.status_code, 0) + 1
    grown = _memory(copy) - before
    verdict.count(
        {
            f"{one.name}, longest s": round(longest, 2),
            f"{one.name}, memory MB": round(grown, 1),
            f"{one.name}, answers": ", ".join(f"{n} of {s}" for s, n in sorted(answers.items())),
        }
    )
    verdict.must(longest <= MOST_SECONDS + 0.5, f"{one.name}: {longest:.1f} s")
    verdict.must(grown <= MOST_MEGABYTES, f"{one.name}: {grown:.0f} MB more")
    verdict.must(largest <= MOST_MEGABYTES * 1e6, f"{one.name}: an answer of {largest} bytes")
    verdict.must(not any(status >= 500 for status in answers), f"{one.name}: {answers}")


def _memory(copy: product.Copy) -> float:
    return sum(float(one.memory_info().rss) for one in copy.workers()) / 1e6
