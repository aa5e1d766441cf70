"""The short form of each drill that needs nothing but the product itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from drills.catalogue import DRILLS
from drills.verdict import Drill, Scale

SEED = 7


@pytest.mark.parametrize(
    "drill", [pytest.param(one, id=one.name) for one in DRILLS if one.in_tests]
)
async def test_what_is_broken_on_purpose_breaks_no_promise(drill: Drill, tmp_path: Path) -> None:
    verdict = await drill.run(Scale(tmp_path, short=True, seed=SEED))
    assert not verdict.faults, verdict.text(drill.name)
