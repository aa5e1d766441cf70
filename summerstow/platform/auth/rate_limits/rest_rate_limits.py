"""The actor behind a request to the data API or the files, and the limits on visitors.

Which command or table is limited stands there (`Command.limit`, `TableRules.insert_limit`).
Visitors are counted by network address, generously, since a whole residence may share one; programs
by their API key. Staff and the service key are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from ipaddress import ip_network
from typing import Final

from summerstow.platform.actor import Actor
from summerstow.platform.auth.client_origin import address_key
from summerstow.platform.auth.identity.identifier import Identifier
from summerstow.platform.errors import TooOften
from summerstow.platform.http.asgi import Scope, client_address
from summerstow.platform.rate_limits import Limit
from summerstow.platform.roles import API_KEY, VISITORS
from summerstow.platform.settings.model import Settings

from .limits import LimitReached, Limits

#: Requests with one API key.
_OF_A_KEY: Final = Limit("api-key", 600, 60, burst=120)


class RestRateLimits:
    """Names the actor of a request, and counts what visitors ask for."""

    def __init__(self, identifier: Identifier, limits: Limits, settings: Settings) -> None:
        self._identifier = identifier
        self._limits = limits
        self._on = settings.rate_limits
        self._proxies = [ip_network(one) for one in settings.trusted_proxies]

    async def identify(self, scope: Scope) -> Actor:
        """Name the actor, a visitor with their address; raises as `Identifier.identify_rest`."""
        actor = await self._identifier.identify_rest(scope)
        if actor.role == API_KEY:
            with _too_often():
                await self._limits.take(_OF_A_KEY, str(actor.user_id))
        if not self._on or actor.role not in VISITORS:
            return actor
        return replace(actor, address=address_key(client_address(scope, self._proxies)))

    async def take(self, actor: Actor, limit: Limit, count: int) -> None:
        """Count `count` things that a visitor asks for; raises `TooOften`."""
        if actor.address is None:
            return
        with _too_often():
            await self._limits.take(limit, actor.address, count)


@contextmanager
def _too_often() -> Iterator[None]:
    try:
        yield
    except LimitReached as reached:
        raise TooOften(int(reached.headers["Retry-After"])) from None
