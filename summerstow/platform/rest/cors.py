"""Headers of every answer; pages of any origin may call, without cookies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from summerstow.platform.http.asgi import Header
from summerstow.platform.http.cors import Cors

CORS: Final = Cors(
    methods="GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD",
    allowed="accept, accept-profile, apikey, authorization, content-profile, content-type, "
    "idempotency-key, prefer, range, range-unit, x-client-info, x-retry-count, "
    "x-supabase-api-version",
    exposed="Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, "
    "Server, Transfer-Encoding, Range-Unit, Idempotency-Replayed, Preference-Applied, "
    "Retry-After, X-Request-Id",
)
#: Answers are for one caller and one moment; what they hold depends on these headers.
_EVERY: list[Header] = [
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"vary", b"Origin, Authorization, apikey, Accept, Accept-Encoding, Prefer, Range"),
]


def headers(request: Mapping[bytes, bytes]) -> list[Header]:
    """What every answer carries, and what one to another origin carries besides."""
    return [*_EVERY, *CORS.headers(None)] if b"origin" in request else _EVERY


def preflight(request: Mapping[bytes, bytes]) -> list[Header]:
    """The answer to OPTIONS: any header that the browser names."""
    origin = [] if b"origin" in request else CORS.headers(None)[:1]
    requested_headers = request.get(b"access-control-request-headers")
    return [(b"allow", CORS.methods.encode()), *CORS.preflight(requested_headers), *origin]
