"""What a refusal looks like from either API: it leaves nothing behind but a line in the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .product import Product, eventually
from .wire import Answer, request, send

#: Sent again and again, and to be found in no log.
SECRET_PASSWORD = "Walnut-Harbour-71"
JSON = {"content-type": "application/json"}


@dataclass(frozen=True)
class Bad:
    """One request that must be refused: `status` and `code` as the contract has them.

    `code` None: whichever says it best. `logged` is False where the HTTP server itself refuses.
    """

    name: str
    method: str
    target: str | bytes
    status: int
    code: str | None = None
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    chunked: bool = False

    @property
    def api(self) -> str:
        """ "auth" or "rest"."""
        target = self.target if isinstance(self.target, bytes) else self.target.encode()
        return "auth" if target.startswith(b"/auth") else "rest"


async def check(product: Product, bad: Bad, token: str = "") -> Answer:
    """Send it; see that it is refused in form, changes nothing, and is logged."""
    headers = {"apikey": "anon"} | (JSON if bad.body is not None else {})
    if token:
        headers["authorization"] = f"Bearer {token}"
    before, logged = await product.ledger(), product.log
    answer = await send(
        product.port,
        request(bad.method, bad.target, headers | dict(bad.headers), bad.body, chunked=bad.chunked),
    )
    told = answer.body[:600]
    assert answer.status == bad.status, (answer.status, told)
    assert answer.headers["content-type"].startswith("application/json"), told
    body = answer.json()
    if bad.api == "rest":
        assert set(body) == {"code", "details", "hint", "message"}, told
        code = body["code"]
        assert body["message"], told
    else:
        assert body["code"] == bad.status, told
        assert body["msg"], told
        code = body["error_code"]
        assert answer.headers["x-sb-error-code"] == code
    assert bad.code is None or code == bad.code, told
    assert await product.ledger() == before, "a refused request changed something"
    line = eventually(lambda: _refusal(product.log[len(logged) :]), "a refusal in the log")
    assert str(bad.status) in line, line
    assert "Traceback" not in line, line
    return answer


def _refusal(lines: str) -> str:
    return lines if "refused" in lines and lines.endswith("\n") else ""
