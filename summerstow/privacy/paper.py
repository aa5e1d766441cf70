"""Everything about oneself on paper, in the product's look: for people, as JSON is for programs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final

import msgspec
from fpdf.enums import XPos, YPos

from summerstow.platform import clock, published
from summerstow.platform.files.pdf.document import INK, LEFT, MIST, MUTED, Document, Pages, money

from .model import OwnData

_LABEL: Final = 52.0
_ACTIONS: Final = {"view": "looked at your data", "export": "downloaded it", "insert": "made"}
#: What only programs would say like that, in words.
_LABELS: Final = {"aal": "Signed in with"}
_VALUES: Final = {"aal1": "one step", "aal2": "two steps"}
#: The key of a row says nothing on paper; the file for programs has it.
_KEY: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DAY_LENGTH: Final = len("2027-04-28")


class _Happening(msgspec.Struct, frozen=True):
    """A line of the audit log."""

    at: str
    who: str
    action: str
    of_what: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


def render(data: OwnData) -> bytes:
    """All of it as a PDF file."""
    pdf = Pages("Your data")
    _head(pdf, data)
    for name, purpose in data.purposes.items():
        if records := data.section(name):
            _section(pdf, name, purpose, records)
    empty = [_title(name).lower() for name in data.purposes if not data.section(name)]
    if empty:
        _heading(pdf, "Nothing else", f"We keep nothing under: {', '.join(empty)}.")
    return pdf.finished()


def _head(pdf: Document, data: OwnData) -> None:
    pdf.top("Your data")
    pdf.set_font("sans", size=10)
    pdf.set_text_color(*MUTED)
    words = (
        f"Everything that {published.business().name} keeps about you, made on "
        f"{_shown(data.made_at)} (campus time). Questions: {published.business().email}, "
        f"{published.business().phone}."
    )
    pdf.multi_cell(0, 5, words, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def _section(pdf: Document, name: str, purpose: str, records: Sequence[Mapping[str, Any]]) -> None:
    _heading(pdf, _title(name), purpose)
    for record in records:
        if name == "looks_and_changes":
            line = msgspec.convert(record, _Happening)
            _line(pdf, _shown(line.at), _happened(line))
            continue
        for label, value in _lines(record):
            _line(pdf, label, value)
        pdf.ln(2.5)


def _heading(pdf: Document, title: str, words: str) -> None:
    if pdf.will_page_break(34):
        pdf.add_page()
    pdf.ln(7)
    pdf.set_text_color(*INK)
    pdf.set_font("head", size=15)
    pdf.cell(0, 8, title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.set_font("sans", size=9)
    pdf.set_text_color(*MUTED)
    pdf.multi_cell(0, 4.6, words, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(1.5)


def _happened(line: _Happening) -> str:
    """One line of the audit log: who did what, and for a change each value before and after."""
    words = f"{line.who}: {_ACTIONS.get(line.action, _title(line.action).lower())}"
    if line.action != "view":
        words += f" ({_title(line.of_what.removeprefix('auth.')).lower()})"
    was, now = line.before or {}, line.after or {}
    if line.action == "update":
        changes = [
            f"{_title(key).lower()} was {_in_words(was.get(key))}, is {_in_words(value)}"
            for key, value in now.items()
        ]
        words += f": {'; '.join(changes)}"
    return words


def _in_words(value: object) -> str:
    return "empty" if value in (None, "") else _shown(value)


def _line(pdf: Document, label: str, value: str) -> None:
    if pdf.will_page_break(6):
        pdf.add_page()
    top = pdf.get_y()
    pdf.set_fill_color(*MIST)
    pdf.set_font("sans", size=9)
    pdf.set_text_color(*MUTED)
    pdf.multi_cell(_LABEL, 5, label, align="L", new_x=XPos.LEFT, new_y=YPos.NEXT)
    below, page = pdf.get_y(), pdf.page
    pdf.set_xy(LEFT + _LABEL, top)
    pdf.set_font("sans", "B", 9)
    pdf.set_text_color(*INK)
    pdf.multi_cell(0, 5, pdf.text_of(value) or "-", align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    if pdf.page == page:
        pdf.set_y(max(below, pdf.get_y()))


def _lines(record: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Label and value of each thing that a record says to people; what is empty is left out."""
    for key, value in record.items():
        label = f"{prefix}{_title(key)}"
        if isinstance(value, Mapping):
            yield from _lines(value, f"{label}: ")
        elif isinstance(value, list):
            for number, one in enumerate(value, 1):
                numbered = f"{label} {number}"
                if isinstance(one, Mapping):
                    yield from _lines(one, f"{numbered}: ")
                else:
                    yield numbered, _shown(one)
        elif value in (None, "") or key == "strokes" or _KEY.fullmatch(str(value)):
            continue
        else:
            yield (
                (label.removesuffix(" cents"), money(value))
                if (key.endswith("_cents") and isinstance(value, int))
                else (label, _shown(value))
            )


def _title(name: str) -> str:
    words = _LABELS.get(name) or name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = _VALUES.get(str(value), str(value))
    if not text[:4].isdigit() or text[4:5] != "-":
        return text
    try:
        if len(text) == _DAY_LENGTH:
            day = date.fromisoformat(text)
            return f"{day:%B} {day.day}, {day.year}"
        local = clock.campus_time(datetime.fromisoformat(text))
    except ValueError:
        return text
    return f"{local:%B} {local.day}, {local.year}, {local:%H:%M}"
