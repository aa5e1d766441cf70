"""/metrics while the database is away."""

from __future__ import annotations

import httpx

from summerstow.metrics import Metrics
from summerstow.platform.database.pool import Database
from summerstow.platform.observability import metrics


async def test_metrics_say_that_the_database_is_away() -> None:
    """Just then an operator looks."""
    away = Database({"host": "127.0.0.1", "port": 9, "user": "x", "database": "x"})
    transport = httpx.ASGITransport(app=Metrics(away, (), ""), client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://s.test") as client:
        answer = await client.get("/metrics")
    assert answer.status_code == 200
    assert "database_up 0.0" in answer.text
    assert "db_pool_wait_seconds_bucket" in answer.text


async def test_what_is_gathered_is_counted_as_if_each_were_written() -> None:
    """Also at the edges of the buckets, and beyond the last."""
    one = metrics.histogram("one_by_one_seconds", "Each by itself.")
    many = metrics.histogram("gathered_seconds", "Together.")
    for seconds in (0.0, 0.005, 0.0051, 0.25, 10.0, 11.5, 0.25):
        one.observe(seconds)
        metrics.took(many, seconds)
    metrics.write()
    text = metrics.exposition().decode()
    said = {
        name: [line.removeprefix(name) for line in text.splitlines() if line.startswith(name)]
        for name in ("one_by_one_seconds", "gathered_seconds")
    }
    counted = [
        [line for line in lines if not line.startswith("_created")] for lines in said.values()
    ]
    assert len(counted[0]) > 10
    assert counted[0] == counted[1]
