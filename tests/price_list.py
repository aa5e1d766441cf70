"""The price list that the tests' bookings are made under."""

from __future__ import annotations

from typing import Final

from summerstow.billing.pricing import price_lists

PRICES: Final = price_lists.of_files()[0]
