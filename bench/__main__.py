"""Start, measure, print. Nothing is asserted: a figure is for a person to judge.

`python -m bench jobs [WORDS] [--bookings 10000 1000000]` measures the server, those jobs alone
whose name holds the words, with each number of bookings (`--seeded`: copies made before by
`summerstow seed`), `python -m bench peak` a campus's peak day of returns,
`python -m bench lines` a place in a line of 10 beside one of 1,000,
`python -m bench pages [ADDRESS …]` the public pages; without a name all.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from summerstow.kit.postgres import embedded

from . import jobs, long_lines, pages, peak_day
from .product import Product, start


async def scene(
    folder: Path, measure: Callable[[Product, dict[str, Any]], Awaitable[None]]
) -> None:
    """A measurement in a throw-away folder, of the product and its database."""
    data_dir = folder / "data"
    product = start(data_dir, folder / "product.log")
    try:
        with embedded.acquire(data_dir) as server:
            await measure(product, dict(server.dsn_kwargs))
    finally:
        product.stop()


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else None
    if what not in (None, "jobs", "lines", "pages", "peak"):
        sys.exit(
            "usage: python -m bench [jobs [WORDS] | lines | peak | pages [ADDRESS …] [--rounds N]]"
        )
    for name, measure in (("peak", peak_day.measure), ("lines", long_lines.measure)):
        if what in (None, name):
            with tempfile.TemporaryDirectory(prefix="summerstow-bench-") as place:
                asyncio.run(scene(Path(place), measure))
    if what in (None, "jobs"):
        jobs.main(sys.argv[2:])
    if what in (None, "pages"):
        pages.main(sys.argv[2:])
