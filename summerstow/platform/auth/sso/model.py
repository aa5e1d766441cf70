"""Identity providers of single sign-on."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec


class SsoProvider(msgspec.Struct, frozen=True):
    """A company's identity provider; `attribute_mapping` is JSON text."""

    id: UUID
    resource_id: str | None
    disabled: bool
    entity_id: str
    metadata_xml: str
    metadata_url: str | None
    name_id_format: str | None
    attribute_mapping: str
    created_at: datetime
    updated_at: datetime


class SsoDomain(msgspec.Struct, frozen=True):
    """A lower-cased domain whose people sign in at their provider."""

    domain: str
    created_at: datetime
    updated_at: datetime
