"""One row of the budgets' table, and requests as they go over the wire."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal
from urllib.parse import quote

from .product import ANON_KEY

#: Rounds of each case; the report has the medians.
ROUNDS: Final = 3

#: What a budget limits: times the bare SQL's CPU, CPU milliseconds a request, or milliseconds until
#: the answer at the median or the 95th percentile.
Measure = Literal["times bare", "cpu ms", "p50 ms", "p95 ms"]


@dataclass
class Case:
    """One job with its budget.

    `count`: requests of a round. `once`: each request is sent once over all rounds, since it
    changes something for good.
    """

    name: str
    measure: Measure
    budget: float
    count: int
    requests: list[str]
    #: The same as a pgbench script, or as a function whose CPU is measured.
    bare: str | Callable[[], object] = ""
    connections: int = 8
    once: bool = False


def get(path: str, token: str) -> str:
    """A GET as it goes over the wire."""
    path = quote(path, safe="/?&=:,*().")
    return (
        f"GET {path} HTTP/1.1\r\nHost: bench\r\napikey: {ANON_KEY}\r\n"
        f"Authorization: Bearer {token}\r\nAccept: application/json\r\n\r\n"
    )


def post(path: str, body: dict[str, Any], token: str | None = None, extra: str = "") -> str:
    """A POST of JSON as it goes over the wire; `extra`: further headers, each with its end."""
    text = json.dumps(body)
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    return (
        f"POST {path} HTTP/1.1\r\nHost: bench\r\napikey: {ANON_KEY}\r\n{who}{extra}"
        f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}"
    )
