"""Long answers are sent compressed to who takes them: a crew's day is six times shorter so."""

from __future__ import annotations

import re
import zlib
from typing import Final

#: Bytes; what is shorter goes in the packets that the heads fill anyway.
_WORTH_IT: Final = 1400
#: Beyond, compressing would keep everybody else waiting.
_MOST: Final = 2_000_000
_ACCEPTED: Final = re.compile(
    rb"(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)", re.IGNORECASE
)
#: The least work: the next level takes a third longer and saves a tenth.
_LEVEL: Final = 1
_GZIP: Final = 31


def gzipped(body: bytes, accept_encoding: bytes) -> bytes | None:
    """The body as gzip, where an `Accept-Encoding` takes that and it is worth it; else None."""
    if not _WORTH_IT <= len(body) <= _MOST or not _ACCEPTED.search(accept_encoding):
        return None
    writer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    return writer.compress(body) + writer.flush()
