"""Ids of requests: whose word counts, and what goes along to other services."""

from __future__ import annotations

import asyncio
import contextvars
from ipaddress import ip_network

import httpx
import pytest

from summerstow.platform.observability import tracing

PROXIES = [ip_network("10.0.0.0/8")]
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


def request(peer: str = "203.0.113.9", **headers: str) -> tracing.Trace:
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return tracing.begin({"client": (peer, 1), "headers": given}, PROXIES)


def test_only_our_own_proxy_names_a_request() -> None:
    assert request("10.1.2.3", x_request_id="abc-1").request_id == "abc-1"
    assert request("203.0.113.9", x_request_id="abc-1").request_id != "abc-1"
    for bad in ("", "a b", "a\nb", "x" * 129, "ü"):
        assert request("10.1.2.3", x_request_id=bad).request_id != bad


def test_a_trace_goes_on_and_a_broken_one_does_not() -> None:
    assert request(traceparent=f"00-{TRACE}-00f067aa0ba902b7-01").trace_id == TRACE
    for bad in (
        f"00-{TRACE}-{'0' * 16}-01",
        f"00-{'0' * 32}-00f067aa0ba902b7-01",
        f"ff-{TRACE}-00f067aa0ba902b7-01",
        f"00-{TRACE.upper()}-00f067aa0ba902b7-01",
        "00-short-00f067aa0ba902b7-01",
    ):
        assert request(traceparent=bad).trace_id != TRACE


@pytest.mark.parametrize("inside", [True, False])
async def test_calls_to_others_carry_the_trace(inside: bool) -> None:
    sent: list[httpx.Request] = []

    def answer(asked: httpx.Request) -> httpx.Response:
        sent.append(asked)
        return httpx.Response(200)

    async def call() -> None:
        if inside:
            request(traceparent=f"00-{TRACE}-00f067aa0ba902b7-01")
        async with httpx.AsyncClient(
            transport=httpx.MockTransport(answer), event_hooks={"request": [tracing.pass_on]}
        ) as client:
            await client.get("http://provider.test/")

    await asyncio.create_task(call(), context=contextvars.Context())
    carried = sent[0].headers.get("traceparent")
    if inside:
        assert carried is not None
        assert carried.startswith(f"00-{TRACE}-")
        assert not carried.endswith("-00f067aa0ba902b7-01")
    else:
        assert carried is None
