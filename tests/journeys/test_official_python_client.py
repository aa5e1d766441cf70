"""The unmodified Python client (`supabase`), over the wire, against the started product."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from postgrest import CountMethod
from postgrest.exceptions import APIError
from supabase import Client, create_client
from supabase_auth.errors import AuthApiError

from summerstow.platform import clock

from .product import PASSWORD, SERVICE, Product, eventually, new_address

#: The client's own use of its sub-clients.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:supabase")

EMBEDDED = "*,campus:campuses(campus,university,country)"


def day(after: int) -> str:
    return (clock.today() + timedelta(days=after)).isoformat()


def sign_up(client: Client, email: str) -> None:
    made = client.auth.sign_up(
        {
            "email": email,
            "password": PASSWORD,
            "options": {"data": {"full_name": "Maya Chen", "role": "executive"}},
        }
    )
    assert made.session is None
    assert made.user is not None
    assert made.user.email == email


def confirm_by_code(product: Product, client: Client, email: str) -> None:
    found = re.search(r"\b\d{6}\b", product.confirmation(email)["text"])
    assert found
    answer = client.auth.verify_otp({"email": email, "token": found[0], "type": "signup"})
    assert answer.session is not None


def confirm_by_link(product: Product, client: Client, email: str) -> None:
    landed = httpx.post(
        product.confirmation(email)["links"][0], data={"": ""}, follow_redirects=False
    )
    assert landed.status_code == 303
    code = httpx.URL(landed.headers["location"]).params["code"]
    answer = client.auth.exchange_code_for_session({"auth_code": code})
    assert answer.session is not None


def guest_booking(product: Product, email: str) -> None:
    """What the wizard sends when the account has just been made and is not confirmed yet."""
    with product.client() as client:
        made = client.post(
            "/rest/v1/bookings",
            json={
                "campus_id": 1,
                "first_name": "Maya",
                "last_name": "Chen",
                "email": email,
                "pickup_date": day(200),
            },
        )
    assert made.status_code == 201, made.text


def rows_of(answer: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = answer.data
    return rows


@pytest.mark.parametrize("confirm", [confirm_by_code, confirm_by_link])
def test_the_whole_life_of_a_customer(product: Product, confirm: Any) -> None:
    client = create_client(product.url, "anon")
    email = new_address("maya")
    sign_up(client, email)
    guest_booking(product, email)
    confirm(product, client, email)
    client.auth.sign_out()

    signed_in = client.auth.sign_in_with_password({"email": email, "password": PASSWORD})
    assert signed_in.session is not None
    refreshed = client.auth.refresh_session()
    assert refreshed.session is not None
    assert refreshed.session.refresh_token != signed_in.session.refresh_token
    claims = client.auth.get_claims()
    assert claims is not None
    assert claims["claims"]["sub"] == signed_in.session.user.id

    # The booking made as a guest belongs to the account now.
    (first,) = rows_of(client.table("bookings").select(EMBEDDED).execute())
    assert first["campus"] == {
        "campus": "Vancouver Campus",
        "university": "University of British Columbia",
        "country": "Canada",
    }
    assert first["user_id"] == claims["claims"]["sub"]

    (second,) = rows_of(
        client.table("bookings")
        .insert(
            {
                "user_id": first["user_id"],
                "campus_id": 2,
                "first_name": "Maya",
                "last_name": "Chen",
                "email": email,
                "building_name": "Nechako",
                "pickup_date": day(201),
                "supply_kit_delivery_date": day(195),
            }
        )
        .execute()
    )
    assert (second["status"], second["how_heard"]) == ("pending", "website")
    (moved,) = rows_of(
        client.table("bookings")
        .update({"pickup_date": day(202), "return_delivery_date": day(300)})
        .eq("id", second["id"])
        .execute()
    )
    assert (moved["pickup_date"], moved["return_delivery_date"]) == (day(202), day(300))
    listed = (
        client.table("bookings").select("id,status", count=CountMethod.exact).order("created_at")
    )
    answer = listed.execute()
    assert answer.count == 2
    assert [row["status"] for row in rows_of(answer)] == ["cancelled", "pending"]
    (profile,) = rows_of(client.table("users").select("role,full_name").execute())
    assert profile == {"role": "customer", "full_name": "Maya Chen"}

    token = refreshed.session.access_token
    client.auth.sign_out()
    assert client.auth.get_session() is None
    with product.client(token) as left:
        eventually(
            lambda: left.get("/rest/v1/bookings").status_code == 401,
            "the access token of an ended session is refused",
            within=5,
        )
        # However many worker processes there are.
        assert {left.get("/auth/v1/user").status_code for _ in range(8)} == {403}
        with pytest.raises(AuthApiError) as refused:
            client.auth.refresh_session(refreshed.session.refresh_token)
    assert refused.value.code == "session_not_found"
    # Signed out, the client may still look at what is public, and at nothing else.
    assert len(rows_of(client.table("campuses").select("*").execute())) == 3
    with pytest.raises(APIError) as denied:
        client.table("bookings").select("*").execute()
    assert denied.value.code == "42501"


def test_rows_are_counted_and_the_rows_of_a_call_chosen(product: Product) -> None:
    office = create_client(product.url, SERVICE["apikey"])
    campuses = office.table("campuses").select("id,bookings(count)").order("id").execute()
    for campus in rows_of(campuses):
        of_campus = office.table("bookings").select("count").eq("campus_id", campus["id"])
        assert campus["bookings"] == rows_of(of_campus.execute())
    client = create_client(product.url, "anon")
    client.auth.sign_in_with_password({"email": "customer2@demo.test", "password": "demo-password"})
    whole = rows_of(client.rpc("my_sessions", {}).execute())
    (one,) = rows_of(client.rpc("my_sessions", {}).select("id").limit(1).execute())
    assert one == {"id": whole[0]["id"]}


def test_the_service_key_corrects_what_the_server_keeps_itself(product: Product) -> None:
    guest_booking(product, email := new_address("kept"))
    office = create_client(product.url, SERVICE["apikey"])
    kept = {"location_fee_cents": 1500, "cancellation_note": "Moved by hand"}
    (changed,) = rows_of(office.table("bookings").update(kept).eq("email", email).execute())
    assert changed | kept == changed
    item = {
        "id": str(uuid4()),
        "booking_id": changed["id"],
        "kind": "box",
        "description": "Box",
        "boxed": True,
    }
    (added,) = rows_of(office.table("items").insert(item).execute())
    assert added | item == added
    shelf = {"campus_id": 3, "kits": 40}
    (stocked,) = rows_of(office.table("kit_stock").upsert(shelf).execute())
    assert stocked | shelf == stocked


def test_another_customers_bookings_are_not_there(product: Product) -> None:
    theirs = product.account("their")
    mine = create_client(product.url, "anon")
    mine.auth.sign_in_with_password({"email": "customer2@demo.test", "password": "demo-password"})
    with product.client(theirs["access_token"]) as client:
        made = client.post(
            "/rest/v1/bookings",
            headers={"prefer": "return=representation"},
            json={
                "campus_id": 3,
                "first_name": "Not",
                "last_name": "Yours",
                "email": theirs["user"]["email"],
            },
        )
    number = made.json()[0]["id"]
    bookings = mine.table("bookings")
    assert rows_of(bookings.select("*").eq("id", number).execute()) == []
    change = mine.table("bookings").update({"pickup_date": day(150)}).eq("id", number)
    assert rows_of(change.execute()) == []
    with pytest.raises(APIError) as refused:
        mine.table("bookings").insert(
            {
                "user_id": theirs["user"]["id"],
                "campus_id": 3,
                "first_name": "For",
                "last_name": "Another",
                "email": "customer2@demo.test",
            }
        ).execute()
    assert refused.value.code == "42501"
    assert (
        mine.table("bookings").select("*").eq("id", str(uuid4())).maybe_single().execute() is None
    )
