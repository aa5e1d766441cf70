"""Drawings (SVG) of the owner: shapes, colours and gradients stay, and nothing else."""

from __future__ import annotations

import re
from typing import Final

import nh3

from summerstow.platform.errors import Invalid

_SHAPES: Final = {
    "svg", "g", "defs", "title", "path", "rect", "circle", "ellipse", "line", "polyline",
    "polygon", "linearGradient", "radialGradient", "stop", "clipPath", "mask",
}  # fmt: skip
_NUMBERS: Final = {
    "viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry",
    "d", "points", "transform", "offset", "gradientUnits", "gradientTransform", "fx", "fy",
    "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray",
    "fill-rule", "clip-rule", "opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "id",
}  # fmt: skip
_PAINTS: Final = {"fill", "stroke", "stop-color", "clip-path", "mask"}
_PAINT: Final = re.compile(r"#?[A-Za-z0-9]+|rgba?\([\d ,.%]+\)|url\(#[\w-]+\)")
_NAMESPACE: Final = "http://www.w3.org/2000/svg"
_SVG: Final = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<!DOCTYPE[^>\[]*>\s*)*<svg[\s>]", re.DOTALL
)
_MOST_BYTES: Final = 200_000


def is_svg(body: bytes) -> bool:
    """Whether a file begins as a drawing does."""
    return _SVG.match(body) is not None


def cleaned(body: bytes) -> bytes:
    """A drawing without scripts, styles, links, texts and pictures.

    Raises `Invalid` for one that is too large or of which nothing is left to see.
    """
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise Invalid("This drawing cannot be read. Please save it as SVG anew.") from None
    if len(body) > _MOST_BYTES:
        raise Invalid(f"A drawing may have at most {_MOST_BYTES // 1000} kB.")
    svg = nh3.clean(
        re.sub(r"<\?xml[^>]*>|<!DOCTYPE[^>]*>", "", text),
        tags=_SHAPES,
        clean_content_tags={"script", "style"},
        attributes={"*": _NUMBERS | _PAINTS},
        attribute_filter=_check_paint,
        link_rel=None,
    ).strip()
    if not svg.startswith("<svg") or not re.search(r"<(path|rect|circle|ellipse|poly|line)", svg):
        raise Invalid("This drawing has no shapes. Texts must be turned into paths.")
    return svg.replace("<svg", f'<svg xmlns="{_NAMESPACE}"', 1).encode()


def _check_paint(tag: str, attribute: str, value: str) -> str | None:
    del tag
    return value if attribute not in _PAINTS or _PAINT.fullmatch(value.strip()) else None
