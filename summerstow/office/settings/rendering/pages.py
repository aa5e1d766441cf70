"""Renders the public pages again from what is published (rule: pages-rendered-whole).

Each host does so for itself, into its data folder; the old pages are served until the new ones are
whole. Node, which built the site, renders them in some seconds.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from summerstow.platform.server.site import BUILD

_WEB: Final = BUILD.parents[1]
_PROGRAM: Final = _WEB / "build-steps" / "render-pages.ts"
#: Seconds that rendering may take.
_PATIENCE: Final = 120
#: Rendered pages kept beside those that are served, for a version that is published again.
_KEPT: Final = 3
_LONGEST_ERROR: Final = 500


class RenderError(Exception):
    """The pages could not be rendered; the message says why."""


class RenderedPages:
    """The folders of rendered pages on this host."""

    def __init__(self, data_dir: Path) -> None:
        self._base = data_dir / "pages"

    def folder(self, build: Path, settings: bytes) -> Path | None:
        """Where pages with these settings are or will be; None: the build's own say the same."""
        program, parts = build / "server" / "index.js", build / "server" / "page-parts.json"
        if not (program.is_file() and parts.is_file()):
            return None
        if msgspec.json.decode(parts.read_bytes())["settings"] == msgspec.json.decode(settings):
            return None
        made_of = settings + program.read_bytes()
        return self._base / hashlib.sha256(made_of).hexdigest()[:16]

    async def render(self, build: Path, settings: bytes, folder: Path) -> bool:
        """Render the pages into the folder, whole or not at all; False: another process does.

        Raises `RenderError`.
        """
        try:
            self._base.mkdir(parents=True, exist_ok=True)
            with self._alone() as alone:
                if not alone:
                    return False
                if not await asyncio.to_thread(folder.is_dir):
                    with tempfile.TemporaryDirectory(dir=self._base) as work:
                        await _render(build, settings, Path(work))
                        (Path(work) / "out").rename(folder)
                    self._clear(folder)
                return True
        except OSError as error:
            # A full disk, or a folder that is not ours.
            raise RenderError(str(error)) from error

    def _clear(self, but: Path) -> None:
        folders = [one for one in self._base.iterdir() if one.is_dir() and one != but]
        for one in sorted(folders, key=lambda one: one.stat().st_mtime)[:-_KEPT]:
            shutil.rmtree(one, ignore_errors=True)

    @contextmanager
    def _alone(self) -> Iterator[bool]:
        with (self._base / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                yield False
            else:
                yield True


async def render_page(build: Path, settings: bytes, path: str) -> str:
    """Return the HTML of one page with these settings, as a preview. Raises `RenderError`."""
    if not (build / "server" / "page-parts.json").is_file():
        raise RenderError("The site is not built on this host.")
    with tempfile.TemporaryDirectory() as work:
        await _render(build, settings, Path(work), path)
        page = Path(work) / "out" / "page.html"
        return await asyncio.to_thread(page.read_text, "utf-8")


async def _render(build: Path, settings: bytes, work: Path, *only: str) -> None:
    node = _node()
    given, out = work / "settings.json", work / "out"
    await asyncio.to_thread(given.write_bytes, settings)
    process = await asyncio.create_subprocess_exec(
        *(node, str(_PROGRAM), str(given), str(build), str(out), *only),
        cwd=_WEB,
        env={"PATH": os.environ.get("PATH", ""), "NODE_ENV": "production"},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, errors = await asyncio.wait_for(process.communicate(), _PATIENCE)
    except TimeoutError:
        raise RenderError(f"Node did not finish within {_PATIENCE} seconds.") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise RenderError(_reason(errors.decode(errors="replace")))


def _node() -> str:
    """The Node that built the site: of the web's packages, beside this Python, or the machine's."""
    ours = f"{_WEB / 'node_modules' / '.bin'}{os.pathsep}{Path(sys.executable).parent}"
    found = shutil.which("node", path=ours) or shutil.which("node")
    if found is None:
        raise RenderError("Node is not installed on this host, or not in its PATH.")
    return found


def _reason(errors: str) -> str:
    """The line of Node's output that says what went wrong."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    named = [line for line in lines if re.match(r"\w*Error\b", line)]
    return (named or lines or ["Node ended without a word."])[0][:_LONGEST_ERROR]
