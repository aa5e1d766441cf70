"""Files as the database keeps them."""

from __future__ import annotations

import builtins
from datetime import datetime
from uuid import UUID

import msgspec

from .content import Kind


class UploadedFile(msgspec.Struct, frozen=True):
    """A file without its content; its sides in pixels where it is a picture."""

    id: UUID
    owner_id: UUID | None
    kind: Kind
    media_type: str
    bytes: int
    width: int | None
    height: int | None
    sha256: builtins.bytes


class ShownFile(msgspec.Struct, frozen=True):
    """A file with its content."""

    id: UUID
    kind: Kind
    media_type: str
    content: bytes


class KeptFiles(msgspec.Struct, frozen=True):
    """How much an account keeps; `recent` of it is new, the oldest of that since `first`."""

    files: int
    bytes: int
    recent: int
    first: datetime | None
