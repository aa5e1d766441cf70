"""What an invoice prints, found in a bank's text: its codes and its number."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

#: What people and banks put between the parts of a code, at most three of them.
_GAP: Final = r"[^A-Z0-9]{0,3}"
#: Each eight letters and digits of an invoice's code in a row, also those inside a longer word.
_REFERENCE: Final = re.compile(rf"(?=((?:[A-HJKMNP-TV-Z2-9]{_GAP}){{7}}[A-HJKMNP-TV-Z2-9]))")
_NUMBER: Final = re.compile(
    rf"(?<![A-Z])INV(?:OICE)?{_GAP}(?:NO{_GAP}|NUMBER{_GAP})?0*([1-9]\d{{0,8}})(?!\d)"
)
_BOOKING: Final = re.compile(rf"(?<![0-9A-Z])([0-9A-F]{{4}}){_GAP}([0-9A-F]{{4}})(?![0-9A-Z])")
_CUSTOMER: Final = re.compile(rf"(?<![0-9A-Z])SS{_GAP}([0-9A-Z]{{5,10}})(?![0-9A-Z])")


@dataclass(frozen=True, slots=True)
class PrintedCodes:
    """What may be a code of ours in a text; which one is decides the database."""

    references: tuple[str, ...]
    serials: tuple[int, ...]
    bookings: tuple[str, ...]
    customers: tuple[str, ...]


def find_codes(text: str) -> PrintedCodes:
    """Return every reference code, invoice number, booking code and customer id in a text."""
    plain = "".join(_visible(text)).upper()
    return PrintedCodes(
        references=tuple(
            dict.fromkeys(re.sub(r"[^A-Z0-9]", "", one) for one in _REFERENCE.findall(plain))
        ),
        serials=tuple(dict.fromkeys(int(one) for one in _NUMBER.findall(plain))),
        bookings=tuple(dict.fromkeys("".join(one).lower() for one in _BOOKING.findall(plain))),
        customers=tuple(dict.fromkeys(f"SS-{one}" for one in _CUSTOMER.findall(plain))),
    )


def _visible(text: str) -> Iterator[str]:
    return (one for one in unicodedata.normalize("NFKC", text) if unicodedata.category(one) != "Cf")
