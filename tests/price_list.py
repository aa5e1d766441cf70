"""The price list that the tests' bookings are made under: their own, whatever things cost today.

So tests may say amounts, and a change of a price changes no test.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from summerstow import facts
from summerstow.billing.pricing.terms import PriceList, decoded

FILES: Final = facts.price_lists_in(Path(__file__).parent / "price_lists")
PRICES: Final[PriceList] = decoded(FILES[0].valid_from, FILES[0].pricing, FILES[0].terms)
