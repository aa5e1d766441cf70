"""The grammar alone: what a query string says, and where its values go."""

from __future__ import annotations

import pytest

from summerstow.platform.rest.errors import Refused, status_of
from summerstow.platform.rest.grammar.accept import negotiate
from summerstow.platform.rest.grammar.parse import parse
from summerstow.platform.rest.grammar.prefer import read_preferences
from summerstow.platform.rest.grammar.query import Column, Embed, Field, Star, Step


@pytest.mark.parametrize(
    ("select", "expected"),
    [
        ("*", (Star(),)),
        ("", (Star(),)),
        ("a,b", (Column(Field("a")), Column(Field("b")))),
        ("x:a::text", (Column(Field("a"), "x", "text"),)),
        ("a::double precision", (Column(Field("a"), None, "double precision"),)),
        ('"a,b"', (Column(Field("a,b")),)),
        ("a, b", (Column(Field("a")), Column(Field("b")))),
        ("a->0->>b", (Column(Field("a", (Step(0, "0", False, True), Step(1, "b", True, False)))),)),
        ("c(*)", (Embed("c", (Star(),)),)),
        ("c()", (Embed("c", ()),)),
        ("x:c!hint!inner(a)", (Embed("c", (Column(Field("a")),), "x", "hint", True),)),
        ("c!left(a)", (Embed("c", (Column(Field("a")),)),)),
        ("...c(a)", (Embed("c", (Column(Field("a")),), spread=True),)),
        ("c(d(a))", (Embed("c", (Embed("d", (Column(Field("a")),)),)),)),
    ],
)
def test_select(select: str, expected: object) -> None:
    assert parse(b"select=" + select.encode()).query.select == expected


@pytest.mark.parametrize(
    ("query", "values"),
    [
        ("a=eq.", ("",)),
        ("a=eq.b.c", ("b.c",)),
        ("a=eq.%2B1+2", ("+1 2",)),
        ("a=like.*x*", ("%x%",)),
        ("a=in.()", ([],)),
        ('a=in.("")', ([""],)),
        ('a=in.(1,"a,b","c\\"d\\\\",(x)', (["1", "a,b", 'c"d\\', "(x"],)),
        ("or=(a.eq.{1,2},b.cs.{\"k\":\"}\"})", ("{1,2}", '{"k":"}"}')),
        ('or=(a.eq."x)y",b.is.null)', ("x)y",)),
        ("limit=5&offset=7", (5, 7)),
        ("c.limit=1&c.d.offset=2", (1, 2)),
        ("limit=99999999999999999999999", (2**63 - 1,)),
        ("a=fts(english).x", ("english", "x")),
    ],
)  # fmt: skip
def test_values(query: str, values: object) -> None:
    assert parse(query.encode()).values == values


def test_queries_that_differ_in_values_alone_are_the_same() -> None:
    one = parse(b"a=eq.1&b=in.(1,2)&limit=3&select=c->>x")
    other = parse(b"a=eq.9&b=in.(7)&limit=4&select=c->>x")
    assert one.query == other.query
    assert one.values != other.values


@pytest.mark.parametrize("column", ["order", "limit", "offset"])
def test_words_of_the_grammar_before_an_embeds_name(column: str) -> None:
    paths = [path for path, _ in parse(f"c.d.{column}=1".encode()).query.levels]
    assert paths == [(), ("c", "d")]


def test_preferences_come_in_several_headers_and_in_any_order() -> None:
    found = read_preferences([b"count=exact, return=minimal", b"resolution=merge-duplicates"])
    assert found.applied(writing=True) == "resolution=merge-duplicates, return=minimal, count=exact"
    assert found.applied(writing=False) == "count=exact"
    assert read_preferences([b"return=everything, max-affected=x"]).returning is None


@pytest.mark.parametrize(
    ("accept", "kind", "stripped"),
    [
        (None, "array", False),
        ("", "array", False),
        ("*/*", "array", False),
        ("application/json", "array", False),
        ("application/vnd.pgrst.object+json", "object", False),
        ("application/vnd.pgrst.object+json;nulls=stripped", "object", True),
        ("application/vnd.pgrst.array+json;nulls=stripped", "array", True),
        ("text/csv", "csv", False),
        ("text/csv;q=0.5, application/json;q=0.9", "array", False),
        ("text/html, */*;q=0.1", "array", False),
        ("application/vnd.pgrst.object+json, application/json", "object", False),
    ],
)
def test_accept(accept: str | None, kind: str, stripped: bool) -> None:
    form = negotiate(accept)
    assert (form.kind, form.stripped) == (kind, stripped)


def test_nothing_acceptable() -> None:
    with pytest.raises(Refused) as refused:
        negotiate("image/png, application/json;q=0")
    assert refused.value.code == "PGRST107"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("08006", 503), ("53300", 503), ("57P01", 503), ("40P01", 503), ("57014", 503),
        ("22P02", 400), ("23502", 400), ("23503", 409), ("23505", 409), ("23514", 400),
        ("25006", 503), ("42501", 403), ("42703", 400), ("42P01", 404), ("42883", 404),
        ("P0001", 400), ("PT409", 409), ("PT999", 400), ("XX000", 500), ("21000", 500),
    ],
)  # fmt: skip
def test_the_status_of_postgresqls_codes(code: str, status: int) -> None:
    assert status_of(code) == status
