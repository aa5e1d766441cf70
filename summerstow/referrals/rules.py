"""Pure rules: what a referral code is, and by what a person is known again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Final
from uuid import UUID

import phonenumbers

#: A friend's booking that may still earn a credit.
WAITING: Final = ("pending", "confirmed", "in_queue")
#: A booking that was picked up: a friend's first such one earns a credit (rule: referral-credit).
REACHED: Final = ("picked_up", "delivered", "completed")

_CODE: Final = re.compile(r"[A-Z0-9][A-Z0-9-]{1,31}")


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

    Case, `+tags` and, at Gmail, dots make no other address; blanks and a missing country
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
