"""Google's place in these tests: a certified provider on loopback, and one that may lie."""

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
from urllib.parse import parse_qsl, urlsplit

import httpx
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core.util import create_half_hash
from joserfc import jwt
from joserfc.jwk import RSAKey

from summerstow.kit.database import Database
from summerstow.kit.settings import Settings
from tools import environment

from .conftest import AuthApp, make_settings

ROOT = Path(__file__).resolve().parents[2]
CLIENT_ID, CLIENT_SECRET = "summerstow-test", "summerstow-test-secret"
_numbers = itertools.count(1)


def google_settings(folder: Path, issuer: str, **given: str) -> Settings:
    """Settings with Google switched on, at this issuer."""
    return make_settings(folder, **given).model_copy(
        update={
            "google_issuer": issuer,
            "google_client_id": f"{CLIENT_ID}, summerstow-phone-app",
            "google_client_secret": CLIENT_SECRET,
        }
    )


def google_app(folder: Path, database: Database, issuer: str, **given: str) -> AuthApp:
    return AuthApp(google_settings(folder, issuer, **given), database)


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
    """The address of a running web/e2e/oidc-issuer.mjs."""
    process = subprocess.Popen(
        [node(), "oidc-issuer.mjs"],
        cwd=ROOT / "web/e2e",
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


async def leave(app: AuthApp, who: dict[str, Any], **query: str) -> httpx.URL:
    """/authorize as a program opens it; the provider's address, with who signs in there."""
    answer = await app.client.get(
        "/authorize", params={"provider": "google", "login_hint": json.dumps(who), **query}
    )
    assert answer.status_code == 302, answer.text
    return httpx.URL(answer.headers["location"])


async def at_the_provider(address: httpx.URL | str) -> str:
    """Sign in there as `login_hint` says; the address that the browser is sent back to."""
    async with httpx.AsyncClient(verify=False) as browser:
        for _ in range(10):
            answer = await browser.get(address)
            assert answer.is_redirect, answer.text
            address = str(httpx.URL(address).join(answer.headers["location"]))
            if httpx.URL(address).path == "/auth/v1/callback":
                return address
    raise AssertionError("the provider sends nobody back")


async def sign_in(app: AuthApp, who: dict[str, Any], **query: str) -> httpx.Response:
    """The whole way there and back; what /callback answers."""
    return await app.client.get(await at_the_provider(await leave(app, who, **query)))


def fragment(answer: httpx.Response) -> dict[str, str]:
    """The values in the fragment of a redirect."""
    return dict(parse_qsl(urlsplit(answer.headers["location"]).fragment, keep_blank_values=True))


def query(answer: httpx.Response) -> dict[str, str]:
    """The values in the query of a redirect."""
    return dict(httpx.URL(answer.headers["location"]).params)


async def session_of(app: AuthApp, who: dict[str, Any], **more: str) -> dict[str, Any]:
    """A session by way of the provider, with the account as GET /user shows it."""
    answer = await sign_in(app, who, **more)
    session: dict[str, Any] = dict(fragment(answer))
    assert "access_token" in session, answer.headers["location"]
    session["user"] = (await app.as_user(session, "GET", "/user")).json()
    return session


async def id_token(issuer: str, who: dict[str, Any]) -> str:
    """A token as an app has it that signs its person in at the certified provider itself."""
    verifier = "v" * 64
    form = {"redirect_uri": "http://localhost/auth/v1/callback", "client_id": CLIENT_ID}
    asked = form | {
        "response_type": "code",
        "scope": "openid email profile",
        "login_hint": json.dumps(who),
        "code_challenge": create_s256_code_challenge(verifier),
        "code_challenge_method": "S256",
    }
    back = httpx.URL(await at_the_provider(httpx.URL(f"{issuer}/auth", params=asked)))
    async with httpx.AsyncClient(verify=False) as app:
        answer = await app.post(
            f"{issuer}/token",
            data=form
            | {
                "grant_type": "authorization_code",
                "code": back.params["code"],
                "code_verifier": verifier,
                "client_secret": CLIENT_SECRET,
            },
        )
    token: str = answer.json()["id_token"]
    return token


@dataclass
class Liar:
    """An issuer whose every answer the test decides; counts what it is asked."""

    url: str
    answers: dict[str, tuple[int, Any]]
    asked: Counter[str]
    hold: threading.Event
    key: RSAKey

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
def liar() -> Iterator[Liar]:
    """A provider that says what it is told to; paths without an answer get 404."""
    answers: dict[str, tuple[int, Any]] = {}
    asked: Counter[str] = Counter()
    hold = threading.Event()
    hold.set()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            asked[path] += 1
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
    answers["/.well-known/openid-configuration"] = (
        200,
        {
            "issuer": url,
            "authorization_endpoint": f"{url}/auth",
            "token_endpoint": f"{url}/token",
            "userinfo_endpoint": f"{url}/me",
            "jwks_uri": f"{url}/jwks",
            "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
        },
    )
    one = Liar(url, answers, asked, hold, new_key())
    one.publish(one.key)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield one
    finally:
        hold.set()
        server.shutdown()
        server.server_close()
