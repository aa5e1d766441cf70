"""Commands."""

from __future__ import annotations

import pytest

from tests.rest.conftest import Rest

SINGLE = "application/vnd.pgrst.object+json"


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        ("POST", "rpc/places", {"campus_id": 1}, {"campus_id": 1, "time_of_day": "morning"}),
        (
            "GET",
            "rpc/places?campus_id=2&time_of_day=evening",
            None,
            {"campus_id": 2, "time_of_day": "evening"},
        ),
        ("POST", "rpc/list", None, [{"id": 1}, {"id": 2}]),
    ],
)
async def test_a_command_answers_json(
    rest: Rest, method: str, path: str, body: object, expected: object
) -> None:
    answer = await rest.ask("anon", method, path, json=body)
    assert (answer.status_code, answer.json()) == (200, expected)


async def test_a_command_without_a_result(rest: Rest) -> None:
    answer = await rest.ask("anon", "POST", "rpc/void")
    assert (answer.status_code, answer.content) == (204, b"")


async def test_one_object_of_a_list(rest: Rest) -> None:
    answer = await rest.ask("anon", "POST", "rpc/list", json={}, accept=SINGLE)
    assert answer.json()["details"] == "The result contains 2 rows"


async def test_a_head_of_a_reading_command(rest: Rest) -> None:
    answer = await rest.ask("anon", "HEAD", "rpc/places?campus_id=2")
    assert (answer.status_code, answer.content) == (200, b"")


async def test_a_mistyped_command_is_hinted_at(rest: Rest) -> None:
    answer = await rest.ask("anon", "POST", "rpc/placez", json={"campus_id": 1})
    assert answer.json()["hint"] == "Perhaps you meant to call the function public.places"
    answer = await rest.ask("anon", "POST", "rpc/places", json={"id": 1})
    assert answer.json()["hint"] == (
        "Perhaps you meant to call the function public.places(campus_id, time_of_day)"
    )
