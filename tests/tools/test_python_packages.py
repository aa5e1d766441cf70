"""The Python environment is rebuilt when it was moved, is broken, or its lock file changed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tools import python_packages, stamps


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose environment is this test run's interpreter, stamped as installed."""
    root = tmp_path / "my checkout"
    (root / "requirements").mkdir(parents=True)
    (root / "requirements" / "run.txt").write_text("a==1\n")
    (root / "requirements" / "dev.txt").write_text("a==1\nb==1\n")
    (root / ".venv" / "bin").mkdir(parents=True)
    (root / ".venv" / "bin" / "python").symlink_to(sys.executable)
    return root


def stamp(root: Path, name: str) -> None:
    stamps.write(python_packages.stamp_file(root), python_packages.after_install(root, name))


def test_without_a_stamp_nothing_counts_as_installed(checkout: Path) -> None:
    assert not python_packages.is_installed(checkout, "run")


def test_the_test_tools_bring_what_the_product_needs_but_not_the_other_way(checkout: Path) -> None:
    stamp(checkout, "dev")
    assert python_packages.is_installed(checkout, "dev")
    assert python_packages.is_installed(checkout, "run")
    stamp(checkout, "run")
    assert python_packages.is_installed(checkout, "run")
    assert not python_packages.is_installed(checkout, "dev")


def test_a_changed_lock_file_is_installed_again(checkout: Path) -> None:
    stamp(checkout, "run")
    (checkout / "requirements" / "run.txt").write_text("a==2\n")
    assert not python_packages.is_installed(checkout, "run")


def test_an_environment_that_was_moved_is_not_trusted(checkout: Path) -> None:
    stamp(checkout, "run")
    moved = checkout.rename(checkout.with_name("elsewhere"))
    assert not python_packages.is_installed(moved, "run")


def test_an_environment_whose_interpreter_is_gone_is_not_trusted(checkout: Path) -> None:
    stamp(checkout, "run")
    python = python_packages.venv_python(checkout)
    python.unlink()
    python.symlink_to(checkout / "gone")
    assert not python_packages.is_installed(checkout, "run")


@pytest.mark.parametrize("flags", ["", "--upgrade-deps "])
def test_an_environment_knows_where_it_was_made(checkout: Path, flags: str) -> None:
    folder = python_packages.venv_folder(checkout)
    (folder / "pyvenv.cfg").write_text(f"command = /usr/bin/python3 -m venv {flags}{folder}\n")
    assert python_packages.was_made_here(checkout)
    copy = shutil.copytree(checkout, checkout.with_name("copy"), symlinks=True)
    assert not python_packages.was_made_here(copy)


def test_emptying_keeps_logs_and_downloads(checkout: Path) -> None:
    folder = python_packages.venv_folder(checkout)
    (folder / ".log").mkdir()
    (folder / ".cache").mkdir()
    (folder / "lib64").symlink_to(folder / "bin")
    python_packages.empty(folder)
    assert {path.name for path in folder.iterdir()} == {".log", ".cache"}
