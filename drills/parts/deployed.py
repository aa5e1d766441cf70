"""The files of deploy/ as a machine would have them, with the addresses and paths of a drill."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

DEPLOY: Final = Path(__file__).resolve().parents[2] / "deploy"


def deployed(name: str, changes: Mapping[str, str]) -> str:
    """The text of a file of deploy/, each key of `changes` replaced.

    Raises `ValueError` where a key is not in it: the drill would try something else than the file.
    """
    text = (DEPLOY / name).read_text()
    for was in changes:
        if was not in text:
            raise ValueError(f"deploy/{name} says nothing of {was!r}")
    # The longest first: an address begins like another.
    for was in sorted(changes, key=len, reverse=True):
        text = text.replace(was, changes[was])
    return text
