"""A file is what its content says, and only pixels of a picture are kept."""

from __future__ import annotations

import io
import os
import zlib

import fpdf
import pytest
from PIL import Image
from PIL.JpegImagePlugin import JpegImageFile

from summerstow.platform.errors import AppError
from summerstow.platform.files.pictures.content import LONG_SIDE, MOST_BYTES, Kind, convert_upload

from .files_app import HTML, PDF, SVG, bomb, photo_with_place, picture


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_becomes_a_jpeg_of_at_most_1600_pixels(kind: str) -> None:
    kept = convert_upload(picture(kind, (2400, 1200)), "item")
    with Image.open(io.BytesIO(kept.body)) as image:
        assert (image.format, image.size) == ("JPEG", (LONG_SIDE, 800))
    assert (kept.media_type, kept.width, kept.height) == ("image/jpeg", 1600, 800)


def test_what_was_written_beside_the_pixels_is_gone() -> None:
    sent = photo_with_place()
    with Image.open(io.BytesIO(sent)) as image:
        assert image.getexif().get_ifd(0x8825)
    kept = convert_upload(sent, "item").body
    with Image.open(io.BytesIO(kept)) as image:
        # Upright by its own pixels.
        assert image.size == (400, 800)
        assert not image.getexif()
        assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    for trace in (b"Quilla", b"Exif", b"GPS", b"ICC_PROFILE"):
        assert trace not in kept


@pytest.mark.parametrize(
    ("sent", "unpacked", "stored"),
    [
        ((4000, 3000), (2000, 1500), (1600, 1200)),
        ((3000, 4000), (1500, 2000), (1200, 1600)),
        ((4000, 300), (2000, 150), (1600, 120)),
        ((3100, 1000), (3100, 1000), (1600, 516)),
        ((640, 480), (640, 480), (640, 480)),
    ],
)
def test_a_large_photo_is_unpacked_no_larger_than_it_must_be(
    sent: tuple[int, int],
    unpacked: tuple[int, int],
    stored: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    really, sizes = JpegImageFile.load_prepare, []

    def noted(image: JpegImageFile) -> None:
        sizes.append(image.size)
        really(image)

    body = picture(size=sent)
    monkeypatch.setattr(JpegImageFile, "load_prepare", noted)
    kept = convert_upload(body, "item")
    assert sizes[0] == unpacked
    assert (kept.width, kept.height) == stored


def test_what_can_be_seen_through_becomes_white_and_noise_stays_small() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (64, 64), (0, 0, 0, 0)).save(out, "PNG")
    with Image.open(io.BytesIO(convert_upload(out.getvalue(), "item").body)) as image:
        assert image.getpixel((9, 9)) == (255, 255, 255)
    out = io.BytesIO()
    Image.new("RGB", (64, 64), (9, 9, 9)).save(out, "PNG", transparency=(9, 9, 9))
    with Image.open(io.BytesIO(convert_upload(out.getvalue(), "item").body)) as image:
        assert image.getpixel((9, 9)) == (255, 255, 255)
    noise = Image.frombytes("RGB", (1600, 1600), os.urandom(1600 * 1600 * 3))
    jpeg = io.BytesIO()
    noise.save(jpeg, "JPEG", quality=60)
    assert len(convert_upload(jpeg.getvalue(), "item").body) <= MOST_BYTES


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (SVG, "item", 415),
        (HTML, "quote", 415),
        (b"", "item", 415),
        (PDF, "item", 415),
        (b"<html>" + PDF, "quote", 415),
        (b"%PDF-1.7\n<script>alert(1)</script>", "quote", 415),
        (b"%PDF-1.7\n" + b"x" * 4000 + b"\n%%EOF\n", "quote", 415),
        (b"%PDF-9.9" + PDF[8:], "quote", 415),
        (PDF[:-6], "quote", 415),
        (PDF + HTML, "quote", 415),
        (picture("GIF"), "item", 415),
        (picture("TIFF"), "item", 415),
        (picture(size=(4, 4)), "item", 400),
        (picture(size=(2000, 10)), "item", 400),
        (picture()[:2000], "item", 400),
    ],
)
def test_what_is_refused_is_said_in_words(body: bytes, kind: Kind, status: int) -> None:
    with pytest.raises(AppError) as refused:
        convert_upload(body, kind)
    assert refused.value.status == status
    assert refused.value.message.endswith(".")


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize("side", [5_000, 12_000, 30_000])
def test_a_promise_of_too_many_pixels_is_not_unpacked(side: int) -> None:
    with pytest.raises(AppError, match="at most 24 million pixels"):
        convert_upload(bomb(side, side), "item")


def test_a_pdf_as_programs_write_it_is_one() -> None:
    paper = fpdf.FPDF()
    paper.add_page()
    paper.set_font("helvetica")
    paper.cell(text="Our price: $95")
    assert convert_upload(bytes(paper.output()), "quote").media_type == "application/pdf"


def test_a_pdf_is_kept_as_it_is() -> None:
    assert convert_upload(PDF, "quote").body == PDF
    assert convert_upload(PDF, "quote").media_type == "application/pdf"


def _objects(inner: bytes) -> bytes:
    """A PDF whose objects stand in a compressed stream."""
    packed = zlib.compress(inner)
    stream = b"<</Type/ObjStm/Filter/FlateDecode/Length %d>>\nstream\n%b\nendstream"
    return PDF.replace(b"<<>>", stream % (len(packed), packed), 1)


@pytest.mark.parametrize(
    "active",
    [
        PDF.replace(b"<<>>", b"<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>", 1),
        PDF.replace(b"<<>>", b"<</S/Java#53cript>>", 1),
        PDF.replace(b"<<>>", b"<</JS 4 0 R>>", 1),
        PDF.replace(b"<<>>", b"<</S/Launch/F(cmd.exe)>>", 1),
        PDF.replace(b"<<>>", b"<</Names<</EmbeddedFiles 3 0 R>>>>", 1),
        PDF.replace(b"1 0 obj", b"<script>alert(1)</script>\n1 0 obj", 1),
        _objects(b"1 0 <</S/JavaScript/JS(app.alert(1))>>"),
    ],
)
def test_a_pdf_that_does_something_is_refused(active: bytes) -> None:
    with pytest.raises(AppError, match="does more than show pages"):
        convert_upload(active, "quote")


def test_a_pdf_of_pages_is_kept_whatever_its_pictures_read_like() -> None:
    quiet = _objects(b"1 0 <</Type/Page>>")
    picture_data = PDF.replace(b"<<>>", b"<<>>\nstream\nx/JS y/AA z\nendstream", 1)
    for body in (PDF, quiet, picture_data, _quote()):
        assert convert_upload(body, "quote").body == body


def _quote() -> bytes:
    document = fpdf.FPDF()
    document.add_page()
    document.set_font("helvetica")
    document.cell(text="A quote of $120")
    return bytes(document.output())
