"""Days as banks write them, in English and French."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final, Literal

from summerstow.platform.text import fold

DayOrder = Literal["ymd", "mdy", "dmy"]
ORDERS: Final[tuple[DayOrder, ...]] = ("ymd", "mdy", "dmy")

_MONTHS: Final = (
    ("jan", "january", "janv", "janvier"),
    ("feb", "february", "fev", "fevr", "fevrier"),
    ("mar", "march", "mars"),
    ("apr", "april", "avr", "avril"),
    ("may", "mai"),
    ("jun", "june", "juin"),
    ("jul", "july", "juil", "juill", "juillet"),
    ("aug", "august", "aou", "aout"),
    ("sep", "sept", "september", "septembre"),
    ("oct", "october", "octobre"),
    ("nov", "november", "novembre"),
    ("dec", "december", "decembre"),
)
_MONTH_OF: Final = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_BESIDE: Final = re.compile(
    r"(?:le|the|of|de|st|nd|rd|th|er|at|mon|tue|wed|thu|fri|sat|sun|lun|mer|jeu|ven|sam|dim)"
    r"|[a-z]*day|[a-z]+di|dimanche|tues|thur|thurs"
)
_TIME: Final = re.compile(
    r"[T ,]+\d{1,2}[:h]\d{2}(?::?\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*"
    r"(?:[A-Z]{1,4}|[+-]\d\d:?\d\d)?$",
    re.IGNORECASE,
)
_NUMERIC: Final = re.compile(r"(\d{1,4})([-/. ])(\d{1,2})\2(\d{1,4})")
_COMPACT: Final = re.compile(r"\d{8}")
#: Characters of the longest day with its time.
_LONGEST: Final = 40
_OLDEST: Final = 1990
_LATEST: Final = 2100


def read_day(text: str, order: DayOrder | None) -> date | None:
    """Read a day. `order` is what the file's numbers mean; a day that shows it needs none."""
    text = _TIME.sub("", " ".join(text.split()))
    numbers = _numbers(text)
    if numbers is None:
        return _with_month_name(text)
    fixed = _fixed_order(numbers)
    return _day(numbers, fixed or order) if fixed or order else None


def is_day(text: str) -> bool:
    """Return whether the text is a day in any order."""
    if not 6 <= len(text) <= _LONGEST or not any(one.isdigit() for one in text):
        return False
    return any(read_day(text, order) for order in ORDERS)


def possible_orders(texts: Iterable[str], today: date) -> list[DayOrder]:
    """Return the orders in which these days can be meant.

    Days that show their order are left out. A day that no order allows is an odd line, which proves
    nothing. A bank shows no day to come, which decides where the calendar leaves a choice.
    """
    possible: set[DayOrder] = set(ORDERS)
    past: set[DayOrder] = set(ORDERS)
    open_texts = False
    for text in texts:
        numbers = _numbers(_TIME.sub("", " ".join(text.split())))
        if numbers is None or _fixed_order(numbers):
            continue
        days = {order: _day(numbers, order) for order in ORDERS}
        valid = {order for order, day in days.items() if day is not None}
        if not valid:
            continue
        open_texts = True
        possible &= valid
        past &= {order for order, day in days.items() if day and day <= today + timedelta(days=1)}
    if not open_texts:
        return []
    if len(possible) == 1:
        return list(possible)
    likely = possible & past if len(possible & past) >= 1 else possible
    return [one for one in ORDERS if one in (likely or set(ORDERS))]


def _numbers(text: str) -> tuple[str, str, str] | None:
    match = _NUMERIC.fullmatch(text)
    if match:
        return match[1], match[3], match[4]
    if _COMPACT.fullmatch(text):
        if _OLDEST <= int(text[:4]) <= _LATEST:
            return text[:4], text[4:6], text[6:]
        return text[:2], text[2:4], text[4:]
    return None


def _fixed_order(numbers: tuple[str, str, str]) -> DayOrder | None:
    """Return the order that the numbers show: a year of four digits that comes first."""
    return "ymd" if len(numbers[0]) == 4 else None


def _day(numbers: tuple[str, str, str], order: DayOrder | None) -> date | None:
    first, second, third = numbers
    year, month, day = {
        "ymd": (first, second, third),
        "mdy": (third, first, second),
        "dmy": (third, second, first),
    }[order or "ymd"]
    if len(year) not in (2, 4) or len(month) > 2 or len(day) > 2:
        return None
    return _valid(int(year) if len(year) == 4 else 2000 + int(year), int(month), int(day))


def _with_month_name(text: str) -> date | None:
    """Read "20 nov. 2026", "Nov 20, 2026", "20-NOV-26" and "2026 novembre 20"."""
    tokens = re.findall(r"[a-z]+|\d+", fold(text))
    tokens = [one for one in tokens if not _BESIDE.fullmatch(one)]
    if len(tokens) != 3 or sum(one in _MONTH_OF for one in tokens) != 1:
        return None
    month = next(_MONTH_OF[one] for one in tokens if one in _MONTH_OF)
    numbers = [one for one in tokens if one.isdigit()]
    if len(numbers) != 2:
        return None
    day, year = numbers
    if len(day) == 4:
        day, year = year, day
    if len(day) > 2 or len(year) not in (2, 4):
        return None
    return _valid(int(year) if len(year) == 4 else 2000 + int(year), month, int(day))


def _valid(year: int, month: int, day: int) -> date | None:
    try:
        day_of_year = date(year, month, day)
    except ValueError:
        return None
    return day_of_year if _OLDEST <= year <= _LATEST else None
