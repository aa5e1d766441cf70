"""Keeps a checkout usable by its owner after root ran make in it."""

from __future__ import annotations

import os
from pathlib import Path


def hand_over(root: Path, folder: Path) -> None:
    """Give what root just made in somebody's checkout to the checkout's owner.

    Does nothing unless run as root in a folder of somebody else; a refusal is no failure.
    """
    owner = root.stat()
    if os.geteuid() != 0 or owner.st_uid == 0:
        return
    for place, folders, files in os.walk(folder):
        for name in (".", *folders, *files):
            try:
                os.chown(
                    os.path.join(place, name),  # noqa: PTH118 - 40,000 files: no Path for each
                    owner.st_uid,
                    owner.st_gid,
                    follow_symlinks=False,
                )
            except OSError:
                return
