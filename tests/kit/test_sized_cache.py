"""What is remembered takes as many bytes as it may, whatever requests send."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from functools import partial

import pytest

from summerstow.kit.errors import Invalid
from summerstow.kit.sized_cache import SizedCache, remembered
from summerstow.kit.text import check_email
from summerstow.rest.grammar.accept import negotiate
from summerstow.rest.grammar.prefer import read_preferences


def _kept_by(work: Callable[[], None]) -> int:
    """Bytes that this leaves behind."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def test_a_cache_is_bounded_by_size() -> None:
    cache: SizedCache[int, str] = SizedCache(80)
    cache.put(0, "too large", 11)
    assert cache.get(0) is None
    for number in range(1, 12):
        cache.put(number, "x", 10)
    assert cache.size == 80
    assert [number for number in range(12) if cache.get(number)] == list(range(4, 12))
    cache.drop(4)
    cache.drop(4)
    assert cache.get(4) is None
    assert cache.size == 70
    cache.put(5, "y", 4)
    assert (cache.get(5), cache.size) == ("y", 64)
    cache.clear()
    assert (cache.get(5), cache.size) == (None, 0)


def test_what_requests_choose_is_remembered_up_to_a_size() -> None:
    asked: list[tuple[str, int]] = []

    @remembered(16_000)
    def doubled(text: str, times: int) -> str:
        asked.append((text, times))
        return text * times

    assert doubled("a", 2) == doubled("a", 2) == "aa"
    assert doubled("a", 3) == "aaa"
    assert asked == [("a", 2), ("a", 3)]
    long = "b" * 1_000
    assert doubled(long, 2) == doubled(long, 2)
    assert asked[2:] == [(long, 2)] * 2, "too long to be remembered"
    for number in range(100):
        doubled(str(number), 2)
    asked.clear()
    doubled("a", 2)
    assert asked == [("a", 2)], "the last ones alone"


def test_bytes_are_counted_as_they_are() -> None:
    @remembered(1024 * 1024)
    def echoed(text: str) -> str:
        return f"{text}!"

    def ask(length: int) -> None:
        for number in range(10_000_000 // (600 + length)):
            echoed(f"{number:>{length}}")

    for length in (10, 100, 3_000):
        assert _kept_by(partial(ask, length)) < 1_150_000


def _addresses(numbers: range) -> None:
    for number in numbers:
        with pytest.raises(Invalid):
            check_email(f"Élodie {number}@not a domain {number}{'.x' * 40}")
        check_email(f"somebody@{number}.example")


def _accepted(numbers: range) -> None:
    for number in numbers:
        negotiate(f"text/csv, {'x' * 200}{number}")


def _preferences(numbers: range) -> None:
    for number in numbers:
        read_preferences([f"return=minimal, {number}={'x' * 200}".encode()])


@pytest.mark.parametrize(
    ("most", "work"),
    [
        (256 * 1024, _addresses),
        (64 * 1024, _accepted),
        (64 * 1024, _preferences),
    ],
)
def test_each_memory_of_a_function_keeps_to_its_bytes(
    most: int, work: Callable[[range], None]
) -> None:
    work(range(4_000))
    assert _kept_by(partial(work, range(4_000, 12_000))) < 1.2 * most
