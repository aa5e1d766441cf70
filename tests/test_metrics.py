"""/metrics while the database is away."""

from __future__ import annotations

import httpx

from summerstow.kit.database.pool import Database
from summerstow.metrics import Metrics


async def test_metrics_say_that_the_database_is_away() -> None:
    """Just then an operator looks."""
    away = Database({"host": "127.0.0.1", "port": 9, "user": "x", "database": "x"})
    transport = httpx.ASGITransport(app=Metrics(away, (), ""), client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://s.test") as client:
        answer = await client.get("/metrics")
    assert answer.status_code == 200
    assert "database_up 0.0" in answer.text
    assert "db_pool_wait_seconds_bucket" in answer.text
