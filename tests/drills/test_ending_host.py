"""A host that is told to end says so first, and serves on until nobody is sent to it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from drills import product
from drills.product import ANON_KEY, Copy


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Copy]:
    copy = product.prepare(tmp_path, SUMMERSTOW_DRAIN_SECONDS="60")
    try:
        yield copy
        # The second signal ends it at once.
        copy.processes["serve"].terminate()
    finally:
        copy.stop()


async def test_a_host_about_to_end_is_not_ready_and_still_books(host: Copy) -> None:
    host.start()
    await host.healthy()
    async with httpx.AsyncClient(base_url=host.url, timeout=20) as client:
        async with asyncio.timeout(30):
            # The other worker may still be on its way.
            while (await client.get("/readyz")).status_code != 200:
                pass
        host.processes["serve"].terminate()
        async with asyncio.timeout(30):
            while (await client.get("/readyz")).status_code != 503:
                pass
        email = "late@example.test"
        booked = await client.post(
            "/rest/v1/bookings",
            headers={"apikey": ANON_KEY},
            json={"campus_id": 1, "first_name": "Robin", "last_name": "Marsh", "email": email},
        )
        assert booked.status_code == 201, booked.text
        assert (await client.get("/healthz")).status_code == 200
    assert host.processes["serve"].poll() is None


async def test_a_second_signal_ends_a_draining_host(host: Copy) -> None:
    host.start()
    await host.healthy()
    process = host.processes["serve"]
    process.terminate()
    async with asyncio.timeout(30), httpx.AsyncClient(base_url=host.url, timeout=20) as client:
        while (await client.get("/readyz")).status_code != 503:
            pass
    process.terminate()
    assert await asyncio.to_thread(process.wait, 40) == 0
