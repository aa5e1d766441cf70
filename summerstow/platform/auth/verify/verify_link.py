"""The link of a mail: a page with one button, whose POST uses the link up.

Mail scanners follow links with any `Accept`, so a GET never changes anything
(rule: links-survive-scanners). Programs verify by `POST /verify`.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth.accounts import accounts, user_queries
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.oauth import redirect_errors
from summerstow.platform.auth.one_time import flow_queries, one_time_tokens
from summerstow.platform.auth.one_time.purposes import KINDS
from summerstow.platform.auth.one_time.redeem_token import HALF_DONE, Redemption, redeem
from summerstow.platform.auth.redirects import with_fragment, with_query, with_session
from summerstow.platform.auth.responses import see_other
from summerstow.platform.auth.sessions import sessions
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError
from summerstow.platform.observability import log

from . import confirm_page, link_replay
from .link_replay import LinkResult

_log = log.get("auth")
#: The pages of ours that take up links.
_CALLBACK = "/auth/callback"
_SET_PASSWORD = "/auth/set-password"  # noqa: S105
#: Who comes by these has no password, or not any more.
_PASSWORDLESS = frozenset({"recovery", "invite"})


@dataclass(frozen=True)
class Link:
    """A link as it was opened: its token, the type it was mailed for, where it leads.

    `by_person`: the request asks for a page, as browsers do. `home`: it leads to the site itself.
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
        return self.token.startswith(one_time_tokens.PKCE_PREFIX)

    @property
    def is_taken_up(self) -> bool:
        """Whether a page of ours uses the link up itself, which works in any browser.

        Neither a session in the address, which an attacker can put there, nor a code that only the
        browser which began can use.
        """
        if not self.by_person or (self.home and self.type == "email_change"):
            return False
        return self.home or (self.is_pkce and self.site_page)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of token that it may be."""
        return KINDS.get(self.type, ())


async def show(context: AuthContext, request: Request) -> Response:
    """GET and HEAD: the page with the button, without any side effect."""
    link = _link(context, request)
    browser = link_replay.browser_of(request)
    try:
        async with context.database.owner(ANONYMOUS) as tx:
            token = await one_time_tokens.by_link(context, tx, link.token, link.kinds)
            is_valid = token is not None or await link_replay.was_used(
                context, tx, link.token, browser
            )
    except AppError as error:
        return _refusal(context, link, error)
    if not is_valid:
        return _refusal(context, link, _expired_link())
    _log.info("link_shown", type=link.type)
    answer = confirm_page.confirm(link.type, pkce=link.is_pkce and not link.is_taken_up)
    if browser is None:
        link_replay.mark_browser(context, answer)
    return answer


async def follow(context: AuthContext, request: Request) -> Response:
    """Use the link up: 303 to its target with a session, a code, or the error, in its address.

    A page of ours gets the link's hash instead, and uses it up.
    """
    link = _link(context, request)
    if link.is_taken_up:
        return see_other(
            with_query(_landing(context, link), {"token_hash": link.token, "type": link.type})
        )
    try:
        async with context.database.owner(ANONYMOUS) as tx:
            result, user_id = await _use(context, tx, request, link)
            if result.session_id is None and result.flow_id is None:
                return await _half(context, tx, link, user_id)
            if link.is_pkce:
                return await _give_code(context, tx, link, user_id, result.flow_id)
            session = result.session or await link_replay.session_of(context, tx, result)
    except AppError as error:
        return _refusal(context, link, error)
    return see_other(with_session(_landing(context, link), session.body, type=link.type))


async def _use(
    context: AuthContext, tx: ElevatedTransaction, request: Request, link: Link
) -> tuple[LinkResult, UUID]:
    """What the link gives, or gave to this browser a moment ago; raises 403 `otp_expired`."""
    browser, by = link_replay.browser_of(request), device(request)
    token = await one_time_tokens.by_link(context, tx, link.token, link.kinds)
    spent = Redemption.NO_TOKEN if token is None else await redeem(context, tx, token, by)
    if token is None or spent is Redemption.NO_TOKEN:
        again = await link_replay.find_result(context, tx, link.token, browser)
        if again is None:
            raise _expired_link()
        return again
    user_id: UUID = token.user_id
    result = LinkResult()
    if spent is Redemption.COMPLETE and link.is_pkce:
        result = LinkResult(flow_id=token.flow_state_id)
        if result.flow_id is None:
            raise _no_flow()
    elif spent is Redemption.COMPLETE:
        session = await sessions.open_session(context, tx, user_id, method="otp", by=by)
        result = LinkResult(session_id=session.session_id, session=session)
    if browser is not None:
        await link_replay.remember(context, tx, link.token, browser, user_id=user_id, result=result)
    return result, user_id


async def _half(context: AuthContext, tx: Transaction, link: Link, user_id: UUID) -> Response:
    """One of two mailboxes has agreed: a person reads which one is left, unless a page waits."""
    if link.by_person and link.home:
        user = await user_queries.user_by_id(tx, user_id)
        assert user is not None
        left = user.new_email if user.email_change_agreed == "current" else user.email
        return confirm_page.half_done(left or "", context.settings.site_url)
    values = {"message": HALF_DONE}
    url = with_query(link.url, values) if link.is_pkce else link.url
    return see_other(with_fragment(url, values | {"sb": ""}))


async def _give_code(
    context: AuthContext, tx: ElevatedTransaction, link: Link, user_id: UUID, flow_id: UUID | None
) -> Response:
    """The address is confirmed; the browser that began exchanges the code for the session."""
    user = await user_queries.user_by_id(tx, user_id)
    if user is not None and (email := accounts.proved_email(user)):
        await sessions.welcome(context, tx, user_id, email)
    # The same for every click on this link, and unknown without the link.
    secret = context.keys.keyed_hash(b"auth-code", link.token.encode())
    code = urlsafe_b64encode(secret).decode().rstrip("=")
    if flow_id is None or not await flow_queries.issue_auth_code(
        tx, flow_id, one_time_tokens.link_hash(code), context.now()
    ):
        return _refusal(context, link, _no_flow())
    return see_other(with_query(_landing(context, link), {"code": code}))


def _link(context: AuthContext, request: Request) -> Link:
    query = request.query_params
    token, kind = query.get("token", ""), query.get("type", "")
    if not token:
        raise invalid("Verify requires a token or a token hash")
    if not kind:
        raise invalid("Verify requires a verification type")
    url = context.redirects.choose(query.get("redirect_to")).url
    return Link(
        token,
        kind,
        url,
        by_person="text/html" in request.headers.get("accept", ""),
        home=url.rstrip("/") == context.settings.site_url,
        site_page=url.partition("?")[0].partition("#")[0]
        in (context.settings.site_url + page for page in (_CALLBACK, _SET_PASSWORD)),
    )


def _landing(context: AuthContext, link: Link) -> str:
    """The link's target; a person who was to be led nowhere in particular lands where it helps."""
    if not (link.by_person and link.home):
        return link.url
    page_of_site = _SET_PASSWORD if link.type in _PASSWORDLESS else _CALLBACK
    return context.settings.site_url + page_of_site


def _expired_link() -> AuthError:
    return AuthError(403, "otp_expired", "Email link is invalid or has expired")


def _no_flow() -> AuthError:
    return AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found")


def _refusal(context: AuthContext, link: Link, error: AppError) -> Response:
    values = redirect_errors.values(error, other="invalid_request")
    code = values["error_code"]
    _log.info("link_refused", error_code=code, type=link.type)
    url = _landing(context, link)
    url = with_fragment(with_query(url, values) if link.is_pkce else url, values | {"sb": ""})
    # For a visitor without a page to return to; the home page would not show the message.
    if link.by_person and link.home and code == "otp_expired":
        return confirm_page.expired(link.type, context.settings.site_url)
    return see_other(url)
