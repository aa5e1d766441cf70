"""GET /authorize: leave for another provider (contract A4.8)."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Final
from uuid import UUID, uuid4

from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit import log
from summerstow.kit.actor import ANONYMOUS

from . import one_time, providers, state_cookie, validation, way_back
from .errors import AuthError, invalid
from .queries import identity_rows, proof_rows
from .redirects import Target
from .room import Room
from .signup import target_of

_log = log.get("auth")

_SCOPES: Final = ("openid", "email", "profile")
#: What this server says itself in the provider's address, and what is addressed to it alone.
_OURS: Final = frozenset(
    {
        *("client_id", "client_secret", "redirect_uri", "response_type"),
        *("state", "scope", "code_challenge", "code_challenge_method"),
        *("code_verifier", "nonce", "request", "request_uri"),
        *("provider", "scopes", "redirect_to", "invite_token"),
        *("skip_http_redirect", "apikey"),
    }
)
_MAX_NONCE: Final = 255


@dataclass(frozen=True)
class Leaving:
    """The provider's address, and where the way back will lead."""

    url: str
    target: Target
    flow_id: UUID


async def authorize(room: Room, request: Request) -> Response:
    """302 to the provider.

    A browser that cannot leave goes back to `redirect_to`, or to /auth, with the refusal in its
    address: a person has no use for JSON (pain-points.md, 17). A program gets the JSON.
    """
    try:
        leaving = await leave(room, request)
    except AuthError as error:
        if "text/html" not in request.headers.get("accept", ""):
            raise
        asked = request.query_params.get("redirect_to", "")
        back = asked if room.redirects.allows(asked) else f"{room.settings.site_url}/auth"
        _log.info("authorize_refused", error_code=error.code, why=error.private)
        return way_back.refused(back, error)
    answer = way_back.found(leaving.url, leaving.target.headers)
    return state_cookie.mark(room, answer, leaving.flow_id)


async def leave(room: Room, request: Request, target_user_id: UUID | None = None) -> Leaving:
    """Remember the flow and make the provider's address.

    `target_user_id`: the account that the identity is to join. Raises 400 `validation_failed`,
    404 `user_not_found` for an invitation that is none, 503 while the provider is away.
    """
    query = request.query_params
    name = query.get("provider", "")
    provider = providers.provider(room, name)
    challenge = validation.pkce(query.get("code_challenge"), query.get("code_challenge_method"))
    nonce = query.get("nonce") or secrets.token_urlsafe(24)
    if len(nonce) > _MAX_NONCE:
        raise invalid(f"nonce cannot be longer than {_MAX_NONCE} characters")
    target = target_of(room, request)
    flow_id, verifier = uuid4(), secrets.token_urlsafe(48)
    url = await provider.authorization_url(
        redirect_uri=callback_address(room),
        scope=" ".join(dict.fromkeys([*_SCOPES, *re.findall(r"[^\s,]+", query.get("scopes", ""))])),
        state=str(flow_id),
        nonce=nonce,
        verifier=verifier,
        more={key: value for key, value in query.items() if key not in _OURS},
    )
    async with room.database.owner(ANONYMOUS) as tx:
        invited_user_id = None
        if query.get("invite_token"):
            token = await one_time.by_link(room, tx, query["invite_token"], ("confirmation",))
            if token is None:
                raise AuthError(404, "user_not_found", "User identified by token not found")
            invited_user_id = token["user_id"]
        await proof_rows.delete_flows_before(tx, room.now() - one_time.FLOWS_KEPT)
        await identity_rows.insert_flow(
            tx,
            flow_id,
            provider=name,
            method="oauth",
            redirect_to=target.url,
            nonce=nonce,
            provider_verifier=verifier,
            challenge=challenge.value if challenge else None,
            challenge_method=challenge.method if challenge else None,
            target_user_id=target_user_id,
            invited_user_id=invited_user_id,
            now=room.now(),
        )
    return Leaving(url, target, flow_id)


def callback_address(room: Room) -> str:
    """Where the provider sends browsers back to; it must be registered there."""
    return f"{room.issuer}/callback"
