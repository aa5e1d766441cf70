"""Prices that public pages show before any script runs (rule: one-price-engine).

Set-up runs this module, which writes `item_prices.json` and `estimate_example.json` beside each
price list; the site's build reads them there. Nobody edits them, and no commit holds them.
"""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from typing import Final

import msgspec

from . import price_lists, terms
from .plans import plan_for
from .quote import Quote, quote
from .quote_request import QuoteRequest
from .terms import PriceList

EXAMPLE: Final = QuoteRequest(items=8, months=4, supply_kit=True)
#: Prices of the example hold the tax of this day, or of the first day of a later list.
EXAMPLE_DAY: Final = date(2026, 11, 21)
ITEMS: Final = range(1, 23)


class ShownPrices(msgspec.Struct, frozen=True):
    """What pages say of a price list: its two files, and what the price engine makes of them."""

    pricing: msgspec.Raw
    terms: msgspec.Raw
    item_prices: list[dict[str, object]]
    estimate_example: Quote


def shown(prices: PriceList, pricing: str, terms: str) -> ShownPrices:
    """What pages say of a price list, whose files are given as they were stored."""
    raw = msgspec.Raw(pricing.encode()), msgspec.Raw(terms.encode())
    return ShownPrices(*raw, _item_prices(prices), _example(prices))


def files() -> dict[str, bytes]:
    """The files by their paths below the facts."""
    files = {}
    for prices in price_lists.of_files():
        folder = f"pricing/{prices.valid_from}"
        files[f"{folder}/item_prices.json"] = _lines(_item_prices(prices))
        files[f"{folder}/estimate_example.json"] = _pretty(_example(prices))
    return files


def write(folder: Path) -> None:
    """Write the files that are not there yet or say something else, each whole or not at all."""
    for name, content in files().items():
        path = folder / name
        if not path.exists() or path.read_bytes() != content:
            beside = path.with_name(f".{path.name}.{os.getpid()}")
            beside.write_bytes(content)
            beside.replace(path)


def _item_prices(prices: PriceList) -> list[dict[str, object]]:
    return [_price(prices, items) for items in ITEMS]


def _example(prices: PriceList) -> Quote:
    return quote(prices, EXAMPLE, max(EXAMPLE_DAY, prices.valid_from))


def _price(prices: PriceList, items: int) -> dict[str, object]:
    bundle, singles = plan_for(prices, items), plan_for(prices, items, "single_items")
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
    write(Path(__file__).parents[2] / "facts")
