"""`python -m bench [server | pages] [--bookings N]`: measure the budgets and print their table.

Nothing is asserted: a figure is for a person to judge, on a quiet machine.
"""

from __future__ import annotations

import argparse
import asyncio

from . import pages, report, server

parser = argparse.ArgumentParser(prog="python -m bench")
parser.add_argument("part", nargs="?", choices=("server", "pages"), help="one half alone")
parser.add_argument("--bookings", type=int, default=50_000)
options = parser.parse_args()
rows: list[report.Row] = []
if options.part != "pages":
    rows += asyncio.run(server.measure(options.bookings))
if options.part != "server":
    rows += pages.measure()
report.show(rows)
