"""The signs by which two bookings may be one person's (rule: possible-duplicate)."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final, Literal
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction

from . import queries
from .queries import Candidate

Sign = Literal[
    "email",
    "phone",
    "similar_email",
    "name_and_day",
    "name_and_address",
    "name_and_payer",
]

#: Texts with this similarity differ by a typing error.
_ALIKE: Final = 0.9
#: Names at one address may differ more, each part for itself: "Zsofia" and "Zsófi".
_ALIKE_AT_ADDRESS: Final = 0.8
#: Digits that two spellings of a number share at least.
_SUBSCRIBER_DIGITS: Final = 7


class Likeness(msgspec.Struct, frozen=True):
    """Two current bookings with the signs that they share; `apart`: the office told them apart."""

    one: Candidate
    other: Candidate
    signs: list[Sign]
    apart: bool


async def find_likenesses(tx: Transaction, ids: list[UUID]) -> list[Likeness]:
    """Return each of these bookings with each other current booking that shares a sign."""
    pairs = await queries.find_pairs(tx, ids)
    people = {one.id: one for one in await queries.read_candidates(tx, _ids_of(pairs))}
    likenesses = [
        Likeness(one, other, find_signs(one, other), pair.apart)
        for pair in pairs
        if (one := people.get(pair.id)) and (other := people.get(pair.other))
    ]
    return [likeness for likeness in likenesses if likeness.signs]


def find_signs(one: Candidate, other: Candidate) -> list[Sign]:
    """Return the signs that two bookings share; none: they are two people's."""
    is_same_name = _same_name(one, other)
    checks: dict[Sign, bool] = {
        "email": _same(_mailbox(one.email), _mailbox(other.email)),
        "phone": _same_phone(one.phone or "", other.phone or ""),
        "similar_email": (is_same_name or _same(_local(one.email), _local(other.email)))
        and _alike(one.email, other.email, _ALIKE),
        "name_and_day": is_same_name and _same(one.pickup_date, other.pickup_date),
        "name_and_address": _same(one.address, other.address)
        and one.campus_id == other.campus_id
        and _similar_name(one, other),
        "name_and_payer": is_same_name
        and (
            _same(one.payer, other.payer)
            or _same(_mailbox(one.payer_email), _mailbox(other.payer_email))
        ),
    }
    if checks["email"]:
        checks["similar_email"] = False
    return [sign for sign, holds in checks.items() if holds]


def is_family(likeness: Likeness) -> bool:
    """Whether two people book with one mail address or phone, as a parent does for children."""
    shares = "email" in likeness.signs or "phone" in likeness.signs
    return shares and (likeness.apart or not _same_name(likeness.one, likeness.other))


def _ids_of(pairs: list[queries.Pair]) -> list[UUID]:
    return list({pair.id for pair in pairs} | {pair.other for pair in pairs})


def _same(one: object, other: object) -> bool:
    return bool(one) and one == other


def _same_name(one: Candidate, other: Candidate) -> bool:
    names = (one.first, one.last)
    return all(names) and names in ((other.first, other.last), (other.last, other.first))


def _similar_name(one: Candidate, other: Candidate) -> bool:
    return any(
        _alike(one.first, first, _ALIKE_AT_ADDRESS) and _alike(one.last, last, _ALIKE_AT_ADDRESS)
        for first, last in ((other.first, other.last), (other.last, other.first))
    )


def _same_phone(one: str, other: str) -> bool:
    """Whether two numbers are one, either of which may lack its country code."""
    digits, others = ("".join(sign for sign in number if sign.isdigit()) for number in (one, other))
    if digits == others or (one[:1] == other[:1] == "+"):
        return _same(digits, others)
    short, long = sorted((digits, others), key=len)
    return len(short) >= _SUBSCRIBER_DIGITS and long.endswith(short.removeprefix("0"))


def _mailbox(email: str | None) -> str:
    """Return the mailbox of an address: without a tag and, at Gmail, without dots."""
    name, _, domain = (email or "").lower().partition("@")
    name = name.partition("+")[0]
    if domain in ("gmail.com", "googlemail.com"):
        name, domain = name.replace(".", ""), "gmail.com"
    return f"{name}@{domain}" if name and domain else ""


def _local(email: str | None) -> str:
    return (email or "").lower().partition("@")[0]


def _alike(one: str | None, other: str | None, least: float) -> bool:
    texts = ((one or "").lower(), (other or "").lower())
    matcher = SequenceMatcher(None, *texts, autojunk=False)
    # The first two are upper bounds that cost little.
    ratios = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)
    return all(texts) and all(ratio() >= least for ratio in ratios)
