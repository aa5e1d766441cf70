"""What a call's query string asks of its result."""

from __future__ import annotations

import pytest

from tests.rest.conftest import Rest

SINGLE = "application/vnd.pgrst.object+json"
FIRST = {
    "id": 1,
    "name": "Trip 1",
    "day": "2027-04-01",
    "at": "2027-04-01T09:00:00Z",
    "stops": [1, 10],
}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("select=id&order=id.desc", [{"id": 10}, {"id": 3}, {"id": 2}, {"id": 1}]),
        ("id=eq.1", [FIRST]),
        ("select=*&limit=1", [FIRST]),
        ("select=number:id,last:stops->1&limit=1", [{"number": 1, "last": 10}]),
        ("select=id::text&offset=3", [{"id": "10"}]),
        ("select=id&order=name.nullsfirst,id&limit=2", [{"id": 3}, {"id": 1}]),
        ("select=id&day=gt.2027-04-02&name=not.is.null", [{"id": 10}]),
        ("select=id&at=lt.2027-04-02T02:30:00-07:00", [{"id": 1}, {"id": 2}]),
        ("select=id&or=(id.eq.3,name.like.*10)", [{"id": 3}, {"id": 10}]),
        ("select=id&id=in.(2,3)&limit=1&offset=1", [{"id": 3}]),
        ("select=count", [{"count": 4}]),
        ("limit=0", []),
    ],
)
async def test_the_rows_of_a_call_are_filtered_sorted_and_paged(
    rest: Rest, asked: str, expected: object
) -> None:
    by_post = await rest.ask("anon", "POST", f"rpc/trips?{asked}")
    by_get = await rest.get("anon", f"rpc/trips?{asked}")
    assert (by_post.status_code, by_post.json()) == (200, expected)
    assert (by_get.status_code, by_get.json()) == (200, expected)


async def test_the_total_of_a_call_is_counted(rest: Rest) -> None:
    page = await rest.ask("anon", "POST", "rpc/trips?limit=2&offset=1", prefer="count=exact")
    assert (page.status_code, page.headers["content-range"]) == (206, "1-2/4")
    whole = await rest.get("anon", "rpc/trips", prefer="count=exact")
    assert (whole.status_code, whole.headers["content-range"]) == (200, "0-3/4")
    ranged = await rest.get("anon", "rpc/trips?select=id", range="2-9")
    assert (ranged.json(), ranged.headers["content-range"]) == ([{"id": 3}, {"id": 10}], "2-3/*")
    beyond = await rest.get("anon", "rpc/trips?offset=9", prefer="count=exact")
    assert (beyond.status_code, beyond.json()["code"]) == (416, "PGRST103")


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (
            "trips?select=id,name,day&id=gte.2",
            'id,name,day\n2,"Trip 2",2027-04-02\n3,,2027-04-03\n10,"Trip 10",2027-04-10',
        ),
        ("trips?id=eq.3", 'id,name,day,at,stops\n3,,2027-04-03,"2027-04-03 09:00:00+00","[3, 30]"'),
        ("trips?select=number:id,title:name::text&limit=1", 'number,title\n1,"Trip 1"'),
        ("trip?select=name,stops", 'name,stops\n"Trip 1","[1, 10]"'),
        ("trips?select=count", "count\n4"),
    ],
)
async def test_the_rows_of_a_call_as_csv(rest: Rest, asked: str, expected: str) -> None:
    answer = await rest.ask("anon", "POST", f"rpc/{asked}", json={}, accept="text/csv")
    assert (answer.status_code, answer.text) == (200, expected)


async def test_one_row_of_a_call(rest: Rest) -> None:
    one = await rest.ask("anon", "POST", "rpc/trips?select=id&id=eq.3", accept=SINGLE)
    assert one.json() == {"id": 3}
    many = await rest.ask("anon", "POST", "rpc/trips?select=id", accept=SINGLE)
    assert (many.status_code, many.json()["code"]) == (406, "PGRST116")
    alone = await rest.get("anon", "rpc/trip?select=day,name")
    assert alone.json() == {"day": "2027-04-01", "name": "Trip 1"}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("select=nothing", "42703"),
        ("nothing=eq.1", "42703"),
        ("id=is.nonsense", "PGRST100"),
        ("id=eq.x", "22P02"),
        ("select=id,bookings(id)", "PGRST200"),
        ("select=count,id", "42803"),
    ],
)
async def test_what_a_result_does_not_have_is_refused(rest: Rest, asked: str, code: str) -> None:
    answer = await rest.ask("anon", "POST", f"rpc/trips?{asked}")
    assert (answer.status_code, answer.json()["code"]) == (400, code)


async def test_a_refused_query_string_leaves_nothing_done(rest: Rest) -> None:
    before = (await rest.get("anon", "campuses")).json()
    assert (await rest.ask("worker", "POST", "rpc/call?limit=x")).status_code == 400
    assert (await rest.get("anon", "campuses")).json() == before


async def test_what_was_asked_of_somebody_else_is_answered_in_the_form_asked_for(
    rest: Rest,
) -> None:
    """Where there is none of that form, nothing is done or asked for."""
    before = len((await rest.get("anon", "campuses")).json())
    refused = await rest.ask("worker", "POST", "rpc/ask_outside", json={}, accept="text/csv")
    assert (refused.status_code, refused.json()["code"]) == (406, "PGRST107")
    assert len((await rest.get("anon", "campuses")).json()) == before
    whole = (await rest.ask("worker", "POST", "rpc/ask_outside", json={})).json()
    assert [one["name"] for one in whole] == ["Outside"]
    column = "rpc/ask_outside?select=id"
    rows = await rest.ask("worker", "POST", column, json={}, accept="text/csv")
    assert (rows.status_code, rows.text) == (200, f"id\n{whole[0]['id'] + 1}")
