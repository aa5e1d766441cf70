"""PDF files that do something when they are opened; readers outside a browser would run it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import Final

from summerstow.platform.errors import Invalid

_ACTIVE: Final = re.compile(
    rb"/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|Rendition|XFA|SubmitForm|ImportData)"
    rb"(?![A-Za-z0-9])"
    # With a place in the document it only says where a reader begins.
    rb"|/OpenAction(?!\s*\[)"
)
#: So short that the bytes of a picture may read so.
_SHORT: Final = re.compile(rb"/(?:JS|AA)(?![A-Za-z0-9])")
_STREAM: Final = re.compile(rb"\bstream\r?\n.*?\bendstream\b", re.DOTALL)
_MARKUP: Final = re.compile(rb"<(?:script|html|iframe|!doctype)\b", re.IGNORECASE)
#: A character of a name may be written as `#4a`.
_ESCAPED: Final = re.compile(rb"#([0-9A-Fa-f]{2})")
#: Objects may stand in a compressed stream, whose dictionary says so.
_OBJECTS: Final = re.compile(rb"/ObjStm\b.{0,400}?stream\r?\n", re.DOTALL)
_MOST_UNPACKED: Final = 16 * 1024 * 1024


def refuse_active(body: bytes) -> None:
    """Raise `Invalid` for a PDF with scripts, actions, embedded files or HTML."""
    for part in (body, *_object_streams(body)):
        plain = _ESCAPED.sub(lambda match: bytes([int(match[1], 16)]), part)
        outside = _STREAM.sub(b"", plain)
        if _ACTIVE.search(plain) or _SHORT.search(outside) or _MARKUP.search(part):
            raise Invalid(
                "This PDF does more than show pages. Please print it into a new PDF file, "
                "or send a picture of it."
            )


def _object_streams(body: bytes) -> Iterator[bytes]:
    left = _MOST_UNPACKED
    for match in _OBJECTS.finditer(body):
        try:
            part = zlib.decompressobj().decompress(body[match.end() :], left)
        except zlib.error:
            continue
        left -= len(part)
        if left <= 0:
            raise Invalid("This PDF is too large once it is unpacked.")
        yield part
