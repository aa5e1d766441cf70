"""Writes the lock files anew from pyproject.toml and web/package.json: tools.lock [--upgrade]."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools import environment, steps
from tools.python_packages import requirements, venv_python
from tools.stop import Stopped
from tools.web_packages import brings_its_node, check_node, web_folder

ROOT = Path(__file__).resolve().parent.parent
SETS = {
    "run": ((), "what the product needs to run"),
    "dev": (("--group", "test"), "what the product and its tests need"),
}


def locker(env: Mapping[str, str]) -> str:
    """Return the path of uv: the one on the PATH, else one fetched into .venv/.cache."""
    found = shutil.which("uv", path=env.get("PATH"))
    if found:
        return found
    place = environment.cache_folder(ROOT) / "uv"
    if not (place / "bin" / "uv").exists():
        steps.run(
            "Fetching uv, which resolves the lock files",
            [str(venv_python(ROOT)), "-m", "pip", "install", "--target", str(place), "uv"],
            root=ROOT,
            log="uv",
            env=env,
        )
    return str(place / "bin" / "uv")


def lock(upgrade: bool) -> None:
    """Resolve both Python sets and the web's. Raises Stopped when a resolver fails.

    Pins stay as they are unless pyproject.toml forbids them or upgrade is set.
    """
    env = environment.for_children(ROOT, os.environ)
    uv = locker(env)
    for name, (group, what) in SETS.items():
        target = requirements(ROOT, name)
        steps.run(
            f"Locking {what}",
            [
                *(uv, "pip", "compile", "--universal", "--generate-hashes", "--no-header"),
                *("--no-emit-index-url", "--no-emit-find-links", "--python-version", "3.11"),
                *("pyproject.toml", *group, *(["--upgrade"] if upgrade else [])),
                *("-o", str(target.relative_to(ROOT))),
            ],
            root=ROOT,
            log=f"lock-{name}",
            env=env,
        )
        header = f"# Locked by 'make lock' from pyproject.toml: {what}.\n"
        target.write_text(header + target.read_text("utf-8"), "utf-8")
    npm = check_node(env.get("PATH"), brings_its_node())
    steps.run(
        "Locking the web's packages",
        [npm, "update" if upgrade else "install", "--package-lock-only"],
        root=ROOT,
        log="lock-web",
        env=env,
        cwd=web_folder(ROOT),
    )


def main(arguments: Sequence[str]) -> int:
    """Lock; return 0, or 1 with the resolver's words."""
    try:
        lock("--upgrade" in arguments)
    except Stopped as stopped:
        print(stopped, file=sys.stderr)
        return 1
    return subprocess.run(
        ["git", "diff", "--stat", "--", "requirements", "web"], check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
