"""The short form of each drill that needs nothing but the product itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

from drills.catalogue import DRILLS
from drills.verdict import Scale

SEED = 7


async def test_what_is_broken_on_purpose_breaks_no_promise(tmp_path: Path) -> None:
    # Side by side: each has a copy of its own, and waits for it most of the time.
    short = [one for one in DRILLS if one.in_tests]
    found = await asyncio.gather(
        *(one.run(Scale(tmp_path, short=True, seed=SEED)) for one in short)
    )
    broken = [
        verdict.text(drill.name)
        for drill, verdict in zip(short, found, strict=True)
        if verdict.faults
    ]
    assert not broken, "\n".join(broken)
