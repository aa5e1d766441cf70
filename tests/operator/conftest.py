"""Places where nobody listens, and what the operator's tools change of this process."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from summerstow.platform.outbox import outbox
from summerstow.platform.outbox.bounds import SendingBounds


@pytest.fixture
def free_port() -> int:
    """A port of this machine that answers nobody."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@pytest.fixture(autouse=True)
def unbounded() -> Iterator[None]:
    """Whoever lists the jobs bounds what this process writes: tests that follow write freely."""
    yield
    outbox.keep_within(SendingBounds())
