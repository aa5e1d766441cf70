"""The link of a mail: a page with one button, whose POST uses the link up (contract A4.4).

Mail scanners follow links; so a GET that asks for a page changes nothing (pain-points.md, 3). One
that does not ask for a page comes from a program, and is taken at its word.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import dataclass, replace
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit import log
from summerstow.kit.actor import ANONYMOUS
from summerstow.kit.database import Transaction
from summerstow.kit.errors import AppError

from . import accounts, link_again, one_time, page, sessions
from .answers import see_other
from .errors import AuthError, invalid
from .link_again import Given
from .purposes import KINDS
from .queries import proof_rows, user_rows
from .redirects import with_fragment, with_query
from .room import Room
from .spending import HALF_DONE, Spent, spend

_log = log.get("auth")
_ERRORS = {
    400: "invalid_request",
    401: "unauthorized_client",
    403: "access_denied",
    500: "server_error",
    503: "temporarily_unavailable",
}
#: The pages of ours that take up links.
_CALLBACK = "/auth/callback"
_SET_PASSWORD = "/auth/set-password"  # noqa: S105
#: Who comes by these has no password, or not any more.
_PASSWORDLESS = frozenset({"recovery", "invite"})


@dataclass(frozen=True)
class Link:
    """A link as it was opened: its token, the type it was mailed for, where it leads.

    `by_person`: a browser asks, rather than a program. `home`: nobody said where it is to lead.
    `site_page`: it leads to a page of ours that takes up links.
    """

    token: str
    type: str
    url: str
    by_person: bool
    home: bool
    site_page: bool

    @property
    def is_pkce(self) -> bool:
        """Whether it gives a code to the browser that began, rather than a session."""
        return self.token.startswith(one_time.PKCE_PREFIX)

    @property
    def is_taken_up(self) -> bool:
        """Whether a page of ours uses the link up itself, which works in any browser.

        Neither a session in the address, which anybody can put there, nor a code that only the
        browser which began can use.
        """
        if not self.by_person or (self.home and self.type == "email_change"):
            return False
        return self.home or (self.is_pkce and self.site_page)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of token that it may be."""
        return KINDS.get(self.type, ())


async def show(room: Room, request: Request) -> Response:
    """GET and HEAD: the page with the button, without any side effect; a program's GET follows."""
    link = _link(room, request)
    if request.method != "HEAD" and not link.by_person:
        return await follow(room, request)
    browser = link_again.browser_of(request)
    try:
        async with room.database.owner(ANONYMOUS) as tx:
            token = await one_time.by_link(room, tx, link.token, link.kinds)
            shown = token is not None or await link_again.was_used(room, tx, link.token, browser)
    except AppError as error:
        return _refusal(room, link, error)
    if not shown:
        return _refusal(room, link, _expired())
    _log.info("link_shown", type=link.type)
    answer = page.confirm(link.type, pkce=link.is_pkce and not link.is_taken_up)
    if browser is None:
        link_again.mark_browser(room, answer)
    return answer


async def follow(room: Room, request: Request) -> Response:
    """Use the link up: 303 to its target with a session, a code, or the error, in its address.

    A page of ours gets the link's hash instead, and uses it up.
    """
    link = _link(room, request)
    if link.is_taken_up:
        return see_other(
            with_query(_landing(room, link), {"token_hash": link.token, "type": link.type})
        )
    try:
        async with room.database.owner(ANONYMOUS) as tx:
            given, user_id = await _use(room, tx, request, link)
            if given.session_id is None and given.flow_id is None:
                return await _half(room, tx, link, user_id)
            if link.is_pkce:
                return await _give_code(room, tx, link, user_id, given.flow_id)
            session = given.session or await link_again.session_of(room, tx, given, user_id)
    except AppError as error:
        return _refusal(room, link, error)
    names = ("access_token", "expires_at", "expires_in", "refresh_token", "token_type")
    values = {name: str(session.body[name]) for name in names}
    return see_other(with_fragment(_landing(room, link), values | {"sb": "", "type": link.type}))


async def _use(room: Room, tx: Transaction, request: Request, link: Link) -> tuple[Given, UUID]:
    """What the link gives, or gave to this browser a moment ago; raises 403 `otp_expired`."""
    browser, by = link_again.browser_of(request), sessions.device(request)
    token = await one_time.by_link(room, tx, link.token, link.kinds)
    spent = Spent.GONE if token is None else await spend(room, tx, token, by)
    if token is None or spent is Spent.GONE:
        again = await link_again.given(room, tx, link.token, browser)
        if again is None:
            raise _expired()
        return again
    user_id: UUID = token["user_id"]
    result = Given()
    if spent is Spent.DONE and link.is_pkce:
        result = Given(flow_id=token["flow_state_id"])
        if result.flow_id is None:
            raise _no_flow()
    elif spent is Spent.DONE:
        session = await sessions.open_session(room, tx, user_id, method="otp", by=by)
        result = Given(session_id=session.session_id, session=session)
    if browser is not None:
        await link_again.remember(room, tx, link.token, browser, user_id=user_id, given=result)
    return result, user_id


async def _half(room: Room, tx: Transaction, link: Link, user_id: UUID) -> Response:
    """One of two mailboxes has agreed: a person reads which one is left, unless a page waits."""
    if link.by_person and link.home:
        user = await user_rows.user_by_id(tx, user_id)
        assert user is not None
        left = user["new_email"] if user["email_change_agreed"] == "current" else user["email"]
        return page.half_done(left, room.settings.site_url)
    values = {"message": HALF_DONE}
    url = with_query(link.url, values) if link.is_pkce else link.url
    return see_other(with_fragment(url, values | {"sb": ""}))


async def _give_code(
    room: Room, tx: Transaction, link: Link, user_id: UUID, flow_id: UUID | None
) -> Response:
    """The address is confirmed; the browser that began exchanges the code for the session."""
    user = await user_rows.user_by_id(tx, user_id)
    if user is not None and (email := accounts.proved_email(user)):
        await sessions.welcome(room, tx, user_id, email)
    # The same for every click on this link, and known to nobody who lacks the link.
    secret = room.keys.keyed_hash(b"auth-code", link.token.encode())
    code = urlsafe_b64encode(secret).decode().rstrip("=")
    if flow_id is None or not await proof_rows.issue_auth_code(
        tx, flow_id, one_time.link_hash(code), room.now()
    ):
        return _refusal(room, link, _no_flow())
    return see_other(with_query(_landing(room, link), {"code": code}))


def _link(room: Room, request: Request) -> Link:
    query = request.query_params
    token, kind = query.get("token", ""), query.get("type", "")
    if not token:
        raise invalid("Verify requires a token or a token hash")
    if not kind:
        raise invalid("Verify requires a verification type")
    url = room.redirects.choose(query.get("redirect_to")).url
    return Link(
        token,
        kind,
        url,
        by_person="text/html" in request.headers.get("accept", ""),
        home=url.rstrip("/") == room.settings.site_url,
        site_page=url.partition("?")[0].partition("#")[0]
        in (room.settings.site_url + page for page in (_CALLBACK, _SET_PASSWORD)),
    )


def _landing(room: Room, link: Link) -> str:
    """The link's target; a person who was to be led nowhere in particular lands where it helps."""
    if not (link.by_person and link.home):
        return link.url
    page_of_site = _SET_PASSWORD if link.type in _PASSWORDLESS else _CALLBACK
    return room.settings.site_url + page_of_site


def _expired() -> AuthError:
    return AuthError(403, "otp_expired", "Email link is invalid or has expired")


def _no_flow() -> AuthError:
    return AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found")


def _refusal(room: Room, link: Link, error: AppError) -> Response:
    code = error.code if isinstance(error, AuthError) else "unexpected_failure"
    _log.info("link_refused", error_code=code, type=link.type)
    values = {
        "error": _ERRORS.get(error.status, "invalid_request"),
        "error_code": code,
        "error_description": error.message,
    }
    where = replace(link, url=_landing(room, link))
    url = with_query(where.url, values) if link.is_pkce else where.url
    url = with_fragment(url, values | {"sb": ""})
    # A person whom nobody expects anywhere is told here, rather than left on the home page.
    if link.by_person and link.home and code == "otp_expired":
        return page.expired(link.type, room.settings.site_url)
    return see_other(url)
