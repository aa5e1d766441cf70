"""`python -m bench pages`: every public page as a phone sees it, beside the same without scripts.

Lighthouse's mobile preset, interleaved with the bare page; then 'Book Now' on a throttled phone.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tools import browser, environment, product

from . import bare

ROUNDS = 5
PAGES = (
    *("/", "/book", "/pricing", "/faq", "/contact", "/terms", "/privacy", "/image-check"),
    *("/blog", "/blog/student-storage-hassle-free", "/blog/ultimate-student-storage-checklist"),
    *("/ubco", "/ubcv", "/tru"),
)
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
Figures = dict[str, Any]


@contextlib.contextmanager
def bare_site(folder: Path, settings: dict[str, str]) -> Iterator[str]:
    """The address of the same build without scripts, served by granian as ours is."""
    build = folder / "bare"
    bare.strip(build)
    port = product.free_port()
    env = product.settings_only(settings) | {bare.BUILD_SETTING: str(build)}
    command = [sys.executable, "-m", "granian", "--interface", "asginl", "--factory"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--log-level", "error", "bench.bare:make"],
        cwd=product.ROOT,
        env=env,
    )
    try:
        while subprocess.run(
            ["curl", "-sfo", os.devnull, f"http://127.0.0.1:{port}/"], check=False
        ).returncode:
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def measure(plan: dict[str, Any]) -> Iterator[Figures]:
    """What web/bench/measure-pages.ts finds, as it finds it."""
    env = environment.for_children(product.ROOT, os.environ)
    with subprocess.Popen(
        ["npm", "run", "--silent", "measure-pages"],
        cwd=product.ROOT / "web",
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(plan))
        process.stdin.close()
        for line in process.stdout:
            yield json.loads(line)
    if process.returncode:
        sys.exit("The measurement of the pages failed.")


def median(rounds: Sequence[Figures], name: str) -> float:
    """The median of one figure over the rounds."""
    return float(statistics.median(one[name] for one in rounds))


def report(found: Sequence[Figures], pages: Sequence[str]) -> None:
    """The table: medians of the rounds."""
    print(
        f"\n{'':42}{'perf':>6}{'a11y':>6}{'best':>6}{'seo':>6}{'lcp ms':>8}{'bare':>7}"
        f"{'ratio':>7}{'shift':>7}{'KB':>6}{'scripts':>9}"
    )
    for page in pages:
        ours, other = (
            [one for one in found if one["kind"] == kind and one["page"] == page]
            for kind in ("ours", "bare")
        )
        scores = "".join(f"{median(ours, name):6.0f}" for name in CATEGORIES)
        lcp, least = median(ours, "lcp"), median(other, "lcp")
        print(
            f"{page:42}{scores}{lcp:8.0f}{least:7.0f}{lcp / least:7.2f}{median(ours, 'cls'):7.3f}"
            f"{median(ours, 'bytes') / 1024:6.0f}{median(ours, 'scripts'):9.0f}"
        )
        if faults := sorted({fault for one in ours for fault in one["faults"]}):
            print(f"  {', '.join(faults)}")
    taps = [one["ms"] for one in found if one["kind"] == "wizard"]
    print(
        f"\n'Book Now' to the open wizard (4x CPU, slow 4G, warm cache): median "
        f"{statistics.median(taps):.0f} ms, longest {max(taps):.0f} ms; target 2000"
        f"\nTargets: performance 98, the others 100, ratio of the largest paint 1.15, shift 0.01,"
        f"\n80 KB, no script before the first interaction. Lighthouse's mobile preset; bare: the"
        f"\nsame page without scripts, in turn with ours; medians of {len(taps)} rounds."
    )


def main(arguments: Sequence[str]) -> None:
    """Measure the pages named, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench pages")
    parser.add_argument("pages", nargs="*", default=PAGES, help="addresses such as /faq")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args(arguments)
    env = environment.for_tests(product.ROOT, os.environ)
    settings = {"SUMMERSTOW_DEMO": "0", "SUMMERSTOW_RATE_LIMITS": "0", "WEB_CONCURRENCY": "1"}
    with tempfile.TemporaryDirectory(prefix="summerstow-pages-") as place:
        folder = Path(place)
        running = product.start(folder / "data", folder / "product.log", settings)
        try:
            with bare_site(
                folder, {**settings, "SUMMERSTOW_DATA_DIR": str(folder / "bare-data")}
            ) as other:
                plan = {
                    "chromium": browser.ensure(product.ROOT, env),
                    "ours": running.url,
                    "bare": other,
                    "pages": list(options.pages),
                    "rounds": options.rounds,
                }
                found = []
                for one in measure(plan):
                    found.append(one)
                    print(f"round {one['round']}: {one['kind']} {one.get('page', '')}", flush=True)
        finally:
            running.stop()
    report(found, options.pages)
