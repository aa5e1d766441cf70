"""A security key made of software: what Chromium's virtual one does, and what a forger would."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, encode_cbor

_PRESENT, _ATTESTED = 0x01, 0x40


class Authenticator:
    """One passkey for one site."""

    def __init__(self, origin: str, party: str = "localhost") -> None:
        self.origin = origin
        self.party = party
        self.count = 0
        self.credential_id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `navigator.credentials.create`, as its `toJSON` gives it."""
        numbers = self._key.public_key().public_numbers()
        public = encode_cbor(
            {
                1: 2,
                3: -7,
                -1: 1,
                -2: numbers.x.to_bytes(32, "big"),
                -3: numbers.y.to_bytes(32, "big"),
            }
        )
        length = len(self.credential_id).to_bytes(2, "big")
        attested = bytes(16) + length + self.credential_id + public
        data = self._data(_PRESENT | _ATTESTED) + attested
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        response = {
            "clientDataJSON": bytes_to_base64url(self._client(options, "webauthn.create")),
            "attestationObject": bytes_to_base64url(attestation),
            "transports": ["internal", "carrier-pigeon"],
        }
        return self._credential(response)

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `navigator.credentials.get`."""
        self.count += 1
        client, data = self._client(options, "webauthn.get"), self._data(_PRESENT)
        signed = data + hashlib.sha256(client).digest()
        response = {
            "clientDataJSON": bytes_to_base64url(client),
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(self._key.sign(signed, ec.ECDSA(hashes.SHA256()))),
        }
        return self._credential(response)

    def _client(self, options: dict[str, Any], kind: str) -> bytes:
        challenge = bytes_to_base64url(base64url_to_bytes(options["publicKey"]["challenge"]))
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, flags: int) -> bytes:
        party = hashlib.sha256(self.party.encode()).digest()
        return party + bytes([flags]) + self.count.to_bytes(4, "big")

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        name = bytes_to_base64url(self.credential_id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "clientExtensionResults": {},
            "response": response,
        }
