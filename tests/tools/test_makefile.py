"""The Makefile's own words."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TASKS = ["run", "test", "test-python", "test-web", "test-e2e", "check", "format", "bench", "seed"]


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_make_alone_lists_the_tasks() -> None:
    listed = [line.split()[0] for line in make().stdout.splitlines() if line.startswith("  ")]
    assert set(listed) >= {*TASKS, "help", "lock", "clean"}


def test_a_missing_python_is_said_in_one_sentence() -> None:
    answer = make("PYTHON=no-python-here", "run")
    assert answer.returncode != 0
    said = answer.stderr.splitlines()[0]
    assert "finds no no-python-here: install one" in said
    assert "apt-get install python3" in said
