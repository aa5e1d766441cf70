"""Which calls are limited, and by whom they are counted (docs/wire/auth.md, "Limits").

Signed-out requests are counted by address, since nothing else is known of them. Signed-in work is
counted by account, and a refresh by its session (`grant_refresh`): a whole campus may share one
address.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.auth.sessions.bearer import verified
from summerstow.platform.rate_limits import Limit

from .client_origin import address_key
from .context import AuthContext
from .errors import AuthError

Flow = Callable[[AuthContext, Request], Awaitable[Response]]

_FIVE_MINUTES: Final = 300
SIGN_IN: Final = Limit("token", 150, _FIVE_MINUTES)
SECOND_FACTOR: Final = Limit("factor", 15, 60)

_BY_ADDRESS: Final = {
    ("POST", "/token"): SIGN_IN,
    ("GET", "/verify"): Limit("link", 30, _FIVE_MINUTES),
    ("POST", "/verify"): Limit("verify", 30, _FIVE_MINUTES),
    ("POST", "/otp"): Limit("otp", 30, _FIVE_MINUTES),
    ("POST", "/recover"): Limit("recover", 30, _FIVE_MINUTES),
    ("POST", "/resend"): Limit("resend", 30, _FIVE_MINUTES),
    ("POST", "/signup"): Limit("signup", 30, _FIVE_MINUTES),
    ("POST", "/sso"): Limit("sso", 30, _FIVE_MINUTES),
    ("GET", "/authorize"): Limit("authorize", 150, _FIVE_MINUTES),
}
_CHANGES: Final = Limit("user", 30, _FIVE_MINUTES)


def limited(method: str, path: str, flow: Flow) -> Flow:
    """The flow of a route, with the limit that it has; `path` as the route table has it."""
    by_address = _BY_ADDRESS.get((method, path))
    by_account = _by_account(method, path)

    async def within_limits(context: AuthContext, request: Request) -> Response:
        if by_account is not None:
            await context.limits.take(by_account, _account(context, request))
        elif by_address is not None and request.query_params.get("grant_type") != "refresh_token":
            await context.limits.take(by_address, address_key(_address(request)))
        return await flow(context, request)

    return flow if by_address is None and by_account is None else within_limits


def _by_account(method: str, path: str) -> Limit | None:
    if (method, path) == ("PUT", "/user"):
        return _CHANGES
    if method == "POST" and path.startswith("/factors/"):
        return SECOND_FACTOR
    return None


def _account(context: AuthContext, request: Request) -> str:
    """Return the account id of a valid token, else the client's address."""
    try:
        subject = verified(context, request).get("sub")
    except AuthError:
        subject = None
    return f"account {subject}" if subject else address_key(_address(request))


def _address(request: Request) -> str | None:
    return request.client.host if request.client else None
