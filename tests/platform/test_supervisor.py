"""Which worker the watchdog ends: one that hangs, and none that the machine keeps waiting."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

from summerstow.platform.observability.heartbeat import Beat, Heartbeats
from summerstow.platform.server.supervisor import MISSED, Supervisor, Watched


@contextmanager
def process(code: str) -> Iterator[int]:
    started = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert started.stdout
    started.stdout.readline()
    yield started.pid
    started.kill()
    started.wait()
    started.stdout.close()


def asleep(pid: int) -> None:
    """Wait until it sleeps."""
    while psutil.Process(pid).status() != psutil.STATUS_SLEEPING:
        time.sleep(0.01)


def missed(watched: Watched, beat: Beat | None, times: int, *, punctual: bool = True) -> bool:
    return any(watched.hangs(beat, punctual=punctual) for _ in range(times))


def test_a_process_that_beats_lives() -> None:
    watched = Watched(os.getpid())
    assert not any(
        watched.hangs(Beat(os.getpid(), float(at)), punctual=True) for at in range(1, 200)
    )


def test_a_process_that_sleeps_through_its_beats_hangs() -> None:
    with process("print(flush=True); import time; time.sleep(600)") as pid:
        watched, beat = Watched(pid), Beat(pid, 1.0)
        # The first of these is the beat itself.
        assert not missed(watched, beat, MISSED)
        asleep(pid)
        assert missed(watched, beat, 1)


def test_missed_beats_do_not_count_while_the_supervisor_itself_is_late() -> None:
    with process("print(flush=True); import time; time.sleep(600)") as pid:
        assert not missed(Watched(pid), Beat(pid, 1.0), 500, punctual=False)


def test_a_stopped_process_hangs_even_before_its_first_beat() -> None:
    with process("print(flush=True); import time; time.sleep(600)") as pid:
        os.kill(pid, signal.SIGSTOP)
        while os.waitpid(pid, os.WUNTRACED | os.WNOHANG)[0] != pid:
            time.sleep(0.01)
        assert missed(Watched(pid), None, MISSED)


def test_a_process_that_starts_may_take_longer() -> None:
    with process("print(flush=True); import time; time.sleep(600)") as pid:
        asleep(pid)
        watched = Watched(pid)
        assert not missed(watched, None, 3 * MISSED)
        assert missed(watched, None, 60)


def test_a_process_that_waits_for_the_processor_does_not_hang() -> None:
    with process("print(flush=True)\nwhile True: pass") as pid:
        # Ready to run, and hardly a moment of processor time since its last beat.
        assert not missed(Watched(pid), Beat(pid, 1.0), 3 * MISSED)


def test_a_process_that_spins_hangs() -> None:
    with process("print(flush=True)\nwhile True: pass") as pid:
        watched, beat = Watched(pid), Beat(pid, 1.0)
        watched.hangs(beat, punctual=True)
        watched.busy -= 10
        assert missed(watched, beat, MISSED)


def test_a_signal_at_the_moment_of_a_death_ends_the_product() -> None:
    server = Supervisor("no:application")
    server.begin(Heartbeats(1))
    server.signal_handler_interrupt()
    # As granian does for the death of a worker that it has seen before the signal.
    server.main_loop_interrupt.clear()
    server._respawn_workers([0], None, None)
    assert server.main_loop_interrupt.is_set()
