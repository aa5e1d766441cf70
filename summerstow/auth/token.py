"""POST /token: one grant a function (contract A4.2)."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from . import grant_id_token, grant_password, grant_pkce, grant_refresh
from .errors import AuthError
from .room import Room

_GRANTS = {
    "password": grant_password.sign_in,
    "refresh_token": grant_refresh.refresh,
    "pkce": grant_pkce.exchange,
    "id_token": grant_id_token.sign_in,
}


async def token(room: Room, request: Request) -> Response:
    """A session for a password, a refresh token, the code of a link, or an ID token."""
    grant = _GRANTS.get(request.query_params.get("grant_type", ""))
    if grant is None:
        raise AuthError(400, "invalid_credentials", "unsupported_grant_type")
    return await grant(room, request)
