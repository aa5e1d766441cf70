"""Edit Booking: what may still be changed, what that costs, and doing it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Final, Literal, get_args
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from summerstow.billing.invoices import events, item_queries
from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.pricing import distance as places
from summerstow.billing.pricing import fees, price_lists, terms
from summerstow.billing.pricing.plans import Kind
from summerstow.billing.pricing.terms import PriceList
from summerstow.friends.bundles import plan as bundles
from summerstow.messages import links
from summerstow.messages import service as messages
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.tables import Row

from . import authorization, cancel, queries, rules, service
from .cancel import FeeChanged
from .dates import date_policy
from .dates.conflicts import OF_ONE_DAY, DateConflict, Dates, conflicts
from .dates.over import refuse_over
from .dates.storage_until import storage_words
from .model import IN_LINE, Booking
from .status import ENDED
from .undo.timing import mail_wait
from .words.changes import changes_in_words

_Items = Annotated[int, msgspec.Meta(ge=1, le=terms.MOST_ITEMS)]
#: As `bookings_expected_value_cents_check` has it.
_Value = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]

EditableField = Literal[
    "first_name",
    "last_name",
    "phone",
    "contact_name",
    "contact_phone",
    "contact_email",
    "contact_language",
    "payer_name",
    "payer_phone",
    "payer_email",
    "payer_language",
    "text_messages",
    "pricing",
    "expected_items",
    "expected_value_cents",
    "campus_id",
    "residence_type",
    "building_name",
    "address",
    "supply_kit_delivery_date",
    "pickup_date",
    "pickup_time",
    "has_flight",
    "flight_time",
    "additional_comments",
    "delivery_option",
    "delivery_address",
    "return_delivery_date",
]


class BookingChanges(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The fields to change, as the wizard sends them; what is left out stays."""

    first_name: str | UnsetType = UNSET
    last_name: str | UnsetType = UNSET
    phone: str | UnsetType | None = UNSET
    contact_name: str | UnsetType | None = UNSET
    contact_phone: str | UnsetType | None = UNSET
    contact_email: str | UnsetType | None = UNSET
    contact_language: str | UnsetType | None = UNSET
    payer_name: str | UnsetType | None = UNSET
    payer_phone: str | UnsetType | None = UNSET
    payer_email: str | UnsetType | None = UNSET
    payer_language: str | UnsetType | None = UNSET
    text_messages: bool | UnsetType | None = UNSET
    pricing: Kind | UnsetType | None = UNSET
    expected_items: _Items | UnsetType | None = UNSET
    expected_value_cents: _Value | UnsetType | None = UNSET
    campus_id: int | UnsetType = UNSET
    residence_type: str | UnsetType = UNSET
    building_name: str | UnsetType | None = UNSET
    address: str | UnsetType | None = UNSET
    supply_kit_delivery_date: str | UnsetType | None = UNSET
    pickup_date: str | UnsetType = UNSET
    pickup_time: str | UnsetType = UNSET
    has_flight: bool | UnsetType = UNSET
    flight_time: str | UnsetType | None = UNSET
    additional_comments: str | UnsetType | None = UNSET
    delivery_option: str | UnsetType | None = UNSET
    delivery_address: str | UnsetType | None = UNSET
    return_delivery_date: str | UnsetType | None = UNSET


_PLACE: Final = ("campus_id", "residence_type", "building_name", "address")
_ALL: Final[tuple[EditableField, ...]] = get_args(EditableField)
#: The person at the door and the payer, who may change until the end.
_PEOPLE: Final = tuple(one for one in _ALL if one.startswith(("contact_", "payer_")))
_GUESTS: Final = frozenset({"first_name", "last_name", "phone"})
#: What may be changed while the booking has this status, by its customer and by the office.
EDITABLE: Final[dict[str, tuple[EditableField, ...]]] = {
    "pending": _ALL,
    "confirmed": _ALL,
    "in_queue": (
        "phone",
        *_PEOPLE,
        "text_messages",
        "pricing",
        "additional_comments",
    ),
    "picked_up": (
        *_PEOPLE,
        "text_messages",
        "delivery_option",
        "delivery_address",
        "return_delivery_date",
    ),
}


@dataclass(frozen=True, slots=True)
class EditPreview:
    """What the changes come to now: `fee_cents` with each reason in words, and dates that do not
    fit each other any more, which may be changed along with these.

    `location_fee_cents` is the part that another place costs with too little notice. `request`: the
    pickup's part of them is one that staff confirm. `cancellation_cents`: what cancelling costs
    once the pickup is moved; null where it is not.
    """

    fee_cents: int
    location_fee_cents: int
    words: list[str]
    request: bool
    cancellation_cents: int | None
    conflicts: list[DateConflict]


async def preview(tx: ElevatedTransaction, booking: Booking, changes: Row) -> EditPreview:
    """Check the changes and say what they cost at this moment.

    The office moves a pickup whatever the notice: who would confirm it asks. Raises `Conflict` for
    what may not be changed any more and `Invalid` for what is wrong.
    """
    changes = differing(booking, rules.check_phones(changes))
    _refuse(booking, changes)
    prices = await price_lists.of_booking(tx, booking.id)
    await _check_plan(tx, prices, booking, changes)
    after = _checked(prices, booking, changes)
    words: list[str] = []
    location_fee = return_fee = 0
    is_free = await invoice_queries.is_unconfirmed(tx, booking.id)
    request = False
    own = not authorization.acts_for_customer(tx, booking)
    if own:
        date_policy.refuse_emptying(prices, booking, after)
    cancellation = None
    if date_policy.moves_pickup(booking, after) and after.pickup_date is not None:
        await refuse_over(tx, after.campus_id, after.pickup_date, after.pickup_time, staff=not own)
        cancellation = await cancel.fee_after_move(tx, booking, after, own=own)
    if own and date_policy.moves_pickup(booking, after):
        rule = await date_policy.pickup_rule(tx, booking)
        words.append(rule.words)
        request = rule.outcome == "request"
        if rule.outcome == "free" and cancellation:
            words.append(_cancelling_after(prices, cancellation))
        elif rule.outcome == "free" and after.starts_at is not None:
            hours = timedelta(hours=prices.terms.late_cancellation.hours)
            until = clock.spoken_moment(after.starts_at - hours)
            words.append(f"Cancelling then stays free until {until}.")
    if changes.keys() & set(_PLACE) and booking.notice is not None:
        least, most = fees.location_change_cents(prices, booking.notice)
        if most and not is_free:
            location_fee = least
            words.append(
                f"{terms.dollars(least)}: changing the address with less than "
                f"{prices.terms.location_change.hours} hours to go."
            )
        words += _distance_words(prices, after)
    # To another city the day is in the quote.
    day = after.return_delivery_date
    if changes.get("return_delivery_date") and day and after.delivery_option != "different_city":
        return_fee, said = date_policy.return_price(prices, booking, day)
        words += said
    if day and changes.keys() & {"return_delivery_date", "pickup_date"}:
        words += await storage_words(tx, after, day)
    return EditPreview(
        fee_cents=location_fee + return_fee,
        location_fee_cents=location_fee,
        words=words,
        request=request,
        cancellation_cents=cancellation,
        conflicts=_made(booking, changes, after),
    )


def _made(booking: Booking, changes: Row, after: Booking) -> list[DateConflict]:
    """What would not fit; nothing of a day that is past, or near, and stays as it is."""
    before = conflicts(Dates.of(booking))
    return [
        one
        for one in conflicts(Dates.of(after))
        if one not in before or one.field in changes or one.code not in OF_ONE_DAY
    ]


async def edit(
    tx: ElevatedTransaction,
    booking_id: UUID,
    changes: Row,
    *,
    expected_fee_cents: int,
    reason: str | None,
) -> Booking:
    """Change a booking, all or nothing; its places follow.

    The office must give a `reason`, which the audit log keeps. Returns the booking now. Raises
    `FeeChanged`, `date_policy.AskStaff`, `slots.WindowFull`, and what `preview` raises.
    """
    old = await authorization.locked(tx, booking_id)
    changes = differing(old, rules.check_phones(changes))
    if not changes:
        # Also the second of two clicks, and a request whose answer was lost.
        return old
    said = await authorization.give_reason(tx, old, reason)
    seen = await preview(tx, old, changes)
    if seen.fee_cents != expected_fee_cents:
        raise FeeChanged(seen.fee_cents)
    if seen.request:
        raise date_policy.AskStaff(seen.words[0], hint="Ask our staff with rpc/ask_pickup_change.")
    after = _checked(await price_lists.of_booking(tx, booking_id), old, changes)
    stored = {field: after.row[field] for field in changes}
    if old.user_id is None:
        # What a guest said of themselves stands beside it, and is what lists show.
        for field in _GUESTS & stored.keys():
            stored[f"guest_{field}"] = stored[field]
    if seen.location_fee_cents:
        stored["location_fee_cents"] = old.location_fee_cents + seen.location_fee_cents
    if stored.get("delivery_option", "same_city") != "same_city":
        stored["return_delivery_time"] = None
    new = await queries.edit(tx, booking_id, stored)
    if new.contact_email != old.contact_email:
        await links.end_visit_links(tx, booking_id)
    await service.changed(tx, old, new)
    if seen.location_fee_cents:
        await events.location_changed(
            tx, booking_id, seen.location_fee_cents, new.location_fee_cents
        )
    await date_policy.note(tx, old, new, said)
    await messages.tell(
        tx,
        new.row,
        cause=f"booking-changed:{booking_id}:{new.updated_at}",
        kind="booking_changed",
        data={
            "first_name": new.first_name,
            "pickup": new.pickup,
            "changes": changes_in_words(old, new),
            "is_coming": new.status in IN_LINE,
            "ours": said is not None,
            "fee": terms.dollars(seen.fee_cents) if seen.fee_cents else None,
            "code": new.code,
            "link": "/customer-dashboard",
        },
        wait=mail_wait(tx.actor, old, new),
    )
    return new


class LockedFields(msgspec.Struct, frozen=True):
    """Fields that may not be changed any more."""

    locked: list[str]


def differing(booking: Booking, changes: Row) -> Row:
    """Those of the changes that change something."""
    return {key: value for key, value in changes.items() if booking.row.get(key) != value}


def _refuse(booking: Booking, changes: Row) -> None:
    status = booking.status
    if status in ENDED:
        raise Conflict(ENDED[status])
    locked = [field for field in changes if field not in EDITABLE[status]]
    if locked:
        reason = (
            "Our crew is on the way: only the phone number and your comments can be changed now."
            if status == "in_queue"
            else "Your items are with us: only their delivery can be changed now."
        )
        raise Conflict(reason, facts=LockedFields(locked))


def _cancelling_after(prices: PriceList, cents: int) -> str:
    return (
        f"Cancelling after this move costs {terms.dollars(cents)}, because it is then less than "
        f"{prices.terms.late_cancellation.hours} hours until your pickup."
    )


async def _check_plan(
    tx: ElevatedTransaction, prices: PriceList, booking: Booking, changes: Row
) -> None:
    """Friends share a bundle: single items are not theirs. What is listed is expected."""
    if changes.keys() & {"expected_items", "expected_value_cents"}:
        said = await item_queries.expected_items(tx, booking.id)
        expected = changes.get("expected_items", said.items)
        if said.listed > (expected or said.listed):
            raise Conflict(f"You listed {said.listed} items. Please take some off the list first.")
        items = expected or said.listed
        most = fees.most_protection_cents(prices, items)
        if items and (changes.get("expected_value_cents") or 0) > most:
            raise Invalid(f"Protection covers at most {terms.dollars(most)} for these items.")
    if changes.get("pricing") == "single_items" and await bundles.is_shared(tx, booking.id):
        raise Conflict("Friends share this bundle. Remove them first on the Friends page.")


def _checked(prices: PriceList, booking: Booking, changes: Row) -> Booking:
    """The booking with its changes, checked; nothing is stored."""
    row = rules.check_new(booking.row | changes)
    if changes.keys() & {"pickup_time", "campus_id"}:
        rules.check_pickup_time(row)
    today = clock.today()
    for field, words in rules.DATE_WORDS.items():
        if field in changes and row[field] is not None and _day(row[field]) < today:
            raise Invalid(f"The {words} cannot be in the past.")
    after = Booking.of(row)
    if changes.get("supply_kit_delivery_date") and after.supply_kit_delivery_date:
        date_policy.check_kit(after, after.supply_kit_delivery_date)
    if changes.get("return_delivery_date") and after.return_delivery_date:
        date_policy.check_return(prices, after, after.return_delivery_date)
    return after


def _distance_words(prices: PriceList, after: Booking) -> list[str]:
    """What the way to another place may cost; nothing within the free radius or where unknown."""
    place = after.address if after.residence_type == "other" else after.building_name
    if place is None or not place.strip():
        return []
    asked = places.AddressRequest(after.campus_id, place[: places.LONGEST])
    found = places.check_address(prices, asked)
    words = [found.words] if found.verdict in ("maybe", "outside") else []
    return [found.doubt, *words] if found.doubt else words


def _day(value: str) -> date:
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise Invalid(f'date/time field value out of range: "{value}"', code="22008") from None
