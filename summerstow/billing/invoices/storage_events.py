"""What a count at pickup and the return of the items make of the storage that is invoiced.

Pickups and bookings call these in the event's own transaction, with the booking held.
"""

from __future__ import annotations

from datetime import date
from typing import Final
from uuid import UUID

import msgspec

from summerstow.billing.ledger import queries as ledger_queries
from summerstow.billing.ledger.accounts import hold_account
from summerstow.billing.pricing import fees, price_lists, season, terms
from summerstow.billing.pricing.plans import Kind
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.billing.pricing.terms import PriceList
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction

from . import item_queries
from . import queries as invoice_queries
from .corrections import Correction, Monthly, put_right
from .issue import give_credit, issue_invoice, settle_open_invoices, void_invoice
from .model import Draft, ExpectedItems, FriendItems
from .storage import BilledStorage, billed, invoice_month, month_tax, read_storage

_RETURNED: Final = ("delivered", "completed")


async def counted(
    tx: ElevatedTransaction,
    booking_id: UUID,
    on: date,
    *,
    further: bool = False,
    referral_cents: int = 0,
) -> None:
    """A pickup was completed and counted: the first invoice, by the plan for so many items.

    `on` is the pickup's day, from which the months run; `referral_cents` is what referrals lessen
    the first invoices by. The same count again changes nothing;
    another one is put right: the first month's invoice is taken back and made anew, and where later
    months stand already, or the pickup is a `further` one, the difference is charged or credited.
    """
    await hold_account(tx, booking_id)
    items = await item_queries.counted_items(tx, booking_id)
    known = await read_storage(tx, booking_id)
    if known is None or known.months_invoiced == 0:
        if items > 0:
            prices = known.prices if known else await price_lists.of_booking(tx, booking_id)
            request, friends = await _request(tx, booking_id, prices, items)
            await _begin(
                tx,
                booking_id,
                prices,
                on,
                request=request,
                friends=friends,
                referral_cents=referral_cents,
            )
        return
    if items <= 0:
        return
    request, friends = await _request(tx, booking_id, known.prices, items, known.request.pricing)
    if (request, friends) == (known.request, known.friends):
        return
    if known.months_invoiced == 1 and known.round == 0 and not further:
        await _begin_again(tx, known, request, friends, "The crew's count was put right")
        return
    await _differ(tx, known, request, friends, 1 if further else known.months_invoiced)


async def items_changed(tx: ElevatedTransaction, booking_id: UUID) -> None:
    """Correct invoiced storage after a late scan (rule: protection-of-what-we-keep).

    The crew's count stays. Protection and surcharges follow the items that are in our keeping.
    """
    await hold_account(tx, booking_id)
    known = await read_storage(tx, booking_id)
    if known is None or known.months_invoiced == 0 or known.returned_on is not None:
        return
    was = known.request
    request, friends = await _request(tx, booking_id, known.prices, was.items, was.pricing)
    if (request, friends) == (was, known.friends):
        return
    if known.months_invoiced == 1 and known.round == 0:
        reason = "What we keep of your items was put right"
        await _begin_again(tx, known, request, friends, reason)
        return
    await _differ(tx, known, request, friends, known.months_invoiced)


async def part_returned(tx: ElevatedTransaction, booking_id: UUID, items: int) -> None:
    """Let the months that follow cost what stays (rule: part-goes-back)."""
    await hold_account(tx, booking_id)
    known = await read_storage(tx, booking_id)
    if known is None or known.months_invoiced == 0 or known.returned_on is not None:
        return
    was = known.request
    left = was.items - items
    request, friends = await _request(tx, booking_id, known.prices, left, was.pricing)
    await invoice_queries.set_storage(
        tx,
        booking_id,
        asked=msgspec.json.encode(request).decode(),
        friends_asked=msgspec.json.encode(friends).decode(),
        round=known.round + 1,
    )


async def taken_back(tx: ElevatedTransaction, booking_id: UUID) -> None:
    """A completed pickup was none: its first invoice is void; what was paid stays as credit."""
    await hold_account(tx, booking_id)
    known = await read_storage(tx, booking_id)
    if known is None or known.months_invoiced == 0:
        return
    await _take_back(tx, booking_id, "The pickup was taken back")
    await invoice_queries.set_storage(tx, booking_id, months_invoiced=0)


async def status_changed(tx: ElevatedTransaction, booking_id: UUID, old: str, new: str) -> None:
    """The items came back: the months that began are invoiced, and a return on another date.

    What was invoiced for later is credited. A booking that is picked up again goes on, and the
    invoice of its return is void.
    """
    if (old in _RETURNED) == (new in _RETURNED):
        return
    account = await hold_account(tx, booking_id)
    known = await read_storage(tx, booking_id)
    if known is None or known.months_invoiced == 0:
        return
    if new not in _RETURNED:
        await invoice_queries.set_storage(tx, booking_id, returned_on=None)
        cause = f"return:{booking_id}:{known.round - 1}"
        for invoice in await invoice_queries.of_cause(tx, booking_id, cause):
            await void_invoice(tx, invoice, "The items were not returned")
        await settle_open_invoices(tx, account)
        return
    if known.returned_on is not None:
        return
    today = clock.today()
    booked = known.return_date
    # Staff may close a booking some days after; what was agreed is when it was.
    back = max(booked if booked and booked < today else today, known.pickup_day)
    months = season.months(known.pickup_day, back)
    over = known.months_invoiced - months
    for number in range(known.months_invoiced, months):
        known = await invoice_month(tx, known, number, back)
    await invoice_queries.set_storage(
        tx,
        booking_id,
        returned_on=back,
        round=known.round + 1,
    )
    event = f"Items returned on {clock.day_in_words(back)}"
    if over > 0:
        # Should they come back to us after all, these months are invoiced anew.
        await invoice_queries.set_storage(
            tx, booking_id, months_invoiced=months, series=known.series + 1
        )
        await put_right(
            tx,
            booking_id,
            was=_monthly(known),
            then=Monthly(0, 0),
            months=over,
            why=Correction(
                cause=f"months-over:{booking_id}:{known.round}",
                code="months_over",
                event=event,
                shared_event=event,
                words=f"{over} unused month{'s' if over > 1 else ''}",
                term="Only months that began before the return are charged.",
                invoice_words="Unused months",
                tax=await month_tax(tx, known, months),
            ),
        )
    await _settle_return(tx, known, back, event)


async def _begin(
    tx: ElevatedTransaction,
    booking_id: UUID,
    prices: PriceList,
    on: date,
    *,
    request: QuoteRequest,
    friends: list[FriendItems],
    referral_cents: int,
) -> None:
    row = await invoice_queries.start_storage(
        tx,
        booking_id,
        on,
        asked=msgspec.json.encode(request).decode(),
        friends_asked=msgspec.json.encode(friends).decode(),
        referral_cents=referral_cents,
    )
    known = billed(row, prices)
    await invoice_month(tx, known, 0, known.expected_back(clock.today()))


async def _begin_again(
    tx: ElevatedTransaction,
    known: BilledStorage,
    request: QuoteRequest,
    friends: list[FriendItems],
    reason: str,
) -> None:
    """Void the first month's invoice and issue it anew."""
    await _take_back(tx, known.booking_id, reason)
    referral_cents = await invoice_queries.referral_cents(tx, known.booking_id)
    await _begin(
        tx,
        known.booking_id,
        known.prices,
        known.pickup_day,
        request=request,
        friends=friends,
        referral_cents=referral_cents,
    )


async def _take_back(tx: ElevatedTransaction, booking_id: UUID, reason: str) -> None:
    for invoice in await invoice_queries.of_storage(tx, booking_id):
        await void_invoice(tx, invoice, reason)


async def _differ(
    tx: ElevatedTransaction,
    known: BilledStorage,
    request: QuoteRequest,
    friends: list[FriendItems],
    months: int,
) -> None:
    """Charge or credit what another count makes of the latest months that are invoiced.

    A month that had begun before items came back is compared with these items included.
    """
    await invoice_queries.set_storage(
        tx,
        known.booking_id,
        asked=msgspec.json.encode(request).decode(),
        friends_asked=msgspec.json.encode(friends).decode(),
        round=known.round + 1,
    )
    recount = (request.items, request.pricing) != (known.request.items, known.request.pricing)
    part_returns = await item_queries.left_items(tx, known.booking_id)
    by_left: dict[int, list[int]] = {}
    for number in range(known.months_invoiced - months, known.months_invoiced):
        began = season.add_months(known.pickup_day, number)
        later = sum(one.items for one in part_returns if began <= clock.campus_time(one.at).date())
        by_left.setdefault(later, []).append(number)
    for left, numbers in by_left.items():
        was = _with_items(known, known.request, left)
        then = _with_items(known, request, left)
        await _put_months_right(
            tx,
            was,
            msgspec.structs.replace(then, friends=friends),
            numbers,
            recount=recount,
            cause=f"recount:{known.booking_id}:{known.round}" + (f":{left}" if left else ""),
        )


def _with_items(known: BilledStorage, request: QuoteRequest, more: int) -> BilledStorage:
    with_more = msgspec.structs.replace(request, items=request.items + more)
    return msgspec.structs.replace(known, request=with_more)


async def _put_months_right(
    tx: ElevatedTransaction,
    was: BilledStorage,
    then: BilledStorage,
    numbers: list[int],
    *,
    recount: bool,
    cause: str,
) -> None:
    await put_right(
        tx,
        was.booking_id,
        was=_monthly(was),
        then=_monthly(then),
        months=len(numbers),
        why=Correction(
            cause=cause,
            code="recount",
            event=f"{then.request.items} items instead of {was.request.items}, counted by our crew"
            if recount
            else "What we keep of your items was put right",
            shared_event="Recount by our crew",
            words=f"Changed to {then.plan.name}" if recount else "Protection and surcharges",
            term="The count at pickup sets your plan."
            if recount
            else "They are charged for the items that we keep.",
            invoice_words="Recount of your items" if recount else "Items that we keep",
            tax=await month_tax(tx, was, numbers[-1]),
        ),
    )


def _monthly(known: BilledStorage) -> Monthly:
    return Monthly(known.monthly_cents, known.plan.monthly_cents, known.friend_cents())


async def _settle_return(
    tx: ElevatedTransaction, known: BilledStorage, back: date, event: str
) -> None:
    """Another delivery date costs where one was booked and the items did come back on one."""
    code = "alternative_delivery_date"
    charged = await ledger_queries.summed(tx, known.booking_id, code)
    found = [] if season.is_free_return(back) else known.at_return()
    if found and charged <= 0:
        await issue_invoice(
            tx,
            known.booking_id,
            Draft(
                cause=f"return:{known.booking_id}:{known.round}",
                kind="storage",
                words="Return of your items",
                event=event,
                lines=found,
                tax=terms.tax_on(back),
            ),
        )
    elif charged > 0 and not found:
        # As it was invoiced, whatever it costs by now.
        tax = await invoice_queries.tax_of(tx, known.booking_id, code)
        await give_credit(
            tx,
            known.booking_id,
            code=code,
            event=event,
            words="Return on a free date",
            term="A return on the free dates costs nothing.",
            cents=charged,
            tax=tax or terms.tax_on(back),
            cause=f"return-free:{known.booking_id}:{known.round}",
        )


async def _request(
    tx: ElevatedTransaction,
    booking_id: UUID,
    prices: PriceList,
    items: int,
    pricing: Kind | None = None,
) -> tuple[QuoteRequest, list[FriendItems]]:
    """Return the crew's count with weight and declared value of the items that we keep.

    Those of friends who share the bundle are apart, if they have any that cost something.
    """
    persons = await item_queries.kept_items(tx, booking_id, items)
    kept = persons[None]
    boxes, heavy, declared = _extras(prices, kept, items)
    friends = []
    for member_id, of_friend in persons.items():
        extras = _extras(prices, of_friend, items)
        if member_id is not None and any(extras):
            friends.append(FriendItems(member_id, *extras))
    request = QuoteRequest(
        items=items,
        pricing=pricing or kept.pricing,
        months=1,
        heavy_boxes=boxes,
        heavy_items=heavy,
        declared_value_cents=declared,
    )
    return request, friends


def _extras(prices: PriceList, kept: ExpectedItems, items: int) -> tuple[int, int, int]:
    """Heavy boxes, heavy unboxed items and declared cents of a person's items."""
    boxes = min(kept.heavy_boxes, items)
    declared = min(kept.declared, fees.most_protection_cents(prices, items))
    return boxes, min(kept.heavy_items, items - boxes), declared
