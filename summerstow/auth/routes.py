"""Every call of /auth/v1, in order. What is not listed is refused with 404 `not_found`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router

from .about import health, jwks, settings
from .logout import logout
from .resend import resend
from .room import Room
from .signup import signup
from .token import token
from .user import read, update
from .verify import verify
from .verify_link import show

PREFIX = "/auth/v1"

Flow = Callable[[Room, Request], Awaitable[Response]]


def router(room: Room) -> Router:
    """The route table."""

    def on(method: str, path: str, flow: Flow) -> Route:
        return Route(PREFIX + path, partial(flow, room), methods=[method])

    return Router(
        [
            on("POST", "/signup", signup),
            on("POST", "/token", token),
            on("GET", "/verify", show),
            on("POST", "/verify", verify),
            on("POST", "/resend", resend),
            on("GET", "/user", read),
            on("PUT", "/user", update),
            on("POST", "/logout", logout),
            on("GET", "/settings", settings),
            on("GET", "/health", health),
            on("GET", "/.well-known/jwks.json", jwks),
        ],
        redirect_slashes=False,
    )
