"""The owner's own words of messages, and those that are not sent."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class MessageDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By kind: its text in the form of `outbox/templates`, where it is not the shipped one."""

    texts: Mapping[str, str]
    off: tuple[str, ...]
