"""The short form of the drills that need one host."""

from __future__ import annotations

import asyncio
from pathlib import Path

from drills.catalogue import DRILLS
from drills.verdict import Scale

SEED = 7
#: The others start two products or one after another: `make drill SHORT=1`.
ONE_HOST = ("kills", "mail", "database")


async def test_what_is_broken_on_purpose_breaks_no_promise(tmp_path: Path) -> None:
    # Side by side: each has a copy of its own, and waits for it most of the time.
    short = [one for one in DRILLS if one.name in ONE_HOST]
    found = await asyncio.gather(
        *(one.run(Scale(tmp_path, short=True, seed=SEED)) for one in short)
    )
    broken = [
        verdict.text(drill.name)
        for drill, verdict in zip(short, found, strict=True)
        if verdict.faults
    ]
    assert not broken, "\n".join(broken)
