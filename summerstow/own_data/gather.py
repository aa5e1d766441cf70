"""What is known of a person, with what each part is for."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from summerstow.kit import clock, facts
from summerstow.kit.database import Transaction

from . import queries

#: Why each is kept: privacy law asks for the purpose at collection (rule: own-data).
PURPOSES: Final[dict[str, str]] = {
    "account": "So that you can sign in, and we can reach you about your booking.",
    "ways_to_sign_in": "The ways in that you have set up. Secrets and passwords are not shown.",
    "second_steps": "What else is asked for when you sign in. Secrets are not shown.",
    "sessions": "Where you are signed in, so that you can end it.",
    "known_places": "To tell you when somebody signs in from a place that is new.",
    "consents": "What you asked us for, and when. You are never sent promotion.",
    "bookings": "To pick up, store and return your things.",
    "pictures": "Photos of your things, and quotes. Each is at its address for you alone.",
    "shared_bundles": "The bundles of friends that you share.",
    "referral_credits": "Friends who booked with your code.",
    "invoices": "What you were invoiced. The law has us keep it.",
    "ledger": "Each amount that you owed or paid, with its reason. The law has us keep it.",
    "card_payments": "Payments by card that you began. We never see the card's number.",
    "price_matches": "Quotes of others that you showed us, and our answers.",
    "unpaid_cases": "Invoices that were open for long, for a person of ours to look at.",
    "waiting_list": "Windows of which you asked to be told when a place is free.",
    "messages": "What we sent you. Its words are not kept once it is sent.",
    "looks_and_changes": "Who looked at your data or changed it. Staff are shown by their role.",
}


async def my_data(tx: Transaction, user_id: UUID) -> dict[str, Any]:
    """`{made_at, from, purposes, ...sections}`; a section is a list of records. Runs elevated."""
    found = await queries.everything(tx, user_id)
    contact = facts.contact()
    sections = found | {"consents": _consents(found)}
    return {
        "made_at": clock.now().isoformat(),
        "from": f"{contact.name}, {contact.email}, {contact.phone}",
        "purposes": PURPOSES,
        **{name: sections[name] for name in PURPOSES},
    }


def _consents(found: dict[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    [account] = found["account"]
    given = [{"asked_for": "An account", "at": account["created_at"]}]
    given += [
        {"asked_for": "A booking, by our terms", "at": booking["created_at"]}
        for booking in found["bookings"]
    ]
    if account["phone_confirmed_at"]:
        given.append(
            {"asked_for": "Text messages about a booking", "at": account["phone_confirmed_at"]}
        )
    return given
