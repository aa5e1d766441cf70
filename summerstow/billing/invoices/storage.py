"""The months of a booking's storage: what each costs, and until when they are invoiced."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import UUID

import msgspec

from summerstow.billing.ledger import queries as ledger_queries
from summerstow.billing.pricing import lines, price_lists, season, terms
from summerstow.billing.pricing.lines import Line
from summerstow.billing.pricing.plans import Plan, plan_for
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.billing.pricing.shares import SHARED, line, share_out
from summerstow.billing.pricing.terms import PriceList
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.documents.taxes import Tax

from . import queries as invoice_queries
from .issue import issue_invoice
from .model import Draft, FriendItems, StorageRow


class BilledStorage(msgspec.Struct, frozen=True):
    """How a booking's storage is invoiced; `request` is the quote request for one month.

    It has the items of all who share the bundle, and weights and values of the customer's own;
    `friends` has those of friends. `prices` is the list that the booking was made under.
    """

    booking_id: UUID
    prices: PriceList
    pickup_day: date
    request: QuoteRequest
    months_invoiced: int
    referral_cents: int
    series: int
    round: int
    returned_on: date | None
    stored_until: date | None
    return_date: date | None
    other_city: bool
    friends: list[FriendItems]

    @property
    def plan(self) -> Plan:
        """The plan of the counted items."""
        return plan_for(self.prices, self.request.items, self.request.pricing)

    @property
    def monthly_cents(self) -> int:
        """A month before tax, with its surcharges."""
        found = lines.storage(self.prices, self.request, self.plan, 1, None)
        return sum(one.amount_cents for one in found)

    def friend_lines(self, friend: FriendItems, *, first: bool) -> list[Line]:
        """What a month of a friend's own items costs beside the share."""
        return friend_lines(self.prices, self.request, friend, first=first)

    def friend_cents(self) -> dict[UUID, int]:
        """The same in cents before tax by friend, without what is charged once."""
        return {
            one.member_id: sum(line.amount_cents for line in self.friend_lines(one, first=False))
            for one in self.friends
        }

    def at_return(self) -> list[Line]:
        """What the booked return adds; a different city has a quote of its own."""
        if self.return_date is None or self.other_city:
            return []
        return list(lines.at_return(self.prices, self.request, self.return_date))

    def expected_back(self, today: date) -> date:
        """When the items come back as far as is known: as booked or extended, else on free dates.

        A day that is over is none any more: they are with us today.
        """
        planned = self.stored_until or season.next_free_return(self.pickup_day)[0]
        booked = self.return_date or planned
        return max(booked, today, self.pickup_day)


async def read_storage(tx: Transaction, booking_id: UUID) -> BilledStorage | None:
    """How a booking's storage is invoiced, or None before its first count."""
    row = await invoice_queries.storage(tx, booking_id)
    return None if row is None else billed(row, await price_lists.of_booking(tx, booking_id))


def billed(row: StorageRow, prices: PriceList) -> BilledStorage:
    """The same of its row and its booking's price list."""
    return BilledStorage(
        booking_id=row.booking_id,
        prices=prices,
        pickup_day=row.pickup_day,
        request=msgspec.json.decode(row.asked, type=QuoteRequest),
        months_invoiced=row.months_invoiced,
        referral_cents=row.referral_cents,
        series=row.series,
        round=row.round,
        returned_on=row.returned_on,
        stored_until=row.stored_until,
        return_date=row.return_delivery_date,
        other_city=row.delivery_option == "different_city",
        friends=msgspec.json.decode(row.friends_asked, type=list[FriendItems]),
    )


def friend_lines(
    prices: PriceList, request: QuoteRequest, friend: FriendItems, *, first: bool
) -> list[Line]:
    """A friend's surcharges and protection for a month, and with the `first` what is once."""
    own = msgspec.structs.replace(
        request,
        heavy_boxes=friend.heavy_boxes,
        heavy_items=friend.heavy_items,
        declared_value_cents=friend.declared_value_cents,
    )
    plan = plan_for(prices, own.items, own.pricing)
    found = [one for one in lines.storage(prices, own, plan, 1, None) if one.code not in SHARED]
    return [*found, *lines.at_pickup(prices, own)] if first else found


async def invoice_month(
    tx: ElevatedTransaction, known: BilledStorage, number: int, back: date
) -> BilledStorage:
    """Invoice a month of storage (from 0) with the lines of the quote; what is known then.

    The first has what is charged at pickup, the last of those until `back` what is
    charged at the return: so the invoices are the quote's.
    """
    request, last = known.request, season.months(known.pickup_day, back) - 1
    began = season.add_months(known.pickup_day, number)
    found = list(lines.storage(known.prices, request, known.plan, 1, back))
    if number == 0:
        found += lines.at_pickup(known.prices, request)
    if number == last and not await other_date_charged(tx, known.booking_id):
        found += known.at_return()
    referral = known.referral_cents
    if number == 0 and referral > (most := known.monthly_cents * (last + 1)):
        # Rounded down to whole credits of the season (lines.credits_of).
        each = known.prices.pricing.referral_credit_cents
        referral = min(referral, most // each * each)
    month = Draft(
        cause=f"storage:{known.booking_id}:{known.series}:{number}",
        kind="storage",
        words="First month of storage" if number == 0 else f"Month {number + 1} of storage",
        event=_event(known, number),
        lines=found,
        tax=terms.tax_on(began),
        period=(began, season.add_months(known.pickup_day, number + 1)),
    )
    members = await invoice_queries.members(tx, known.booking_id)
    own, *theirs = _shared(known, month, number, members) if members else [month]
    off = min(referral, sum(one.amount_cents for one in own.lines))
    for draft in (_less_referral(own, off), *theirs):
        await issue_invoice(tx, known.booking_id, draft)
    await invoice_queries.set_storage(
        tx, known.booking_id, months_invoiced=number + 1, referral_cents=referral - off
    )
    return msgspec.structs.replace(known, months_invoiced=number + 1, referral_cents=referral - off)


async def month_tax(tx: Transaction, known: BilledStorage, number: int) -> Tax:
    """The tax that a month (from 0) was invoiced with; of its day where it was not."""
    began = season.add_months(known.pickup_day, number)
    invoiced = await invoice_queries.tax_of_month(tx, known.booking_id, began)
    return invoiced or terms.tax_on(began)


async def other_date_charged(tx: Transaction, booking_id: UUID) -> bool:
    """Whether another delivery date is charged and not given back."""
    return await ledger_queries.summed(tx, booking_id, "alternative_delivery_date") > 0


def _shared(known: BilledStorage, month: Draft, number: int, members: list[UUID]) -> list[Draft]:
    """The month's invoices where friends share the bundle: the owner's first, then each one's."""
    assert month.tax is not None
    others = [one for one in month.lines if one.code not in SHARED]
    own, *theirs = share_out(known.plan.monthly_cents, month.tax, members)
    people = len(members) + 1
    whole = sum(one.amount_cents for one in month.lines)
    taxed = terms.tax_cents(whole, month.tax) - sum(one.tax_cents for one in theirs)
    extras = {one.member_id: known.friend_lines(one, first=number == 0) for one in known.friends}
    # A friend sees nothing of others' items, not even their number (rule: shared-bundle).
    event = f"Pickup on {_day(known, 0)}" if number == 0 else month.event
    return [
        replace(month, lines=[line(known.plan, own, people), *others], tax_cents=taxed),
        *(
            replace(
                month,
                cause=f"{month.cause}:{one.member_id}",
                event=event,
                lines=[line(known.plan, one, people), *own_lines],
                member_id=one.member_id,
                tax_cents=one.tax_cents
                + terms.tax_cents(sum(extra.amount_cents for extra in own_lines), month.tax),
            )
            for one in theirs
            for own_lines in [extras.get(one.member_id, []) if one.member_id else []]
        ),
    ]


def _less_referral(draft: Draft, off: int) -> Draft:
    """The same with a referral's credit; its tax, where it is a share's, is less with it."""
    if not off:
        return draft
    assert draft.tax is not None
    taxed = draft.tax_cents
    if taxed is not None:
        taxed = max(0, taxed - terms.tax_cents(off, draft.tax))
    return replace(draft, lines=[*draft.lines, _referral(off)], tax_cents=taxed)


def _event(known: BilledStorage, number: int) -> str:
    words = _day(known, number)
    if number == 0:
        counted = "1 item" if known.request.items == 1 else f"{known.request.items} items"
        return f"Pickup on {words}: {counted} counted"
    return f"Month {number + 1} of storage, from {words}"


def _day(known: BilledStorage, number: int) -> str:
    return clock.day_in_words(season.add_months(known.pickup_day, number))


def _referral(cents: int) -> Line:
    return Line(
        "referral",
        "Referral credit",
        "Off your next booking for each friend whose first booking was picked up.",
        "credit",
        1,
        -cents,
        -cents,
        None,
    )
