"""What keeps a section from being published."""

from __future__ import annotations

import msgspec


class FieldProblem(msgspec.Struct, frozen=True):
    """A field by its path, such as `address.city`, and a sentence to stand beside it."""

    field: str
    message: str
