"""Every call of /auth/v1, in order. What is not listed is refused with 404 `not_found`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router

from . import factor_recovery, sso, sso_admin
from .about import health, jwks, settings
from .admin_list import listed as list_users
from .admin_users import create as create_user
from .admin_users import delete as delete_user
from .admin_users import read as read_user
from .admin_users import update as update_user
from .authorize import authorize
from .callback import callback
from .factor_admin import change as change_factor
from .factor_admin import delete as delete_factor
from .factor_admin import listed as list_factors
from .factor_challenge import challenge
from .factor_verify import verify as verify_factor
from .factors import enroll, unenroll
from .generate_link import generate as generate_link
from .identities import connect, disconnect
from .invite import invite
from .logout import logout
from .otp import otp
from .reauthenticate import reauthenticate
from .recover import recover
from .resend import resend
from .room import Room
from .route_limits import limited
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
        return Route(PREFIX + path, partial(limited(method, path, flow), room), methods=[method])

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
            on("GET", "/factors/recovery-codes", factor_recovery.status),
            on("POST", "/factors/recovery-codes", factor_recovery.generate),
            on("DELETE", "/factors/recovery-codes", factor_recovery.unenroll),
            on("POST", "/factors/recovery-codes/verify", factor_recovery.verify),
            on("POST", "/factors/recovery-codes/regenerate", factor_recovery.regenerate),
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
