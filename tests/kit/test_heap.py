"""Memory that a burst of work took goes back to the machine."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import pytest

from summerstow.kit.observability.heap import Bursts, trim


def _held() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


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
    before = _held()
    trim()
    after = _held()
    libc.free(blocks[-1])
    assert before - after > 256 * size


def _looks(*shares: float) -> list[int]:
    """The looks, four a second, at which memory is given back; each with the share worked since."""
    bursts, spent = Bursts(0.0, 0.0), 0.0
    found = []
    for number, share in enumerate(shares, 1):
        spent += share * 0.25
        if bursts.over(spent, number * 0.25):
            found.append(number)
    return found


def test_a_burst_is_given_back_at_the_first_quiet_look() -> None:
    assert _looks(1, 1, 1, 0.5, 0.02, 0.02, 0.02) == [5]
    assert _looks(0.3, 0, 0.3, 0, 0.3, 0, 0.3, 0) == [4, 8], "not for each short one"


def test_a_process_that_is_always_busy_gives_back_now_and_then() -> None:
    assert _looks(*[1.0] * 50) == [20, 40]


def test_little_work_waits_and_none_gives_nothing_back() -> None:
    assert _looks(0.3, *[0.0] * 200) == [20], "one sign-in"
    assert _looks(*[0.001] * 160) == [], "the looks themselves"
