"""Places are never sold twice: 200 people at once, through two worker processes, for five."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

from summerstow.platform import clock

from .product import Product, new_address
from .wire import at_once, request

JSON = {"apikey": "anon", "content-type": "application/json", "prefer": "return=representation"}


def offer(product: Product, day: date, part: str, places: int) -> str:
    with product.service() as client:
        made = client.post(
            "/rest/v1/slot_availability",
            headers={"prefer": "return=representation"},
            json={
                "date": day.isoformat(),
                "campus_id": 2,
                "capacity": places,
                "available_slots": places,
                "time_of_day": part,
            },
        )
    assert made.status_code == 201, made.text
    return str(made.json()[0]["id"])


def booking(day: date, email: str, **fields: object) -> dict[str, Any]:
    return {
        "campus_id": 2,
        "first_name": "Robin",
        "last_name": "Marsh",
        "email": email,
        "building_name": "Nechako",
        "pickup_date": day.isoformat(),
        "pickup_time": "9:00 AM - 12:00 PM",
    } | fields


async def test_200_people_at_once_for_5_places(product: Product) -> None:
    day = clock.today() + timedelta(days=120)
    slot = offer(product, day, "morning", 5)
    offer(product, day, "afternoon", 5)
    people = [new_address(f"p{number}") for number in range(200)]
    answers = await at_once(
        product.port,
        [
            request("POST", "/rest/v1/bookings", JSON, json.dumps(booking(day, one)).encode())
            for one in people
        ],
    )
    by_status: dict[int, list[int]] = {}
    for number, answer in enumerate(answers):
        by_status.setdefault(answer.status, []).append(number)
    counts = {status: len(found) for status, found in by_status.items()}
    assert counts == {201: 5, 409: 195}, answers[0].body
    named = f"{day:%A, %B} {day.day}, {day.year}"
    for number in by_status[409]:
        assert answers[number].json() == {
            "code": "PT409",
            "message": f"The pickup window {named}, 9:00 AM - 12:00 PM is full. "
            f"The nearest free one is {named}, 12:00 PM - 3:00 PM.",
            "details": {
                "full": True,
                "free": [
                    {"date": day.isoformat(), "pickup_time": "12:00 PM - 3:00 PM"},
                    *answers[number].json()["details"]["free"][1:],
                ],
            },
            "hint": answers[number].json()["hint"],
        }
    with product.service() as client:
        (left,) = client.get(f"/rest/v1/slot_availability?id=eq.{slot}").json()
        stored = client.get(f"/rest/v1/bookings?slot_id=eq.{slot}").json()
    assert left["available_slots"] == 0
    winners = sorted(people[number] for number in by_status[201])
    assert sorted(row["email"] for row in stored) == winners
    for winner in winners:
        assert len(product.mails(winner)) == 1
    written = await product.rows(
        "select recipient from app.outbox where recipient = any($1)", people
    )
    assert sorted(row["recipient"] for row in written) == winners
    # Someone cancels, and their place goes to the next, once.
    with product.service() as client:
        gone = client.patch(
            f"/rest/v1/bookings?email=eq.{winners[0]}", json={"status": "cancelled"}
        )
        assert gone.status_code == 204, gone.text
    late = [booking(day, new_address("late")) for _ in range(2)]
    again = await at_once(
        product.port,
        [request("POST", "/rest/v1/bookings", JSON, json.dumps(one).encode()) for one in late],
    )
    assert sorted(answer.status for answer in again) == [201, 409]


async def test_a_submission_sent_ten_times_is_one_booking(product: Product) -> None:
    day = clock.today() + timedelta(days=121)
    slot = offer(product, day, "morning", 5)
    email = new_address("double")
    once = request(
        "POST",
        "/rest/v1/bookings",
        JSON | {"idempotency-key": f"wizard {email}"},
        json.dumps(booking(day, email)).encode(),
    )
    answers = await at_once(product.port, [once] * 10)
    assert [answer.status for answer in answers] == [201] * 10
    assert len({answer.body for answer in answers}) == 1
    with product.service() as client:
        stored = client.get(f"/rest/v1/bookings?email=eq.{email}").json()
        (left,) = client.get(f"/rest/v1/slot_availability?id=eq.{slot}").json()
    assert [row["id"] for row in stored] == [row["id"] for row in answers[0].json()]
    assert left["available_slots"] == 4
    assert len(product.mails(email)) == 1


async def test_a_key_that_stood_for_something_else_is_refused(product: Product) -> None:
    day = clock.today() + timedelta(days=122)
    headers = JSON | {"idempotency-key": new_address("key")}
    mine, other = (booking(day, new_address(who)) for who in ("mine", "other"))
    first, second = [
        (
            await at_once(
                product.port,
                [request("POST", "/rest/v1/bookings", headers, json.dumps(body).encode())],
            )
        )[0]
        for body in (mine, other)
    ]
    assert (first.status, second.status) == (201, 422)
    with product.service() as client:
        assert client.get(f"/rest/v1/bookings?email=eq.{other['email']}").json() == []
