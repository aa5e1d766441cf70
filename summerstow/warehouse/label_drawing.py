"""What the child process calls to draw a file; it imports only what drawing needs."""

from __future__ import annotations

from .codes import OwnLabel, Paper


def shelves(codes: list[str]) -> bytes:
    """`label_paper.shelves`, which only that process imports."""
    from . import label_paper  # noqa: PLC0415

    return label_paper.shelves(codes)


def sheets(batch: int, codes: list[str]) -> bytes:
    """`label_paper.sheets`."""
    from . import label_paper  # noqa: PLC0415

    return label_paper.sheets(batch, codes)


def own(found: list[OwnLabel], paper: Paper) -> bytes:
    """`label_paper.own`."""
    from . import label_paper  # noqa: PLC0415

    return label_paper.own(found, paper)
