"""The Python environment: .venv in the checkout with the locked packages in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tools import stamps, steps
from tools.owner import hand_over

KEPT = {".cache", ".log"}
LAUNCHER = '#!/bin/sh\nexec "$(dirname "$0")/python" -m summerstow "$@"\n'


def venv_folder(root: Path) -> Path:
    """Return the environment's folder."""
    return root / ".venv"


def venv_python(root: Path) -> Path:
    """Return the environment's interpreter."""
    return venv_folder(root) / "bin" / "python"


def stamp_file(root: Path) -> Path:
    """Return where the installed lock files are noted."""
    return venv_folder(root) / ".stamp-python"


def requirements(root: Path, name: str) -> Path:
    """Return the lock file of a set: "run", or "dev" (which holds all of run)."""
    return root / "requirements" / f"{name}.txt"


def wanted(root: Path, name: str) -> stamps.Stamp:
    """Return what the stamp must say for a set to count as installed."""
    return {
        "path": str(venv_folder(root).resolve()),
        name: stamps.file_digest(requirements(root, name)),
    }


def after_install(root: Path, name: str) -> stamps.Stamp:
    """Return what the stamp says once a set is installed; dev brings run with it."""
    stamp = wanted(root, name)
    return stamp | wanted(root, "run") if name == "dev" else stamp


def is_installed(root: Path, name: str) -> bool:
    """Tell whether exactly this set is in an environment that works and stands where it was made.

    A copied or moved environment still points to its old place, so its path is in the stamp.
    """
    noted = stamps.read(stamp_file(root))
    return noted.items() >= wanted(root, name).items() and works(root)


def works(root: Path) -> bool:
    """Tell whether the environment's interpreter starts, has pip, and is new enough."""
    try:
        answer = subprocess.run(
            [
                venv_python(root),
                "-I",
                "-c",
                "import sys, importlib.util as u; "
                "sys.exit(not (u.find_spec('pip') and sys.version_info >= (3, 11)))",
            ],
            capture_output=True,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return answer.returncode == 0


def was_made_here(root: Path) -> bool:
    """Tell from its own note (pyvenv.cfg) whether an environment was made at this path."""
    try:
        note = (venv_folder(root) / "pyvenv.cfg").read_text("utf-8")
    except (OSError, UnicodeError):
        return False
    made_at = next(
        (
            line.partition(" -m venv ")[2]
            for line in note.splitlines()
            if line.startswith("command")
        ),
        "",
    )
    here = str(venv_folder(root).resolve())
    return made_at == here or made_at.endswith(f" {here}")


def empty(folder: Path) -> None:
    """Remove an environment but keep its caches and logs."""
    for child in folder.iterdir():
        if child.name in KEPT:
            continue
        if child.is_dir() and not child.is_symlink():
            shutil.rmtree(child)
        else:
            child.unlink()


def make_importable(root: Path) -> None:
    """Put the package on the environment's path and lay the `summerstow` command beside it."""
    version = subprocess.run(
        [venv_python(root), "-I", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    (Path(version.stdout.strip()) / "summerstow.pth").write_text(f"{root}\n", "utf-8")
    launcher = venv_folder(root) / "bin" / "summerstow"
    launcher.write_text(LAUNCHER, "utf-8")
    launcher.chmod(0o755)


def install(root: Path, name: str, env: Mapping[str, str]) -> None:
    """Bring the environment to exactly the named lock file ("run" or "dev").

    Returns at once if it is there already. Raises Stopped when a step fails.
    """
    if is_installed(root, name):
        return
    folder = venv_folder(root)
    folder.mkdir(exist_ok=True)
    path_noted = stamps.read(stamp_file(root)).get("path")
    stamps.remove(stamp_file(root))
    stays = path_noted in {None, str(folder.resolve())} and was_made_here(root) and works(root)
    if not stays:
        empty(folder)
        steps.run(
            "Making the Python environment",
            [sys.executable, "-m", "venv", str(folder.resolve())],
            root=root,
            log="python-environment",
            env=env,
        )
    what = "Python packages" if name == "run" else "Python packages and test tools"
    steps.run(
        f"Installing the locked {what}",
        [
            str(venv_python(root)),
            *("-m", "pip", "install", "--no-warn-script-location", "--require-hashes"),
            *("-r", os.path.relpath(requirements(root, name), root)),
        ],
        root=root,
        log="python-packages",
        env=env,
    )
    make_importable(root)
    stamps.write(stamp_file(root), after_install(root, name))
    hand_over(root, folder)
