"""Whatever comes over the wire, the product refuses it and does not fail."""

from __future__ import annotations

from . import malformed
from .product import Product


async def test_no_malformed_request_is_answered_with_a_failure(product: Product) -> None:
    people = {"nobody": "", "service": "demo-service-key"}
    for name in ("customer", "worker", "admin", "executive"):
        people[name] = product.sign_in(f"{name}@demo.test")["access_token"]
    found = await malformed.run(product.url, people, count=1500, seed=20261122)
    assert not found.faults, "\n\n".join(str(one) for one in found.faults[:10])
    assert sum(found.statuses.values()) == 1500
    # They reach what they are meant to try, and are not all refused at once.
    assert found.statuses[200] > 50
    assert found.statuses[400] > 100
