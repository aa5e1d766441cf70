"""Pure rules: how many share, how long an invitation lives, by what a person is known again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Final
from uuid import UUID

import phonenumbers

#: Who share one bundle, its owner among them: the largest one has 19 items.
MOST_PEOPLE: Final = 8
#: An invitation's life, where the pickup does not end it before.
INVITATION: Final = timedelta(days=30)
#: Friends may join and leave until the crew has counted.
OPEN: Final = ("pending", "confirmed", "in_queue")
#: A booking in use: whoever has one needs no share of another.
LIVE: Final = (*OPEN, "picked_up")
#: Where a first booking has "reached picked_up" (beyond.md, "Referral").
REACHED: Final = ("picked_up", "delivered", "completed")

_CODE: Final = re.compile(r"[A-Z0-9][A-Z0-9-]{1,31}")


def token_hash(token: str) -> bytes:
    """What is kept of an invitation's token."""
    return hashlib.sha256(token.encode()).digest()


def short_name(first: str | None, last: str | None = None) -> str:
    """What those who share see of one another: `Maya R.`, `Maya`, or `A friend`."""
    name = (first or "").split()
    if not name:
        return "A friend"
    initial = (last or "").strip()[:1].upper()
    return f"{name[0][:40]} {initial}." if initial else name[0][:40]


def referral_code(value: object) -> str | None:
    """A referral id as it was typed or came with a link; None for what cannot be one."""
    if not isinstance(value, str):
        return None
    code = value.strip().upper()
    return code if _CODE.fullmatch(code) else None


def known_by(
    user_id: UUID | None, emails: Iterable[str | None], phones: Iterable[str | None]
) -> set[bytes]:
    """Hashes by which a person is known again: account, addresses and phones.

    Small letters, `+tags` and, at Gmail, dots make no other address; blanks and a missing country
    code no other phone.
    """
    said = {f"account {user_id}"} if user_id else set()
    said |= {f"email {_address(one)}" for one in emails if one}
    said |= {f"phone {number}" for one in phones if one and (number := _number(one))}
    return {hashlib.sha256(one.encode()).digest() for one in said}


def _address(email: str) -> str:
    name, _, host = email.strip().lower().rpartition("@")
    name = name.split("+", 1)[0]
    if host in ("gmail.com", "googlemail.com"):
        name, host = name.replace(".", ""), "gmail.com"
    return f"{name}@{host}"


def _number(phone: str) -> str | None:
    """E.164, by default of Canada; None for what can be nobody's number."""
    try:
        parsed = phonenumbers.parse(phone, "CA")
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_possible_number(parsed):
        return None
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)
