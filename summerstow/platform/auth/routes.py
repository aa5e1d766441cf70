"""Every call of /auth/v1, in order. What is not listed is refused with 404 `not_found`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router

from summerstow.platform.auth.admin.factors import change as change_factor
from summerstow.platform.auth.admin.factors import delete as delete_factor
from summerstow.platform.auth.admin.factors import listed as list_factors
from summerstow.platform.auth.admin.generate_link import generate as generate_link
from summerstow.platform.auth.admin.invite import invite
from summerstow.platform.auth.admin.list_users import listed as list_users
from summerstow.platform.auth.admin.users import create as create_user
from summerstow.platform.auth.admin.users import delete as delete_user
from summerstow.platform.auth.admin.users import read as read_user
from summerstow.platform.auth.admin.users import update as update_user
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.mfa import recovery_codes
from summerstow.platform.auth.mfa.factor_challenge import challenge
from summerstow.platform.auth.mfa.factor_verify import verify as verify_factor
from summerstow.platform.auth.mfa.factors import enroll, unenroll
from summerstow.platform.auth.oauth import grant_id_token, grant_pkce
from summerstow.platform.auth.oauth.authorize import authorize
from summerstow.platform.auth.oauth.callback import callback
from summerstow.platform.auth.oauth.identities import connect, disconnect
from summerstow.platform.auth.password import grant_password
from summerstow.platform.auth.password.reauthenticate import reauthenticate
from summerstow.platform.auth.password.recover import recover
from summerstow.platform.auth.sessions import grant_refresh
from summerstow.platform.auth.sessions.logout import logout
from summerstow.platform.auth.signup.otp import otp
from summerstow.platform.auth.signup.resend import resend
from summerstow.platform.auth.signup.signup import signup
from summerstow.platform.auth.sso import sso, sso_admin
from summerstow.platform.auth.user.user import read, update
from summerstow.platform.auth.verify.verify import verify
from summerstow.platform.auth.verify.verify_link import show

from .context import AuthContext
from .route_limits import limited
from .service_info import health, jwks, settings

PREFIX = "/auth/v1"

_GRANTS = {
    "password": grant_password.sign_in,
    "refresh_token": grant_refresh.refresh,
    "pkce": grant_pkce.exchange,
    "id_token": grant_id_token.sign_in,
}

Flow = Callable[[AuthContext, Request], Awaitable[Response]]


def router(context: AuthContext) -> Router:
    """The route table."""

    def on(method: str, path: str, flow: Flow) -> Route:
        return Route(PREFIX + path, partial(limited(method, path, flow), context), methods=[method])

    return Router(
        [
            on("POST", "/signup", signup),
            on("POST", "/token", token),
            on("GET", "/verify", show),
            on("POST", "/verify", verify),
            on("POST", "/otp", otp),
            on("POST", "/recover", recover),
            on("POST", "/resend", resend),
            on("POST", "/invite", invite),
            on("GET", "/reauthenticate", reauthenticate),
            on("GET", "/user", read),
            on("PUT", "/user", update),
            on("GET", "/authorize", authorize),
            on("GET", "/callback", callback),
            on("POST", "/callback", callback),
            on("GET", "/user/identities/authorize", connect),
            on("DELETE", "/user/identities/{identity_id}", disconnect),
            on("POST", "/sso", sso.start),
            on("GET", "/sso/saml/metadata", sso.metadata),
            on("POST", "/sso/saml/acs", sso.consume),
            on("GET", "/admin/sso/providers", sso_admin.list_all),
            on("POST", "/admin/sso/providers", sso_admin.create),
            on("GET", "/admin/sso/providers/{provider_id}", sso_admin.read),
            on("PUT", "/admin/sso/providers/{provider_id}", sso_admin.update),
            on("DELETE", "/admin/sso/providers/{provider_id}", sso_admin.delete),
            on("POST", "/logout", logout),
            on("POST", "/factors", enroll),
            on("GET", "/factors/recovery-codes", recovery_codes.status),
            on("POST", "/factors/recovery-codes", recovery_codes.generate),
            on("DELETE", "/factors/recovery-codes", recovery_codes.unenroll),
            on("POST", "/factors/recovery-codes/verify", recovery_codes.verify),
            on("POST", "/factors/recovery-codes/regenerate", recovery_codes.regenerate),
            on("POST", "/factors/{factor_id}/challenge", challenge),
            on("POST", "/factors/{factor_id}/verify", verify_factor),
            on("DELETE", "/factors/{factor_id}", unenroll),
            on("POST", "/admin/generate_link", generate_link),
            on("GET", "/admin/users", list_users),
            on("POST", "/admin/users", create_user),
            on("GET", "/admin/users/{user_id}", read_user),
            on("PUT", "/admin/users/{user_id}", update_user),
            on("DELETE", "/admin/users/{user_id}", delete_user),
            on("GET", "/admin/users/{user_id}/factors", list_factors),
            on("PUT", "/admin/users/{user_id}/factors/{factor_id}", change_factor),
            on("DELETE", "/admin/users/{user_id}/factors/{factor_id}", delete_factor),
            on("GET", "/settings", settings),
            on("GET", "/health", health),
            on("GET", "/.well-known/jwks.json", jwks),
        ],
        redirect_slashes=False,
    )


async def token(context: AuthContext, request: Request) -> Response:
    """A session for a password, a refresh token, the code of a link, or an ID token."""
    name = request.query_params.get("grant_type", "")
    grant = _GRANTS.get(name)
    if name == "web3":
        raise AuthError(422, "web3_provider_disabled", "Web3 provider is disabled")
    if grant is None:
        raise AuthError(400, "invalid_credentials", "unsupported_grant_type")
    return await grant(context, request)
