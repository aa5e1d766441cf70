"""Each test reads the season anew."""

from __future__ import annotations

import pytest

from summerstow.office.overview.commands import RECENT


@pytest.fixture(autouse=True)
def _read_anew() -> None:
    RECENT.clear()
