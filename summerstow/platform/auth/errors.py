"""Refusals in GoTrue's two body shapes, and in OAuth's (docs/wire/auth.md, "Errors")."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from uuid import uuid4

import msgspec
from starlette.responses import Response

from summerstow.platform.errors import AppError
from summerstow.platform.observability import tracing

API_VERSION = "2024-01-01"
_VERSION = re.compile(r"\d{4}-\d{2}-\d{2}\Z")

UNEXPECTED = "Unexpected failure, please check server logs for more information"


class AuthError(AppError):
    """A refusal of /auth/v1; `extra` joins the body, `headers` the answer."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        extra: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        private: str | None = None,
    ) -> None:
        super().__init__(message, status=status, code=code, private=private)
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})


class WeakPassword(AuthError):
    """422 with its reasons: `length`, `pwned`. The Python client reads the object unguarded."""

    def __init__(self, message: str, reasons: list[str]) -> None:
        super().__init__(
            422, "weak_password", message, extra={"weak_password": {"reasons": reasons}}
        )


class TooSoon(AuthError):
    """429: a message of this kind went out less than the mail interval ago; `seconds` to wait."""

    def __init__(self, seconds: float, *, by_text: bool = False) -> None:
        wait = max(1, math.ceil(seconds))
        super().__init__(
            429,
            "over_sms_send_rate_limit" if by_text else "over_email_send_rate_limit",
            f"For security purposes, you can only request this after {wait} seconds.",
            headers={"Retry-After": str(wait)},
        )


def invalid(message: str) -> AuthError:
    """400 `validation_failed`."""
    return AuthError(400, "validation_failed", message)


def render(
    api_version: str | None,
    *,
    status: int,
    code: str,
    message: str,
    extra: Mapping[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer in the shape that the request's `X-Supabase-Api-Version` asks for."""
    answer = {"x-sb-error-code": code, "cache-control": "no-store", **(headers or {})}
    body: dict[str, object]
    # ISO dates compare as text.
    if api_version is not None and _VERSION.match(api_version) and api_version >= API_VERSION:
        body = {"code": code, "message": message}
        answer["x-supabase-api-version"] = API_VERSION
    else:
        body = {"code": status, "error_code": code, "msg": message}
        if status >= 500:
            body["error_id"] = tracing.request_id() or str(uuid4())
    body.update(extra or {})
    return Response(
        msgspec.json.encode(body), status, headers=answer, media_type="application/json"
    )


def contended() -> AuthError:
    """409: others hold what this request needs; asking again is right."""
    return AuthError(
        409,
        "conflict",
        "Too many concurrent requests for this session, please try again",
        headers={"Retry-After": "1"},
    )


class OAuthStyleError(AuthError):
    """400 with `error` and `error_description` alone."""

    def __init__(self, error: str, description: str, *, private: str | None = None) -> None:
        super().__init__(400, error, description, private=private)

    @property
    def answer(self) -> Response:
        """The answer."""
        body = {"error": self.code, "error_description": self.message}
        return Response(
            msgspec.json.encode(body),
            self.status,
            headers={"cache-control": "no-store"},
            media_type="application/json",
        )
