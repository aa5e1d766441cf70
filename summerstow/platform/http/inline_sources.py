"""Names inline scripts and styles for a Content-Security-Policy, so that no others are obeyed."""

from __future__ import annotations

import base64
import hashlib
import re


def source(content: bytes) -> str:
    """The policy's source expression for an element with exactly this content."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}'"


def sources(html: bytes, element: str) -> list[str]:
    """Those of all inline elements of a page of our own making, each once, in order.

    `element` is "script" or "style". Scripts with an address, and structured data, which does not
    run, need none.
    """
    pattern = rf"<{element}(?![^>]*\s(?:src=|type=.application/))[^>]*>(.*?)</{element}>"
    return sorted({source(one) for one in re.findall(pattern.encode(), html, re.DOTALL)})
