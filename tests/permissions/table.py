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

_SIGNED_IN: Final = "customer worker admin executive"
_EVERYONE: Final = f"anon {_SIGNED_IN} service"
_CREW: Final = "worker admin executive"
_OFFICE: Final = "admin executive"

#: Every command, and who may call it.
CALL: Final[dict[str, str]] = {
    "campus_clock": _EVERYONE,
    "places_left": _EVERYONE,
    "quote": _EVERYONE,
    "booking_price": _EVERYONE,
    "address_check": _EVERYONE,
    "hold_place": _EVERYONE,
    "release_place": _EVERYONE,
    "wait_for_place": _EVERYONE,
    "wait_for_season": _EVERYONE,
    "copy_slots": "executive",
    "preview_places": "executive",
    "set_places": "executive",
    "closed_days": _CREW,
    "close_days": _OFFICE,
    "open_days": _OFFICE,
    "booked_days": _OFFICE,
    "allow_no_shows": "executive",
    "saved_views": _CREW,
    "save_view": _CREW,
    "drop_view": _CREW,
    "end_staff_sessions": "executive",
    "my_sessions": _SIGNED_IN,
    "end_session": _SIGNED_IN,
    "expected_arrival": _SIGNED_IN,
    "booking_rules": _SIGNED_IN,
    "item_rules": _SIGNED_IN,
    "booking_quote": _SIGNED_IN,
    "accept_count": _SIGNED_IN,
    "calendar_file": _SIGNED_IN,
    "agreed_terms": _SIGNED_IN,
    "preview_cancellation": _SIGNED_IN,
    "cancel_booking": _SIGNED_IN,
    "preview_edit_booking": _SIGNED_IN,
    "edit_booking": _SIGNED_IN,
    "add_item": _SIGNED_IN,
    "change_item": _SIGNED_IN,
    "remove_item": _SIGNED_IN,
    "preview_delivery": _SIGNED_IN,
    "collections": _SIGNED_IN,
    "book_collection": _SIGNED_IN,
    "cancel_collection": _SIGNED_IN,
    "open_collections": _CREW,
    "hand_over_collection": _CREW,
    "store_longer": _SIGNED_IN,
    "storage_until": _SIGNED_IN,
    "book_delivery": _SIGNED_IN,
    "delivery_quote": _SIGNED_IN,
    "accept_delivery_quote": _SIGNED_IN,
    "decline_delivery_quote": _SIGNED_IN,
    "delivery_quotes_waiting": _OFFICE,
    "find": _CREW,
    "cancel_without_fee": "executive",
    "set_kit_states": _CREW,
    "match_transfers": _OFFICE,
    "record_transfers": _OFFICE,
    "read_bank_file": _OFFICE,
    "reverse_payments": _OFFICE,
    "book_for_caller": _CREW,
    "account_invitation": _CREW,
    "send_invitation": _CREW,
    "booking_notes": _CREW,
    "add_booking_note": _CREW,
    "message_customer": _OFFICE,
    "confirm_for_guest": _OFFICE,
    "send_delivery_quote": _OFFICE,
    "withdraw_delivery_quote": _OFFICE,
    "preview_staff_fee": _OFFICE,
    "charge_staff_fee": _OFFICE,
    # Whoever has the link of a guest's mail.
    "guest_booking": f"anon {_SIGNED_IN}",
    "payer_invoice": f"anon {_SIGNED_IN}",
    "payer_invoice_pdf": f"anon {_SIGNED_IN}",
    "confirm_guest_booking": f"anon {_SIGNED_IN}",
    "give_back_guest_booking": f"anon {_SIGNED_IN}",
    "own_guest_bookings": _SIGNED_IN,
    "accept_guest_booking": _SIGNED_IN,
    "reject_guest_booking": _SIGNED_IN,
    # Whoever has the link of a pickup's reminder.
    "linked_pickup": f"anon {_SIGNED_IN}",
    "announce_late": _SIGNED_IN,
    "announce_late_by_link": f"anon {_SIGNED_IN}",
    "linked_visit": f"anon {_SIGNED_IN}",
    "confirm_linked_pickup": f"anon {_SIGNED_IN}",
    "confirm_pickup": _SIGNED_IN,
    "preview_linked_move": f"anon {_SIGNED_IN}",
    "move_linked_pickup": f"anon {_SIGNED_IN}",
    "preview_linked_cancellation": f"anon {_SIGNED_IN}",
    "cancel_linked_booking": f"anon {_SIGNED_IN}",
    "ask_pickup_change": _SIGNED_IN,
    "withdraw_pickup_change": _SIGNED_IN,
    "answer_pickup_change": _CREW,
    "pickup_day": _CREW,
    "booking_friends": _CREW,
    "set_pickup_status": _CREW,
    "record_pickup_events": _CREW,
    "pickup_events": _CREW,
    "needs_person": _CREW,
    "settle_case": _OFFICE,
    "report_device_storage": _CREW,
    "refused_devices": _OFFICE,
    "order_pickups": _CREW,
    "change_pickup": _CREW,
    "add_pickup": _CREW,
    "stop_state": _CREW,
    "record_stop_events": _CREW,
    "count_wrong_code": _CREW,
    "run_day": _CREW,
    "pull_list": _CREW,
    "crew_members": _OFFICE,
    "stops_needing_a_person": _CREW,
    "create_run": _OFFICE,
    "change_run": _OFFICE,
    "remove_run": _OFFICE,
    "assign_stops": _OFFICE,
    "lock_stop": _OFFICE,
    "propose_order": _OFFICE,
    "propose_split": _OFFICE,
    "accept_order": _OFFICE,
    "arrange_runs": _OFFICE,
    "name_proxy": _SIGNED_IN,
    "my_stops": _SIGNED_IN,
    "push_key": _SIGNED_IN,
    "push_renew": f"anon {_SIGNED_IN}",
    "push_subscribe": _SIGNED_IN,
    "push_unsubscribe": _SIGNED_IN,
    "propose_fee": _CREW,
    "fees_of_terms": _CREW,
    "charge_fee": _OFFICE,
    "refuse_fee": _OFFICE,
    "fees_waiting": _OFFICE,
    "dispute_fee": "customer",
    "decide_dispute": "executive",
    "record_events": _SIGNED_IN,
    "find_item": _CREW,
    "write_to_office": _SIGNED_IN,
    "write_by_link": f"anon {_SIGNED_IN}",
    "own_conversations": _SIGNED_IN,
    "conversations": _OFFICE,
    "conversation": _OFFICE,
    "answer_conversation": _OFFICE,
    "file_claim": "customer",
    "decide_claim": _OFFICE,
    "claims_to_decide": _OFFICE,
    "claims_to_pay": _OFFICE,
    "pay_out_claim": "executive",
    "item_history": _CREW,
    "item_cases": _CREW,
    "space_used": _CREW,
    "items_in_keeping": "executive",
    "stocktake": _CREW,
    "stocktakes_waiting": _OFFICE,
    "settle_stocktake": _OFFICE,
    "print_labels": _OFFICE,
    "hand_out_labels": _CREW,
    "create_location": _OFFICE,
    "change_location": _OFFICE,
    "kit_day": _CREW,
    "set_kit_state": _CREW,
    "add_kit_stock": _OFFICE,
    "possible_duplicates": _CREW,
    "customer_file": _OFFICE,
    "season_overview": "executive",
    "preview_text": "executive",
    "settings_section": "executive",
    "season_effects": "executive",
    "archive_link": "executive",
    "person_data": "executive",
    "person_data_pdf": "executive",
    "preview_person_erasure": "executive",
    "erase_person": "executive",
    "newest_archive": "executive",
    "request_archive": "executive",
    "season_close": "executive",
    "message_kinds": "executive",
    "preview_message": "executive",
    "send_message_to_me": "executive",
    "preview_page": "executive",
    "sample_prices": "executive",
    "first_steps": "executive",
    "send_test_mail": "executive",
    "save_settings": "executive",
    "discard_settings": "executive",
    "restore_settings": "executive",
    "publish_settings": "executive",
    "withdraw_settings": "executive",
    "staff_list": "executive",
    "add_staff": "executive",
    "invite_staff_again": "executive",
    "change_staff": "executive",
    "remove_staff": "executive",
    "reset_staff_factors": "executive",
    "shared_plan": _SIGNED_IN,
    "invite_friends": _SIGNED_IN,
    "revoke_invite": _SIGNED_IN,
    # Whoever has the link is shown what it is to.
    "join_preview": f"anon {_SIGNED_IN}",
    "accept_invite": _SIGNED_IN,
    "leave_shared_plan": _SIGNED_IN,
    "choose_room": _SIGNED_IN,
    "remove_friend": _SIGNED_IN,
    "my_referrals": _SIGNED_IN,
    "statement": _SIGNED_IN,
    "invoice_pdf": _SIGNED_IN,
    "account_statement": _OFFICE,
    "find_invoices": _OFFICE,
    "booking_sums": _OFFICE,
    "close_case": _OFFICE,
    "ask_price_match": _SIGNED_IN,
    "my_price_matches": _SIGNED_IN,
    "price_matches": _OFFICE,
    "answer_price_match": _OFFICE,
    "record_payment": _OFFICE,
    "waive": "executive",
    "write_off": "executive",
    "refund": "executive",
}


def words(listed: str | None) -> frozenset[str]:
    """The names of a list in this table."""
    return frozenset((listed or "").split())
