"""What each task needs before it can start, step by step."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tools import browser, environment, owner, python_packages, stamps, web_packages

PROFILES = {
    "run": ("python-run", "facts", "web", "site"),
    "check": ("python-dev", "facts", "web"),
    "unit": ("python-dev", "facts", "web", "site"),
    "test": ("python-dev", "facts", "browser", "web", "site"),
}


def prepare(root: Path, profile: str) -> None:
    """Do the steps of a profile that are not done yet, one make at a time.

    Raises Stopped with the sentence to show.
    """
    with stamps.one_at_a_time(root / "tools" / "setup.py"):
        env = environment.for_children(root, os.environ)
        steps: dict[str, Callable[[], object]] = {
            "python-run": lambda: python_packages.install(root, "run", env),
            "python-dev": lambda: python_packages.install(root, "dev", env),
            "facts": lambda: web_packages.write_facts(root, env),
            "web": lambda: web_packages.install(root, env),
            "site": lambda: web_packages.build(root, env),
            "browser": lambda: browser.ensure(root, env),
        }
        try:
            for step in PROFILES[profile]:
                steps[step]()
        finally:
            for folder in (".cache", ".log"):
                owner.hand_over(root, root / ".venv" / folder)
