"""Pure rules: what a referral code is, and how a person is recognized."""

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
    """Return the referral code in typed text or a link's parameter, or None."""
    if not isinstance(value, str):
        return None
    code = value.strip().upper()
    return code if _CODE.fullmatch(code) else None


def identity_hashes(
    user_id: UUID | None, emails: Iterable[str | None], phones: Iterable[str | None]
) -> set[bytes]:
    """Return hashes of a person's account, e-mail addresses and phones.

    Addresses are compared without case, `+tags` and Gmail's dots; phones without blanks, and with
    Canada's code if they have none.
    """
    identities = {f"account {user_id}"} if user_id else set()
    identities |= {f"email {_normalize_email(one)}" for one in emails if one}
    identities |= {f"phone {number}" for one in phones if one and (number := _to_e164(one))}
    return {hashlib.sha256(one.encode()).digest() for one in identities}


def _normalize_email(email: str) -> str:
    name, _, host = email.strip().lower().rpartition("@")
    name = name.split("+", 1)[0]
    if host in ("gmail.com", "googlemail.com"):
        name, host = name.replace(".", ""), "gmail.com"
    return f"{name}@{host}"


def _to_e164(phone: str) -> str | None:
    try:
        parsed = phonenumbers.parse(phone, "CA")
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_possible_number(parsed):
        return None
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)
