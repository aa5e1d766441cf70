"""Memory that a burst of work took goes back to the machine."""

from __future__ import annotations

import asyncio
import ctypes
import sys

import pytest

from summerstow.kit.observability import heap
from summerstow.kit.observability.heap import Afterwards, Bursts, held, trim


@pytest.mark.skipif(sys.platform != "linux", reason="the C library's own heap")
def test_what_is_free_is_given_back() -> None:
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    libc.free.argtypes = [ctypes.c_void_p]
    # Small blocks, all freed but the last, keep the heap as it is.
    size = 64 * 1024
    blocks = [libc.malloc(size) for _ in range(512)]
    for one in blocks:
        ctypes.memset(one, 1, size)
    for one in blocks[:-1]:
        libc.free(one)
    before = held()
    trim()
    after = held()
    libc.free(blocks[-1])
    assert before - after > 256 * size


MB = 2**20


def _looks(*looks: float, grown: int = 0) -> list[int]:
    """The looks, four a second, at which memory is given back; each with the share worked since.

    Work adds so many MB to what is held, all of which are given back.
    """
    bursts, spent, held = Bursts(50 * MB, 0.0, 0.0), 0.0, 50 * MB
    found = []
    for number, share in enumerate(looks, 1):
        spent += share * 0.25
        held += grown * MB if share > 0.1 else 0
        if bursts.over(held, spent, number * 0.25):
            found.append(number)
            held = 50 * MB
            bursts.given_back(held)
    return found


def test_a_burst_is_given_back_at_the_first_quiet_look() -> None:
    assert _looks(1, 1, 1, 0.5, 0.02, 0.02, 0.02) == [5]
    assert _looks(0.3, 0, 0.3, 0, 0.3, 0, 0.3, 0) == [4, 8], "not for each short one"


def test_a_process_that_is_always_busy_gives_back_now_and_then() -> None:
    assert _looks(*[1.0] * 50) == [20, 40]


def test_little_work_waits_and_none_gives_nothing_back() -> None:
    assert _looks(0.3, *[0.0] * 200) == [20], "one sign-in"
    assert _looks(*[0.001] * 160) == [], "the looks themselves"


def test_little_work_that_took_much_memory_waits_for_three_quiet_looks() -> None:
    assert _looks(0.12, *[0.0] * 20, grown=12) == [4], "a long list"
    assert _looks(0.12, 0, 0, 0.12, 0, 0, 0, 0, grown=12) == [7], "and one more"
    assert _looks(0.12, *[0.0] * 30, grown=3) == []


def test_what_is_kept_for_good_is_not_looked_through_again() -> None:
    bursts = Bursts(50 * MB, 0.0, 0.0)
    assert [bursts.over(70 * MB, 0.0, look) for look in (1, 2, 3)] == [False, False, True]
    bursts.given_back(69 * MB)
    assert not any(bursts.over(70 * MB, 0.0, look) for look in range(4, 60))
    assert bursts.over(74 * MB, 0.0, 60)


async def test_what_is_heavy_leaves_nothing_once_nobody_asks_for_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop, given_back, done = asyncio.get_running_loop(), asyncio.Event(), []
    afterwards, longer = Afterwards(), asyncio.Event()

    def noted() -> None:
        done.append("given back")
        loop.call_soon_threadsafe(given_back.set)

    async def work(name: str) -> None:
        with afterwards.work():
            await longer.wait()
        done.append(name)

    monkeypatch.setattr(heap, "_REST", 0)
    monkeypatch.setattr(heap, "trim", noted)
    waits = asyncio.create_task(work("first"))
    await asyncio.sleep(0)
    with afterwards.work():
        done.append("second")
    # Longer than its memory would wait, were it the only one.
    for _ in range(20):
        await asyncio.sleep(0)
    longer.set()
    await waits
    await given_back.wait()
    assert done == ["second", "first", "given back"]
