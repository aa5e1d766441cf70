"""What is asked of the process that draws, with as little around it as it has to import."""

from __future__ import annotations

from .model import OwnData


def drawn(data: OwnData) -> bytes:
    """`paper.render`, which only that process imports."""
    from . import paper  # noqa: PLC0415

    return paper.render(data)
