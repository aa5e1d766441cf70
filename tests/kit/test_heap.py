"""Memory that a burst of work took goes back to the machine."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import pytest

from summerstow.kit.observability.heap import trim


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
