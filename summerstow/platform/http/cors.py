"""Cross-origin headers: pages of any origin may call an API and read some of its headers."""

from __future__ import annotations

from dataclasses import dataclass

from .asgi import Header


@dataclass(frozen=True)
class Cors:
    """The lists of one API, as they stand in its headers.

    `trusted`: the origins whose pages may send cookies; None where no page may.
    """

    methods: str
    allowed: str
    exposed: str
    trusted: frozenset[str] | None = None

    def headers(self, origin: str | None) -> list[Header]:
        """What a response to a page of this origin carries."""
        shared = "*" if self.trusted is None else origin or "*"
        headers = [
            (b"access-control-allow-origin", shared.encode("latin-1")),
            (b"access-control-expose-headers", self.exposed.encode()),
        ]
        if origin in (self.trusted or ()):
            headers.append((b"access-control-allow-credentials", b"true"))
        return headers

    def preflight(self, requested_headers: bytes | None = None) -> list[Header]:
        """What an OPTIONS request is answered besides; `named` are headers allowed instead."""
        return [
            (b"access-control-allow-methods", self.methods.encode()),
            (b"access-control-allow-headers", requested_headers or self.allowed.encode()),
            (b"access-control-max-age", b"86400"),
        ]
