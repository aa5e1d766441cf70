"""Writing: what is stored, what comes back, and what is rolled back."""

from __future__ import annotations

import re
from uuid import UUID, uuid4

import httpx
import pytest

from summerstow.app import TABLE_RULES
from summerstow.platform.rest.app import RestApp
from tests.rest.conftest import MAYA, OMAR, Recorded, Rest, identify
from tools.product import ROOT

B2 = "bbbbbbbb-0000-4000-8000-000000000002"
B3 = "bbbbbbbb-0000-4000-8000-000000000003"
SINGLE = "application/vnd.pgrst.object+json"
BACK = "return=representation"


async def _stored(rest: Rest, sql: str) -> object:
    async with rest.database.owner() as tx:
        return await tx.fetchval(sql)


async def test_an_insert_answers_nothing_unless_asked(rest: Rest) -> None:
    row = {"user_id": str(MAYA), "pickup_date": "2027-05-01"}
    answer = await rest.ask("worker", "POST", "pickups", json=row)
    assert (answer.status_code, answer.content) == (201, b"")
    assert answer.headers["content-range"] == "*/*"
    assert "content-type" not in answer.headers
    row["pickup_date"] = "2027-05-02"
    answer = await rest.ask(
        "worker", "POST", "pickups", json=row, prefer="return=headers-only, count=exact"
    )
    assert answer.headers["content-range"] == "*/1"
    assert answer.headers["location"].startswith("/pickups?id=eq.")
    assert answer.headers["preference-applied"] == "return=headers-only, count=exact"


async def test_inserted_rows_come_back_as_selected(rest: Rest) -> None:
    rows = [{"user_id": str(MAYA), "pickup_date": f"2027-05-{day}"} for day in ("11", "12")]
    path = "pickups?select=pickup_date,status,users(full_name)&order=pickup_date.desc"
    answer = await rest.ask("worker", "POST", path, json=rows, prefer=BACK)
    assert answer.status_code == 201
    assert answer.headers["preference-applied"] == BACK
    assert answer.json() == [
        {"pickup_date": day, "status": "scheduled", "users": {"full_name": "Maya Chen"}}
        for day in ("2027-05-12", "2027-05-11")
    ]
    assert (await rest.ask("worker", "POST", "pickups", json=[], prefer=BACK)).json() == []
    assert (await rest.ask("worker", "POST", "pickups", json=[])).status_code == 201


async def test_named_columns_alone_are_heard(rest: Rest) -> None:
    rows = [
        {"user_id": str(MAYA), "pickup_date": "2027-05-21", "nonsense": 1},
        {"user_id": str(MAYA), "pickup_date": "2027-05-22", "status": "completed"},
    ]
    path = 'pickups?columns="user_id","pickup_date","status"&select=status&order=pickup_date'
    refused = await rest.ask("worker", "POST", path, json=rows, prefer=BACK)
    assert refused.json()["code"] == "23502"
    answer = await rest.ask("worker", "POST", path, json=rows, prefer=f"{BACK},missing=default")
    assert answer.json() == [{"status": "scheduled"}, {"status": "completed"}]
    assert answer.headers["preference-applied"] == f"missing=default, {BACK}"


async def test_a_form_is_a_body_too(rest: Rest) -> None:
    answer = await rest.ask(
        "worker",
        "POST",
        "pickups?select=pickup_date",
        content=f"user_id={MAYA}&pickup_date=2027-05-25",
        content_type="application/x-www-form-urlencoded",
        prefer=BACK,
    )
    assert answer.json() == [{"pickup_date": "2027-05-25"}]


async def test_a_change_counts_and_shows_its_rows(rest: Rest) -> None:
    path = f"users?id=eq.{OMAR}"
    answer = await rest.ask("omar", "PATCH", path, json={"full_name": "Omar D."})
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["content-range"] == "0-0/*"
    answer = await rest.ask(
        "omar", "PATCH", f"{path}&select=full_name", json={"full_name": "Omar"},
        prefer=f"{BACK},count=exact",
    )  # fmt: skip
    assert (answer.status_code, answer.json()) == (200, [{"full_name": "Omar"}])
    assert answer.headers["content-range"] == "0-0/1"
    # Another's row is not there to be changed.
    answer = await rest.ask(
        "omar", "PATCH", f"users?id=eq.{MAYA}", json={"full_name": "O"}, prefer=BACK
    )
    assert (answer.status_code, answer.json()) == (200, [])
    assert answer.headers["content-range"] == "*/*"
    assert (await rest.ask("omar", "PATCH", path, json={})).status_code == 204


async def test_a_row_is_shown_although_the_change_takes_it_out_of_the_filter(rest: Rest) -> None:
    path = "users?full_name=eq.Will&select=full_name"
    answer = await rest.ask("worker", "PATCH", path, json={"full_name": "William"}, prefer=BACK)
    assert answer.json() == [{"full_name": "William"}]


@pytest.mark.parametrize(
    ("path", "rows"),
    [("users?id=eq.99999999-0000-4000-8000-000000000000", 0), ("users?role=eq.customer", 2)],
)
async def test_one_object_or_no_change(rest: Rest, path: str, rows: int) -> None:
    answer = await rest.ask(
        "service", "PATCH", path, json={"full_name": "All the same"}, prefer=BACK, accept=SINGLE
    )
    assert answer.status_code == 406
    assert answer.json()["details"] == f"The result contains {rows} rows"
    assert await _stored(rest, "select count(*) from users where full_name like 'All%'") == 0


async def test_one_object_counts_without_a_representation_too(rest: Rest) -> None:
    body = {"full_name": "All the same"}
    answer = await rest.ask("service", "PATCH", "users?role=eq.customer", json=body, accept=SINGLE)
    assert answer.status_code == 406
    assert await _stored(rest, "select count(*) from users where full_name like 'All%'") == 0


async def test_no_more_rows_than_allowed(rest: Rest) -> None:
    path = "users?role=eq.customer"
    body = {"full_name": "All the same"}
    answer = await rest.ask(
        "service", "PATCH", path, json=body, prefer="handling=strict,max-affected=1"
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST124")
    assert answer.json()["details"] == "The query affects 2 rows"
    assert await _stored(rest, "select count(*) from users where full_name like 'All%'") == 0


async def test_a_removal_shows_what_was(rest: Rest) -> None:
    row = {"user_id": str(MAYA), "pickup_date": "2027-06-01"}
    await rest.ask("worker", "POST", "pickups", json=row)
    path = "pickups?pickup_date=eq.2027-06-01"
    answer = await rest.ask(
        "service", "DELETE", f"{path}&select=pickup_date,users(id)", prefer=f"{BACK},count=exact"
    )
    assert (answer.status_code, answer.headers["content-range"]) == (200, "*/1")
    assert answer.json() == [{"pickup_date": "2027-06-01", "users": {"id": str(MAYA)}}]
    answer = await rest.ask("service", "DELETE", path)
    assert (answer.status_code, answer.headers["content-range"]) == (204, "*/*")


async def test_an_upsert_inserts_merges_or_leaves_alone(rest: Rest) -> None:
    path = "pickups?on_conflict=user_id,pickup_date&select=status"
    # A worker may change the status alone.
    row = {"user_id": str(OMAR), "pickup_date": "2027-06-02", "status": "scheduled"}
    merge = f"resolution=merge-duplicates,{BACK}"
    first = await rest.ask("worker", "POST", path, json=row, prefer=merge)
    assert (first.status_code, first.json()) == (201, [{"status": "scheduled"}])
    row["status"] = "completed"
    second = await rest.ask("worker", "POST", path, json=row, prefer=merge)
    assert (second.status_code, second.json()) == (200, [{"status": "completed"}])
    row["status"] = "scheduled"
    ignore = f"resolution=ignore-duplicates,{BACK}"
    third = await rest.ask("worker", "POST", path, json=row, prefer=ignore)
    assert (third.status_code, third.json()) == (201, [])
    answer = await rest.ask("service", "POST", "pickups?on_conflict=x", json=row, prefer=merge)
    assert (answer.status_code, answer.json()["code"]) == (400, "42703")
    row["id"] = str(uuid4())
    answer = await rest.ask("service", "POST", "pickups", json=row, prefer=merge)
    assert answer.json()["code"] == "23505"


async def test_a_tables_rules_surround_its_insert(rest: Rest) -> None:
    rest.rules.seen.clear()
    row = {"campus_id": 2, "first_name": "Maya", "user_id": str(MAYA)}
    answer = await rest.ask(
        "maya",
        "POST",
        "bookings?select=first_name,status,cancellation_note,campus:campuses(campus)",
        json=row,
        prefer=BACK,
        accept=SINGLE,
    )
    # The answer is of after the consequences, with defaults and embeds.
    assert answer.json() == {
        "first_name": "Maya",
        "status": "pending",
        "cancellation_note": "noted",
        "campus": {"campus": "Okanagan Campus"},
    }
    assert answer.status_code == 201
    [(what, [stored])] = rest.rules.seen
    assert (what, stored["first_name"], stored["how_heard"]) == ("inserted", "Maya", "website")


async def test_a_guest_reads_back_just_the_booking_it_made(rest: Rest) -> None:
    row = {"campus_id": 3, "guest_first_name": "Gil", "status": "pending"}
    answer = await rest.ask("anon", "POST", "bookings", json=row, prefer=BACK)
    assert answer.status_code == 201, answer.text
    [stored] = answer.json()
    assert stored["guest_first_name"] == "Gil"
    assert (await rest.get("anon", f"bookings?id=eq.{stored['id']}")).status_code == 401
    refused = await rest.ask("anon", "POST", "bookings", json=row | {"user_id": str(MAYA)})
    assert (refused.status_code, refused.json()["code"]) == (401, "42501")
    assert "row-level security" in refused.json()["message"]


async def test_a_tables_rules_surround_its_change(rest: Rest) -> None:
    rest.rules.seen.clear()
    answer = await rest.ask(
        "maya",
        "PATCH",
        f"bookings?id=eq.{B2}&status=eq.pending&select=pickup_date",
        json={"pickup_date": "2027-05-03"},
        prefer=BACK,
    )
    assert answer.json() == [{"pickup_date": "2027-05-03"}]
    (checked, [before]), (what, [(old, new)]) = rest.rules.seen
    assert (checked, before["id"], what) == ("check_update", B2, "updated")
    assert (old["pickup_date"], new["pickup_date"]) == ("2027-04-30", "2027-05-03")


async def test_another_customers_booking_is_not_there_to_be_changed(rest: Rest) -> None:
    """Rule: unseen-rows-are-absent."""
    body = {"pickup_date": "2027-05-03"}
    answer = await rest.ask("maya", "PATCH", f"bookings?id=eq.{B3}", json=body, prefer=BACK)
    assert (answer.status_code, answer.json()) == (200, [])
    assert await _stored(rest, f"select pickup_date from bookings where id = '{B3}'") is None


async def test_a_tables_rules_follow_its_removal(rest: Rest) -> None:
    answer = await rest.ask(
        "service", "POST", "bookings?select=id", json={"campus_id": 1}, prefer=BACK
    )
    [row] = answer.json()
    rest.rules.seen.clear()
    answer = await rest.ask("service", "DELETE", f"bookings?id=eq.{row['id']}")
    assert answer.status_code == 204
    [(what, [gone])] = rest.rules.seen
    assert (what, gone["id"]) == ("deleted", row["id"])


async def test_an_owned_table_refuses_upserts(rest: Rest) -> None:
    answer = await rest.ask(
        "service",
        "POST",
        "bookings",
        json={"campus_id": 1},
        prefer="resolution=merge-duplicates",
    )
    assert answer.status_code == 400


async def test_an_upsert_by_rules_tells_what_was_inserted_and_what_changed(rest: Rest) -> None:
    rules = Recorded(upsert_allowed=True)
    app = RestApp(rest.database, identify, {"pickups": rules}, {})
    days = ["2027-08-01", "2027-08-02"]
    await rest.ask("worker", "POST", "pickups", json={"user_id": str(OMAR), "pickup_date": days[0]})
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://api.test") as client:
        answer = await client.post(
            "/rest/v1/pickups?on_conflict=user_id,pickup_date&select=pickup_date,status",
            json=[{"user_id": str(OMAR), "pickup_date": d, "status": "completed"} for d in days],
            headers={
                "authorization": "Bearer worker",
                "prefer": f"resolution=merge-duplicates,{BACK}",
            },
        )
    assert answer.json() == [{"pickup_date": day, "status": "completed"} for day in days]
    (_, [fresh]), (_, [(old, new)]) = [one for one in rules.seen if one[0] != "check_update"]
    assert fresh["pickup_date"] == days[1]
    assert (old["status"], new["status"], new["pickup_date"]) == (
        "scheduled",
        "completed",
        days[0],
    )


async def test_a_refusal_by_the_rules_stores_nothing(rest: Rest) -> None:
    rows = [{"campus_id": 1, "first_name": "Somebody"}, {"campus_id": 1, "first_name": "Nobody"}]
    answer = await rest.ask("service", "POST", "bookings", json=rows)
    assert (answer.status_code, answer.json()["message"]) == (
        409,
        "The morning of 30 April is full.",
    )
    assert await _stored(rest, "select count(*) from bookings where first_name = 'Somebody'") == 0


async def test_ids_are_what_the_database_gives(rest: Rest) -> None:
    answer = await rest.ask(
        "maya", "POST", "bookings", json={"campus_id": 1, "user_id": str(MAYA)}, prefer=BACK
    )
    assert UUID(answer.json()[0]["id"]).version == 7
    refused = await rest.ask(
        "maya", "POST", "bookings",
        json={"campus_id": 1, "user_id": str(MAYA), "id": str(uuid4())},
    )  # fmt: skip
    assert (refused.status_code, refused.json()["code"]) == (403, "42501")


def test_the_page_of_the_wire_names_each_table_that_refuses_upserts() -> None:
    page = " ".join((ROOT / "docs" / "wire" / "rest.md").read_text().split())
    named = page.partition("(200 where nothing was new); of ")[2].partition(" rows are inserted")[0]
    refusing = {name for name, rules in TABLE_RULES.items() if not rules.upsert_allowed}
    assert set(re.findall(r"`(\w+)`", named)) == refusing
