"""No value can break out of its filter: whatever it holds, the SQL text stays the same."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from summerstow.platform.database.pool import Database
from summerstow.platform.rest.errors import Refused
from summerstow.platform.rest.grammar.accept import ARRAY
from summerstow.platform.rest.grammar.parse import parse
from summerstow.platform.rest.planning.catalogue import (
    Catalogue,
    Table,
    TableColumn,
    read_catalogue,
)
from summerstow.platform.rest.planning.plan import plan
from summerstow.platform.rest.sql import reading
from tests.rest.conftest import Rest

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
NASTY = [
    "'; drop table users; --",
    'a"b',
    "a\\",
    "(),.",
    "{}",
    "$1",
    "%",
    "日本 🧳",
    "not.eq.1",
    "",
]
TABLE = Table(
    "things",
    {"name": TableColumn("name", "text"), "data": TableColumn("data", "jsonb")},
    ("name",),
    frozenset(),
)
CATALOGUE = Catalogue({"things": TABLE}, ())


def _protected(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _written(query: str) -> tuple[str, list[object]]:
    parsed = parse(query.encode())
    statement = reading.read(plan(parsed.query, TABLE, CATALOGUE), ARRAY, None)
    return statement.text, list(statement.arguments(parsed.values))


#: The forms that a value comes in.
FORMS: dict[str, Callable[[str], list[object]]] = {
    "name=eq.{plain}": lambda value: [value],
    "name=not.neq.{plain}": lambda value: [value],
    "name=in.({protected})": lambda value: [[value]],
    'name=in.("x",{protected},"y")': lambda value: [["x", value, "y"]],
    "or=(name.eq.{protected},name.eq.x)": lambda value: [value, "x"],
    "not.and=(name.in.({protected},z),name.is.null)": lambda value: [[value, "z"]],
    "data->>a=gt.{plain}": lambda value: ["a", value],
}


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60, deadline=None)
@given(value=TEXT)
@example(value=NASTY[0])
@example(value=NASTY[1])
@example(value=NASTY[2])
@example(value=NASTY[3])
def test_a_value_is_a_parameter_and_never_text(form: str, value: str) -> None:
    def ask(one: str) -> str:
        key, _, rest = form.partition("=")
        return f"{quote(key)}=" + quote(rest.format(plain=one, protected=_protected(one)))

    text, parameters = _written(ask(value))
    assert text == _written(ask("harmless"))[0]
    assert parameters == FORMS[form](value)


@settings(max_examples=200, deadline=None)
@given(query=TEXT)
@example(query="select=a&select=*,(")
@example(query="or=(((((")
@example(query='select="a""b":name')
def test_any_query_is_read_or_refused(query: str) -> None:
    assert _status(quote(query, safe="=&().,*:\"'!->")) in (200, 300, 400, 416)


def _status(query: str) -> int:
    try:
        _written(query)
    except Refused as error:
        return error.status
    return 200


@settings(max_examples=40, deadline=None)
@given(value=TEXT)
@example(value=NASTY[0])
@example(value=NASTY[1])
@example(value=NASTY[2])
@example(value=NASTY[3])
@example(value=NASTY[4])
@example(value=NASTY[7])
@example(value="\r\n\t\x01")
async def test_a_stored_value_is_found_by_itself(rest: Rest, value: str) -> None:
    body = {"address": value}
    answer = await rest.ask(
        "service",
        "PATCH",
        "campuses?id=eq.3&select=address",
        json=body,
        prefer="return=representation",
    )
    assert answer.json() == [{"address": value}]
    for query in (
        f"address=eq.{quote(value)}",
        f"address=in.({quote(_protected(value))})",
        f"or=(address.eq.{quote(_protected(value))},id.eq.0)",
    ):
        found = await rest.get("anon", f"campuses?select=id,address&{query}")
        assert {"id": 3, "address": value} in found.json(), query


@settings(max_examples=40, deadline=None)
@given(alias=TEXT.filter(lambda one: 0 < len(one.encode()) < 60))
@example(alias='a" from users; --')
@example(alias="$1")
async def test_an_alias_is_a_name_and_nothing_else(rest: Rest, alias: str) -> None:
    path = f"campuses?select={quote(_protected(alias))}:id&id=eq.1"
    answer = await rest.get("anon", path)
    assert answer.json() == [{alias: 1}]


async def test_identifiers_are_those_of_the_catalogue(database: Database) -> None:
    async with database.owner() as tx:
        catalogue = await read_catalogue(tx)
    assert set(catalogue.tables) >= {
        "users", "campuses", "slot_availability", "bookings", "pickups", "pickup_queue",
        "audit_log",
    }  # fmt: skip
    assert "schema_migration" not in catalogue.tables
    assert catalogue.tables["bookings"].key == ("id",)
    assert catalogue.tables["bookings"].columns["pickup_date"].type == "date"
