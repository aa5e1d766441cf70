"""Pages of long lists: whatever they are sorted by, each has the rows that it would have of all."""

from __future__ import annotations

import re
from typing import Any

import pytest
import pytest_asyncio

from summerstow.platform.rest.grammar import bounds
from summerstow.platform.rest.grammar.accept import ARRAY
from summerstow.platform.rest.grammar.prefer import read_preferences
from summerstow.platform.rest.planning.trust import Trust
from summerstow.platform.rest.prepare import Reading
from summerstow.platform.rest.tables import PlannedRequest
from summerstow.platform.roles import Role
from tests.rest.conftest import MAYA, Rest

_SORTED = (
    "first_name",
    "email",
    "user_id",
    "pickup_date",
    "return_delivery_date",
    "supply_kit_delivery_date",
    "delivery_option",
    "status",
    "created_at",
    "campus(campus)",
)
_SIZE = 7


@pytest_asyncio.fixture(loop_scope="session", scope="module", autouse=True)
async def _many(rest: Rest) -> None:
    """Sixty bookings; every third of them lacks a name, or a day, or an account."""
    async with rest.database.owner() as tx:
        await tx.execute(
            "insert into bookings (user_id, campus_id, first_name, last_name, email, pickup_date, "
            "return_delivery_date, supply_kit_delivery_date, delivery_option, status, created_at) "
            "select case when n % 4 > 0 then $1::uuid end, 1 + n % 3, "
            "case when n % 3 > 0 then 'Ana' || n % 5 end, 'Lee', "
            "case when n % 7 > 0 then n % 9 || '@example.test' end, "
            "case when n % 5 > 0 then date '2027-04-20' + n % 8 end, "
            "case when n % 3 > 1 then date '2027-09-01' + n % 4 end, "
            "case when n % 2 > 0 then date '2027-04-10' + n % 4 end, "
            "case when n % 4 > 1 then 'same_city' end, "
            "case when n % 2 > 0 then 'pending' else 'cancelled' end, "
            "timestamptz '2027-02-01' + n * interval '1 minute' from generate_series(1, 60) n",
            MAYA,
        )


async def _ids(rest: Rest, who: str, path: str, **headers: str) -> tuple[list[str], str]:
    answer = await rest.get(who, path, **headers)
    assert answer.status_code in (200, 206), answer.text
    return [row["id"] for row in answer.json()], answer.headers["content-range"]


@pytest.mark.parametrize("column", _SORTED)
@pytest.mark.parametrize("turn", ["asc", "desc"])
@pytest.mark.parametrize("nulls", ["", ".nullsfirst", ".nullslast"])
async def test_pages_are_the_parts_of_the_whole(
    rest: Rest, column: str, turn: str, nulls: str
) -> None:
    """In the order of all of them, each row once, up to the last page and beyond it."""
    for who, filters in (("executive", ""), ("admin", "&status=eq.pending"), ("maya", "")):
        list_ = f"bookings?select=id,campus:campuses(campus)&order={column}.{turn}{nulls},id"
        whole, _ = await _ids(rest, who, list_ + filters)
        assert len(whole) > 4 * _SIZE
        for begin in range(0, len(whole) + _SIZE, _SIZE):
            part = f"{list_}{filters}&limit={_SIZE}&offset={begin}"
            found, _ = await _ids(rest, who, part)
            assert found == whole[begin : begin + _SIZE], part


@pytest.mark.parametrize(
    "words",
    [
        ("ana1",),
        ("LEE", "ana"),
        ("7@example",),
        ("a_a2",),
        ("nobody",),
    ],
)
@pytest.mark.parametrize("column", ["created_at", "first_name", "email", "pickup_date", "id"])
@pytest.mark.parametrize("turn", ["asc", "desc.nullslast", "asc.nullsfirst"])
async def test_pages_of_those_with_a_word_are_the_parts_of_the_whole(
    rest: Rest, words: tuple[str, ...], column: str, turn: str
) -> None:
    """Counted on each page, whichever column has the word."""
    among = ("first_name", "last_name", "email")
    filters = "".join(
        f"&or=({','.join(f'{one}.ilike.*{word}*' for one in among)})" for word in words
    )
    list_ = f"bookings?select=id,campus:campuses(campus)&order={column}.{turn},id{filters}"
    whole, _ = await _ids(rest, "executive", list_)
    for begin in range(0, len(whole), _SIZE):
        part = f"{list_}&limit={_SIZE}&offset={begin}"
        found, said = await _ids(rest, "executive", part, prefer="count=exact")
        assert found == whole[begin : begin + _SIZE], part
        assert said == f"{begin}-{begin + len(found) - 1}/{len(whole)}"
    beyond = await rest.get("executive", f"{list_}&limit=7&offset=999", prefer="count=exact")
    assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"*/{len(whole)}")


_DAYS = {
    "pickup_date": ("2027-04-21", "2027-04-25"),
    "return_delivery_date": ("2027-09-01", "2027-09-02"),
}


@pytest.mark.parametrize("day", _DAYS)
@pytest.mark.parametrize(
    "more", ["", "&status=eq.pending", "&campus_id=in.(1,3)&user_id=not.is.null"]
)
@pytest.mark.parametrize(
    "order", ["created_at.desc.nullslast", "status", "email", "campus(campus)"]
)
async def test_pages_of_some_days_are_the_parts_of_the_whole(
    rest: Rest, day: str, more: str, order: str
) -> None:
    """Both days included, and counted on each page."""
    first, last = _DAYS[day]
    list_ = f"bookings?select=id,{day},campus:campuses(campus)&order={order},id{more}"
    rows = (await rest.get("admin", f"{list_}&{day}=not.is.null")).json()
    whole = [row["id"] for row in rows if first <= row[day] <= last]
    assert whole
    for begin in range(0, len(whole), _SIZE):
        part = f"{list_}&{day}=gte.{first}&{day}=lte.{last}&limit={_SIZE}&offset={begin}"
        found, said = await _ids(rest, "admin", part, prefer="count=exact")
        assert found == whole[begin : begin + _SIZE], part
        assert said == f"{begin}-{begin + len(found) - 1}/{len(whole)}"


@pytest.mark.parametrize(
    ("day", "index"),
    [
        ("pickup_date", "bookings_pickup_days_idx"),
        ("return_delivery_date", "bookings_return_days_idx"),
    ],
)
async def test_some_days_are_put_in_order_in_their_index(rest: Rest, day: str, index: str) -> None:
    """Nothing else is read of them; of all bookings, newest first, most are not of these days."""
    first, last = _DAYS[day]
    query = (
        f"select=*&{day}=gte.{first}&{day}=lte.{last}"
        "&order=created_at.desc.nullslast,id&limit=50&offset=0"
    )
    text, arguments = await _statement(rest, query, b"count=exact")
    async with rest.database.owner() as tx:
        await tx.execute("set local enable_seqscan = off")
        await tx.execute("set local enable_bitmapscan = off")
        plan = "\n".join(row[0] for row in await tx.fetch(f"explain {text}", *arguments))
    assert re.search(rf"CTE matched\n +-> +Index Only Scan using {index} ", plan), plan


@pytest.mark.parametrize(
    ("asked", "begins"), [("'ana1':*", "Ana1"), ("'lee':* %26 'ana':*", "Ana"), ("'nobody':*", "-")]
)
@pytest.mark.parametrize("order", ["created_at.desc.nullslast", "first_name", "pickup_date"])
async def test_pages_by_the_words_of_the_search_are_the_parts_of_the_whole(
    rest: Rest, asked: str, begins: str, order: str
) -> None:
    """A word begins one of the record's, as in the search of everything."""
    list_ = f"bookings?select=id,first_name&words=fts(simple).{asked}&order={order},id"
    everybody = (await rest.get("admin", "bookings?select=id,first_name")).json()
    theirs = {one["id"] for one in everybody if (one["first_name"] or "").startswith(begins)}
    whole, _ = await _ids(rest, "admin", list_)
    assert set(whole) == theirs
    for begin in range(0, len(whole), _SIZE):
        found, said = await _ids(
            rest, "admin", f"{list_}&limit={_SIZE}&offset={begin}", prefer="count=exact"
        )
        assert found == whole[begin : begin + _SIZE]
        assert said == f"{begin}-{begin + len(found) - 1}/{len(whole)}"


@pytest.mark.parametrize(
    ("who", "table", "index"),
    [
        ("worker", "bookings", "bookings_search_idx"),
        ("admin", "bookings", "bookings_search_idx"),
        ("executive", "bookings", "bookings_search_idx"),
        ("admin", "users", "users_search_idx"),
        ("executive", "users", "users_search_idx"),
    ],
)
@pytest.mark.parametrize("counted", [(), (b"count=exact",)])
async def test_words_are_found_in_the_index_of_the_search(
    rest: Rest, who: Role, table: str, index: str, counted: tuple[bytes, ...]
) -> None:
    """Without policies, under which PostgreSQL takes no index for what is not leakproof."""
    role = "&role=eq.customer" if table == "users" else ""
    query = f"select=id&words=fts(simple).'ana':*{role}&order=id&limit=20&offset=0"
    asked = await _asked(rest, query, *counted, table=table, who=who)
    assert asked.trust == Trust(None)
    assert asked.statement is not None
    arguments = asked.statement.arguments(asked.values)
    async with rest.database.owner() as tx:
        await tx.execute("set local enable_seqscan = off")
        rows = await tx.fetch(f"explain {asked.statement.text}", *arguments)
    assert f" on {index}" in "\n".join(row[0] for row in rows)


@pytest.mark.parametrize("path", ["select=words", "order=words", "words=eq.ana", "words=is.null"])
async def test_words_are_for_text_searches_alone(rest: Rest, path: str) -> None:
    assert (await rest.get("admin", f"bookings?{path}")).json()["code"] == "42703"
    assert "words" not in (await rest.get("admin", "bookings?limit=1")).json()[0]


@pytest.mark.parametrize("turn", ["asc", "desc", "asc.nullsfirst", "desc.nullslast"])
async def test_pages_by_what_not_all_refer_to_have_those_too(rest: Rest, turn: str) -> None:
    """Bookings without an account stand where rows without a value are to stand."""
    list_ = f"bookings?select=id,users!user_id(full_name)&order=users(full_name).{turn},id"
    whole, _ = await _ids(rest, "executive", list_)
    for begin in range(0, len(whole), _SIZE):
        found, _ = await _ids(rest, "executive", f"{list_}&limit={_SIZE}&offset={begin}")
        assert found == whole[begin : begin + _SIZE]


@pytest.mark.parametrize(
    ("order", "short"),
    [("delivery_option.asc", True), ("campus(campus).desc", True), ("created_at.desc", False)],
)
async def test_where_all_are_sorted_they_are_short(rest: Rest, order: str, short: bool) -> None:
    """The rows of the page alone are read whole, and what is embedded in them."""
    text, _ = await _statement(
        rest, f"select=*,campus:campuses(campus)&order={order},id&limit=50&offset=0"
    )
    async with rest.database.owner() as tx:
        plan = "\n".join(row[0] for row in await tx.fetch(f"explain (verbose) {text}"))
    keys = re.search(r"InitPlan \d+\n +-> +Limit.*\n +Output: (.*)", plan)
    assert (keys is not None and "first_name" not in keys[1]) == short


@pytest.mark.parametrize("turn", ["asc", "desc.nullslast"])
async def test_by_campus_no_more_are_sorted_than_a_page_of_each_has(rest: Rest, turn: str) -> None:
    """Campuses are few, and each has its bookings by id."""
    text, _ = await _statement(
        rest, f"select=id,campus:campuses(campus)&order=campus(campus).{turn},id&limit=50&offset=0"
    )
    async with rest.database.owner() as tx:
        await tx.execute("set local enable_sort = off")
        plan = "\n".join(row[0] for row in await tx.fetch(f"explain {text}"))
    assert re.search(r"Nested Loop.*\n +-> +Seq Scan on campuses .*\n +-> +Limit", plan), plan


async def test_a_later_page_says_how_many_there_are(rest: Rest) -> None:
    path = "bookings?select=id&order=return_delivery_date.desc.nullslast,id&limit=7"
    whole, _ = await _ids(rest, "executive", path.partition("&limit")[0])
    found, said = await _ids(rest, "executive", f"{path}&offset=21", prefer="count=exact")
    assert (found, said) == (whole[21:28], f"21-27/{len(whole)}")
    beyond = await rest.get("executive", f"{path}&offset=5000", prefer="count=exact")
    assert beyond.status_code == 416
    assert beyond.headers["content-range"] == f"*/{len(whole)}"


async def test_an_embed_that_chooses_rows_still_does(rest: Rest) -> None:
    path = (
        "bookings?select=id,campuses!inner(id)&campuses.id=eq.2"
        "&order=return_delivery_date.desc.nullslast,id"
    )
    whole, _ = await _ids(rest, "executive", path)
    found, _ = await _ids(rest, "executive", f"{path}&limit=3&offset=3")
    assert found == whole[3:6] != []


async def _asked(
    rest: Rest, query: str, *preferences: bytes, table: str = "bookings", who: Role = "admin"
) -> PlannedRequest:
    """What is prepared for a read."""
    preparer = await rest.app._preparer_for(who)
    said = Reading(
        table, query.encode(), None, ARRAY, read_preferences(preferences), bounds.of(who), who
    )
    return preparer.reading(said, preparer.table(table, who))


async def _statement(rest: Rest, query: str, *preferences: bytes) -> tuple[str, list[Any]]:
    """The statement that reads bookings, and its arguments."""
    asked = await _asked(rest, query, *preferences)
    assert asked.statement is not None
    return asked.statement.text, asked.statement.arguments(asked.values)


async def _plan(rest: Rest, order: str) -> str:
    """How PostgreSQL reads the first page where it may read no table whole, as of a long one."""
    query = f"select=id,email,campus:campuses(campus)&order={order},id&limit=20&offset=0"
    text, _ = await _statement(rest, query)
    async with rest.database.owner() as tx:
        await tx.execute("set local enable_seqscan = off")
        await tx.execute("set local enable_sort = off")
        rows = await tx.fetch(f"explain {text}")
    return "\n".join(row[0] for row in rows)


@pytest.mark.parametrize(
    ("order", "index"),
    [
        ("created_at.{}.nullslast", "bookings_created_idx"),
        ("first_name.{0}.nullslast,last_name.{0}.nullslast", "bookings_name_key_idx"),
        ("pickup_date.{}.nullslast", "bookings_pickup_days_idx"),
        (
            "return_delivery_date.{0}.nullslast,return_delivery_time.{0}.nullslast",
            "bookings_return_days_idx",
        ),
    ],
)
@pytest.mark.parametrize("turn", ["asc", "desc"])
async def test_the_offices_orders_are_read_in_an_index(
    rest: Rest, order: str, index: str, turn: str
) -> None:
    """As the lists ask for them: from either end, those without a value last."""
    assert f" using {index} on bookings" in await _plan(rest, order.format(turn))


@pytest.mark.parametrize(("word", "passes"), [("lee", 1), ("le", 2)])
async def test_each_booking_is_compared_with_a_word_once(
    rest: Rest, word: str, passes: int
) -> None:
    """What very many have, as two letters, fills its page at once: it is looked for apart."""
    query = (
        f"select=id,campus:campuses(campus)&or=(first_name.ilike.*{word}*,email.ilike.*{word}*)"
        "&order=created_at.desc.nullslast,id&limit=20&offset=0"
    )
    text, arguments = await _statement(rest, query, b"count=exact")
    async with rest.database.owner() as tx:
        rows = await tx.fetch(f"explain {text}", *arguments)
    assert sum("~~" in row[0] for row in rows) == passes
