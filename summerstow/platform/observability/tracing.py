"""Which request a line of the log belongs to: an id, and the trace that goes on to other services.

The id is generated, or taken from `X-Request-Id` if one of our own proxies set it. A valid W3C
`traceparent` names the trace; otherwise the request begins one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, MutableMapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

import msgspec

from summerstow.platform.http.asgi import Network, Scope, within

if TYPE_CHECKING:
    import httpx

_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,128}\Z")
_PARENT: Final = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})\Z")


class Trace(msgspec.Struct, frozen=True, gc=False):
    """One request, or one run of a job: its id, and its place in a trace of several services."""

    request_id: str
    trace_id: str
    flags: str = "00"

    @property
    def traceparent(self) -> str:
        """The header for a call that this request makes; each call is a span of its own."""
        return f"00-{self.trace_id}-{random.getrandbits(63) + 1:016x}-{self.flags}"


_current: ContextVar[Trace | None] = ContextVar("trace", default=None)


def begin(scope: Scope, proxies: Iterable[Network] = ()) -> Trace:
    """The trace of a request, for everything that its task does from now on."""
    sent_id: bytes | None = None
    parent: re.Match[str] | None = None
    for name, value in scope["headers"]:
        if name == b"x-request-id":
            sent_id = value
        elif name == b"traceparent":
            parent = _PARENT.match(value.decode("latin-1"))
    trace_id = parent[1] if parent else f"{random.getrandbits(128) or 1:032x}"
    request_id = trace_id[:16] if parent is None else f"{random.getrandbits(64):016x}"
    client = scope.get("client")
    if sent_id is not None and client and _ID.match(sent_id) and within(client[0], proxies):
        request_id = sent_id.decode()
    trace = Trace(request_id, trace_id, parent[2] if parent else "00")
    _current.set(trace)
    return trace


def current() -> Trace | None:
    """The trace of whatever runs now."""
    return _current.get()


def request_id() -> str | None:
    """The id of the request that is being answered."""
    trace = _current.get()
    return None if trace is None else trace.request_id


def begin_run() -> Trace:
    """A trace for what runs without a request, until its task ends: a run of a job."""
    trace_id = f"{random.getrandbits(128) or 1:032x}"
    trace = Trace(trace_id[:16], trace_id)
    _current.set(trace)
    return trace


def mark(logger: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor: the ids in every line that is written for a request."""
    del logger, method
    trace = _current.get()
    if trace is not None:
        event["request_id"] = trace.request_id
        event["trace_id"] = trace.trace_id
    return event


def outgoing(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers of a call to another service, with the trace of what runs now."""
    trace = _current.get()
    return {**headers, "traceparent": trace.traceparent} if trace else dict(headers)


async def pass_on(request: httpx.Request) -> None:
    """A hook of httpx clients: the trace goes along with what a request asks of others."""
    trace = _current.get()
    if trace is not None:
        request.headers["traceparent"] = trace.traceparent
