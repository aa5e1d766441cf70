"""The address of the site, for links that people open outside of it."""

from __future__ import annotations

_address = ""


def set_address(url: str) -> None:
    """Set the address of this process; the settings have it without a slash at its end."""
    global _address  # noqa: PLW0603 - a process serves one site
    _address = url


def link(path: str) -> str:
    """Return the whole address of a path of the site (`/book`)."""
    return f"{_address}{path}"
