"""Codes by mail and text message through the unmodified Python client, as people read them."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import httpx
import pytest
from supabase import Client, create_client
from supabase_auth.errors import AuthApiError

from .conftest import Starter
from .product import PASSWORD, Product, new_address

#: The client's own use of its sub-clients.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:supabase")

NEW = "another-good-one-5"
_numbers = count(16045557000)


def code_to(product: Product, to: str, about: str = "") -> str:
    """The six digits of the newest message to an address or number."""
    found = re.search(r"\b\d{6}\b", product.mails(to, about)[0]["text"])
    assert found
    return found[0]


def verify(client: Client, kind: Any, code: str, **who: str) -> Any:
    body: Any = {"type": kind, "token": code, **who}
    return client.auth.verify_otp(body)


def test_a_customer_who_forgets_changes_and_moves_on(product: Product) -> None:
    client = create_client(product.url, "anon")
    old, new = new_address("noa"), new_address("noa-new")

    # No password yet: the first code makes the account, the next one signs in.
    client.auth.sign_in_with_otp({"email": old})
    first = verify(client, "email", code_to(product, old, "Confirm"), email=old)
    assert first.session is not None
    client.auth.sign_out()
    client.auth.sign_in_with_otp({"email": old})
    again = verify(client, "email", code_to(product, old, "sign-in link"), email=old)
    assert again.user.id == first.user.id

    # A password, forgotten; the other device is out.
    there = create_client(product.url, "anon")
    client.auth.reset_password_for_email(old)
    verify(there, "recovery", code_to(product, old, "new password"), email=old)
    there.auth.update_user({"password": NEW})
    assert product.mails(old, "password was set")
    with pytest.raises(AuthApiError) as out:
        client.auth.get_user()
    assert out.value.code == "session_not_found"
    client.auth.sign_in_with_password({"email": old, "password": NEW})

    # A new address: one mailbox by code, the other by its link.
    asked = client.auth.update_user({"email": new})
    assert asked is not None
    half = verify(client, "email_change", code_to(product, new, "new email"), email=new)
    assert half.session is None
    link = product.mails(old, "Agree to your new email")[0]["links"][0]
    landed = httpx.post(link, data={"": ""}, follow_redirects=False)
    code = httpx.URL(landed.headers["location"]).params["code"]
    done = client.auth.exchange_code_for_session({"auth_code": code})
    assert done.user is not None
    assert done.user.email == new
    assert product.mails(old, "has changed")

    # A number, by text message; it signs in from then on.
    phone = f"+{next(_numbers)}"
    client.auth.update_user({"phone": phone})
    verify(client, "phone_change", code_to(product, phone), phone=phone)
    client.auth.sign_out()
    signed_in = client.auth.sign_in_with_password({"phone": phone, "password": NEW})
    assert signed_in.user is not None
    assert signed_in.user.email == new
    client.auth.reauthenticate()
    nonce = code_to(product, new, "code")
    client.auth.update_user({"password": PASSWORD, "nonce": nonce})
    # The profile that everybody else sees has moved along.
    [profile] = client.table("users").select("email").execute().data
    assert profile == {"email": new}


def test_a_visitor_without_a_name_becomes_a_customer(another: Starter) -> None:
    product = another(SUMMERSTOW_ANONYMOUS="1", WEB_CONCURRENCY="1")
    client = create_client(product.url, "anon")
    visitor = client.auth.sign_in_anonymously()
    assert visitor.user is not None
    assert visitor.user.is_anonymous is True
    address = new_address("nobody")
    client.auth.update_user({"email": address})
    known = verify(client, "email_change", code_to(product, address), email=address)
    assert (known.user.id, known.user.is_anonymous) == (visitor.user.id, False)
