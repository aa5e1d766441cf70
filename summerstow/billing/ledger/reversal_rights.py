"""Who may take a recorded payment back, and how long (rule: payment-reversal)."""

from __future__ import annotations

from typing import Final

from summerstow.platform.roles import EXECUTIVES, OFFICE, Role

#: Seconds after its recording in which any office role may take a payment back.
OFFICE_SECONDS: Final = 600.0
_NEVER: Final = -1.0


def reversible_seconds(role: Role) -> float:
    """Return how long after its recording a role may take a payment back."""
    if role in EXECUTIVES:
        return float("inf")
    return OFFICE_SECONDS if role in OFFICE else _NEVER
