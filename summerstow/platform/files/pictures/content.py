"""Detect a file's type by its content; redraw pictures, so that only pixels stay."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from typing import Final, Literal

from summerstow.platform.errors import AppError, Invalid

from . import vector
from .active_content import refuse_active

Kind = Literal["item", "quote", "evidence", "claim", "logo", "campus"]
#: Pictures of the site, which everybody may see.
PUBLIC: Final = ("logo", "campus")

#: What the name of a stored file ends with, by its media type.
ENDINGS: Final = {
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/svg+xml": "svg",
    "application/pdf": "pdf",
}
#: Bytes of a file, as it is sent and as it is stored.
MOST_BYTES: Final = 2 * 1024 * 1024
#: Pixels of a picture as it is sent: 24 million take some 100 MB while they are worked on.
MOST_PIXELS: Final = 24_000_000
#: Pixels of the long side of a picture as it is stored.
LONG_SIDE: Final = 1600
#: The same for pictures of the site.
_LONG_SIDES: Final = {"logo": 512, "campus": 1200}
_LEAST_SIDE: Final = 8
_FORMATS: Final = ("JPEG", "PNG", "WEBP")
_QUALITY: Final = 82
_PDF_HEAD: Final = re.compile(rb"%PDF-(?:1\.[0-7]|2\.0)[\r\n]")
_PDF_OBJECT: Final = re.compile(rb"\b\d{1,10} \d{1,5} obj\b")
_PDF_END: Final = re.compile(rb"%%EOF[\s\0]*\Z")
#: The end of a file in which its last mark stands.
_PDF_TAIL: Final = 1024
_WHITE: Final = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Content:
    """A file as it is stored; its sides in pixels where it is a picture."""

    media_type: Literal["image/jpeg", "image/png", "image/svg+xml", "application/pdf"]
    body: bytes
    width: int | None = None
    height: int | None = None


class WrongType(AppError):
    """415: a type that is not accepted."""

    status = 415
    code = "PT415"


def convert_upload(body: bytes, kind: Kind) -> Content:
    """Return what is stored of a file: its pixels without metadata, the PDF, the cleaned drawing.

    Takes up to seconds, so not for the event loop. Raises `WrongType`, `Invalid`.
    """
    if kind == "quote" and _is_pdf(body):
        refuse_active(body)
        return Content("application/pdf", body)
    if kind == "logo" and vector.is_svg(body):
        return Content("image/svg+xml", vector.cleaned(body))
    return _redraw(body, kind)


def _is_pdf(body: bytes) -> bool:
    """Tell whether a file has a PDF's head, objects, their index, and nothing after its end."""
    if _PDF_HEAD.match(body) is None or _PDF_END.search(body[-_PDF_TAIL:]) is None:
        return False
    first = _PDF_OBJECT.search(body)
    has_directory = b"trailer" in body or b"/XRef" in body
    return has_directory and first is not None and body.rfind(b"endobj") > first.start()


def _redraw(body: bytes, kind: Kind) -> Content:
    # Its library would be a tenth of a second of each start.
    from PIL import Image, ImageOps, UnidentifiedImageError  # noqa: PLC0415

    long_side = _LONG_SIDES.get(kind, LONG_SIDE)
    try:
        with Image.open(io.BytesIO(body), formats=_FORMATS) as image:
            # Known from the head alone: nothing has been unpacked yet.
            _check_size(image.size)
            if image.format == "JPEG":
                # Unpacked at a half, a quarter or an eighth, where that is enough.
                part = long_side / max(image.size)
                image.draft("RGB", (int(image.width * part), int(image.height * part)))
            image.thumbnail((long_side, long_side))
            ImageOps.exif_transpose(image, in_place=True)
            # A new picture: comments, places, thumbnails and profiles stay behind with the old one.
            mode = "RGBA" if kind == "logo" else "RGB"
            plain = Image.new(mode, image.size, (*_WHITE, 0)[: len(mode)])
            if mode == "RGBA":
                plain.paste(image.convert("RGBA"))
            elif image.mode == "RGB" and "transparency" not in image.info:
                # As phones send them: 8 MB less at a time than by way of a mask.
                plain.paste(image)
            else:
                clear = image.convert("RGBA")
                plain.paste(clear, mask=clear.getchannel("A"))
    except AppError:
        raise
    except UnidentifiedImageError:
        raise _wrong_type(kind) from None
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except Exception as error:  # a damaged file fails in as many ways as there are formats
        raise Invalid(
            "This picture is damaged. Please take or choose it again.", private=repr(error)
        ) from error
    out = io.BytesIO()
    if mode == "RGBA":
        plain.save(out, "PNG", optimize=True)
        return Content("image/png", out.getvalue(), *plain.size)
    plain.save(out, "JPEG", quality=_QUALITY, optimize=True)
    return Content("image/jpeg", out.getvalue(), *plain.size)


def _check_size(size: tuple[int, int]) -> None:
    width, height = size
    if width * height > MOST_PIXELS:
        raise _too_many_pixels()
    if min(size) < _LEAST_SIDE or max(size) > 100 * min(size):
        raise Invalid("This picture is empty. Please take or choose another one.")


def _too_many_pixels() -> Invalid:
    return Invalid(f"A picture may have at most {MOST_PIXELS // 1_000_000} million pixels.")


def _wrong_type(kind: Kind) -> WrongType:
    pdf = {"quote": " or a PDF file", "logo": " or a drawing (SVG)"}.get(kind, "")
    return WrongType(f"Please choose a picture (JPEG, PNG or WebP){pdf}.")
