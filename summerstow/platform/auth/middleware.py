"""What stands before every route: CORS, the gateway's key, and errors in the wire's shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import asyncpg
import msgspec
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response

from summerstow.platform.auth.identity.identifier import ApiKeyRefused, Identifier
from summerstow.platform.errors import AppError
from summerstow.platform.http.asgi import (
    ASGIApp,
    Message,
    Network,
    Receive,
    Scope,
    Send,
    client_address,
    header,
    send_response,
)
from summerstow.platform.http.cors import Cors
from summerstow.platform.observability import log

from .errors import UNEXPECTED, AuthError, OAuthStyleError, contended, render

_log = log.get("auth")

#: Reached by plain navigation, which carries no header (docs/wire/auth.md, "Keys and requests").
OPEN_PATHS = frozenset(
    f"/auth/v1/{path}"
    for path in (
        *("verify", "callback", "authorize", ".well-known/jwks.json"),
        *("sso/saml/metadata", "sso/saml/acs"),
    )
)
_METHODS = "GET, POST, PUT, PATCH, DELETE, OPTIONS"
_ALLOWED_HEADERS = (
    "accept, authorization, content-type, apikey, x-client-info, x-supabase-api-version, "
    "x-jwt-aud, x-use-cookie, x-client-ip, x-retry-count"
)
_EXPOSED = (
    "X-Total-Count, Link, X-Supabase-Api-Version, Retry-After, X-Redirect-Refused, X-Request-Id"
)
_OUTAGE_SECONDS = "2"


class AuthMiddleware:
    """The ASGI application: /auth/v1 with its prefix left on."""

    def __init__(
        self,
        routes: ASGIApp,
        identifier: Identifier,
        proxies: Sequence[Network] = (),
        *,
        origins: frozenset[str] = frozenset(),
    ) -> None:
        """`origins`: whose pages may call with the browser's cookies; others call without."""
        self._routes = routes
        self._cors = Cors(_METHODS, _ALLOWED_HEADERS, _EXPOSED, origins)
        self._identifier = identifier
        self._proxies = proxies

    @property
    def paths(self) -> frozenset[str]:
        """The patterns of its addresses, such as /auth/v1/factors/{factor_id}."""
        routes = getattr(self._routes, "routes", ())
        return frozenset(route.path for route in routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        if scope["type"] != "http":
            raise ValueError(f"/auth/v1 speaks HTTP, not {scope['type']}")
        if self._proxies:
            scope = {**scope, "client": (client_address(scope, self._proxies), 0)}
        answered = _Answer(scope, send, self._cors)
        try:
            if scope["method"] == "OPTIONS":
                await send_response(answered, 204, self._cors.preflight())
                return
            if scope["path"].rstrip("/") not in OPEN_PATHS:
                self._identifier.require_apikey(scope)
            # Starlette's router raises what it would otherwise answer, if there is an app.
            await self._routes({**scope, "app": self}, receive, answered)
        except Exception as error:
            if answered.started:
                raise
            await _refusal(scope, error)(scope, receive, answered)


class _Answer:
    """`send` with the CORS headers added, and no body for HEAD."""

    def __init__(self, scope: Scope, send: Send, cors: Cors) -> None:
        self._send = send
        self._cors = cors.headers(header(scope, b"origin"))
        self._head = scope["method"] == "HEAD"
        self.started = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            message["headers"] = [*message["headers"], *self._cors]
            MutableHeaders(raw=message["headers"]).add_vary_header("Origin")
        elif self._head:
            message = {**message, "body": b""}
        await self._send(message)


def _refusal(scope: Scope, error: Exception) -> Response:
    """The answer to what was raised; says in the log what was refused and why."""
    version = header(scope, b"x-supabase-api-version")
    if isinstance(error, ApiKeyRefused):
        _note(scope, error.status, "apikey", None)
        body = {"message": error.message, "hint": error.hint}
        return Response(msgspec.json.encode(body), 401, media_type="application/json")
    if isinstance(error, OAuthStyleError):
        _note(scope, error.status, error.code, error.private or error.message)
        return error.answer
    status, code, message, extra, headers = _reading(error)
    if status >= 500 and not isinstance(error, AppError):
        _log.error("failed", path=scope["path"], exc_info=error)
    else:
        _note(scope, status, code, error.private if isinstance(error, AppError) else None)
    return render(version, status=status, code=code, message=message, extra=extra, headers=headers)


def _reading(
    error: Exception,
) -> tuple[int, str, str, dict[str, object], dict[str, str]]:
    match error:
        case AuthError():
            return error.status, error.code, error.message, error.extra, error.headers
        case AppError(status=503):
            return 503, "unexpected_failure", error.message, {}, {"Retry-After": _OUTAGE_SECONDS}
        case AppError():
            return error.status, error.code, error.message, {}, {}
        case HTTPException(status_code=405):
            return (
                405,
                "not_found",
                "This method is not offered here",
                {},
                dict(error.headers or {}),
            )
        case HTTPException(status_code=404):
            return 404, "not_found", "This call is not offered", {}, {}
        case asyncpg.DeadlockDetectedError():
            return _reading(contended())
        case asyncpg.DataError():
            message = "The request holds a value that cannot be stored"
            return 400, "validation_failed", message, {}, {}
        case _:
            return 500, "unexpected_failure", UNEXPECTED, {}, {}


def _note(scope: Scope, status: int, code: str, private: str | None) -> None:
    client: Any = scope.get("client")
    level: Callable[..., Any] = _log.warning if status >= 500 else _log.info
    level(
        "refused",
        method=scope["method"],
        path=scope["path"],
        status=status,
        error_code=code,
        ip=client[0] if client else None,
        why=private,
    )
