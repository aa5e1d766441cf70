"""What a booking may hold, whoever writes the row; what it may not is refused by its name."""

from __future__ import annotations

import asyncpg
import pytest

from summerstow.platform.database.pool import Database
from tests.people import RestClients, booking_body

LINES = {
    "first_name": 100,
    "last_name": 100,
    "guest_first_name": 100,
    "guest_last_name": 100,
    "phone": 32,
    "guest_phone": 32,
    "building_name": 200,
    "how_heard": 100,
    "referral_code": 32,
    "pickup_time": 40,
    "return_delivery_time": 40,
}
TEXTS = {
    "address": 500,
    "delivery_address": 500,
    "additional_comments": 2000,
    "cancellation_note": 500,
}
CHOICES = (
    "residence_type",
    "delivery_option",
    "flight_time",
    "booked_by",
    "pricing",
    "status",
)
DAYS = ("supply_kit_delivery_date", "pickup_date", "return_delivery_date")
CENTS = ("cancellation_fee_cents", "location_fee_cents")
REFUSED = [
    *((name, "'two\nlines'", f"{name}_check") for name in LINES),
    *((name, f"repeat('x', {most + 1})", f"{name}_check") for name, most in LINES.items()),
    *((name, f"repeat('x', {most + 1})", f"{name}_check") for name, most in TEXTS.items()),
    *((name, "'something else'", f"{name}_check") for name in CHOICES),
    *((name, "'2101-01-01'", f"{name}_check") for name in DAYS),
    *((name, "-1", f"{name}_check") for name in CENTS),
    ("email", "'nobody'", "email_check"),
    ("guest_email", "'nobody'", "guest_email_check"),
    ("guest_email", "'other@example.test'", "guest_address_is_the_address"),
    ("email", "null", "guest_address_is_the_address"),
]
ALLOWED = [
    *((name, f"repeat('x', {most})") for name, most in {**LINES, **TEXTS}.items()),
    *((name, "null") for name in (*LINES, *TEXTS) if name != "how_heard"),
    ("additional_comments", "'two\nlines'"),
    ("guest_email", "null"),
    ("email", "null"),
    ("pickup_date", "'2100-12-31'"),
    ("cancellation_fee_cents", "0"),
]


async def test_each_column_of_a_booking_refuses_what_it_may_not_hold(
    rest: RestClients, database: Database
) -> None:
    made = await rest.of(None).post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    booking = made.json()[0]["id"]
    for column, value, rule in REFUSED:
        with pytest.raises(asyncpg.CheckViolationError) as caught:
            async with database.owner() as tx:
                await tx.execute(
                    f"update bookings set {column} = {value} where id = $1::text::uuid",
                    booking,
                )
        assert caught.value.constraint_name == f"bookings_{rule}", column
        assert f'check constraint "bookings_{rule}"' in str(caught.value)
    for column, value in ALLOWED:
        async with database.owner() as tx:
            await tx.execute(
                f"update bookings set {column} = {value} where id = $1::text::uuid",
                booking,
            )


@pytest.mark.parametrize("column", DAYS)
async def test_a_booking_says_which_day_it_does_not_take(rest: RestClients, column: str) -> None:
    answer = await rest.of(None).post("/bookings", json=booking_body() | {column: "2101-01-01"})
    words = column.replace("_", " ")
    assert (answer.status_code, answer.json()["message"]) == (
        400,
        f"We can't take that {words}. Please choose another day.",
    )


async def test_each_column_of_a_stop_refuses_what_it_may_not_hold(
    rest: RestClients, database: Database
) -> None:
    made = await rest.of(None).post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    booking = made.json()[0]["id"]
    for change, rule in (
        ("kind = 'visit'", "kind_check"),
        ("state = 'gone'", "state_check"),
        ("state = 'failed', failure = 'rain'", "failure_check"),
        ("failure = 'ours'", "failure"),
        ("\"window\" = repeat('x', 41)", "window_check"),
        ("\"window\" = E'two\nlines'", "window_check"),
    ):
        with pytest.raises(asyncpg.CheckViolationError) as caught:
            async with database.owner() as tx:
                await tx.execute(
                    f"update run_stops set {change} where booking_id = $1::text::uuid", booking
                )
        assert caught.value.constraint_name == f"run_stops_{rule}", change
