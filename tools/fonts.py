"""Packs the fonts of scripts beyond Latin for our PDF files: python -m tools.fonts.

Fetches the pinned @fontsource packages through npm and keeps of each the regular weight, in the
slices that it comes in, so that a name of three signs loads three small files and not a whole font.
All other scripts that Noto has come from Debian's fonts-noto-core, through apt-get and dpkg-deb.
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
from itertools import chain
from pathlib import Path

from fontTools.ttLib import TTFont

VERSION = "5.3.0"
ARCHIVE = (
    Path(__file__).resolve().parent.parent
    / "summerstow"
    / "platform"
    / "files"
    / "pdf"
    / "fonts"
    / "noto.zip"
)
#: Whole files by package, then the packages that come in numbered slices; the first that has a
#: sign gives it.
WHOLE = {
    "noto-sans": ("cyrillic", "cyrillic-ext", "greek", "vietnamese"),
    "noto-sans-arabic": ("arabic",),
    "noto-sans-devanagari": ("devanagari",),
    "noto-sans-gurmukhi": ("gurmukhi",),
}
SLICED = ("noto-sans-sc", "noto-sans-kr", "noto-sans-tc", "noto-sans-jp")
CORE = "fonts-noto-core=20201225-1"
#: Preferred in this order.
CORE_FACES = ("NotoSans*-Regular.ttf", "NotoSerif*-Regular.ttf")
#: Symbols, other cuts of a script, and large scripts in which nobody has a name.
NO_SCRIPTS = re.compile("Math|Symbols|Display|SignWriting|Tangut|Cuneiform|Hieroglyphs")
#: What is drawn for a sign that no font has.
BOX = 0x25A1
#: Signs of shops and chat, and Latin that our own fonts have.
LEFT_OUT = frozenset(
    {*range(0x250), *range(0x2000, 0x2C00), *range(0x1D000, 0x1D800), *range(0x1F000, 0x20000)}
) - {BOX}


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


def files(folder: Path) -> Iterator[tuple[str, bytes, set[int]]]:
    """(name, content, code points) of every file that may be kept, in order of preference."""
    for package in (*WHOLE, *SLICED):
        command = ["npm", "pack", "--silent", f"@fontsource/{package}@{VERSION}"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(folder / f"fontsource-{package}-{VERSION}.tgz") as archive:
            ranges = json.load(archive.extractfile("package/unicode.json"))  # type: ignore[arg-type]
            for name, said in ranges.items():
                subset = name.strip("[]")
                if subset in WHOLE.get(package, ()) or re.fullmatch(r"\[\d+\]", name):
                    path = f"package/files/{package}-{subset}-400-normal.woff2"
                    file = archive.extractfile(path)
                    assert file is not None
                    content = file.read()
                    # Some slices do not have every sign that is said of them.
                    has = TTFont(io.BytesIO(content)).getBestCmap().keys()
                    yield f"{package}-{subset}.woff2", content, signs(said) & has


def core_files(folder: Path) -> Iterator[tuple[str, bytes, set[int]]]:
    """The same of Debian's package: the scripts that fontsource was not asked for."""
    subprocess.run(["apt-get", "download", "-qq", CORE], cwd=folder, check=True)
    (package,) = folder.glob("fonts-noto-core_*.deb")
    subprocess.run(["dpkg-deb", "-x", str(package), str(folder / "core")], check=True)
    for pattern in CORE_FACES:
        for path in sorted((folder / "core").rglob(pattern)):
            if not NO_SCRIPTS.search(path.name):
                font = TTFont(path)
                has = set(font.getBestCmap().keys())
                font.flavor = "woff2"
                content = io.BytesIO()
                font.save(content)
                yield f"{path.stem}.woff2", content.getvalue(), has


def main() -> int:
    """Write the archive; a slice that adds no sign to those before it is left out."""
    known: set[int] = set(LEFT_OUT)
    index: dict[str, list[tuple[int, int]]] = {}
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(ARCHIVE, "w") as archive:
        for name, content, points in chain(files(Path(folder)), core_files(Path(folder))):
            new = points - known
            if new:
                known |= new
                index[name] = spans(new)
                archive.writestr(zipfile.ZipInfo(name), content)
        archive.writestr(zipfile.ZipInfo("index.json"), json.dumps(index, separators=(",", ":")))
    print(f"{ARCHIVE.name}: {len(index)} files, {ARCHIVE.stat().st_size // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
