"""One really started product for all journeys, and a way to start others with other settings."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from .product import Product, start

Starter = Callable[..., Product]


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """The product in demo mode with two worker processes, shared by all who do not break it."""
    one = start(tmp_path_factory.mktemp("the product"))
    yield one
    _end(one)


@pytest.fixture
def another(tmp_path: Path) -> Iterator[Starter]:
    """`another(SUMMERSTOW_DEMO="0")`: a copy of this test's own; `name` tells several apart.

    `log`: where its output goes instead of a file.
    """
    started: list[Product] = []

    def begin(name: str = "copy", log: Path | None = None, **settings: str) -> Product:
        started.append(start(tmp_path / name, settings, log))
        return started[-1]

    yield begin
    for one in started:
        _end(one)


def _end(one: Product) -> None:
    """Stop it, and see that none of its processes stays."""
    if one.running.process.poll() is None:
        assert one.running.stop() == 0, one.log
    left = _processes_of(one)
    _, alive = psutil.wait_procs(left, timeout=15)
    for process in alive:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(signal.SIGKILL)
    assert not alive, f"left behind: {alive}"


def _processes_of(one: Product) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if str(one.folder) in " ".join(process.cmdline()) or process.cwd().startswith(
                str(one.folder)
            ):
                found.append(process)
    return found
