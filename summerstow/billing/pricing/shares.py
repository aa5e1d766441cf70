"""A bundle that friends share: what each pays of it, and the invoices' line that says so.

The plan's own price is shared. Surcharges, protection, fees and returns on other dates are the
owner's, who ordered them; so are the supply kit's deposit and referral credits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from summerstow.platform.documents.taxes import Tax

from .lines import Line
from .plans import Plan, shares
from .terms import dollars, tax_cents

#: The lines of a quote that make the plan's own price.
SHARED: Final = ("plan", "single_items", "further_items")


@dataclass(frozen=True, slots=True)
class Share:
    """What one pays of an amount, and the tax on it, in cents; the owner's `member_id` is None."""

    member_id: UUID | None
    cents: int
    tax_cents: int


def share_out(cents: int, tax: Tax, members: Sequence[UUID]) -> list[Share]:
    """An amount shared by the owner, who is the first, and the members.

    Shares add up to the amount to the cent, with tax as without: no two differ by more than a cent
    either way, so that nobody pays for the rounding of all.
    """
    people = len(members) + 1
    taxed = cents + tax_cents(cents, tax)
    return [
        Share(who, before, after - before)
        for who, before, after in zip(
            [None, *members], shares(cents, people), shares(taxed, people), strict=True
        )
    ]


def line(plan: Plan, share: Share, people: int) -> Line:
    """A month of the share as a line of its invoice."""
    return Line(
        "bundle_share",
        f"Your share of the {plan.name}, 1 month",
        f"{dollars(plan.monthly_cents)} a month, split between {people} people. The count at "
        "pickup sets the plan.",
        "monthly",
        1,
        share.cents,
        share.cents,
        None,
    )
