"""Pure rules: how many share, how long an invitation works, and what friends are called."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Final

#: Who share one bundle, its owner among them: the largest one has 19 items.
MOST_PEOPLE: Final = 8
#: An invitation's life, where the pickup does not end it before.
INVITATION: Final = timedelta(days=30)
#: Friends may join and leave until the crew has counted.
OPEN: Final = ("pending", "confirmed", "in_queue")
#: Friends may say where the crew finds their items until it sets out.
ROOM_OPEN: Final = ("pending", "confirmed")
#: A booking in use: whoever has one needs no share of another.
LIVE: Final = (*OPEN, "picked_up")


#: A friend follows items that came back, and claims for them, so long after.
SHOWN_AFTER_RETURN: Final = timedelta(days=30)


def token_hash(token: str) -> bytes:
    """What is kept of an invitation's token."""
    return hashlib.sha256(token.encode()).digest()
