"""Answers to browsers that ask from another origin (contract B6): anybody may, without cookies."""

from __future__ import annotations

from collections.abc import Mapping

from summerstow.kit.http import Header

METHODS = "GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD"
_EXPOSED = (
    b"Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, "
    b"Transfer-Encoding, Range-Unit, Idempotency-Replayed, Preference-Applied, Retry-After"
)
_DEFAULT_HEADERS = (
    b"accept, accept-profile, apikey, authorization, content-profile, content-type, "
    b"idempotency-key, prefer, range, range-unit, x-client-info, x-retry-count, "
    b"x-supabase-api-version"
)
_ANSWERED: list[Header] = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", _EXPOSED),
]


def headers(request: Mapping[bytes, bytes]) -> list[Header]:
    """What every answer to another origin carries."""
    return _ANSWERED if b"origin" in request else []


def preflight(request: Mapping[bytes, bytes]) -> list[Header]:
    """The answer to OPTIONS: any header that the browser names."""
    asked = request.get(b"access-control-request-headers") or _DEFAULT_HEADERS
    answered: list[Header] = [
        (b"allow", METHODS.encode()),
        (b"access-control-allow-methods", METHODS.encode()),
        (b"access-control-allow-headers", asked),
        (b"access-control-max-age", b"86400"),
    ]
    if b"origin" not in request:
        answered.append(_ANSWERED[0])
    return answered
