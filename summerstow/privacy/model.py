"""What is known of a person, by section."""

from __future__ import annotations

from typing import Any

import msgspec

#: What the database keeps of one thing, by column.
Record = dict[str, Any]


class OwnData(msgspec.Struct, frozen=True, kw_only=True, rename={"kept_by": "from"}):
    """Everything about an account: each section holds its records, and `purposes` say why."""

    made_at: str
    kept_by: str
    purposes: dict[str, str]
    account: list[Record]
    ways_to_sign_in: list[Record]
    joined_accounts: list[Record]
    second_steps: list[Record]
    sessions: list[Record]
    told_devices: list[Record]
    known_places: list[Record]
    consents: list[Record]
    bookings: list[Record]
    claims: list[Record]
    part_returns: list[Record]
    conversations: list[Record]
    pictures: list[Record]
    runs_worked_on: list[Record]
    shared_bundles: list[Record]
    referral_credits: list[Record]
    invoices: list[Record]
    ledger: list[Record]
    card_payments: list[Record]
    price_matches: list[Record]
    unpaid_cases: list[Record]
    waiting_list: list[Record]
    messages: list[Record]
    looks_and_changes: list[Record]

    def section(self, name: str) -> list[Record]:
        """The records of a section, one of `gather.PURPOSES`."""
        result: list[Record] = getattr(self, name)
        return result
