"""Lines that cannot be written cost nobody anything, and the log says how many are missing."""

import asyncio
import logging
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import structlog

from summerstow.platform.observability import log
from summerstow.platform.observability.log_output import LogOutput


def filled_pipe() -> tuple[int, int]:
    """A pipe that takes no further byte."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    for size in (4096, 1):
        try:
            while True:
                os.write(write, b"x" * size)
        except BlockingIOError:
            pass
    os.set_blocking(write, True)
    return read, write


@contextmanager
def written() -> Iterator[Callable[[], str]]:
    """The product's log, and what it says so far."""
    with tempfile.NamedTemporaryFile() as file, pytest.MonkeyPatch.context() as patch:
        output = LogOutput(file.fileno())
        patch.setattr(sys, "stderr", output)
        patch.setattr(logging, "raiseExceptions", True)
        configured = structlog.get_config()
        log.configure(readable=False)

        def said() -> str:
            output.drain()
            return Path(file.name).read_text()

        yield said
        logging.captureWarnings(False)
        structlog.configure(**configured)


def test_lines_arrive_whole_and_in_order(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as file:
        output = LogOutput(file.fileno())
        for number in range(3000):
            print("line", number, file=output)
        output.flush()
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines == [f"line {number}" for number in range(3000)]
    assert output.dropped == 0


def test_a_full_disk_drops_lines_and_counts_them() -> None:
    with Path("/dev/full").open("wb") as full:
        output = LogOutput(full.fileno())
        for _ in range(7):
            print("lost", file=output)
        output.flush()
    assert output.dropped == 7


def test_a_log_that_nobody_reads_any_more_drops_lines() -> None:
    read, write = os.pipe()
    output = LogOutput(write)
    os.close(read)
    print("lost", file=output)
    output.flush()
    os.close(write)
    assert output.dropped == 1


async def test_a_full_pipe_holds_nobody_up_and_the_log_says_what_is_missing() -> None:
    read, write = filled_pipe()
    output = LogOutput(write)
    # More than the queue takes. A wait for the pipe would never end, since its reader is below.
    for number in range(20_000):
        print(f"line {number}", file=output, flush=True)
    assert output.dropped > 10_000
    kept = 20_000 - output.dropped
    text = b""
    while text.count(b"line ") < kept:
        text += await asyncio.to_thread(os.read, read, 65_536)
    print("the last", file=output)
    while b"the last" not in text:
        text += await asyncio.to_thread(os.read, read, 65_536)
    lines = text.decode().lstrip("x").splitlines()
    assert lines[0] == "line 0"
    missing = [line for line in lines if "log lines are missing" in line]
    assert f'"count":{output.dropped}' in missing[-1] or len(missing) > 1
    os.close(read)
    os.close(write)


def test_a_child_process_writes_for_itself(tmp_path: Path) -> None:
    with (tmp_path / "log").open("ab") as file:
        output = LogOutput(file.fileno())
        print("parent", file=output, flush=True)
        child = os.fork()
        if child == 0:
            output._begin()
            print("child", file=output, flush=True)
            os._exit(0)
        os.waitpid(child, 0)
    assert (tmp_path / "log").read_text().splitlines() == ["parent", "child"]


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError("not even its name")


def test_a_line_that_cannot_be_formed_harms_nobody() -> None:
    with written() as said:
        logger = log.get("test")
        logger.info("before", thing=Unspeakable())
        logger.info("after")
        assert '"event": "after"' in said()


def test_lines_of_libraries_have_the_same_form() -> None:
    with written() as said:
        handler = logging.StreamHandler(sys.stderr)
        logging.getLogger().addHandler(handler)
        try:
            log.configure(readable=False)
            logging.getLogger("some.library").warning("Trouble with %s", "a socket")
        finally:
            logging.getLogger().removeHandler(handler)
        assert '"event": "Trouble with a socket"' in said()
