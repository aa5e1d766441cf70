"""A new data folder's database: whole and ordinary once it is there, and otherwise not there."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from summerstow.demo import fresh
from summerstow.platform.postgres import embedded


def _asked(server: embedded.EmbeddedServer, statement: str) -> str:
    return subprocess.run(
        [server.binary("psql"), "-XqtAc", statement],
        env=os.environ | server.environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def test_a_filled_folder_is_as_any_other(tmp_path: Path) -> None:
    """What was filled is there, and the server waits for its disk again."""
    data_dir = tmp_path / "data"
    embedded.acquire(data_dir / "filling-killed").close()
    with embedded.acquire(data_dir / "filling-beside"), fresh.server(data_dir) as server:
        _asked(server, "create table t as select 7 as n")
        assert _asked(server, "show fsync") == "off"
        assert not (data_dir / "postgres").exists()
    assert sorted(one.name for one in data_dir.iterdir()) == ["filling-beside", "postgres"]
    # Another time it is the ordinary one.
    with fresh.server(data_dir) as server:
        assert _asked(server, "select n from t") == "7"
        assert _asked(server, "show fsync") == "on"
        assert _asked(server, "show wal_level") == "replica"
        changed = "select count(*) from pg_settings where sourcefile like '%auto.conf'"
        assert _asked(server, changed) == "0"


def test_what_fails_midway_leaves_no_database(tmp_path: Path) -> None:
    """Neither a half-filled one nor its remains."""
    with pytest.raises(subprocess.CalledProcessError), fresh.server(tmp_path) as server:
        _asked(server, "select 1 / 0")
    assert list(tmp_path.iterdir()) == []


def test_a_database_made_meanwhile_is_kept(tmp_path: Path) -> None:
    """Somebody started the product: theirs stays as it is."""
    with pytest.raises(embedded.EmbeddedError, match="meanwhile"), fresh.server(tmp_path):
        embedded.acquire(tmp_path).close()
    assert [one.name for one in tmp_path.iterdir()] == ["postgres"]
