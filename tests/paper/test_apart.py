"""PDF files are drawn in a process of their own: a worker never holds what that takes."""

from __future__ import annotations

import asyncio
import os
import sys

import psutil
import pytest

from summerstow.kit.errors import Invalid
from summerstow.paper import apart


def _loaded() -> bytes:
    from summerstow.paper.document import Document

    Document("Loaded")
    loaded = [one for one in ("fpdf", "numpy", "lxml") if sys.modules.get(one)]
    return f"{os.getpid()} {' '.join(loaded)}".encode()


def _refused(words: str) -> bytes:
    print("what a library says is no part of the answer")
    raise Invalid(words, private="for the log")


def _killed() -> bytes:
    os._exit(9)


async def test_what_draws_is_loaded_elsewhere_and_ends_when_nothing_more_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = await asyncio.gather(apart.drawn(_loaded), apart.drawn(_loaded))
    assert first == second, "files that come together are drawn by one process"
    pid, *loaded = first.decode().split()
    assert int(pid) == apart.pid() != os.getpid()
    assert loaded == ["fpdf"], "nothing that no file of ours needs"
    monkeypatch.setattr(apart, "IDLE", 0.0)
    process = psutil.Process(int(pid))
    await apart.drawn(_loaded)
    await asyncio.to_thread(process.wait, 10)
    assert apart.pid() is None


async def test_a_refusal_and_a_death_are_told_and_the_next_file_is_drawn() -> None:
    with pytest.raises(Invalid, match="no such paper") as refused:
        await apart.drawn(_refused, "no such paper")
    assert refused.value.private == "for the log"
    with pytest.raises(EOFError):
        await apart.drawn(_killed)
    assert await apart.drawn(_loaded)
