"""Tokens that are broken, over, or somebody else's work, at both APIs of the started product."""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

from .product import Product
from .refusals import Bad, check
from .wire import request, send

Forge = Callable[["Material"], str]
BOOKINGS, USER = "/rest/v1/bookings", "/auth/v1/user"


class Material:
    """What a forger has: a token that is good, what it says, and the published key.

    And what no forger has, to make tokens that are ours but not good any more: the private key.
    """

    def __init__(self, product: Product) -> None:
        self.token: str = product.sign_in("customer2@demo.test")["access_token"]
        parts = [json.loads(_unpadded(part)) for part in self.token.split(".")[:2]]
        self.header: dict[str, Any] = parts[0]
        self.claims: dict[str, Any] = parts[1]
        self.public: dict[str, Any] = httpx.get(
            f"{product.url}/auth/v1/.well-known/jwks.json"
        ).json()["keys"][0]
        kept = product.running.data_dir / "secrets" / "jwt-signing-key.json"
        self.private = ECKey.import_key(
            {
                name: value
                for name, value in json.loads(kept.read_text())[0].items()
                if name in ("kty", "crv", "x", "y", "d")
            }
        )

    def signed(self, header: dict[str, Any], claims: dict[str, Any], key: Any = None) -> str:
        return jwt.encode(header, claims, key or self.private, algorithms=["ES256"])

    def under(self, secret: bytes) -> str:
        """HS256, as if the published key were a secret."""
        header = {"alg": "HS256", "typ": "JWT", "kid": self.header["kid"]}
        text = f"{_packed(header)}.{_packed(self.claims | {'role': 'service_role'})}"
        return f"{text}.{_packed(hmac.digest(secret, text.encode(), 'sha256'))}"

    def with_its_own_key(self) -> str:
        own = RSAKey.generate_key(2048, private=True)
        header = {"alg": "RS256", "typ": "JWT", "kid": self.header["kid"]}
        header["jwk"] = own.as_dict(private=False)
        return jwt.encode(header, self.claims, own, algorithms=["RS256"])

    @property
    def other(self) -> ECKey:
        return ECKey.generate_key("P-256", private=True)


def _unpadded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def _packed(value: object) -> str:
    text = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(text).rstrip(b"=").decode()


def _swapped(m: Material, **claims: object) -> str:
    head, _, signature = m.token.split(".")
    return f"{head}.{_packed(m.claims | claims)}.{signature}"


FORGED: dict[str, Forge] = {
    "not a token": lambda m: "rubbish",
    "two parts": lambda m: m.token.rsplit(".", 1)[0],
    "four parts": lambda m: m.token + ".x",
    "dots": lambda m: "..",
    "odd bytes": lambda m: "\xff\xfe",
    "letters that are no base64": lambda m: "!!!.???.***",
    "a cut signature": lambda m: m.token[:-10],
    "a longer signature": lambda m: m.token + "AAAA",
    "other claims under the same signature": lambda m: _swapped(m, role="service_role"),
    "somebody else under the same signature": lambda m: _swapped(m, sub=str(uuid4())),
    "no algorithm": lambda m: f"{_packed(m.header | {'alg': 'none'})}.{m.token.split('.')[1]}.",
    "no algorithm, shouted": lambda m: f"{_packed({'alg': 'NONE'})}.{m.token.split('.')[1]}.",
    "no algorithm but a signature": lambda m: ".".join(
        [_packed(m.header | {"alg": "none"}), *m.token.split(".")[1:]]
    ),
    "HS256 under the published key": lambda m: m.under(json.dumps(m.public).encode()),
    "HS256 under the key as PEM": lambda m: m.under(m.private.as_pem(private=False)),
    "HS256 under the key as DER": lambda m: m.under(m.private.as_der(private=False)),
    "HS256 under the key's number": lambda m: m.under(_unpadded(m.public["x"])),
    "HS256 under the publishable key": lambda m: m.under(b"anon"),
    "HS256 under nothing": lambda m: m.under(b"\0"),
    "another key": lambda m: m.signed(m.header, m.claims, m.other),
    "another key with another kid": lambda m: m.signed(m.header | {"kid": "x"}, m.claims, m.other),
    "our key under another kid": lambda m: m.signed(m.header | {"kid": "x"}, m.claims),
    "our key without a kid": lambda m: m.signed({"alg": "ES256"}, m.claims),
    "a kid that is a path": lambda m: m.signed(m.header | {"kid": "../../dev/null"}, m.claims),
    "a kid that is a list": lambda m: f"{_packed(m.header | {'kid': ['x']})}.e30.AAAA",
    "a header without end": lambda m: f"{_packed(b'[' * 6000)}.e30.AAAA",
    "claims without end": lambda m: f"{_packed(m.header)}.{_packed(b'[' * 6000)}.AAAA",
    "claims that are a list": lambda m: f"{_packed(m.header)}.{_packed([1])}.AAAA",
    "a key of its own in the header": lambda m: m.with_its_own_key(),
    "over": lambda m: m.signed(m.header, m.claims | {"exp": int(time.time()) - 60}),
    "not yet": lambda m: m.signed(m.header, m.claims | {"nbf": int(time.time()) + 600}),
    "an end that is text": lambda m: m.signed(m.header, m.claims | {"exp": "never"}),
    "nobody": lambda m: m.signed(m.header, m.claims | {"sub": ""}),
    "a session that is not there": lambda m: m.signed(
        m.header, m.claims | {"session_id": str(uuid4())}
    ),
    "somebody who is not there": lambda m: m.signed(m.header, m.claims | {"sub": str(uuid4())}),
    "somebody else's session": lambda m: m.signed(
        m.header, m.claims | {"sub": "00000000-0000-4000-8000-000000000001"}
    ),
}


ENDED = ("a session that is not there", "somebody who is not there", "somebody else's session")


@pytest.fixture(scope="module")
def material(product: Product) -> Material:
    return Material(product)


@pytest.mark.parametrize("name", FORGED)
async def test_a_forged_token_is_refused_by_both_apis(
    product: Product, material: Material, name: str
) -> None:
    token = FORGED[name](material)
    refused = await check(product, Bad(name, "GET", BOOKINGS, 401), token)
    assert refused.json()["code"] in ("PGRST301", "PGRST303")
    assert refused.headers["www-authenticate"].startswith('Bearer error="invalid_token"')
    refused = await check(product, Bad(name, "GET", USER, 403), token)
    assert refused.json()["error_code"] in ("bad_jwt", "session_not_found", "user_not_found")
    assert len(token) < 20 or token not in product.log
    # Nor does it sign anybody out by claiming to be them.
    before = await product.ledger()
    headers = {"authorization": f"Bearer {token}"}
    left = await send(product.port, request("POST", "/auth/v1/logout", headers, b""))
    # Signing out of a session that has ended is no mistake; the token itself must be ours.
    assert left.status == (204 if name in ENDED else 403)
    assert await product.ledger() == before


@pytest.mark.parametrize("value", ["Bearer", "Bearer a b", "Basic YTpi", "\xff\xfe"])
async def test_a_header_that_holds_no_token(product: Product, value: str) -> None:
    headers = {"authorization": value}
    await check(product, Bad(value, "GET", USER, 401, "no_authorization", headers=headers))


def test_the_good_token_still_opens_both(product: Product, material: Material) -> None:
    """Last: whatever was tried with its parts."""
    with product.client(material.token) as client:
        assert client.get(BOOKINGS).json() == []
        assert client.get(USER).json()["email"] == "customer2@demo.test"
    assert material.token not in product.log
