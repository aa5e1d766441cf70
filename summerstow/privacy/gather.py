"""What is known of a person, with what each part is for."""

from __future__ import annotations

from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform import clock, published
from summerstow.platform.database.transaction import ElevatedTransaction

from . import queries
from .model import OwnData, Record

#: Why each is kept: privacy law asks for the purpose at collection (rule: own-data).
PURPOSES: Final[dict[str, str]] = {
    "account": "So that you can sign in, and we can reach you about your booking.",
    "ways_to_sign_in": "The ways to sign in that you set up. Secrets and passwords are not shown.",
    "joined_accounts": "Other accounts and bookings of yours that our office joined to this one.",
    "second_steps": "What else we ask for when you sign in. Secrets are not shown.",
    "sessions": "Where you are signed in, so that you can end it.",
    "told_devices": "Devices you let us notify. We notify them about your booking only.",
    "known_places": "To warn you when somebody signs in from a new place.",
    "consents": "What you agreed to, and when. We never send you advertising.",
    "bookings": "To pick up, store and return your things.",
    "claims": "What you claimed for an item, and our answer.",
    "part_returns": "Items that come back while the rest stays, how and when.",
    "conversations": "What you wrote to our office, and our answers.",
    "pictures": "Photos of your things, and quotes. Each has an address that works for you alone.",
    "runs_worked_on": "If you work with us: the runs your crew was on.",
    "shared_bundles": "Bundles that you share with friends.",
    "referral_credits": "Friends who booked with your code.",
    "invoices": "What we invoiced you. The law requires us to keep it.",
    "ledger": "Each amount you owed or paid, with its reason. The law requires us to keep it.",
    "card_payments": "Card payments that you started. We never see the card's number.",
    "price_matches": "Competitors' quotes that you showed us, and our answers.",
    "unpaid_cases": "Invoices that stayed unpaid for long, for our staff to review.",
    "waiting_list": "Pickup windows, or the season (no date), that you are waiting for.",
    "messages": "Messages we sent you. Their text is not kept once they are sent.",
    "looks_and_changes": "Who looked at your data or changed it. Staff are shown by their role.",
}


class _Given(msgspec.Struct, frozen=True):
    """When an account or a booking was made, and its phone number confirmed."""

    created_at: str | None = None
    phone_confirmed_at: str | None = None


async def my_data(tx: ElevatedTransaction, user_id: UUID) -> OwnData:
    """Everything that is known of an account."""
    return _shown(await queries.everything(tx, user_id))


async def data_of_address(tx: ElevatedTransaction, email: str) -> OwnData:
    """Everything that is known of an address without an account."""
    return _shown(await queries.everything_of_address(tx, email))


def _shown(records: dict[str, list[Record]]) -> OwnData:
    business = published.business()
    return OwnData(
        made_at=clock.now().isoformat(),
        kept_by=f"{business.name}, {business.email}, {business.phone}",
        purposes=PURPOSES,
        consents=_consents(**{name: records[name] for name in ("account", "bookings")}),
        **records,
    )


def _consents(account: list[Record], bookings: list[Record]) -> list[Record]:
    consents: list[Record] = []
    accounts = [one for one in msgspec.convert(account, list[_Given]) if one.created_at]
    consents += [{"asked_for": "An account", "at": one.created_at} for one in accounts]
    consents += [
        {"asked_for": "A booking, by our terms", "at": one.created_at}
        for one in msgspec.convert(bookings, list[_Given])
    ]
    consents += [
        {"asked_for": "Text messages about a booking", "at": one.phone_confirmed_at}
        for one in accounts
        if one.phone_confirmed_at
    ]
    return consents
