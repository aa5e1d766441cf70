"""A database that is not set up yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from summerstow.operator import ready
from summerstow.schema import files


async def test_a_database_that_nobody_set_up_is_said_to_be_empty(
    server: dict[str, Any],
    connect: dict[str, Any],
    free_port: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await ready.check(connect)
    with pytest.raises(ready.NotReadyError, match="The database is empty: summerstow migrate"):
        await ready.check(server | {"database": "template1"})
    with pytest.raises(ready.NotReadyError, match=f"127.0.0.1:{free_port} cannot be reached"):
        await ready.check({"host": "127.0.0.1", "port": free_port, "user": "nobody"})
    (tmp_path / "0001_needed.sql").touch()
    monkeypatch.setattr(files, "migrations", lambda: list(tmp_path.iterdir()))
    with pytest.raises(ready.NotReadyError, match="Migrations wait: 0001_needed"):
        await ready.check(connect)
