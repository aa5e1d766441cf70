"""Labels as PDF files: sheets without an owner, a customer's pages, shelves.

The symbol is a QR code of version 1: few modules, so that each is large at an arm's length.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import segno
from fpdf.enums import XPos, YPos

from summerstow.platform.files.pdf.document import INK, MUTED, Document, tape

from .codes import OwnLabel, Paper

#: Width and height in mm.
_PAPERS: Final[dict[Paper, tuple[float, float]]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "4x6": (101.6, 152.4),
}
#: Labels on a sheet of Letter paper.
ACROSS: Final = 4
DOWN: Final = 10
_SHEET_EDGE: Final = (6.0, 6.0)
#: The side of a symbol on a sheet, in mm: a module of more than a millimetre.
_SHEET_SYMBOL: Final = 22.0
_SHELVES_DOWN: Final = 5


def sheets(batch: int, codes: Sequence[str]) -> bytes:
    """Labels of a batch, forty on a sheet of Letter paper, in the order of their codes."""
    width, height = _PAPERS["letter"]
    left, top = _SHEET_EDGE
    wide, high = (width - 2 * left) / ACROSS, (height - 2 * top) / DOWN
    pdf = _blank(f"Labels, batch {batch}", "letter")
    for place, code in enumerate(codes):
        on_sheet = place % (ACROSS * DOWN)
        if place and not on_sheet:
            pdf.add_page()
        x = left + wide * (on_sheet % ACROSS)
        y = top + high * (on_sheet // ACROSS)
        _symbol(pdf, code, x + 2.2, y + (high - _SHEET_SYMBOL) / 2, _SHEET_SYMBOL)
        text = x + _SHEET_SYMBOL + 4.4
        pdf.set_text_color(*INK)
        pdf.set_font("head", size=13)
        for line, words in enumerate((code[:3], code[3:8], code[8:])):
            pdf.text(text, y + 8.6 + 5.2 * line, words)
        pdf.set_text_color(*MUTED)
        pdf.set_font("sans", size=6.5)
        pdf.text(text, y + 24, f"Batch {batch}")
    return pdf.finished()


def own(labels: Sequence[OwnLabel], paper: Paper) -> bytes:
    """A page for each item."""
    width, height = _PAPERS[paper]
    small = paper == "4x6"
    edge = 8.0 if small else 20.0
    pdf = _blank("Your labels", paper)
    for place, one in enumerate(labels):
        if place:
            pdf.add_page()
        pdf.set_fill_color(*tape())
        pdf.rect(edge, edge, 26, 5, style="F")
        pdf.set_text_color(*INK)
        pdf.set_font("head", size=30 if small else 56)
        pdf.set_xy(edge, edge + 8)
        pdf.cell(0, 12 if small else 24, f"{one.number} of {one.count}")
        side = width - 2 * edge - 12 if small else 118.0
        below = edge + (22 if small else 38)
        _symbol(pdf, one.code, (width - side) / 2, below, side)
        pdf.set_xy(edge, below + side + (3 if small else 8))
        pdf.set_font("head", size=26 if small else 44)
        _centred(pdf, edge, 11 if small else 20, one.code)
        pdf.set_font("sans", "B", size=11 if small else 18)
        for words in (one.campus, f"{one.owner}, booking {one.booking}"):
            _centred(pdf, edge, 5.5 if small else 9, words)
        pdf.set_text_color(*MUTED)
        pdf.set_font("sans", size=9 if small else 14)
        _centred(pdf, edge, 4.6 if small else 7, pdf.text_of(one.description))
        if not small:
            pdf.set_xy(edge, height - 32)
            pdf.set_font("sans", size=11)
            tip = "Tape this page flat to the largest side of the item, under clear tape."
            _centred(pdf, edge, 6, tip)
    return pdf.finished()


def shelves(codes: Sequence[str]) -> bytes:
    """Labels of shelves, ten on a sheet of Letter paper."""
    width, height = _PAPERS["letter"]
    left, top = _SHEET_EDGE
    wide, high = (width - 2 * left) / 2, (height - 2 * top) / _SHELVES_DOWN
    pdf = _blank("Shelves", "letter")
    for place, code in enumerate(codes):
        on_sheet = place % (2 * _SHELVES_DOWN)
        if place and not on_sheet:
            pdf.add_page()
        x = left + wide * (on_sheet % 2)
        y = top + high * (on_sheet // 2)
        _symbol(pdf, code, x + 3, y + 6.5, high - 13)
        pdf.set_text_color(*INK)
        pdf.set_font("head", size=30)
        pdf.text(x + high - 5, y + high / 2 + 4, code)
    return pdf.finished()


def _blank(title: str, paper: Paper) -> Document:
    pdf = Document(title, paper=_PAPERS[paper])
    pdf.set_auto_page_break(False)
    return pdf


def _centred(pdf: Document, edge: float, height: float, words: str) -> None:
    pdf.set_x(edge)
    pdf.multi_cell(pdf.w - 2 * edge, height, words, align="C", new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def _symbol(pdf: Document, words: str, x: float, y: float, side: float) -> None:
    """A QR code without its margin: each run of dark modules is one rectangle."""
    symbol = segno.make(words, version=1, error="m", boost_error=True)
    module = side / len(symbol.matrix)
    pdf.set_fill_color(0, 0, 0)
    for down, row in enumerate(symbol.matrix):
        across = 0
        while across < len(row):
            run = across
            while run < len(row) and row[run]:
                run += 1
            if run > across:
                pdf.rect(
                    x + across * module, y + down * module, (run - across) * module, module, "F"
                )
            across = run + 1
