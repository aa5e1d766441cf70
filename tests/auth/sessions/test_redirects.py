"""Where a flow may lead back to: A3, `redirect_to`."""

from __future__ import annotations

import pytest

from summerstow.platform.auth.redirects import Redirects, in_link, with_fragment, with_query
from tests.auth.conftest import AuthApp, with_settings

#: How the button of a link's page posts.
FORM = {"content-type": "application/x-www-form-urlencoded"}

GLOBS = (
    "https://*.preview.example/**",
    "https://app.example/welcome",
    "https://one.example/*/done",
    "myapp://callback",
    "http://192.0.2.7:3000/**",
)


@pytest.mark.parametrize(
    "url",
    [
        "https://storage.example",
        "https://storage.example/",
        "https://storage.example/#/route",
        "https://storage.example:443/auth/callback?a=1&b=2",
        "https://pr-12.preview.example/deep/path?x=1",
        "https://app.example/welcome#part",
        "https://one.example/abc/done",
        "myapp://callback",
    ],
)
def test_allowed(url: str) -> None:
    assert Redirects("https://storage.example", GLOBS).allows(url)


@pytest.mark.parametrize(
    "url",
    [
        "/auth/callback",
        "//evil.example",
        "https://evil.example",
        "http://storage.example",
        "https://storage.example:8443",
        "https://storage.example.evil.example",
        "https://storage.example@evil.example",
        "https://evil.example\\@storage.example",
        "https://user:pass@storage.example",
        "https://a.b.preview.example/",
        "https://app.example/welcome/",
        "https://one.example/a/b/done",
        "https://evil.example/#https://app.example/welcome",
        "http://192.0.2.7:3000/x",
        "http://127.0.0.1:5173/x",
        "http://[::1]:5173/x",
        "http://2130706433/",
        "http://8.8.8.8/",
        "https://storage.example:port",
        "https://storage.example/\r\nSet-Cookie: a=b",
        "javascript:alert(1)",
        "data:text/html,x",
        "myapp://callback/other",
        "https://[",
        "http://[::1%25evil]/",
        "https://evil?.preview.example/",
    ],
)
def test_refused(url: str) -> None:
    assert not Redirects("https://storage.example", GLOBS).allows(url)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "http://8.8.8.8/", "data:text/html,x"])
def test_not_even_by_a_glob_that_admits_everything(url: str) -> None:
    assert not Redirects("https://storage.example", ("**",)).allows(url)


def test_on_this_machine_the_port_is_free() -> None:
    assert Redirects("http://localhost:8000", ()).allows("http://localhost:5173/auth/callback")


def test_what_the_address_holds_stays() -> None:
    assert with_query("https://a.example/x?b=1#/r", {"code": "c d"}) == (
        "https://a.example/x?b=1&code=c+d#/r"
    )
    assert with_fragment("https://a.example/x?b=1#old", {"b": "2", "a": "1"}) == (
        "https://a.example/x?b=1#a=1&b=2"
    )
    assert in_link("https://a.example/x") == "https://a.example/x"
    assert in_link("https://a.example/x?a=1&b=%26") == (
        "https%3A%2F%2Fa.example%2Fx%3Fa%3D1%26b%3D%2526"
    )


@with_settings(redirect_urls="https://*.preview.example/**")
async def test_a_refused_address_is_said_on_the_answer_and_replaced_by_the_site(
    app: AuthApp, address: str
) -> None:
    body = {"email": address, "password": "plum-kettle-94"}
    refused = await app.client.post(
        "/signup", params={"redirect_to": "https://evil.example/ö"}, json=body
    )
    assert refused.status_code == 200
    assert refused.headers["x-redirect-refused"] == "https://evil.example/%C3%B6"
    link = (await app.mails(address))[0]["link"]
    assert link.endswith(f"redirect_to={app.settings.site_url}")
    fine = await app.client.post(
        "/signup", params={"redirect_to": "https://x.preview.example/a?b=c"}, json=body
    )
    assert "x-redirect-refused" not in fine.headers
    link = (await app.mails(address))[0]["link"]
    landed = await app.client.post(link, headers=FORM)
    assert landed.headers["location"].startswith("https://x.preview.example/a?b=c#access_token=")


@pytest.mark.parametrize("url", ["http://127.0.0.1:5173/x", "http://[::1]:5173/x"])
def test_loopback_is_allowed_where_the_site_is_or_a_pattern_says_so(url: str) -> None:
    assert Redirects("http://localhost:8000", ()).allows(url)
    assert not Redirects("https://storage.example", ()).allows(url)
    assert Redirects("https://storage.example", (f"{url[:-1]}**",)).allows(url)
