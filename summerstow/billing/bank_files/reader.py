"""A bank's file, of whatever kind it is."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from summerstow.platform.errors import Invalid

from .csv_file import read_csv_file
from .decoding import decode
from .model import BankFile, Layout

_OFX: Final = re.compile(r"<OFX>|^\s*OFXHEADER", re.IGNORECASE)


def read_bank_file(content: bytes, chosen: Layout, today: date) -> BankFile:
    """Read a CSV, OFX or QFX file (rule: bank-import).

    What the whole file does not prove is asked or counted as unread, never guessed. Raises
    `Invalid` for a file of another kind.
    """
    text = decode(content)
    if _OFX.search(text[:4000]):
        # The library loads much, and few files need it.
        from .ofx_file import read_ofx_file  # noqa: PLC0415

        return read_ofx_file(text)
    if text.lstrip()[:6].lower().startswith(("!type:", "!accou")):
        raise Invalid("This is a QIF file. Please download the CSV or OFX file of your bank.")
    if text.lstrip()[:14].lower().startswith(("<!doctype html", "<html")):
        raise Invalid("This is a web page. Please download the CSV or OFX file of your bank.")
    table = read_csv_file(text, chosen, today)
    if not table.columns:
        raise Invalid("This file has no lines with a date.")
    return table
