"""What an operator sees: counts of all workers together, and the id of each request."""

from __future__ import annotations

import re
import stat

import httpx
import pytest
from prometheus_client import Metric
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from .conftest import Starter
from .product import ANON, Product, eventually

TOKEN = "a-token-of-the-operator"


def scraped(product: Product, **headers: str) -> dict[str, Metric]:
    answer = httpx.get(f"{product.url}/metrics", headers=headers, timeout=20)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/openmetrics-text")
    return {one.name: one for one in text_string_to_metric_families(answer.text)}  # type: ignore[no-untyped-call]


def total(family: Metric, name: str, **labels: str) -> float:
    return sum(
        one.value
        for one in family.samples
        if one.name == name and labels.items() <= one.labels.items()
    )


def requests(product: Product, **labels: str) -> float:
    return total(scraped(product)["http_requests"], "http_requests_total", **labels)


def test_every_request_is_counted_once_whichever_worker_answers(product: Product) -> None:
    route = "/rest/v1/rpc/campus_clock"
    before = requests(product, route=route, method="POST", status="200")
    for _ in range(40):
        # A connection of its own each, so that both workers have their share.
        httpx.post(f"{product.url}{route}", headers=ANON, json={}).raise_for_status()

    def counted() -> bool:
        """Each worker writes down what it gathered a moment after its answers."""
        timed = scraped(product)["http_request_duration_seconds"]
        return (
            requests(product, route=route, method="POST", status="200") >= before + 40
            and total(timed, "http_request_duration_seconds_count", route=route) >= 40
        )

    eventually(counted, "forty requests are counted")
    assert requests(product, route=route, method="POST", status="200") == before + 40


def test_made_up_addresses_make_no_new_labels(product: Product) -> None:
    for number in range(30):
        httpx.get(f"{product.url}/rest/v1/nothing_{number}", headers=ANON)
        httpx.get(f"{product.url}/rest/v1/rpc/nothing_{number}", headers=ANON)
        httpx.get(f"{product.url}/auth/v1/nothing_{number}", headers=ANON)
        httpx.get(f"{product.url}/nothing/{number}")
        httpx.request(f"NOTHING{number}", f"{product.url}/")
    seen = {one.labels.get("route", "") for one in scraped(product)["http_requests"].samples}
    assert not [route for route in seen if "nothing" in route]
    assert {"/rest/v1/other", "/auth/v1/other", "other"} <= seen
    methods = {one.labels["method"] for one in scraped(product)["http_requests"].samples}
    assert methods <= {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"}


def test_states_of_the_product_are_there(product: Product) -> None:
    found = scraped(product)
    assert found["database_up"].samples[0].value == 1
    assert {one.labels["campus"] for one in found["places_left"].samples} == {"1", "2", "3"}
    assert {one.labels["process"] for one in found["process_resident_memory_bytes"].samples} == {
        "main",
        "worker-1",
        "worker-2",
    }
    assert all(one.value > 0 for one in found["process_resident_memory_bytes"].samples)
    for name in (
        "db_pool_connections",
        "db_pool_wait_seconds",
        "live_streams",
        "log_lines_dropped",
        "outbox_waiting",
    ):
        assert name in found
    for name in ("outbox_oldest_age_seconds", "outbox_dead", "job_failures", "summerstow_build"):
        assert name in found


@pytest.fixture
def forwarded() -> dict[str, str]:
    return {"x-forwarded-for": "203.0.113.9"}


def test_counts_are_read_by_the_products_account_alone(product: Product) -> None:
    folder = product.running.data_dir / f"metrics-{product.port}"
    assert list(folder.iterdir())
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    "path", ["/healthz", "/readyz", "/auth/v1/settings", "/auth/v1/user", "/nothing"]
)
def test_no_answer_is_taken_for_another_kind(product: Product, path: str) -> None:
    answer = httpx.get(f"{product.url}{path}", headers=ANON)
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_strangers_see_nothing(product: Product, forwarded: dict[str, str]) -> None:
    assert httpx.get(f"{product.url}/metrics", headers=forwarded).status_code == 404


def test_with_the_token_anybody_reads(another: Starter, forwarded: dict[str, str]) -> None:
    product = another(SUMMERSTOW_METRICS_TOKEN=TOKEN)
    wrong = httpx.get(f"{product.url}/metrics", headers=forwarded | {"authorization": "Bearer no"})
    assert wrong.status_code == 401
    assert scraped(product, **forwarded, authorization=f"Bearer {TOKEN}")["database_up"]


def test_an_answer_and_its_lines_in_the_log_carry_one_id(product: Product) -> None:
    answer = httpx.get(f"{product.url}/rest/v1/no_such_table", headers=ANON)
    named = answer.headers["x-request-id"]
    assert re.fullmatch("[0-9a-f]{16}", named)
    eventually(lambda: f"request_id={named}" in product.log, "the id in the log")
    # Nobody chooses an id but our own proxies; a trace may begin elsewhere.
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    other = httpx.get(
        f"{product.url}/rest/v1/no_such_table",
        headers=ANON | {"x-request-id": "chosen", "traceparent": f"00-{trace}-00f067aa0ba902b7-01"},
    )
    assert other.headers["x-request-id"] != "chosen"
    eventually(lambda: f"trace_id={trace}" in product.log, "the trace in the log")
