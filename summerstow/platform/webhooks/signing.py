"""Secrets of endpoints and signatures, as https://www.standardwebhooks.com describes them.

A secret follows from the installation's key, the endpoint and how often its secret was renewed:
a copy of the database signs nothing.
"""

from __future__ import annotations

import hmac
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

#: How long the secret before still signs beside a new one.
BOTH_FOR: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class WebhookSecrets:
    """Derives the secrets; `key` is the same on every host."""

    key: str

    def of(self, endpoint_id: UUID, generation: int) -> str:
        """Return an endpoint's secret as its receiver keeps it: `whsec_…`."""
        return f"whsec_{b64encode(self._raw(endpoint_id, generation)).decode()}"

    def signing(
        self, endpoint_id: UUID, generation: int, renewed_at: datetime | None, now: datetime
    ) -> list[bytes]:
        """Return the keys that sign now, the newest first."""
        with_previous = renewed_at is not None and now < renewed_at + BOTH_FOR
        return [
            self._raw(endpoint_id, one)
            for one in (generation, generation - 1)[: 2 if with_previous else 1]
        ]

    def _raw(self, endpoint_id: UUID, generation: int) -> bytes:
        signed = f"webhook:{endpoint_id}:{generation}".encode()
        return hmac.digest(self.key.encode(), signed, "sha256")


def headers(message_id: UUID, at: datetime, body: str, keys: Sequence[bytes]) -> dict[str, str]:
    """Return the headers of a signed message, with a signature for each key."""
    seconds = str(int(at.timestamp()))
    signed = f"{message_id}.{seconds}.{body}".encode()
    signatures = (b64encode(hmac.digest(key, signed, "sha256")).decode() for key in keys)
    return {
        "content-type": "application/json",
        "webhook-id": str(message_id),
        "webhook-timestamp": seconds,
        "webhook-signature": " ".join(f"v1,{one}" for one in signatures),
    }
