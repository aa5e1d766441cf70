"""Chromium for the browser tests: the one named, else the one found, else the system's package."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tools import steps
from tools.stop import Stopped

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
#: Chromium without what draws a window: journeys need half the processor time in it.
SHELL = "chromium-headless-shell"
MEND = (
    "sudo apt-get install chromium (Debian), or name one that you have: "
    "make CHROMIUM=/path/to/chrome test"
)


def starts(executable: str) -> bool:
    """Tell whether a browser answers --version; Ubuntu's stand-in script for its snap does not."""
    try:
        answer = subprocess.run(
            [executable, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return answer.returncode == 0


def find(env: Mapping[str, str]) -> str | None:
    """Return the browser that CHROMIUM names, else the first that is found and starts.

    Raises Stopped where CHROMIUM names one that does not start.
    """
    named = env.get("CHROMIUM")
    if named:
        executable = shutil.which(named, path=env.get("PATH"))
        if not executable or not starts(executable):
            raise Stopped(
                f"CHROMIUM names {named}, which does not start: give the path of a Chromium or "
                "Chrome, or leave it empty to use the one that is found."
            )
        return str(Path(executable).absolute())
    for name in NAMES:
        executable = shutil.which(name, path=env.get("PATH"))
        if executable and starts(executable):
            return executable
    return None


def find_shell(env: Mapping[str, str]) -> str | None:
    """Return the shell for journeys that need no window; none where CHROMIUM names a browser."""
    executable = shutil.which(SHELL, path=env.get("PATH"))
    return executable if executable and not env.get("CHROMIUM") and starts(executable) else None


def is_debian(os_release: str) -> bool:
    """Tell from the text of /etc/os-release whether Debian's packages are used."""
    fields = dict(
        line.split("=", 1) for line in os_release.splitlines() if "=" in line and line[0] != "#"
    )
    names = f"{fields.get('ID', '')} {fields.get('ID_LIKE', '')}".replace('"', "").split()
    return "debian" in names


def may_install(env: Mapping[str, str]) -> bool:
    """Tell whether this user may install the system's packages: root where there is apt-get."""
    try:
        release = Path("/etc/os-release").read_text("utf-8")
    except OSError:
        return False
    has_apt = shutil.which("apt-get", path=env.get("PATH")) is not None
    return os.geteuid() == 0 and has_apt and is_debian(release)


def ensure(root: Path, env: Mapping[str, str]) -> str:
    """Return the browser for the tests, installing it where this user may.

    Raises Stopped with the mending command where there is none and none may be installed.
    """
    found = find(env)
    if found:
        return found
    if may_install(env):
        install = "apt-get install -y --no-install-recommends"
        steps.run(
            "Installing Chromium for the browser tests",
            [
                "sh",
                "-c",
                # Ubuntu and older Debians have no package of the shell.
                f"apt-get update && {install} chromium fonts-liberation && "
                f"({install} {SHELL} || true)",
            ],
            root=root,
            log="chromium",
            env={**env, "DEBIAN_FRONTEND": "noninteractive"},
        )
        found = find(env)
    if not found:
        raise Stopped(f"The browser tests need Chromium or Chrome and found none: {MEND}.")
    return found
