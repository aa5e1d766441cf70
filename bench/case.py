"""What one job of the bench is, and requests as they go over the wire."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, Final
from urllib.parse import quote

from summerstow.kit import clock

from .product import ANON_KEY

#: Of each job. In a round a new connection of PostgreSQL, 0.1 to 0.2 s of plans, weighs little; of
#: so many, two in which the database was busy with something else do not move the median.
ROUNDS: Final = 5


@dataclass
class Case:
    """One job. `aim`: CPU milliseconds a request that it may cost, where there is one.

    `count`: requests of a round. `once`: each request is sent once over all rounds, since it
    changes something for good.
    """

    name: str
    aim: float | None
    count: int
    requests: list[str]
    #: the bare SQL as a pgbench script; empty: there is none
    sql: str = ""
    connections: int = 16
    once: bool = False
    #: the hash of a password in place of SQL
    hashes: bool = False


@cache
def today() -> date:
    """The campus-local day on which the bench began."""
    return clock.today()


def get(path: str, token: str) -> str:
    """A GET as it goes over the wire."""
    path = quote(path, safe="/?&=:,*().")
    return (
        f"GET {path} HTTP/1.1\r\nHost: bench\r\napikey: {ANON_KEY}\r\n"
        f"Authorization: Bearer {token}\r\nAccept: application/json\r\n\r\n"
    )


def post(path: str, body: dict[str, Any], extra: str = "") -> str:
    """A POST of JSON as it goes over the wire; `extra`: further headers, each with its end."""
    text = json.dumps(body)
    return (
        f"POST {path} HTTP/1.1\r\nHost: bench\r\napikey: {ANON_KEY}\r\n{extra}"
        f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}"
    )
