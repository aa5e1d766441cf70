"""PDF files are drawn in one process of its own: no worker ever holds what that takes."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import weakref
from pathlib import Path
from typing import ClassVar

import psutil
import pytest

from summerstow.kit.errors import Invalid
from summerstow.paper import apart, drawing
from tools.product import ROOT

_TWO_WORKERS = """
import asyncio, os
from summerstow.paper import apart
from tests.paper.test_apart import _pid
apart.share()
workers = []
for _ in range(2):
    if not (pid := os.fork()):
        # In one piece, whatever Python was told of its output.
        os.write(1, asyncio.run(apart.drawn(_pid)) + b"\\n")
        os._exit(0)
    workers.append(pid)
for pid in workers:
    os.waitpid(pid, 0)
"""

#: What draws the files, and whether it has loaded what none of them needs.
_ALL_FILES = """
import sys
from summerstow.paper import drawing
drawing.leave_out()
from summerstow.billing.invoices import pdf
from summerstow.custody import label_paper
from summerstow.own_data import paper
known = ("fpdf", "numpy", "lxml", "cryptography", "asyncio", "asyncpg", "PIL._imaging")
known += ("fontTools.designspaceLib", "ssl", "http.cookies", "email")
print(*(one for one in known if sys.modules.get(one)))
"""


_MAIN = """
import asyncio, pathlib, sys
from summerstow.paper import apart
from tests.paper.test_apart import _large
asyncio.run(apart.drawn(_large, pathlib.Path(sys.argv[1])))
"""


def _run(program: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def _pid() -> bytes:
    return str(os.getpid()).encode()


def _refused(words: str) -> bytes:
    print("what a library says is no part of the answer")
    raise Invalid(words, private="for the log")


def _killed() -> bytes:
    os._exit(9)


def _killed_once(first: int) -> bytes:
    if os.getpid() == first:
        os.kill(first, signal.SIGKILL)
    return b"a file"


def _time_left() -> bytes:
    return str(signal.alarm(0)).encode()


def _hanging() -> bytes:
    assert signal.alarm(0)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    while True:
        signal.pause()


class _Document:
    """It refers to itself, as those of the library do."""

    drawn: ClassVar[list[weakref.ref[_Document]]] = []

    def __init__(self) -> None:
        self.itself = self
        self.drawn.append(weakref.ref(self))


def _documents() -> bytes:
    held = sum(one() is not None for one in _Document.drawn)
    _Document()
    return f"{held} of {len(_Document.drawn) - 1}".encode()


def _large(fifo: Path) -> bytes:
    """Much, once somebody has opened `fifo` for writing and closed it."""
    return fifo.read_bytes() + bytes(10_000_000)


async def test_what_draws_is_loaded_elsewhere_and_ends_when_nothing_more_comes() -> None:
    first, second = await asyncio.gather(apart.drawn(_pid), apart.drawn(_pid))
    assert first == second, "files that come together are drawn by one process"
    assert int(first) != os.getpid()
    process = psutil.Process(int(first))
    await asyncio.to_thread(process.wait, 20)
    assert await apart.drawn(_pid) != first


def test_two_workers_ask_the_same_process() -> None:
    one, other = _run(_TWO_WORKERS)
    assert one == other


def test_it_ends_with_the_main_process_in_the_midst_of_a_file(tmp_path: Path) -> None:
    os.mkfifo(fifo := tmp_path / "fifo")
    with (
        subprocess.Popen(
            [sys.executable, "-c", _MAIN, fifo], cwd=ROOT, stderr=subprocess.PIPE
        ) as main,
        fifo.open("wb"),
    ):
        main.kill()
        assert main.stderr
        assert main.stderr.read() == b"", "it holds this too, and is the last to"


def test_what_draws_loads_nothing_that_no_file_of_ours_needs() -> None:
    assert _run(_ALL_FILES) == ["fpdf"]


async def test_a_document_is_gone_when_the_next_one_is_drawn() -> None:
    first, second = await asyncio.gather(apart.drawn(_documents), apart.drawn(_documents))
    assert (first, second) == (b"0 of 0", b"0 of 1")


async def test_a_refusal_and_a_death_are_told_and_who_waits_is_served_by_the_next() -> None:
    with pytest.raises(Invalid, match="no such paper") as refused:
        await apart.drawn(_refused, "no such paper")
    assert refused.value.private == "for the log"
    died, waited = await asyncio.gather(
        apart.drawn(_killed), apart.drawn(_pid), return_exceptions=True
    )
    assert isinstance(died, EOFError)
    assert isinstance(waited, bytes)


async def test_a_file_is_drawn_though_what_drew_it_is_killed() -> None:
    first = int(await apart.drawn(_pid))
    assert await apart.drawn(_killed_once, first) == b"a file"


async def test_one_that_hangs_is_ended_and_who_waits_is_served_by_the_next() -> None:
    assert 0 < int(await apart.drawn(_time_left)) <= drawing.LONGEST
    hung, waited = await asyncio.gather(
        apart.drawn(_hanging), apart.drawn(_pid), return_exceptions=True
    )
    assert isinstance(hung, EOFError)
    assert isinstance(waited, bytes)


async def test_one_whose_asker_has_gone_draws_on_for_the_others(tmp_path: Path) -> None:
    os.mkfifo(fifo := tmp_path / "fifo")
    before, asking = await apart.drawn(_pid), asyncio.create_task(apart.drawn(_large, fifo))
    begun = await asyncio.to_thread(fifo.open, "wb")
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    begun.close()
    assert await apart.drawn(_pid) == before
