"""Addresses are stored as every mail server takes them (rule: reachable-address)."""

from __future__ import annotations

import pytest

from summerstow import facts
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.validation import email_address
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import Invalid
from summerstow.platform.text import check_email

DOMAINS = [
    ("ana@exämple.test", "ana@xn--exmple-cua.test"),
    ("Ana@EXÄMPLE.test", "ana@xn--exmple-cua.test"),
    ("ana@пример.рф", "ana@xn--e1afmkfd.xn--p1ai"),
    ("ana@例え.jp", "ana@xn--r8jz45g.jp"),
    ("ana＠ｅｘａｍｐｌｅ.test", "ana@example.test"),
    ("Ana.Lee@example.test", "ana.lee@example.test"),
]


@pytest.mark.parametrize(("typed", "address"), DOMAINS)
async def test_an_international_domain_is_stored_in_ascii(
    database: Database, typed: str, address: str
) -> None:
    assert check_email(typed) == address
    assert email_address(typed) == address
    async with database.owner() as tx:
        assert await tx.fetchval("select app.is_email($1)", address)


@pytest.mark.parametrize("typed", ["zoë@example.test", "ана@пример.рф", "用户@example.test"])
async def test_letters_that_mail_servers_refuse_are_named(database: Database, typed: str) -> None:
    words = facts.booking().email_beyond_ascii
    with pytest.raises(Invalid, match="before the @"):
        check_email(typed)
    with pytest.raises(AuthError) as refusal:
        email_address(typed)
    assert words in str(refusal.value)
    async with database.owner() as tx:
        assert not await tx.fetchval("select app.is_email($1)", typed)


@pytest.mark.parametrize("typed", ["ana@-ä-.test", "ana@ä..test", "ana@\u2028ä.test", "@ä.test"])
def test_a_domain_that_cannot_be_is_refused(typed: str) -> None:
    with pytest.raises(Invalid):
        check_email(typed)
    with pytest.raises(AuthError):
        email_address(typed)
