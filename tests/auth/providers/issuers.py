"""Providers in Google's place: a certified one on loopback, and one whose answers tests set."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from authlib.oidc.core.util import create_half_hash
from joserfc import jwt
from joserfc.jwk import RSAKey

from tools import environment

ROOT = Path(__file__).resolve().parents[3]
CLIENT_ID, CLIENT_SECRET = "summerstow-test", "summerstow-test-secret"
_numbers = itertools.count(1)
DISCOVERY = "/.well-known/openid-configuration"


def person(email: str | None = None, *, verified: bool = True, **claims: Any) -> dict[str, Any]:
    """The claims of somebody new at the provider."""
    number = next(_numbers)
    return {
        "sub": f"google-{os.getpid()}-{number}",
        "email": email or f"noa{number}.{os.getpid()}@gmail.test",
        "email_verified": verified,
        "name": "Noa Gold",
        "picture": "https://pictures.test/noa.png",
        **claims,
    }


def node() -> str:
    """The Node that the web's own scripts run with."""
    path = environment.for_tests(ROOT, os.environ)["PATH"]
    found = shutil.which("node", path=f"{ROOT / 'web/node_modules/.bin'}{os.pathsep}{path}")
    assert found
    return found


@contextmanager
def certified() -> Iterator[str]:
    """The address of a running web/e2e/account/oidc-issuer.mjs."""
    process = subprocess.Popen(
        [node(), "oidc-issuer.mjs"],
        cwd=ROOT / "web/e2e/account",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin
    assert process.stdout
    try:
        yield process.stdout.readline().decode().strip()
    finally:
        process.stdin.close()
        process.wait(20)
        process.stdout.close()


@dataclass
class FakeIssuer:
    """An issuer whose every answer the test decides; `requests` counts them by path."""

    url: str
    answers: dict[str, tuple[int, Any]]
    requests: Counter[str]
    hold: threading.Event
    key: RSAKey

    def reset(self) -> None:
        """Answer as a correct provider does, and count from zero."""
        self.requests.clear()
        self.hold.set()
        self.answers.clear()
        self.answers[DISCOVERY] = (
            200,
            {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/auth",
                "token_endpoint": f"{self.url}/token",
                "userinfo_endpoint": f"{self.url}/me",
                "jwks_uri": f"{self.url}/jwks",
                "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
            },
        )
        self.publish(self.key)

    def publish(self, *keys: RSAKey) -> None:
        self.answers["/jwks"] = (200, {"keys": [key.as_dict(private=False) for key in keys]})

    def token(self, key: RSAKey | None = None, **claims: Any) -> str:
        """An ID token for us, signed with the published key; a claim that is None is left out."""
        key = key or self.key
        now = int(time.time())
        access_token = claims.pop("access_token", None)
        body = {"iss": self.url, "aud": CLIENT_ID, "iat": now, "exp": now + 600, **person()}
        if access_token:
            body["at_hash"] = create_half_hash(access_token, "RS256").decode()
        body |= claims
        known = {name: value for name, value in body.items() if value is not None}
        return jwt.encode({"alg": "RS256", "kid": key.kid or ""}, known, key)


def new_key() -> RSAKey:
    return RSAKey.generate_key(2048, private=True, auto_kid=True)


@contextmanager
def fake() -> Iterator[FakeIssuer]:
    """A provider that answers what the test sets; paths without an answer get 404."""
    answers: dict[str, tuple[int, Any]] = {}
    requests: Counter[str] = Counter()
    hold = threading.Event()
    hold.set()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            requests[path] += 1
            hold.wait(20)
            status, body = answers.get(path, (404, {}))
            raw = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    url = f"http://127.0.0.1:{server.server_port}"
    one = FakeIssuer(url, answers, requests, hold, new_key())
    one.reset()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield one
    finally:
        hold.set()
        server.shutdown()
        server.server_close()
