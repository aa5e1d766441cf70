"""A PDF file in the product's look: its colours, its faces, and whatever script a text is in."""

from __future__ import annotations

import unicodedata
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

from summerstow.platform import published

from . import scripts

INK: Final = (12, 45, 31)
MUTED: Final = (75, 99, 87)
MIST: Final = (238, 246, 241)
#: Joiners have no look of their own: they belong to the letter before them, in its font.
_JOINERS: Final = "\u200c\u200d"
#: Drawn for a character that no font has, so that a name does not look complete without it.
_BOX: Final = "\u25a1"
#: The margin, and what is between the margins, in mm.
LEFT: Final = 20.0
WIDTH: Final = 175.9
_FACES: Final = (
    ("sans", "", "InstrumentSans-400"),
    ("sans", "B", "InstrumentSans-600"),
    ("head", "", "BricolageGrotesque-700"),
)
_LATIN: Final = {f"{family}{part}" for family, _, _ in _FACES for part in ("", "-ext")}
#: Controls, formats and marks: without its letter none of them says anything.
_WITHOUT_A_LOOK: Final = frozenset({"Cc", "Cf", "Mn", "Me", "Zl", "Zp"})


def tape() -> tuple[int, int, int]:
    """The colour of the business."""
    colour = published.business().colour
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


class Document(FPDF):
    """A document with a first page, on Letter paper or on one of this width and height in mm.

    `text_of` makes ready what people typed: the fonts that its script needs are added, as subsets,
    and its letters joined and ordered as the script has it.
    """

    def __init__(self, title: str, *, paper: tuple[float, float] | None = None) -> None:
        super().__init__(format=paper or "Letter")
        self._folder = TemporaryDirectory()
        self._available_signs: set[int] = set()
        self._others: list[str] = []
        self._before: str | None = None
        self.set_title(title)
        self.set_author(published.business().name)
        self.set_lang("en-CA")
        self.set_margins(LEFT, 18, LEFT)
        self.set_auto_page_break(True, 24)
        with as_file(files("summerstow.platform.files.pdf") / "fonts") as folder:
            for family, style, face in _FACES:
                self._add(family, style, folder / f"{face}-latin.ttf")
                self._add(f"{family}-ext", style, folder / f"{face}-latin-ext.ttf")
        self._fall_back()
        self.add_page()

    def text_of(self, text: str) -> str:
        """A text in letters that this document has, a box in place of each that no font has."""
        parts = []
        for one in unicodedata.normalize("NFC", text):
            if unicodedata.category(one) == "Cf" and one not in _JOINERS:
                continue
            plain = one if self._has(one) else unicodedata.normalize("NFKD", one)
            if all(map(self._has, plain)):
                parts.append(plain)
            elif unicodedata.category(one) not in _WITHOUT_A_LOOK and self._has(_BOX):
                parts.append(_BOX)
        return " ".join("".join(parts).split())

    def get_fallback_font(self, char: str, style: str = "") -> str | None:
        """The font of a letter; marks and joiners are in that of the letter before them."""
        before = self._before
        if before is not None and (char in _JOINERS or unicodedata.combining(char)):
            font = self.fonts[before]
            if isinstance(font, TTFFont) and ord(char) in font.cmap:
                return before
        self._before = super().get_fallback_font(char, style)
        return self._before

    def finished(self) -> bytes:
        """The file."""
        with self._folder:
            return bytes(self.output())

    def top(self, title: str) -> None:
        """The tape and a title at the top of the first page."""
        self.set_fill_color(*tape())
        self.rect(LEFT, 18, 26, 5, style="F")
        if picture := published.logo():
            self.image(
                BytesIO(picture), x=LEFT + WIDTH - 40, y=14, w=40, h=16, keep_aspect_ratio=True
            )
        self.set_text_color(*INK)
        self.set_xy(LEFT, 26)
        self.set_font("head", size=24)
        self.cell(0, 11, title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _has(self, sign: str) -> bool:
        if ord(sign) in self._available_signs or sign.isspace():
            return True
        name = scripts.file_of(sign)
        if name is None:
            return False
        path = scripts.unpack(name, Path(self._folder.name))
        self._add(path.stem, "", path)
        self._others.append(path.stem)
        self._fall_back()
        self.set_text_shaping(True)
        return ord(sign) in self._available_signs

    def _add(self, family: str, style: str, path: Path) -> None:
        self.add_font(family, style, path)
        font = self.fonts[family.lower() + style]
        assert isinstance(font, TTFFont)
        if family in _LATIN:
            for one in _JOINERS:
                font.cmap.pop(ord(one), None)
        self._available_signs |= set(font.cmap)

    def _fall_back(self) -> None:
        self.set_fallback_fonts(["sans-ext", "head-ext", *self._others], exact_match=False)


class Pages(Document):
    """A document of any length: each page has its number, by which a copy is seen to be whole."""

    def footer(self) -> None:
        """The title and the page's number."""
        self.set_y(-15)
        self.set_font("sans", size=8.5)
        self.set_text_color(*MUTED)
        words = f"{published.business().name}: {self.title}, page {self.page_no()} of {{nb}}"
        self.cell(0, 5, words, align="R")


def money(cents: int) -> str:
    """Cents as columns of amounts have them: `$1,234.50`, `-$10.00`."""
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02}"
