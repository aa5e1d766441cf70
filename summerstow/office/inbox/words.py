"""What an item of the inbox is about, in one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from summerstow.billing.fees.amounts import NAMES, Term
from summerstow.billing.pricing.terms import dollars
from summerstow.bookings.model import code
from summerstow.crew.events.model import CountReason
from summerstow.crew.pickups.model import COUNT_REASONS
from summerstow.crew.runs.stop_cases import REASONS as STOP_REASONS
from summerstow.messages.samples import EDITABLE
from summerstow.platform import clock
from summerstow.warehouse.history import Reason
from summerstow.warehouse.words import LabelOwner
from summerstow.warehouse.words import reason as scan_reason

from .model import ItemFacts, Kind

_WHAT: Final[Mapping[str, str]] = {
    "damaged": "damaged",
    "missing": "missing",
    "wet": "wet",
    "other": "something else",
}
_ABOUT: Final[Mapping[str, str]] = {"count": "The count is wrong", "claim": "About a claim"}


def _scan(facts: ItemFacts) -> str:
    owner = None
    if facts.owner_booking_id is not None:
        owner = LabelOwner(facts.owner_name or "Customer", code(facts.owner_booking_id), None)
    return _joined(facts.about, scan_reason(cast(Reason, facts.reason), owner))


def _fee(facts: ItemFacts) -> str:
    return _joined(f"{NAMES[cast(Term, facts.reason)]}, {dollars(facts.cents)}", facts.words)


def _failed_message(facts: ItemFacts) -> str:
    known = EDITABLE.get(facts.reason)
    name = known.title if known else facts.reason.replace("_", " ").capitalize()
    return _joined(f"{name}, by {facts.about}", facts.words)


def _date_change(facts: ItemFacts) -> str:
    day = clock.day_in_words(facts.day) if facts.day else "another day"
    return _joined(
        f"Pickup on {day}, {facts.time}" if facts.time else f"Pickup on {day}", facts.words
    )


def _transfer(facts: ItemFacts) -> str:
    day = f" of {clock.day_in_words(facts.day)}" if facts.day else ""
    return _joined(f"{dollars(facts.cents)}{day}", facts.words)


def _quote(facts: ItemFacts) -> str:
    day = f", {clock.day_in_words(facts.day)}" if facts.day else ""
    return f"To {facts.about}{day}"


_WORDS: Final[Mapping[Kind, Callable[[ItemFacts], str]]] = {
    "count": lambda facts: COUNT_REASONS[cast(CountReason, facts.reason)],
    "stop": lambda facts: STOP_REASONS[facts.reason],
    "scan": _scan,
    "conversation": lambda facts: _joined(_ABOUT.get(facts.reason), facts.words),
    "claim": lambda facts: f"{facts.about}: {_WHAT[facts.reason]}, {dollars(facts.cents)}",
    "claim_credit": lambda facts: f"{facts.about}: {dollars(facts.cents)} left",
    "fee": _fee,
    "dispute": _fee,
    "quote": _quote,
    "price_match": lambda facts: f"{facts.about}, {dollars(facts.cents)}",
    "date_change": _date_change,
    "unpaid": lambda facts: f"{facts.about}, {dollars(facts.cents)} owed",
    "transfer": _transfer,
    "failed_message": _failed_message,
    "stocktake": lambda facts: facts.about,
}


def words_of(kind: Kind, facts: ItemFacts) -> str:
    """Say what an item is about: `Missed pickup, $50: They were out.`"""
    return _WORDS[kind](facts)


def _joined(*parts: str | None) -> str:
    return ": ".join(" ".join(part.split()) for part in parts if part)
