"""Who asks /rest/v1, and how often they may ask for what costs others something.

A booking takes a place and writes a mail, a hold takes a place, a waiting list writes a mail, one's
own data reads much: each is counted by network address, generously, since a whole residence may
share one (pain-points.md, 9). Staff and the service key are not counted.
"""

from __future__ import annotations

from dataclasses import replace
from ipaddress import ip_network
from typing import Final

from summerstow.kit.actor import Actor
from summerstow.kit.errors import TooOften
from summerstow.kit.http import Scope, client_address
from summerstow.kit.settings import Settings

from .identity import Identifier
from .limits import Limit, LimitReached, Limits
from .places import address_key

_HOUR: Final = 3600
_COUNTED: Final = {
    "/rest/v1/bookings": Limit("bookings", 300, _HOUR, burst=200),
    "/rest/v1/rpc/hold_place": Limit("holds", 1200, _HOUR, burst=300),
    "/rest/v1/rpc/wait_for_place": Limit("waiting", 60, _HOUR, burst=30),
    "/files": Limit("files", 900, _HOUR, burst=300),
    "/rest/v1/rpc/my_data": Limit("own_data", 60, _HOUR, burst=30),
    "/rest/v1/rpc/my_data_pdf": Limit("own_data", 60, _HOUR, burst=30),
    "/rest/v1/rpc/erase_me": Limit("erasure", 30, _HOUR, burst=15),
}
_VISITORS: Final = frozenset({"anon", "customer"})


class Visits:
    """What the data API asks of each request: its actor, once they may ask."""

    def __init__(self, identifier: Identifier, limits: Limits, settings: Settings) -> None:
        self._identifier = identifier
        self._limits = limits
        self._on = settings.rate_limits
        self._proxies = [ip_network(one) for one in settings.trusted_proxies]

    async def __call__(self, scope: Scope) -> Actor:
        """The actor, with the address of a visitor; raises `TooOften`, and as `identify_rest`."""
        actor = await self._identifier.identify_rest(scope)
        if not self._on or scope["method"] != "POST" or actor.role not in _VISITORS:
            return actor
        address = address_key(client_address(scope, self._proxies))
        limit = _COUNTED.get(scope["path"].rstrip("/"))
        if limit is not None:
            try:
                await self._limits.take(limit, address)
            except LimitReached as reached:
                raise TooOften(int(reached.headers["Retry-After"])) from None
        return replace(actor, address=address)
