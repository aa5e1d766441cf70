"""The browser's rows of the budgets' table: public pages, first screens, the crew's first stop."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tools import browser, environment, product

from .report import Row

PAGES: Final = ("/", "/book", "/pricing")
_SCORES: Final = {"performance": 98, "accessibility": 100, "best-practices": 100, "seo": 100}
_SECONDS: Final = {"cold": 4, "installed": 1}
_SETTINGS: Final = {
    "SUMMERSTOW_DEMO": "1",
    "SUMMERSTOW_RATE_LIMITS": "0",
    "SUMMERSTOW_STAFF_SECOND_FACTOR": "0",
    "WEB_CONCURRENCY": "1",
}


def measure() -> list[Row]:
    """Measure a demo copy in Chromium, and return the rows."""
    env = environment.for_tests(product.ROOT, os.environ)
    with tempfile.TemporaryDirectory(prefix="summerstow-bench-") as place:
        running = product.start(Path(place) / "data", Path(place) / "product.log", _SETTINGS)
        try:
            plan = {
                "chromium": browser.ensure(product.ROOT, env),
                "url": running.url,
                "pages": PAGES,
            }
            return [row for found in _figures(plan) for row in _rows(found)]
        finally:
            running.stop()


def _rows(found: dict[str, Any]) -> Iterator[Row]:
    match found["kind"]:
        case "screen":
            name = f"first screen of {found['account']}"
            yield Row(f"{name}, scripts", "KB", 200, found["bytes"] / 1024)
            yield Row(f"{name}, files", "files", 20, found["files"])
        case "first stop":
            phone = found["phone"]
            yield Row(f"crew's first stop, {phone}", "s", _SECONDS[phone], found["seconds"])
        case _:
            page = found["page"]
            for name, least in _SCORES.items():
                yield Row(f"{page}, {name}", "Lighthouse", least, found[name], least=True)
            yield Row(f"{page}, size", "KB", 80, found["bytes"] / 1024)
            yield Row(f"{page}, scripts", "files", 0, found["scripts"])


def _figures(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What web/bench/measure-pages.ts finds, as it finds it."""
    with subprocess.Popen(
        ["npm", "run", "--silent", "measure-pages"],
        cwd=product.ROOT / "web",
        env=environment.for_children(product.ROOT, os.environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(plan))
        process.stdin.close()
        for line in process.stdout:
            print(f"  {line}", end="", flush=True)
            yield json.loads(line)
    if process.returncode:
        sys.exit("The measurement of the pages failed.")
