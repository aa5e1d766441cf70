"""Packs the fonts of scripts beyond Latin for our PDF files: python -m tools.fonts.

Fetches pinned packages through npm and keeps the regular weight. Chinese, Japanese and Korean are
packed in slices, so that a name of three signs loads three small files and not a whole font. The
@fontsource slices hold what web pages use; rarer Han comes from the whole font. All other scripts
that Noto has come from Debian's fonts-noto-core, through apt-get and dpkg-deb.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

VERSION = "5.3.0"
FONTS = Path(__file__).resolve().parent.parent / "summerstow/platform/files/pdf/fonts"
ARCHIVE = FONTS / "noto.zip"
#: Whole files by package, then the packages that come in numbered slices; the first that has a
#: sign gives it.
WHOLE = {
    "noto-sans": ("latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"),
    "noto-sans-arabic": ("arabic",),
    "noto-sans-devanagari": ("devanagari",),
    "noto-sans-gurmukhi": ("gurmukhi",),
}
SLICED = ("noto-sans-sc", "noto-sans-kr", "noto-sans-tc", "noto-sans-jp")
#: The whole Chinese font, and how many signs each of its slices gets.
HAN = "@expo-google-fonts/noto-sans-sc@0.4.3"
HAN_FACE = "package/400Regular/NotoSansSC_400Regular.ttf"
HAN_SLICE = 100
CORE = "fonts-noto-core=20201225-1"
#: Preferred in this order.
CORE_FACES = ("NotoSans*-Regular.ttf", "NotoSerif*-Regular.ttf")
#: Symbols, other cuts of a script, and large scripts in which nobody has a name.
NO_SCRIPTS = re.compile("Math|Symbols|Display|SignWriting|Tangut|Cuneiform|Hieroglyphs")
#: What is drawn for a sign that no font has.
BOX = 0x25A1
#: Features that compose a Korean syllable or place a mark; the others only make slices larger.
FEATURES = ("ccmp", "ljmo", "vjmo", "tjmo", "mark", "mkmk")
#: Controls, and signs of shops and chat.
LEFT_OUT = frozenset(
    {
        *range(0x20),
        *range(0x7F, 0xA0),
        *range(0x2000, 0x2C00),
        *range(0x1D000, 0x1D800),
        *range(0x1F000, 0x20000),
    }
) - {BOX}


def own_signs() -> set[int]:
    """The code points that our own Latin fonts have."""
    return {one for path in FONTS.glob("*.ttf") for one in TTFont(path).getBestCmap()}


def signs(ranges: str) -> set[int]:
    """The code points of `U+4E00-4E03,U+4E07`."""
    found: set[int] = set()
    for part in ranges.split(","):
        first, _, last = part.strip()[2:].partition("-")
        if first:
            found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


def spans(points: set[int]) -> list[tuple[int, int]]:
    """The same as pairs of a first and a last code point."""
    found: list[tuple[int, int]] = []
    for one in sorted(points):
        if found and found[-1][1] == one - 1:
            found[-1] = (found[-1][0], one)
        else:
            found.append((one, one))
    return found


def cut(font: TTFont, points: set[int]) -> bytes:
    """A font with these code points only."""
    options = Options(hinting=False, notdef_outline=True, layout_features=list(FEATURES))
    options.drop_tables += ["BASE", "STAT", "gasp", "vhea", "vmtx"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    return saved(font)


def saved(font: TTFont) -> bytes:
    """The font as WOFF2."""
    font.flavor = "woff2"
    content = io.BytesIO()
    font.save(content)
    return content.getvalue()


def pack(package: str, folder: Path) -> Path:
    """The path of an npm package's archive, fetched into `folder`."""
    command = ["npm", "pack", "--silent", package]
    done = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True)
    return folder / done.stdout.strip()


def web_files(folder: Path, known: set[int]) -> Iterator[tuple[str, bytes, set[int]]]:
    """(name, content, code points) of every fontsource file that adds to what is known."""
    for package in (*WHOLE, *SLICED):
        with tarfile.open(pack(f"@fontsource/{package}@{VERSION}", folder)) as archive:
            ranges = json.load(archive.extractfile("package/unicode.json"))  # type: ignore[arg-type]
            for name, said in ranges.items():
                subset = name.strip("[]")
                sliced = re.fullmatch(r"\[\d+\]", name) is not None
                if not sliced and subset not in WHOLE.get(package, ()):
                    continue
                file = archive.extractfile(f"package/files/{package}-{subset}-400-normal.woff2")
                assert file is not None
                content = file.read()
                font = TTFont(io.BytesIO(content), recalcTimestamp=False)
                # Some slices do not have every sign that is said of them.
                has = signs(said) & font.getBestCmap().keys()
                new = has - known
                if sliced and new and new != has:
                    content = min(content, cut(font, new), key=len)
                yield f"{package}-{subset}.woff2", content, new


def han_files(folder: Path, known: set[int]) -> Iterator[tuple[str, bytes, set[int]]]:
    """The same of the whole Chinese font, cut into slices."""
    with tarfile.open(pack(HAN, folder)) as archive:
        file = archive.extractfile(HAN_FACE)
        assert file is not None
        whole = file.read()
    new = sorted(TTFont(io.BytesIO(whole)).getBestCmap().keys() - known)
    for at in range(0, len(new), HAN_SLICE):
        points = set(new[at : at + HAN_SLICE])
        font = TTFont(io.BytesIO(whole), recalcTimestamp=False)
        yield f"noto-sans-han-{at // HAN_SLICE}.woff2", cut(font, points), points


def core_files(folder: Path, known: set[int]) -> Iterator[tuple[str, bytes, set[int]]]:
    """The same of Debian's package: the scripts that npm was not asked for."""
    subprocess.run(["apt-get", "download", "-qq", CORE], cwd=folder, check=True)
    (package,) = folder.glob("fonts-noto-core_*.deb")
    subprocess.run(["dpkg-deb", "-x", str(package), str(folder / "core")], check=True)
    for pattern in CORE_FACES:
        for path in sorted((folder / "core").rglob(pattern)):
            if not NO_SCRIPTS.search(path.name):
                font = TTFont(path, recalcTimestamp=False)
                new = font.getBestCmap().keys() - known
                if new:
                    yield f"{path.stem}.woff2", saved(font), new


def main() -> int:
    """Write the archive; a file that adds no sign to those before it is left out."""
    known = own_signs() | LEFT_OUT
    index: dict[str, list[tuple[int, int]]] = {}
    with tempfile.TemporaryDirectory() as name, zipfile.ZipFile(ARCHIVE, "w") as archive:
        folder = Path(name)
        for source in (web_files, han_files, core_files):
            for file, content, new in source(folder, known):
                if new:
                    known |= new
                    index[file] = spans(new)
                    archive.writestr(zipfile.ZipInfo(file), content)
        archive.writestr(zipfile.ZipInfo("index.json"), json.dumps(index, separators=(",", ":")))
    print(f"{ARCHIVE.name}: {len(index)} files, {ARCHIVE.stat().st_size // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
