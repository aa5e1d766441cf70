"""The product with a log that cannot be written: every answer is the one it would be anyway."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from summerstow.platform import clock

from .conftest import Starter
from .product import Product, new_address


def a_day_of_work(product: Product) -> None:
    """Accounts, refusals, a booking and its mail."""
    session = product.account("quiet")
    with product.client() as client:
        for _ in range(30):
            wrong = client.post(
                "/auth/v1/token?grant_type=password",
                json={"email": "customer@demo.test", "password": "not the one"},
            )
            assert wrong.status_code == 400, wrong.text
            assert client.get("/rest/v1/no_such_table").status_code == 404
    email = new_address("booked")
    with product.client(session["access_token"]) as client:
        answer = client.post(
            "/rest/v1/bookings",
            json={
                "campus_id": 1,
                "first_name": "Quiet",
                "last_name": "Night",
                "email": email,
                "pickup_date": (clock.today() + timedelta(days=95)).isoformat(),
            },
        )
    assert answer.status_code == 201, answer.text
    assert len(product.mails(email)) == 1
    assert product.sign_in("customer@demo.test")["access_token"]


def test_the_disk_of_the_log_is_full(another: Starter) -> None:
    a_day_of_work(another(log=Path("/dev/full"), SUMMERSTOW_DEMO="1"))


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """A named pipe, and the file descriptor of its only reader."""
    named = tmp_path / "log"
    os.mkfifo(named)
    reader = os.open(named, os.O_RDONLY | os.O_NONBLOCK)
    yield named, reader
    with suppress(OSError):
        os.close(reader)


def test_the_reader_of_the_log_is_gone(another: Starter, pipe: tuple[Path, int]) -> None:
    named, reader = pipe
    product = another(log=named)
    os.close(reader)
    a_day_of_work(product)


def test_the_reader_of_the_log_reads_no_more(another: Starter, pipe: tuple[Path, int]) -> None:
    named, _ = pipe
    filler = os.open(named, os.O_WRONLY | os.O_NONBLOCK)
    with suppress(BlockingIOError):
        while True:
            os.write(filler, b"x")
    a_day_of_work(another(log=named))
    os.close(filler)
