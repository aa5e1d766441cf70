"""The permission table, as data; whatever has no row here fails the tests.

Actors are anon, customer, worker, admin, executive, service. Where a table or a role is not named,
nothing is allowed.
"""

from __future__ import annotations

from typing import Final, Literal

from summerstow.platform import roles
from summerstow.platform.roles import Role

Whose = Literal["all", "own", "customers"]

ACTORS: Final[tuple[str, ...]] = (*sorted(roles.PEOPLE), roles.SERVICE_ROLE)
STAFF: Final[list[Role]] = sorted(roles.STAFF)

_EVERYBODY: Final[dict[str, Whose]] = dict.fromkeys(ACTORS, "all")
_STAFF_AND_OWN: Final[dict[str, Whose]] = {
    "customer": "own",
    "worker": "all",
    "admin": "all",
    "executive": "all",
    "service": "all",
}
_STAFF_ALONE: Final[dict[str, Whose]] = {
    "worker": "all",
    "admin": "all",
    "executive": "all",
    "service": "all",
}
_OFFICE_AND_OWN: Final[dict[str, Whose]] = {
    "customer": "own",
    "admin": "all",
    "executive": "all",
    "service": "all",
}
_OFFICE_ALONE: Final[dict[str, Whose]] = {"admin": "all", "executive": "all", "service": "all"}

#: Columns that customers do not read of rows that they read: who did it, where it stands, and what
#: the crew noted for the office.
NOT_FOR_CUSTOMERS: Final[dict[str, frozenset[str]]] = {
    "stop_events": frozenset(
        {
            "note",
            "next_step",
            "override_reason",
            "actor_id",
            "actor_role",
            "clock_offset_ms",
            "applies",
            "pickup_id",
            "day",
            "seen",
            "device_at",
            "items_counted",
            "decides",
        }
    ),
    "fee_proposals": frozenset({"proposed_by"}),
    "items": frozenset({"location_id", "member_id"}),
    "item_events": frozenset({"location_id", "note", "actor_id", "stop_id"}),
    "claims": frozenset({"decided_by", "paid_out_by"}),
    "ledger": frozenset({"actor_id", "actor_role", "cause"}),
    "date_changes": frozenset({"actor_id", "actor_role", "note"}),
    "delivery_quotes": frozenset({"sent_by", "decided_by", "decided_role"}),
    "kit_deliveries": frozenset({"note"}),
}

#: Every table: who may read it, and whose rows. `customers`: one's own and every customer's.
READ: Final[dict[str, dict[str, Whose]]] = {
    "users": {
        "customer": "own",
        "worker": "customers",
        "admin": "all",
        "executive": "all",
        "service": "all",
    },
    "campuses": _EVERYBODY,
    "slot_availability": _EVERYBODY,
    "bookings": _STAFF_AND_OWN,
    "pickups": _STAFF_AND_OWN,
    "pickup_queue": _STAFF_AND_OWN,
    "pickup_signatures": _STAFF_AND_OWN,
    "custody_cases": _OFFICE_ALONE,
    # Workers: those of today and tomorrow, of which the tests' rows are none.
    "runs": _OFFICE_ALONE | {"worker": "own"},
    "run_workers": _OFFICE_ALONE | {"worker": "own"},
    # Workers: besides, the queue of any day.
    "run_stops": _STAFF_AND_OWN,
    "stop_events": _OFFICE_AND_OWN | {"worker": "own"},
    # Workers: what they proposed themselves.
    "fee_proposals": _OFFICE_AND_OWN | {"worker": "own"},
    "date_changes": _STAFF_AND_OWN,
    "items": _STAFF_AND_OWN,
    "booking_items": _STAFF_AND_OWN,
    "item_events": _STAFF_AND_OWN,
    "labels": _STAFF_AND_OWN,
    "claims": _OFFICE_AND_OWN,
    "locations": _STAFF_ALONE,
    "push_subscriptions": dict.fromkeys(("customer", *STAFF), "own"),
    "kit_deliveries": _STAFF_AND_OWN,
    "kit_stock": _STAFF_ALONE,
    "delivery_quotes": _OFFICE_AND_OWN,
    "ledger": _OFFICE_AND_OWN,
    "invoices": _OFFICE_AND_OWN,
    "settlements": _OFFICE_AND_OWN,
    "cases": _OFFICE_ALONE,
    "audit_log": _OFFICE_ALONE,
    # The product's own: no table of the data API.
    "schema_migration": {},
}

_DATES: Final = "supply_kit_delivery_date pickup_date pickup_time return_delivery_date"
_BOOKED: Final = (
    "campus_id first_name last_name guest_first_name guest_last_name email guest_email phone "
    "guest_phone residence_type building_name address delivery_option delivery_address how_heard "
    f"additional_comments has_flight flight_time status user_id hold_id referral_code {_DATES} "
    "booked_by contact_name contact_phone contact_email contact_language payer_name payer_phone "
    "payer_email payer_language text_messages pricing expected_items expected_value_cents"
)
_RECORD: Final = "user_id booking_id pickup_date status"
_TURN: Final = "user_id booking_id campus_id pickup_date queue_position is_ready pickup_id"

#: Columns that somebody may write in a new row. The service key may write all of `SERVED`.
INSERT: Final[dict[tuple[str, str], str]] = {
    ("bookings", "anon"): _BOOKED,
    ("bookings", "customer"): _BOOKED,
    ("slot_availability", "executive"): "date campus_id capacity available_slots time_of_day",
    **{("pickups", role): _RECORD for role in STAFF},
    **{("pickup_queue", role): _TURN for role in STAFF},
}

#: Columns that somebody may change, in rows of `CHANGED` and in no others.
UPDATE: Final[dict[tuple[str, str], str]] = {
    ("users", "customer"): "full_name",
    ("users", "worker"): "full_name",
    ("users", "admin"): "full_name",
    ("users", "executive"): "full_name customer_id email",
    ("bookings", "customer"): _DATES,
    ("bookings", "admin"): _DATES,
    ("bookings", "executive"): f"{_DATES} status",
    ("slot_availability", "executive"): "capacity available_slots time_of_day",
    **{("pickups", role): "status pickup_date items_counted" for role in STAFF},
    **{("pickup_queue", role): "queue_position is_ready pickup_id" for role in STAFF},
}
CHANGED: Final[dict[tuple[str, str], Whose]] = {
    ("users", "customer"): "own",
    ("users", "worker"): "own",
    ("users", "admin"): "own",
    ("bookings", "customer"): "own",
}

#: What the service key may insert, change and delete; the rest it reads.
SERVED: Final = (
    *("users", "campuses", "slot_availability", "bookings", "pickups", "pickup_queue"),
    *("kit_stock", "kit_deliveries", "items", "booking_items"),
)
#: Computed by the database: nobody says anything of them.
GENERATED: Final = frozenset({("bookings", "needs"), ("pickup_queue", "place")})

#: Columns that the server keeps itself: what anybody but the service key says of them is not
#: heard, and not refused.
NOT_HEARD: Final[dict[str, str]] = {
    "bookings": "slot_id return_slot_id return_delivery_time superseded_by cancellation_note "
    "cancelled_at cancellation_fee_cents location_fee_cents confirm_by email_confirmed_at "
    "pickup_confirmed_at accepted_count needs",
}
#: A guest's names follow from the booking's own, whatever is sent; a customer's stay empty.
DERIVED: Final = "guest_first_name guest_last_name guest_email guest_phone user_id status"


def words(listed: str | None) -> frozenset[str]:
    """The names of a list in this table."""
    return frozenset((listed or "").split())
