"""The text of a bank file, from its bytes."""

from __future__ import annotations

from typing import Final

from summerstow.platform.errors import Invalid

_OTHER_FILES: Final = {
    b"PK\x03\x04": "This is an Excel workbook. Please save it as CSV first.",
    b"\xd0\xcf\x11\xe0": "This is an Excel workbook. Please save it as CSV first.",
    b"%PDF": "This is a PDF file. Please download the CSV or OFX file of your bank.",
}
_BOMS: Final = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}


def decode(content: bytes) -> str:
    """Return the text: UTF-8, UTF-16 or, as older Windows programs write it, Windows-1252.

    Raises `Invalid` for a file that is no text.
    """
    for start, refusal in _OTHER_FILES.items():
        if content.startswith(start):
            raise Invalid(refusal)
    if not content.strip():
        raise Invalid("This file is empty.")
    for bom, encoding in _BOMS.items():
        if content.startswith(bom):
            return content.decode(encoding, "replace")
    if b"\0" in content[:200]:
        encoding = "utf-16-be" if content[:1] == b"\0" else "utf-16-le"
        return content.decode(encoding, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")
