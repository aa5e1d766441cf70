"""Finding a Python: an old or incomplete one is named with the command that mends it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tools import interpreter

TOOLS = Path(interpreter.__file__).parent


def fake_python(folder: Path, name: str, script: str) -> Path:
    executable = folder / name
    executable.write_text(f"#!/bin/sh\n{script}\n")
    executable.chmod(0o755)
    return executable


@pytest.mark.parametrize("version", [(2, 7), (3, 6), (3, 10)])
def test_a_python_before_3_11_is_too_old(version: tuple[int, int]) -> None:
    assert interpreter.fault(version, True) == "too old"


@pytest.mark.parametrize("version", [(3, 11), (3, 14), (4, 0)])
def test_a_python_from_3_11_on_serves(version: tuple[int, int]) -> None:
    assert interpreter.fault(version, True) == ""


def test_a_python_without_venv_is_named_with_the_package_that_brings_it() -> None:
    assert interpreter.fault((3, 12), False) == "no venv"
    said = interpreter.sentence("no venv", (3, 12), "/usr/bin/python3")
    assert "sudo apt-get install python3.12-venv" in said
    assert "\n" not in said


def test_an_old_python_is_named_with_its_version_and_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = fake_python(tmp_path, "python3", "echo 3.9; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(old))
    found, said = interpreter.find()
    assert found == ""
    assert f"{old} is 3.9" in said
    assert "apt-get install python3" in said


def test_a_newer_python_beside_an_old_one_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = fake_python(tmp_path, "python3", "echo 3.9; exit 1")
    fake_python(tmp_path, "python3.14", "exit 127")
    fake_python(tmp_path, "python3.13", "echo 3.13; echo /opt/python3.13")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(old))
    assert interpreter.find() == ("/opt/python3.13", "")


def test_no_python_at_all_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "")
    assert "found none" in interpreter.find()[1]


@pytest.mark.parametrize("name", ["__init__.py", "interpreter.py", "setup.py"])
def test_an_old_python_can_read_what_tells_it_so(name: str) -> None:
    tree = ast.parse((TOOLS / name).read_text("utf-8"), feature_version=(3, 6))
    future = [
        node.names
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
    ]
    assert not future
