"""What child processes get: a home that can be written, and no setting of a running copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import environment


@pytest.mark.parametrize("home", [None, "", "/nowhere/at/all"])
def test_without_a_home_a_stand_in_is_used(tmp_path: Path, home: str | None) -> None:
    env = {"PATH": "/usr/bin"} | ({} if home is None else {"HOME": home})
    child = environment.for_children(tmp_path, env)
    assert Path(child["HOME"]).is_dir()
    for name in ("HOME", "npm_config_cache", "PIP_CACHE_DIR"):
        assert Path(child[name]).is_relative_to(tmp_path / ".venv" / ".cache")


def test_a_home_that_can_be_written_stays(tmp_path: Path) -> None:
    child = environment.for_children(tmp_path, {"HOME": str(tmp_path)})
    assert child["HOME"] == str(tmp_path)
    assert "npm_config_cache" not in child


def test_a_users_python_and_node_settings_do_not_bend_the_installation(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "PYTHONPATH": "/x", "PIP_USER": "1", "NODE_ENV": "production"}
    child = environment.for_children(tmp_path, env)
    assert "PYTHONPATH" not in child
    assert "NODE_ENV" not in child
    assert child["PIP_USER"] == "0"


def test_no_setting_of_a_running_copy_reaches_the_tests(tmp_path: Path) -> None:
    settings = {"PORT": "1", "DATABASE_URL": "x", "SUMMERSTOW_DATA_DIR": "/precious"}
    env = {"HOME": str(tmp_path), "TEST_DATABASE_URL": "y", "PORTAGE": "z"} | settings
    child = environment.for_tests(tmp_path, env)
    assert not settings.keys() & child.keys()
    assert (child["TEST_DATABASE_URL"], child["PORTAGE"]) == ("y", "z")
