"""Prices that public pages show before any script runs: computed here, kept in the facts.

`python -m summerstow.billing.prerendered` writes `facts/item_prices.json` and
`facts/estimate_example.json`; a test fails when they are not what the engine says.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Final

import msgspec

from . import terms
from .asked import Asked
from .plans import plan_for
from .quote import quote

EXAMPLE: Final = Asked(items=8, months=4, supply_kit=True)
#: Prices of the example hold the tax of this day.
EXAMPLE_DAY: Final = date(2026, 11, 21)
ITEMS: Final = range(1, 23)


def files() -> dict[str, bytes]:
    """The files by name, as they must stand in the facts."""
    return {
        "item_prices.json": _lines([_price(items) for items in ITEMS]),
        "estimate_example.json": _pretty(quote(EXAMPLE, EXAMPLE_DAY)),
    }


def write(folder: Path) -> None:
    """Write the files."""
    for name, content in files().items():
        (folder / name).write_bytes(content)


def _price(items: int) -> dict[str, object]:
    bundle, singles = plan_for(items), plan_for(items, "single_items")
    saved = singles.monthly_cents - bundle.monthly_cents
    return {
        "items": items,
        "plan": bundle.name,
        "monthly_cents": bundle.monthly_cents,
        "singles_cents": singles.monthly_cents,
        "cheaper": "bundle" if saved > 0 else "single_items" if saved < 0 else "same",
        "each_cents": terms.half_up(min(bundle.monthly_cents, singles.monthly_cents), items),
    }


def _pretty(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


def _lines(rows: list[dict[str, object]]) -> bytes:
    body = b",\n".join(b"  " + msgspec.json.encode(row) for row in rows)
    return b"[\n" + body + b"\n]\n"


if __name__ == "__main__":
    write(Path(__file__).parent.parent / "facts")
