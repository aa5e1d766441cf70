"""The link of a mail: a page with one button, whose POST uses the link up (contract A4.4).

Mail scanners follow links; so a GET that asks for a page changes nothing (pain-points.md, 3). One
that does not ask for a page comes from a program, and is taken at its word.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit import log
from summerstow.kit.actor import ANONYMOUS
from summerstow.kit.database import Transaction
from summerstow.kit.errors import AppError

from . import one_time, page, sessions
from .answers import see_other
from .errors import AuthError, invalid
from .queries import proof_rows, user_rows
from .redirects import with_fragment, with_query
from .room import Room

_log = log.get("auth")
_ERRORS = {
    400: "invalid_request",
    401: "unauthorized_client",
    403: "access_denied",
    500: "server_error",
    503: "temporarily_unavailable",
}


@dataclass(frozen=True)
class Link:
    """A link as it was opened: its token, the type it was mailed for, where it leads."""

    token: str
    type: str
    url: str

    @property
    def is_pkce(self) -> bool:
        """Whether it gives a code to the browser that began, rather than a session."""
        return self.token.startswith(one_time.PKCE_PREFIX)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of token that it may be."""
        return one_time.KINDS.get(self.type, ())


async def show(room: Room, request: Request) -> Response:
    """GET and HEAD: the page with the button, without any side effect; a program's GET follows."""
    link = _link(room, request)
    wants_page = "text/html" in request.headers.get("accept", "")
    if request.method != "HEAD" and not wants_page:
        return await follow(room, request)
    try:
        async with room.database.owner(ANONYMOUS) as tx:
            token = await one_time.by_link(room, tx, link.token, link.kinds)
    except AppError as error:
        return _refusal(link, error)
    if token is None:
        return _refusal(link, _expired())
    _log.info("link_shown", user_id=str(token["user_id"]), type=link.type)
    return page.confirm(link.type)


async def follow(room: Room, request: Request) -> Response:
    """Use the link up: 303 to its target with a session, a code, or the error, in its address."""
    link = _link(room, request)
    try:
        async with room.database.owner(ANONYMOUS) as tx:
            token = await one_time.by_link(room, tx, link.token, link.kinds)
            if token is None or not await one_time.spend(room, tx, token):
                raise _expired()
            user_id: UUID = token["user_id"]
            if link.is_pkce:
                return await _give_code(room, tx, link, user_id, token["flow_state_id"])
            session = await sessions.open_session(
                room, tx, user_id, method="otp", by=sessions.device(request)
            )
    except AppError as error:
        return _refusal(link, error)
    names = ("access_token", "expires_at", "expires_in", "refresh_token", "token_type")
    values = {name: str(session.body[name]) for name in names}
    return see_other(with_fragment(link.url, values | {"sb": "", "type": link.type}))


async def _give_code(
    room: Room, tx: Transaction, link: Link, user_id: UUID, flow_id: UUID | None
) -> Response:
    """The address is confirmed; the browser that began exchanges the code for the session."""
    user = await user_rows.user_by_id(tx, user_id)
    assert user is not None
    await sessions.welcome(room, tx, user_id, user["email"])
    code = secrets.token_urlsafe(32)
    issued = flow_id is not None and await proof_rows.issue_auth_code(
        tx, flow_id, one_time.link_hash(code), room.now()
    )
    if not issued:
        return _refusal(
            link,
            AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found"),
        )
    return see_other(with_query(link.url, {"code": code}))


def _link(room: Room, request: Request) -> Link:
    query = request.query_params
    token, kind = query.get("token", ""), query.get("type", "")
    if not token:
        raise invalid("Verify requires a token or a token hash")
    if not kind:
        raise invalid("Verify requires a verification type")
    return Link(token, kind, room.redirects.choose(query.get("redirect_to")).url)


def _expired() -> AuthError:
    return AuthError(403, "otp_expired", "Email link is invalid or has expired")


def _refusal(link: Link, error: AppError) -> Response:
    code = error.code if isinstance(error, AuthError) else "unexpected_failure"
    _log.info("link_refused", error_code=code, type=link.type)
    values = {
        "error": _ERRORS.get(error.status, "invalid_request"),
        "error_code": code,
        "error_description": error.message,
    }
    url = with_query(link.url, values) if link.is_pkce else link.url
    return see_other(with_fragment(url, values | {"sb": ""}))
