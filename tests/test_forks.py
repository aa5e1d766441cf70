"""The product is made once and forked into its workers: what must then differ between them."""

from __future__ import annotations

import os
from collections.abc import Callable

from summerstow.platform.database.pool import Database
from summerstow.platform.jobs.runner import Runner
from summerstow.platform.outbox.worker import Worker


def test_processes_forked_from_one_runner_hold_jobs_by_names_of_their_own() -> None:
    """One lease for two would be none."""
    database = Database({})
    runner, mail = Runner(database, []), Worker(database, "")
    names = [_in_a_fork(lambda: f"{runner.holder} {mail.holder}") for _ in range(2)]
    assert len({one for name in names for one in name.split()}) == 4


def _in_a_fork(say: Callable[[], str]) -> str:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.write(writing, say().encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as said:
        return said.read()
