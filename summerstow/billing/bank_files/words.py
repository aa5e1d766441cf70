"""Words of bank files, compared without case, accents and marks."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

import msgspec

from summerstow.platform.text import fold

_SIGNS: Final = re.compile(r"[^a-z0-9]+")


class BankWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`bank_words.json`: the words of headings and statuses, in English and French."""

    money_in: str
    money_out: str
    amount: str
    other_currency: str
    fee: str
    account: str
    number: str
    spending: str
    pending: str
    cancelled: str
    final: str


BANK_WORDS: Final = msgspec.json.decode(
    files(__package__).joinpath("bank_words.json").read_bytes(), type=BankWords
)


def words_of(text: str) -> list[str]:
    """Return the folded words of a text."""
    return _SIGNS.sub(" ", fold(text)).split()
