"""Headers of every answer; browsers may ask from any other origin, without cookies."""

from __future__ import annotations

from collections.abc import Mapping

from summerstow.kit.http import Header

METHODS = "GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD"
_EXPOSED = (
    b"Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, "
    b"Transfer-Encoding, Range-Unit, Idempotency-Replayed, Preference-Applied, Retry-After, "
    b"X-Request-Id"
)
_DEFAULT_HEADERS = (
    b"accept, accept-profile, apikey, authorization, content-profile, content-type, "
    b"idempotency-key, prefer, range, range-unit, x-client-info, x-retry-count, "
    b"x-supabase-api-version"
)
#: Answers are for whoever asked, and for the moment; what they hold depends on these headers.
_EVERY: list[Header] = [
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"vary", b"Origin, Authorization, apikey, Accept, Prefer, Range"),
]
_ANSWERED: list[Header] = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", _EXPOSED),
]


def headers(request: Mapping[bytes, bytes]) -> list[Header]:
    """What every answer carries, and what one to another origin carries besides."""
    return [*_EVERY, *_ANSWERED] if b"origin" in request else _EVERY


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
