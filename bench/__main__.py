"""Start, measure, print. Nothing is asserted: a figure is for a person to judge.

`python -m bench jobs [WORDS] [--bookings 10000 1000000]` measures the server, those jobs alone
whose name holds the words, with each number of bookings (`--seeded`: copies made before by
`summerstow seed`), `python -m bench peak` a campus's peak day of returns,
`python -m bench pages [ADDRESS …]` the public pages; without a name all.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from summerstow.kit.postgres import embedded

from . import jobs, pages, peak_day
from .product import start


async def peak(folder: Path) -> None:
    """A campus's peak day in a throw-away folder."""
    data_dir = folder / "data"
    product = start(data_dir, folder / "product.log")
    try:
        with embedded.acquire(data_dir) as server:
            await peak_day.measure(product, dict(server.dsn_kwargs))
    finally:
        product.stop()


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else None
    if what not in (None, "jobs", "pages", "peak"):
        sys.exit("usage: python -m bench [jobs [WORDS] | peak | pages [ADDRESS …] [--rounds N]]")
    if what in (None, "peak"):
        with tempfile.TemporaryDirectory(prefix="summerstow-bench-") as place:
            asyncio.run(peak(Path(place)))
    if what in (None, "jobs"):
        jobs.main(sys.argv[2:])
    if what in (None, "pages"):
        pages.main(sys.argv[2:])
