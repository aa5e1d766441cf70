"""PDF files are drawn in a child process: a request never waits for a child that died."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from summerstow.platform.errors import Invalid
from summerstow.platform.files.pdf import drawing
from tools.product import ROOT

_WORKER = """
import asyncio, pathlib, sys
from summerstow.platform.files.pdf import drawing
from tests.paper.test_drawing import _wait_for
asyncio.run(drawing.draw(_wait_for, pathlib.Path(sys.argv[1])))
"""


def _pid() -> bytes:
    return str(os.getpid()).encode()


def _refuse(words: str) -> bytes:
    raise Invalid(words)


def _die() -> bytes:
    os._exit(9)


def _hang() -> bytes:
    assert 0 < signal.alarm(0) <= drawing.LONGEST
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    while True:
        signal.pause()


def _wait_for(fifo: Path) -> bytes:
    """Return once somebody has opened `fifo` for writing and closed it."""
    return fifo.read_bytes() + b"a file"


async def test_one_child_draws_all_files_of_a_worker() -> None:
    first, second = await asyncio.gather(drawing.draw(_pid), drawing.draw(_pid))
    assert first == second
    assert first != _pid()


async def test_a_worker_answers_while_a_file_is_drawn(tmp_path: Path) -> None:
    os.mkfifo(fifo := tmp_path / "fifo")
    file = asyncio.create_task(drawing.draw(_wait_for, fifo))
    written = await asyncio.to_thread(fifo.open, "wb")
    await asyncio.sleep(0)
    assert not file.done()
    written.close()
    assert await file == b"a file"


async def test_what_the_function_raises_is_raised() -> None:
    with pytest.raises(Invalid, match="no such paper"):
        await drawing.draw(_refuse, "no such paper")


@pytest.mark.parametrize("trouble", [_die, _hang])
async def test_a_child_that_dies_or_hangs_is_503_and_is_replaced(
    trouble: Callable[[], bytes],
) -> None:
    with pytest.raises(drawing.DrawingUnavailable) as refused:
        await drawing.draw(trouble)
    assert refused.value.status == 503
    assert await drawing.draw(_pid) != _pid(), "drawn by another child"


async def test_a_child_that_was_killed_between_two_files_is_replaced() -> None:
    child = psutil.Process(int(await drawing.draw(_pid)))
    child.kill()
    await asyncio.to_thread(child.wait, 20)
    # Where its end is noticed only by this file, it is refused: asking again is right.
    with suppress(drawing.DrawingUnavailable):
        await drawing.draw(_pid)
    assert int(await drawing.draw(_pid)) != child.pid


async def test_a_request_that_waits_too_long_is_503(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(fifo := tmp_path / "fifo")
    file = asyncio.create_task(drawing.draw(_wait_for, fifo))
    with await asyncio.to_thread(fifo.open, "wb"):
        monkeypatch.setattr(drawing, "_PATIENCE", 0.1)
        with pytest.raises(drawing.DrawingUnavailable):
            await drawing.draw(_pid)
    assert await file == b"a file"


async def test_a_file_that_nobody_waits_for_any_more_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(fifo := tmp_path / "fifo")
    file = asyncio.create_task(drawing.draw(_wait_for, fifo))
    written = await asyncio.to_thread(fifo.open, "wb")
    file.cancel()
    with pytest.raises(asyncio.CancelledError):
        await file
    written.close()
    assert await drawing.draw(_pid)


def test_the_child_ends_with_a_worker_that_is_killed(tmp_path: Path) -> None:
    os.mkfifo(fifo := tmp_path / "fifo")
    with (
        subprocess.Popen(
            [sys.executable, "-c", _WORKER, fifo], cwd=ROOT, stderr=subprocess.PIPE
        ) as worker,
        fifo.open("wb"),
    ):
        worker.kill()
        assert worker.stderr
        # The child holds this pipe too, and is the last to.
        worker.stderr.read()
