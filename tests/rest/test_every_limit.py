"""Every limit counts: whatever is stated refuses what comes after its burst."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

import summerstow.app  # noqa: F401  (loads every package with a limit)
from summerstow.platform import clock
from summerstow.platform.actor import ANONYMOUS, Actor
from summerstow.platform.auth.rate_limits.limits import Limits
from summerstow.platform.auth.rate_limits.rest_rate_limits import RestRateLimits
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import TooOften
from summerstow.platform.files.pictures.routes import Files
from summerstow.platform.files.pictures.service import Pictures
from summerstow.platform.http.asgi import Scope
from summerstow.platform.rate_limits import Limit
from tests.auth.conftest import make_settings


def _limits() -> dict[str, Limit]:
    """Return every limit that a module or a class states, by its name."""
    found: dict[str, Limit] = {}
    for name, module in list(sys.modules.items()):
        if not name.startswith("summerstow."):
            continue
        for value in list(vars(module).values()):
            stated = vars(value).values() if isinstance(value, type) else [value]
            for one in stated:
                inner = one.values() if isinstance(one, dict) else [one]
                found |= {limit.name: limit for limit in inner if isinstance(limit, Limit)}
    return found


class _Identifier:
    """Says who asks; what `RestRateLimits` needs of the real one."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor

    async def identify_rest(self, scope: Scope) -> Actor:
        return self._actor


def _counting(tmp_path: Path, database: Database, actor: Actor) -> RestRateLimits:
    limits = Limits(database, clock.now, on=True)
    settings = make_settings(tmp_path, rate_limits="1")
    identifier: Any = _Identifier(actor)
    return RestRateLimits(identifier, limits, settings)


def test_the_limits_are_found() -> None:
    assert {"label files", "files", "bookings", "holds", "own_data", "verify"} <= set(_limits())


@pytest.mark.parametrize("name", sorted(_limits()))
async def test_each_limit_refuses_at_its_burst(
    tmp_path: Path, database: Database, name: str
) -> None:
    limit = _limits()[name]
    counting = _counting(tmp_path, database, ANONYMOUS)
    visitor = replace(ANONYMOUS, address=f"test {uuid4()}")
    await counting.take(visitor, limit, limit.burst)
    with pytest.raises(TooOften):
        await counting.take(visitor, limit, 1)


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"])
async def test_a_visitor_has_an_address_whatever_the_method(
    tmp_path: Path, database: Database, method: str
) -> None:
    counting = _counting(tmp_path, database, ANONYMOUS)
    scope: Scope = {"type": "http", "method": method, "headers": [], "client": ("192.0.2.9", 1)}
    assert (await counting.identify(scope)).address is not None


async def test_label_files_are_counted_although_they_are_read(
    tmp_path: Path, database: Database
) -> None:
    counting = _counting(tmp_path, database, Actor("customer", uuid4()))

    async def papers(actor: Actor, path: str, query: bytes) -> tuple[str, bytes]:
        return "labels.pdf", b"%PDF-"

    app: Any = Files(Pictures(database), counting.identify, counting.take, papers)
    transport = httpx.ASGITransport(app=app, client=(f"2001:db8:{uuid4().hex[:4]}::1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://summerstow.test") as client:
        path = f"/files/labels/booking/{uuid4()}.pdf"
        answers = [(await client.get(path)).status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]
