"""The taxes on the service, which hold for what was agreed before as well."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import msgspec


class Tax(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """A tax on the service, in hundredths of a percent, from a campus-local day on."""

    name: str
    since: date
    basis_points: Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class TaxDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every tax by the day on which it begins."""

    taxes: Annotated[tuple[Tax, ...], msgspec.Meta(min_length=1)]

    def on(self, day: date) -> Tax:
        """The tax that holds on a day; before the first that is listed, that one."""
        current_taxes = [one for one in self.taxes if one.since <= day]
        return max(current_taxes or self.taxes[:1], key=lambda one: one.since)
