"""Reading, as scenarios: who asks for what, and what comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rest.conftest import MAYA, OMAR, Rest

B1, B2, B3, B4 = (f"bbbbbbbb-0000-4000-8000-00000000000{one}" for one in (1, 2, 3, 4))

#: who, path, what comes back
ANSWERS: list[tuple[str, str, Any]] = [
    ("anon", "campuses?select=id&order=id", [{"id": 1}, {"id": 2}, {"id": 3}]),
    ("anon", "campuses?select=id&id=eq.2", [{"id": 2}]),
    ("anon", "campuses?select=id&id=neq.2&order=id.desc", [{"id": 3}, {"id": 1}]),
    ("anon", "campuses?select=id&id=gt.1&id=lt.3", [{"id": 2}]),
    ("anon", "campuses?select=id&id=gte.2&id=lte.2", [{"id": 2}]),
    ("anon", "campuses?select=id&campus=like.Kam*", [{"id": 3}]),
    ("anon", "campuses?select=id&campus=ilike.kam*", [{"id": 3}]),
    ("anon", "campuses?select=id&campus=match.^Kam", [{"id": 3}]),
    ("anon", "campuses?select=id&campus=imatch.^kam", [{"id": 3}]),
    ("anon", "campuses?select=id&campus=not.ilike.*a*&id=eq.3", []),
    ("anon", "campuses?select=id&id=in.(1,3)&order=id", [{"id": 1}, {"id": 3}]),
    ("anon", "campuses?select=id&id=not.in.(1,3)", [{"id": 2}]),
    ("anon", "campuses?select=id&id=in.()", []),
    ("anon", "campuses?select=id&id=eq(any).{1,2}&order=id", [{"id": 1}, {"id": 2}]),
    ("anon", "campuses?select=id&campus=like(any).{Kam*,Oka*}&order=id", [{"id": 2}, {"id": 3}]),
    ("anon", "campuses?select=id&id=isdistinct.1&order=id", [{"id": 2}, {"id": 3}]),
    ("anon", "campuses?select=id&campus=fts.kamloops", [{"id": 3}]),
    ("anon", "campuses?select=id&campus=wfts(english).kamloops", [{"id": 3}]),
    ("anon", "campuses?select=id&or=(id.eq.1,and(id.gt.2,campus.not.is.null))&order=id",
     [{"id": 1}, {"id": 3}]),
    ("anon", "campuses?select=id&not.or=(id.eq.1,id.in.(3))", [{"id": 2}]),
    ("anon", "campuses?select=id&and=(id.gte.2,not.and(id.eq.3))", [{"id": 2}]),
    ("anon", "campuses?select=id&order=id&limit=1&offset=1", [{"id": 2}]),
    ("anon", "campuses?select=id&limit=0", []),
    ("anon", "campuses?select=id&offset=99", []),
    ("anon", "campuses?select=number:id,text:id::text&id=eq.1", [{"number": 1, "text": "1"}]),
    ("anon", 'campuses?select="id"&"id"=eq.1', [{"id": 1}]),
    ("anon", "campuses?select=id&id=eq.1&apikey=sb_publishable_x", [{"id": 1}]),
    ("admin", "users?select=full_name&full_name=is.null", [{"full_name": None}]),
    ("admin", "users?select=role&full_name=is.NOT_NULL&role=eq.worker", [{"role": "worker"}]),
    ("admin", "bookings?select=pickup_date&order=pickup_date.desc&limit=1",
     [{"pickup_date": None}]),
    ("admin", "bookings?select=pickup_date&order=pickup_date.desc.nullslast&limit=1",
     [{"pickup_date": "2027-04-30"}]),
    ("admin", "bookings?select=pickup_date&order=pickup_date.nullsfirst&limit=1",
     [{"pickup_date": None}]),
    ("admin", 'users?select=id&full_name=eq.Omar "O" D\'Arcy, Jr.', [{"id": str(OMAR)}]),
    ("admin", 'users?select=id&full_name=in.("Omar \\"O\\" D\'Arcy, Jr.",x)',
     [{"id": str(OMAR)}]),
    ("admin", 'users?select=id&or=(full_name.eq."Omar \\"O\\" D\'Arcy, Jr.")',
     [{"id": str(OMAR)}]),
    # Embeds.
    ("maya", f"bookings?select=id,campus:campuses(campus)&id=eq.{B2}",
     [{"id": B2, "campus": {"campus": "Okanagan Campus"}}]),
    ("maya", f"bookings?select=campuses!bookings_campus_id_fkey(id)&id=eq.{B2}",
     [{"campuses": {"id": 2}}]),
    ("maya", f"bookings?select=campuses!campus_id(id)&id=eq.{B2}", [{"campuses": {"id": 2}}]),
    ("maya", f"bookings?select=campus_id(id)&id=eq.{B2}", [{"campus_id": {"id": 2}}]),
    ("maya", f"bookings?select=...campuses(university_campus:campus)&id=eq.{B2}",
     [{"university_campus": "Okanagan Campus"}]),
    ("maya", f"bookings?select=slot:slot_availability(id)&id=eq.{B2}", [{"slot": None}]),
    ("maya", "campuses?select=id,bookings(id)&order=id",
     [{"id": 1, "bookings": [{"id": B1}]}, {"id": 2, "bookings": [{"id": B2}]},
      {"id": 3, "bookings": []}]),
    ("maya", "campuses?select=id,bookings(id)&bookings.status=eq.pending&order=id&limit=2",
     [{"id": 1, "bookings": []}, {"id": 2, "bookings": [{"id": B2}]}]),
    ("maya", "campuses?select=id,bookings!inner(id)&bookings.status=eq.pending",
     [{"id": 2, "bookings": [{"id": B2}]}]),
    ("maya", "campuses?select=id,b:bookings!inner()&b.or=(status.eq.pending,status.eq.x)",
     [{"id": 2}]),
    ("maya", "campuses?select=id,bookings()&bookings=is.null", [{"id": 3}]),
    ("maya", "campuses?select=id,bookings()&bookings=not.is.null&order=id",
     [{"id": 1}, {"id": 2}]),
    ("maya", "bookings?select=id,slot_availability()&slot_availability=not.is.null", []),
    ("maya", f"bookings?select=id,campuses()&campuses=not.is.null&id=eq.{B2}", [{"id": B2}]),
    ("maya", f"bookings?select=id,slot_availability(id)&slot_availability=is.null&id=eq.{B2}",
     [{"id": B2, "slot_availability": None}]),
    ("maya", f"bookings?select=id&or=(id.eq.{B2},campuses.is.null)&select=id,campuses()",
     [{"id": B2}]),
    ("maya", "bookings?select=id,campuses!inner(id)&campuses.id=eq.1",
     [{"id": B1, "campuses": {"id": 1}}]),
    ("maya", "bookings?select=id,campuses(id)&campuses.id=eq.1&order=id",
     [{"id": B1, "campuses": {"id": 1}}, {"id": B2, "campuses": None}]),
    ("maya", "bookings?select=id,c:campuses(id)&order=c(campus).desc",
     [{"id": B1, "c": {"id": 1}}, {"id": B2, "c": {"id": 2}}]),
    ("admin", "campuses?select=id,bookings(id)&id=eq.2&bookings.order=id.desc&bookings.limit=1",
     [{"id": 2, "bookings": [{"id": B3}]}]),
    ("maya", "campuses?select=bookings(users(full_name,bookings(id)))&id=eq.1"
     "&bookings.users.bookings.order=created_at",
     [{"bookings": [{"users": {"full_name": "Maya Chen", "bookings": [{"id": B1}, {"id": B2}]}}]}]),
    # One row of the queue at most belongs to a booking.
    ("maya", f"bookings?select=pickup_queue(queue_position)&id=eq.{B2}",
     [{"pickup_queue": {"queue_position": 1}}]),
    # A table that refers to itself: its name means the rows that refer to this one, the column's
    # name the row that this one refers to.
    ("admin", f"bookings?select=superseded_by(id)&id=eq.{B3}", [{"superseded_by": None}]),
    ("admin", f"bookings?select=earlier:bookings(id)&id=eq.{B3}", [{"earlier": []}]),
    ("admin", f"bookings?select=earlier:bookings!superseded_by(id)&id=eq.{B3}",
     [{"earlier": []}]),
    # How many there are.
    ("admin", "campuses?select=id,bookings(count)&order=id",
     [{"id": 1, "bookings": [{"count": 1}]}, {"id": 2, "bookings": [{"count": 2}]},
      {"id": 3, "bookings": [{"count": 1}]}]),
    ("maya", "campuses?select=id,bookings(count)&bookings.status=eq.pending&id=in.(1,2)&order=id",
     [{"id": 1, "bookings": [{"count": 0}]}, {"id": 2, "bookings": [{"count": 1}]}]),
    ("maya", "bookings?select=count", [{"count": 2}]),
    ("maya", "bookings?select=mine:count&status=eq.pending", [{"mine": 1}]),
    # Inside JSON.
    ("admin", "audit_log?select=status:after->>status,row_id&table_name=eq.bookings"
     f"&after->>first_name=eq.Omar&row_id=eq.{B3}", [{"status": "pending", "row_id": B3}]),
    ("admin", "audit_log?select=after->campus_id&after->campus_id=eq.3&table_name=eq.bookings",
     [{"campus_id": 3}]),
    ("admin", 'audit_log?select=row_id&after=cs.{"first_name":"Gus"}', [{"row_id": B4}]),
]  # fmt: skip


@pytest.mark.parametrize(("who", "path", "expected"), ANSWERS)
async def test_what_is_asked_for_comes_back(
    rest: Rest, who: str, path: str, expected: object
) -> None:
    answer = await rest.get(who, path)
    assert answer.status_code == 200, answer.text
    assert answer.json() == expected


#: path, headers, status, Content-Range, number of rows
PAGES: list[tuple[str, dict[str, str], int, str, int]] = [
    ("campuses", {}, 200, "0-2/*", 3),
    ("campuses?id=eq.9", {}, 200, "*/*", 0),
    ("campuses?id=eq.9", {"prefer": "count=exact"}, 200, "*/0", 0),
    ("campuses", {"prefer": "count=exact"}, 200, "0-2/3", 3),
    ("campuses?limit=2", {"prefer": "count=exact"}, 206, "0-1/3", 2),
    ("campuses?limit=2&offset=2", {"prefer": "count=exact"}, 206, "2-2/3", 1),
    ("campuses?offset=3", {"prefer": "count=exact"}, 206, "*/3", 0),
    ("campuses?offset=4", {"prefer": "count=exact"}, 416, "*/3", 0),
    ("campuses?limit=2", {"prefer": "count=estimated"}, 206, "0-1/3", 2),
    ("campuses", {"range": "1-1", "range-unit": "items"}, 200, "1-1/*", 1),
    ("campuses", {"range": "1-", "prefer": "count=exact"}, 206, "1-2/3", 2),
    ("campuses?limit=1", {"range": "0-1"}, 200, "0-0/*", 1),
    ("campuses", {"range": "bytes=0-10"}, 200, "0-2/*", 3),
    ("campuses?select=id,bookings!inner(id)&limit=1", {"prefer": "count=exact"}, 206, "0-0/3", 1),
]


@pytest.mark.parametrize(("path", "headers", "status", "span", "rows"), PAGES)
async def test_pages_and_counts(
    rest: Rest, path: str, headers: dict[str, str], status: int, span: str, rows: int
) -> None:
    for method in ("GET", "HEAD"):
        answer = await rest.ask("admin", method, path, **headers)
        assert (answer.status_code, answer.headers["content-range"]) == (status, span)
        if method == "HEAD":
            assert answer.content == b""
        elif status < 400:
            assert len(answer.json()) == rows
            assert "Accept, Accept-Encoding, Prefer, Range" in answer.headers["vary"]
            assert answer.headers["content-location"] == f"/{path}"
            assert answer.headers["content-type"] == "application/json; charset=utf-8"


async def test_a_planned_count_is_postgresqls_guess(rest: Rest) -> None:
    answer = await rest.get("admin", "campuses?limit=1", prefer="count=planned")
    total = answer.headers["content-range"].partition("/")[2]
    assert total.isdigit()


@pytest.mark.parametrize("count", ["planned", "estimated"])
async def test_a_visitor_is_told_no_guess_at_what_is_hidden(rest: Rest, count: str) -> None:
    for who in ("maya", "anon"):
        answer = await rest.get(who, "campuses?id=eq.0", prefer=f"count={count}")
        assert answer.headers["content-range"] == "*/0"


async def test_one_object(rest: Rest) -> None:
    single = "application/vnd.pgrst.object+json"
    answer = await rest.get("maya", f"users?select=full_name&id=eq.{MAYA}", accept=single)
    assert answer.status_code == 200
    assert answer.json() == {"full_name": "Maya Chen"}
    assert answer.headers["content-type"] == f"{single}; charset=utf-8"
    none = await rest.get("maya", f"users?select=full_name&id=eq.{OMAR}", accept=single)
    assert none.status_code == 406
    assert none.json() == {
        "code": "PGRST116",
        "details": "The result contains 0 rows",
        "hint": None,
        "message": "Cannot coerce the result to a single JSON object",
    }
    several = await rest.get("anon", "campuses", accept=single)
    assert several.json()["details"] == "The result contains 3 rows"


async def test_nulls_may_be_stripped(rest: Rest) -> None:
    answer = await rest.get(
        "maya",
        f"bookings?select=id,phone&id=eq.{B2}",
        accept="application/vnd.pgrst.object+json;nulls=stripped",
    )
    assert answer.json() == {"id": B2}
    assert "nulls=stripped" in answer.headers["content-type"]


async def test_rows_as_csv(rest: Rest) -> None:
    answer = await rest.get(
        "admin",
        f"users?select=full_name,role&id=in.({OMAR},{MAYA})&order=role,id",
        accept="text/csv",
    )
    assert answer.text == 'full_name,role\n"Maya Chen",customer\n"Omar ""O"" D\'Arcy, Jr.",customer'
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"


async def test_a_row_that_one_may_not_see_is_absent(rest: Rest) -> None:
    """Rule: unseen-rows-are-absent."""
    assert (await rest.get("maya", f"bookings?id=eq.{B3}")).json() == []
    assert len((await rest.get("maya", "bookings")).json()) == 2


async def test_a_long_list_of_ids_fits_into_the_address(rest: Rest) -> None:
    ids = ",".join([B2] * 430)
    answer = await rest.get("maya", f"bookings?select=id&id=in.({ids})")
    assert answer.json() == [{"id": B2}]


async def test_the_description_lists_what_one_may_read(rest: Rest) -> None:
    paths = json.loads((await rest.get("anon", "")).text)["paths"]
    assert "/campuses" in paths
    assert "/bookings" not in paths
    assert "/rpc/places" in paths


@pytest.mark.parametrize(
    ("takes", "encoding"),
    [
        ("gzip, br", "gzip"),
        ("br;q=1, gzip;q=0.5", "gzip"),
        ("gzip;q=0", None),
        ("br, gzip;q=0.0", None),
        ("identity", None),
    ],
)
async def test_long_answers_are_sent_compressed_to_who_takes_them(
    rest: Rest, takes: str, encoding: str | None
) -> None:
    answer = await rest.ask("maya", "GET", "", **{"accept_encoding": takes})
    assert answer.headers.get("content-encoding") == encoding
    plain = await rest.ask("maya", "GET", "", **{"accept_encoding": "identity"})
    assert answer.json() == plain.json()
    short = await rest.get("anon", "campuses?select=id", accept_encoding="gzip")
    assert "content-encoding" not in short.headers
