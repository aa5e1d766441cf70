"""Refusals in OAuth's own shape (contract A1.4)."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from .errors import AuthError


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
