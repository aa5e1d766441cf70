"""The money that came in by an OFX or QFX file (rule: bank-import)."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import structs
from ofxtools.Parser import ParseError, TreeBuilder

from summerstow.platform.text import fold

from .amounts import read_amount
from .days import read_day
from .model import BankFile, Layout, LeftOut, LeftOutWhy, Transfer, UnreadLine
from .statuses import tells_reversal

#: A transaction up to its end, or to the next one if a bank leaves the end out.
_ONE: Final = re.compile(
    r"<STMTTRN(P?)>(.*?)(?=</STMTTRNP?>|<STMTTRNP?>|</BANKTRANLISTP?>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_CURRENCY: Final = re.compile(r"<CURDEF>\s*([A-Za-z]{3})")
_TEXT_LENGTH: Final = 500


def read_ofx_file(text: str) -> BankFile:
    """Read a file. Each transaction is parsed by itself, so that a broken one loses no other."""
    transfers: list[Transfer] = []
    unread: list[UnreadLine] = []
    left_out: Counter[LeftOutWhy] = Counter()
    corrected: set[str] = set()
    gone: Counter[int] = Counter()
    for match in _ONE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        words = " ".join(re.sub(r"<[^>]*>", " ", match[2]).split())[:_TEXT_LENGTH]
        try:
            element = _parse(match[2])
        except (ParseError, ValueError, IndexError, AssertionError):
            unread.append(UnreadLine(line, words, "broken"))
            continue
        if correction := _text(element, "CORRECTFITID"):
            corrected.add(correction)
        name = _text(element, "NAME") or _text(element, "PAYEE/NAME")
        described = f"{name} {_text(element, 'MEMO')}".strip()[:_TEXT_LENGTH]
        cents = read_amount(_text(element, "TRNAMT")).cents
        before = _CURRENCY.findall(text, 0, match.start())
        currency = _text(element, "CURRENCY/CURSYM") or (before[-1] if before else "CAD")
        day = read_day(_text(element, "DTPOSTED")[:8], "ymd")
        if currency.upper() != "CAD":
            left_out["currency"] += 1
        elif cents is not None and cents <= 0:
            if cents < 0:
                left_out["money_out"] += 1
                gone[-cents] += tells_reversal(described)
        elif match[1]:
            left_out["pending"] += 1
        elif _text(element, "CORRECTACTION").upper() == "DELETE":
            left_out["cancelled"] += 1
        elif cents is None or day is None:
            unread.append(UnreadLine(line, words, "amount" if cents is None else "day"))
        else:
            doubtful = tells_reversal(described)
            reference = _text(element, "FITID")
            transfers.append(
                Transfer(line, day, cents, described, fold(described), reference, doubtful)
            )
    rest = [one for one in transfers if one.reference not in corrected]
    left_out["cancelled"] += len(transfers) - len(rest)
    return BankFile(
        transfers=[
            structs.replace(one, doubtful=True) if gone[one.amount_cents] else one for one in rest
        ],
        unread=unread,
        left_out=[LeftOut(why, count) for why, count in sorted(left_out.items()) if count],
        columns=[],
        layout=Layout(),
        ask_columns=False,
        day_choices=[],
    )


def _parse(body: str) -> Element:
    builder = TreeBuilder()
    builder.feed(f"<STMTTRN>{body.strip()}</STMTTRN>")
    element: Element = builder.close()
    return element


def _text(element: Element, path: str) -> str:
    text = element.findtext(path)
    return " ".join(html.unescape(text).split()) if text else ""
