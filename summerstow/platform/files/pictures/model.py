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


class VisibleFile(msgspec.Struct, frozen=True):
    """A file with its content."""

    id: UUID
    kind: Kind
    media_type: str
    content: bytes


class UploadCounts(msgspec.Struct, frozen=True):
    """An account's uploads; `first` is the moment of the oldest recent one."""

    files: int
    bytes: int
    recent: int
    first: datetime | None
