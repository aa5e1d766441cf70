"""Amounts as banks write them: decimal point or comma, signs, currency marks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

Mark = Literal[".", ","]
MARKS: Final[tuple[Mark, ...]] = (".", ",")

#: More digits than any amount has: a card or account number.
_MOST_DIGITS: Final = 11
#: Characters of the longest amount with its currency.
_LONGEST: Final = 30
_DASHES: Final = str.maketrans({"−": "-", "–": "-", "—": "-", "﹣": "-", "’": "'", "`": "'"})
_CANADIAN: Final = re.compile(r"\b(?:CAD|CDN)\b|(?:CAD|CDN|CA|C)?\$(?:CAD|CDN|CA)?")
_FOREIGN: Final = re.compile(r"US ?\$|\$ ?US\b|\b(?:USD|EUR|GBP|AUD|CHF|CNY|JPY|INR|MXN)\b|[€£¥₹]")
_CREDIT: Final = re.compile(r"^CR\b|\bCR$|(?<=\d)CR$")
_DEBIT: Final = re.compile(r"^DR\b|\bDR$|(?<=\d)(?:DR|DB)$")
_GROUPED: Final = re.compile(r"\d{1,3}(?:[ ']\d{3})+(?:[.,]\d{1,2})?|[\d.,]+")


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount as it is written. `cents` is None if it cannot be read; money out is negative.

    `mark` is the decimal mark that it proves by itself. `foreign`: it names another currency.
    """

    cents: int | None
    mark: Mark | None = None
    foreign: bool = False


def read_amount(text: str, mark: Mark | None = None) -> Amount:
    """Read one amount. `mark` is the decimal mark that the file proves elsewhere.

    "1,110" stays unread without it: it is either one dollar eleven or a thousand.
    """
    if not 1 <= len(text) <= _LONGEST or not any(one.isdigit() for one in text):
        return Amount(None)
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES).upper().strip()
    foreign = _FOREIGN.search(plain) is not None
    plain = _CANADIAN.sub("", _FOREIGN.sub("", plain)).strip()
    negative = False
    inside = re.fullmatch(r"([-+]?)\s*\((.+)\)", plain)
    if inside:
        plain, negative = inside[2].strip(), True
    if _DEBIT.search(plain):
        plain, negative = _DEBIT.sub("", plain).strip(), True
    plain = _CREDIT.sub("", plain).strip()
    signed = re.fullmatch(r"([-+]?)\s*([^-+]*?)\s*([-+]?)", plain)
    if not signed or (signed[1] and signed[3]):
        return Amount(None, foreign=foreign)
    negative = negative or "-" in (signed[1], signed[3])
    body = re.sub(r"\s+", " ", signed[2])
    if not _GROUPED.fullmatch(body) or sum(one.isdigit() for one in body) > _MOST_DIGITS:
        return Amount(None, foreign=foreign)
    grouped = " " in body or "'" in body
    read = _cents(re.sub(r"[ ']", "", body), mark, grouped=grouped)
    if read.cents is None:
        return Amount(None, read.mark, foreign)
    return Amount(-read.cents if negative else read.cents, read.mark, foreign)


def proven_mark(texts: Iterable[str]) -> Mark | None:
    """Return the decimal mark that these amounts prove; None if they prove none, or both."""
    marks = {read_amount(one).mark for one in texts} - {None}
    return marks.pop() if len(marks) == 1 else None


def _cents(body: str, mark: Mark | None, *, grouped: bool) -> Amount:
    marks = [one for one in body if one in ".,"]
    if not marks:
        return Amount(int(body) * 100) if body else Amount(None)
    last: Mark = "," if marks[-1] == "," else "."
    head, _, tail = body.rpartition(last)
    thousands: Mark = "." if last == "," else ","
    if last in head:
        # "1,110,250": it stands between thousands.
        whole = _groups(body, last) if thousands not in body else None
        return Amount(whole * 100, thousands) if whole is not None else Amount(None)
    whole = _groups(head, thousands) if thousands in head else _digits(head)
    if whole is None:
        return Amount(None)
    if len(tail) == 3 and not grouped and thousands not in head:
        # "1,110": thousands if the file proves so, else unread.
        known = mark == thousands and _groups(body, last) is not None
        return Amount(_groups(body, last, 100) if known else None)
    return _joined(whole, tail, last)


def _joined(whole: int, tail: str, mark: Mark) -> Amount:
    """Put dollars and decimals together; further decimals must be zeros."""
    if not tail.isdigit() or tail[2:].strip("0"):
        return Amount(None)
    return Amount(whole * 100 + int(tail[:2].ljust(2, "0")), mark if len(tail) != 3 else None)


def _digits(text: str) -> int | None:
    return int(text or "0") if text.isdigit() or not text else None


def _groups(text: str, mark: Mark, times: int = 1) -> int | None:
    first, *others = text.split(mark)
    if not 1 <= len(first) <= 3 or not first.isdigit() or first == "0":
        return None
    if any(len(one) != 3 or not one.isdigit() for one in others):
        return None
    return int(text.replace(mark, "")) * times
