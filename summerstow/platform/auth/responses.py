"""Responses of /auth/v1."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.responses import Response


def json(body: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON response that is never cached."""
    return Response(
        msgspec.json.encode(body),
        status,
        headers={"cache-control": "no-store", **(headers or {})},
        media_type="application/json",
    )


def see_other(url: str) -> Response:
    """303: the browser goes on with a GET."""
    return Response(status_code=303, headers={"location": url, "cache-control": "no-store"})
