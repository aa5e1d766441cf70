"""What a column holds, by its heading in English or French."""

from __future__ import annotations

from typing import Final, Literal

from .words import BANK_WORDS, words_of

Role = Literal[
    "day",
    "amount",
    "money_in",
    "money_out",
    "direction",
    "balance",
    "currency",
    "foreign",
    "status",
    "reference",
    "ignored",
    "text",
]

_IN: Final = frozenset(BANK_WORDS.money_in.split())
_OUT: Final = frozenset(BANK_WORDS.money_out.split())
_AMOUNT: Final = frozenset(BANK_WORDS.amount.split())
_FOREIGN: Final = frozenset(BANK_WORDS.other_currency.split())
_FEES: Final = frozenset(BANK_WORDS.fee.split())
_NUMBERED: Final = frozenset(BANK_WORDS.account.split())
_NUMBER: Final = frozenset(BANK_WORDS.number.split())
_DIRECTION: Final = (
    {"type", "transaction"},
    {"type", "of", "transaction"},
    {"type"},
    {"transaction"},
    {"type", "d", "operation"},
    {"type", "operation"},
    {"sens"},
    {"direction"},
    {"dr", "cr"},
    {"cr", "dr"},
    {"indicator"},
    {"sign"},
)


def role_of(heading: str) -> Role | None:
    """Return what a column holds; None if the heading is empty or says nothing."""
    words = set(words_of(heading))
    if not words:
        return None
    if words & {"date", "jour", "dated"}:
        return "day"
    if words & {"balance", "solde"}:
        return "balance"
    if words & _NUMBERED and not words & _AMOUNT:
        return "ignored"
    if words & _FEES or words in ({"filter"}, {"filtre"}):
        return "ignored"
    if words & {"currency", "devise", "ccy", "monnaie"}:
        return "currency"
    if words & {"status", "statut", "etat", "state"}:
        return "status"
    if words & {"reference", "ref", "fitid", "confirmation"} or (
        words & {"transaction", "txn", "operation"} and words & _NUMBER
    ):
        return "reference"
    if (words & _IN and words & _OUT) or words in _DIRECTION:
        return "direction"
    return _money_role(words)


def _money_role(words: set[str]) -> Role:
    if words & _FOREIGN and not words & {"cad"} and words & (_AMOUNT | {"usd", "eur"}):
        return "foreign"
    if words & _IN:
        return "money_in"
    if words & _OUT:
        return "money_out"
    return "amount" if words & _AMOUNT else "text"


def is_header(roles: list[Role | None]) -> bool:
    """Return whether these are the headings of a table of transactions."""
    return "day" in roles and bool(
        {"amount", "money_in", "money_out", "foreign"} & {one for one in roles if one}
    )
