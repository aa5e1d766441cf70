"""What the child process calls to draw a file; it imports only what drawing needs."""

from __future__ import annotations

from .model import OwnData


def drawn(data: OwnData) -> bytes:
    """`paper.render`, which only that process imports."""
    from . import paper  # noqa: PLC0415

    return paper.render(data)
