"""How long bodies may take, how many may be on their way, and how much is worked on at once.

Wraps every application. A body that comes too slowly is answered with 408, a broken one with 400,
and the connection ends. A request that waits for its body takes no slot: a thousand connections
that send half a body leave the others alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final

from summerstow.platform.errors import AppError

from .asgi import (
    ASGIApp,
    BodyBroken,
    Message,
    Network,
    Receive,
    Scope,
    Send,
    client_address,
)

#: Seconds that any body may take, and the bytes of each further second.
PATIENCE: Final = 10.0
RATE: Final = 8 * 1024
#: Seconds after which an unfinished body counts: ordinary ones are never refused for a neighbour's.
GRACE: Final = 1.0
#: Bodies on their way to one process: from one network address, and altogether; and their bytes.
MOST_EACH: Final = 64
MOST: Final = 2048
MOST_BYTES: Final = 256 * 1024 * 1024
#: Requests that one process works on at once; the others wait in the order they came.
AT_WORK: Final = 512
#: Addresses that are answered however much there is to do; streams have bounds of their own.
_APART: Final = ("/live", "/healthz", "/readyz", "/metrics")
_TOO_MANY: Final = "Too many unfinished requests. Please try again in a moment."
_BODILESS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class BodyTooSlow(AppError):
    """The body did not come in time (408)."""

    status = 408
    code = "request_timeout"


class TooManyBodies(AppError):
    """Too many requests from one address, or to this process, still wait for their body."""

    status = 429
    code = "over_request_rate_limit"


class BodyLimits:
    """The ASGI application behind bounds."""

    def __init__(self, app: ASGIApp, proxies: Sequence[Network] = ()) -> None:
        self._app = app
        self._proxies = proxies
        self.turns = asyncio.Semaphore(AT_WORK)
        self.unfinished: Counter[str | None] = Counter()
        self.bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, when it is its turn."""
        if scope["type"] != "http" or scope["path"].startswith(_APART):
            await self._app(scope, receive, send)
            return
        async with self.turns:
            if scope["method"] in _BODILESS:
                await self._app(scope, receive, send)
                return
            body = _Body(self, client_address(scope, self._proxies), receive, send)
            try:
                await self._app(scope, body.receive, body.send)
            finally:
                body.end()

    def admit(self, address: str | None) -> TooManyBodies | None:
        """Count a body that is still on its way, or say why there may not be another."""
        if self.unfinished[address] >= MOST_EACH:
            return TooManyBodies("Too many unfinished requests from your network.")
        if self.unfinished.total() >= MOST:
            return TooManyBodies(_TOO_MANY, status=503)
        self.unfinished[address] += 1
        return None

    def leave(self, address: str | None) -> None:
        """Release a body that is complete or abandoned."""
        self.unfinished[address] -= 1
        if not self.unfinished[address]:
            del self.unfinished[address]


class _Body:
    """One request's way in, until its body is whole, and its way out."""

    def __init__(
        self, limits: BodyLimits, address: str | None, receive: Receive, send: Send
    ) -> None:
        self._limits = limits
        self._address = address
        self._receive = receive
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        #: When the whole body must be there, but for its bytes; None while it may come at once.
        self._limit: float | None = None
        self._waiting: asyncio.Timeout | None = None
        self._counted = False
        self._size = 0
        self._whole = False
        self._refusal: AppError | None = None

    async def receive(self) -> Message:
        """The next part; raises `BodyTooSlow` or `TooManyBodies`."""
        if self._whole:
            return await self._receive()
        if self._timer is None:
            self._timer = self._loop.call_later(GRACE, self._count)
        self._limits.turns.release()
        try:
            message = await self._part()
        finally:
            await self._limits.turns.acquire()
        if message["type"] == "http.disconnect":
            self._refusal = BodyBroken("The request body is broken or incomplete.")
            return message
        size = len(message.get("body", b""))
        self._size += size
        self._limits.bytes += size
        if not message.get("more_body", False):
            self._whole = True
            self.forget()
        return message

    async def _part(self) -> Message:
        if self._refusal is None and self._limits.bytes >= MOST_BYTES:
            self._refusal = TooManyBodies(_TOO_MANY, status=503)
        if self._refusal is not None:
            raise self._refusal
        try:
            async with asyncio.timeout_at(self._deadline()) as self._waiting:
                return await self._receive()
        except TimeoutError:
            self._refusal = self._refusal or BodyTooSlow("The request body came too slowly.")
            raise self._refusal from None
        finally:
            self._waiting = None

    def _deadline(self) -> float | None:
        return None if self._limit is None else self._limit + self._size / RATE

    def _count(self) -> None:
        now = self._loop.time()
        self._limit = now - GRACE + PATIENCE
        self._refusal = self._limits.admit(self._address)
        self._counted = self._refusal is None
        if self._waiting is not None:
            self._waiting.reschedule(self._deadline() if self._counted else now)

    def forget(self) -> None:
        """It no longer counts."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._limits.bytes -= self._size
        if self._counted:
            self._counted = False
            self._limits.leave(self._address)

    def end(self) -> None:
        """The request is answered.

        What was raised refers to its frames, and those to this: without an end to that circle the
        server's side of the connection would live on until the garbage is collected.
        """
        self.forget()
        self._refusal = None

    async def send(self, message: Message) -> None:
        """Pass the answer on; the connection of a refused body ends with it."""
        if self._refusal is not None and message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await self._send(message)
