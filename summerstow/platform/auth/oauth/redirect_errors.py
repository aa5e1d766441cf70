"""Refusals that travel in the address of a browser (docs/wire/auth.md, "Errors")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from starlette.responses import Response

from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.redirects import with_fragment, with_query
from summerstow.platform.errors import AppError

#: OAuth's name of an error by our status.
_NAMES: Final = {
    400: "invalid_request",
    401: "unauthorized_client",
    403: "access_denied",
    500: "server_error",
    503: "temporarily_unavailable",
}
_DENIED: Final = frozenset({"signup_disabled", "user_banned", "provider_email_needs_verification"})


def values(error: AppError, *, other: str = "server_error") -> dict[str, str]:
    """`error`, `error_code` and `error_description`; `other`: the name of any other status."""
    code = error.code if isinstance(error, AuthError) else "unexpected_failure"
    denied = code in _DENIED
    return {
        "error": "access_denied" if denied else _NAMES.get(error.status, other),
        "error_code": code,
        "error_description": error.message,
    }


def refused(url: str, error: AppError) -> Response:
    """302 to the address with the refusal in its query and its fragment."""
    return with_values(url, values(error))


def with_values(url: str, parameters: dict[str, str]) -> Response:
    """302 to the address with these values in its query, and in its fragment with `sb`."""
    return redirect(with_fragment(with_query(url, parameters), {**parameters, "sb": ""}))


def redirect(url: str, headers: Mapping[str, str] | None = None) -> Response:
    """302: the browser goes on there."""
    return Response(
        status_code=302,
        headers={"location": url, "cache-control": "no-store", **(headers or {})},
    )
