"""The messages whose words an owner may change, and a sample of what each of them may name."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from summerstow.platform import published

Group = Literal["Booking", "Pickup", "Return", "Bill", "Account", "Other"]


class EditableMessage(msgspec.Struct, frozen=True):
    """A kind of message; `may_be_off`: it is a courtesy, and nothing depends on it."""

    group: Group
    title: str
    may_be_off: bool = False


EDITABLE: Final[dict[str, EditableMessage]] = {
    "booking_received": EditableMessage("Booking", "Booking received"),
    "booking_confirmed": EditableMessage("Booking", "Booking confirmed"),
    "booking_changed": EditableMessage("Booking", "Booking changed"),
    "booking_cancelled": EditableMessage("Booking", "Booking cancelled"),
    "booking_replaced": EditableMessage("Booking", "Booking replaced by a new one"),
    "booking_restored": EditableMessage("Booking", "Cancellation undone"),
    "pickup_moved": EditableMessage("Pickup", "Pickup moved"),
    "bookings_confirmed": EditableMessage("Booking", "Several bookings confirmed"),
    "bookings_cancelled": EditableMessage("Booking", "Several bookings cancelled"),
    "pickups_moved": EditableMessage("Pickup", "Several pickups moved"),
    "pickup_request_refused": EditableMessage("Pickup", "Request for another day refused"),
    "kit_tomorrow": EditableMessage("Pickup", "Supply kit tomorrow", may_be_off=True),
    "kit_delivered": EditableMessage("Pickup", "Supply kit delivered", may_be_off=True),
    "pickup_in_two_days": EditableMessage("Pickup", "Two days before the pickup", may_be_off=True),
    "pickup_tomorrow": EditableMessage("Pickup", "The day before the pickup", may_be_off=True),
    "pickup_address": EditableMessage("Pickup", "Address still missing"),
    "on_the_way": EditableMessage("Pickup", "Crew on the way", may_be_off=True),
    "three_ahead": EditableMessage("Pickup", "Three pickups ahead", may_be_off=True),
    "crew_late": EditableMessage("Pickup", "Crew is late"),
    "next_stop": EditableMessage("Pickup", "Next in line", may_be_off=True),
    "at_your_door": EditableMessage("Pickup", "Crew at the door"),
    "visit_failed": EditableMessage("Pickup", "Nobody at the door"),
    "picked_up": EditableMessage("Pickup", "Items picked up"),
    "door_named": EditableMessage("Pickup", "Named to be at the door"),
    "door_cancelled": EditableMessage("Pickup", "Visit cancelled, to the door"),
    "delivery_booked": EditableMessage("Return", "Return booked"),
    "delivery_undecided": EditableMessage("Return", "Return not decided yet", may_be_off=True),
    "part_return": EditableMessage("Return", "Some items back: collected, delivered, shipped"),
    "storage_extended": EditableMessage("Return", "Stored longer"),
    "storage_ends": EditableMessage("Return", "Longer storage ends", may_be_off=True),
    "delivery_quote_sent": EditableMessage("Return", "Quote for another city"),
    "delivery_quote_accepted": EditableMessage("Return", "Quote accepted"),
    "delivery_quote_withdrawn": EditableMessage("Return", "Quote withdrawn"),
    "return_in_two_days": EditableMessage("Return", "Two days before the return", may_be_off=True),
    "return_tomorrow": EditableMessage("Return", "The day before the return", may_be_off=True),
    "return_on_the_way": EditableMessage("Return", "Crew on the way", may_be_off=True),
    "return_ahead": EditableMessage("Return", "Three returns ahead", may_be_off=True),
    "return_next": EditableMessage("Return", "Next in line", may_be_off=True),
    "return_at_your_door": EditableMessage("Return", "Crew at the door"),
    "delivered": EditableMessage("Return", "Items delivered"),
    "booking_unconfirmed": EditableMessage("Booking", "Guest asked to confirm"),
    "place_given_back": EditableMessage("Booking", "Place of a guest given back"),
    "place_free": EditableMessage("Booking", "Place free for the waiting list"),
    "friend_joined": EditableMessage("Booking", "Friend joined, to the owner"),
    "bundle_joined": EditableMessage("Booking", "Shared bundle joined, to the friend"),
    "bundle_moved": EditableMessage("Pickup", "Shared pickup changed, to a friend"),
    "bundle_in_two_days": EditableMessage(
        "Pickup", "Two days before the pickup, to a friend", may_be_off=True
    ),
    "bundle_tomorrow": EditableMessage(
        "Pickup", "The day before the pickup, to a friend", may_be_off=True
    ),
    "bundle_picked_up": EditableMessage("Pickup", "Items picked up, to a friend"),
    "bundle_return": EditableMessage("Return", "Return of a shared bundle, to a friend"),
    "bundle_stored_longer": EditableMessage("Return", "Stored longer, to a friend"),
    "shared_plan_ended": EditableMessage("Booking", "Shared bundle cancelled"),
    "invoice": EditableMessage("Bill", "Invoice"),
    "card_declined": EditableMessage("Bill", "Automatic payment declined"),
    "invoice_voided": EditableMessage("Bill", "Invoice cancelled"),
    "payment": EditableMessage("Bill", "Payment received"),
    "payment_reversed": EditableMessage("Bill", "Payment corrected"),
    "confirm_signup": EditableMessage("Account", "Confirm a new account"),
    "signup_taken": EditableMessage("Account", "Sign-up with an address in use"),
    "account_invited": EditableMessage("Account", "Password for a booking by phone"),
    "account_imported": EditableMessage("Account", "Account brought along by an import"),
    "invite": EditableMessage("Account", "Invitation"),
    "staff_invited": EditableMessage("Account", "Invitation of staff"),
    "magic_link": EditableMessage("Account", "Sign-in link"),
    "recovery": EditableMessage("Account", "New password asked for"),
    "reauthentication": EditableMessage("Account", "Code before a password change"),
    "password_changed": EditableMessage("Account", "Password changed"),
    "email_change_current": EditableMessage("Account", "New email: ask the old address"),
    "email_change_new": EditableMessage("Account", "New email: ask the new address"),
    "email_changed": EditableMessage("Account", "Email changed"),
    "phone_changed": EditableMessage("Account", "Phone changed"),
    "identity_linked": EditableMessage("Account", "Sign-in account connected"),
    "identity_unlinked": EditableMessage("Account", "Sign-in account disconnected"),
    "second_factor": EditableMessage("Account", "Second step added or removed"),
    "new_sign_in": EditableMessage("Account", "Sign-in from a new place"),
    "token_replayed": EditableMessage("Account", "Copied sign-in ended"),
    "accounts_merged": EditableMessage("Account", "Two accounts joined"),
    "account_erased": EditableMessage("Account", "Account deleted"),
    "claim_decided": EditableMessage("Other", "Claim decided"),
    "office_answered": EditableMessage("Other", "Answer of the office"),
    "season_open": EditableMessage("Other", "Booking is open"),
}

#: Values as a message may name them; each names some.
SAMPLE: Final[dict[str, object]] = {
    "first_name": "Mina",
    "campus": "UBC Vancouver",
    "residence": "Totem Park, 2525 West Mall",
    "room": None,
    "room_cleared": True,
    "pickup": "Wednesday, April 28, 2027, 9:00 AM - 12:00 PM",
    "pickup_day": "Wednesday, April 28, 2027",
    "pickup_time": "9:00 AM - 12:00 PM",
    "kit_day": "Friday, April 23, 2027",
    "return_day": "Tuesday, August 31, 2027",
    "guest": False,
    "was": "Tuesday, April 27, 2027, 9:00 AM - 12:00 PM",
    "is_now": "Wednesday, April 28, 2027, 9:00 AM - 12:00 PM",
    "changes": [{"what": "Phone", "was": "not given", "is_now": "(604) 555-0187"}],
    "is_coming": True,
    "count": 2,
    "bookings": [
        {
            "name": name,
            "code": code,
            "pickup": "Wednesday, April 28, 2027, 9:00 AM - 12:00 PM",
            "was": "Tuesday, April 27, 2027, 9:00 AM - 12:00 PM",
            "is_now": "Wednesday, April 28, 2027, 9:00 AM - 12:00 PM",
            "fee": None,
            "link": None,
        }
        for name, code in (("Mina Park", "AAAA-BBBB"), ("Noah Park", "CCCC-DDDD"))
    ],
    "reason": "crew",
    "ours": True,
    "fee": "$100",
    "note": None,
    "by_mail": True,
    "paragraphs": ["Your boxes are at our warehouse.", "We bring them on August 31."],
    "code": "AAAA-BBBB",
    "new_code": "CCCC-DDDD",
    "ahead": 3,
    "items": 7,
    "left_behind": ["3. Suitcase"],
    "brought": ["1. Books", "2. Lamp"],
    "claims_until": "Friday, September 3, 2027, 2:10 PM campus time",
    "arrived": "9:41 AM",
    "waits_until": "9:51 AM",
    "visit": "pickup",
    "when": "Wednesday, April 28, 2027, 9:00 AM - 12:00 PM",
    "failure": "nobody_there",
    "next_step": "date",
    "delivery": "Tuesday, August 31, 2027, 9:00 AM - 12:00 PM",
    "day": "Tuesday, August 31, 2027",
    "window": "9:00 AM - 12:00 PM",
    "address": "1 Main Street, Vancouver",
    "quote": False,
    "amount": "$180",
    "until": "Tuesday, July 13, 2027",
    "back": "Tuesday, August 31, 2027, 9:00 AM - 12:00 PM",
    "step": "booked",
    "way": "collect",
    "return_kind": "collection",
    "carrier": "Canada Post",
    "parcels": [{"number": "7023 2100 1234", "link": None}],
    "hours": 48,
    "months": 4,
    "monthly": "$63",
    "total": "$504",
    "late": "40 minutes",
    "around": "12:40 PM",
    "link": "/customer-dashboard",
    "give_back": "/give-back",
    "owner": "Mei L.",
    "friend": "Ana K.",
    "people": 3,
    "account_page": "/customer-dashboard/payments",
    "card": True,
    "saved_card": None,
    "number": "INV-001142",
    "words": "First month of storage",
    "reference": "4821 9037",
    "due": "Wednesday, May 5, 2027",
    "customer": None,
    "credit": "$60",
    "role": "crew",
    "email": "mina@student.example",
    "new_email": "mina@mail.example",
    "both": True,
    "ending": "0187",
    "provider": "Google",
    "account": "mina@mail.example",
    "password_removed": False,
    "added": True,
    "name": "Phone",
    "what": "a code from an app",
    "first": False,
    "ended_change": None,
    "program": "Firefox on Windows",
    "cancelled": ["AAAA-BBBB"],
    "closed": True,
    "had_account": True,
    "other": "m…@mail.example",
    "codes": ["AAAA-BBBB"],
}


#: Values of a booking that is not confirmed; other messages ask whether there are any.
_UNCONFIRMED: Final = {"held_until": "Friday, April 23, 2027, 2:10 PM"}


def sample(kind: str) -> dict[str, object]:
    """Return sample values for a kind of message."""
    return SAMPLE | (_UNCONFIRMED if kind in {"booking_unconfirmed", "place_given_back"} else {})


def is_off(kind: str) -> bool:
    """Whether a kind of message is not sent (rule: messages-in-own-words)."""
    known = EDITABLE.get(kind)
    return known is not None and known.may_be_off and kind in published.messages().off
