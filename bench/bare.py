"""The built site without its scripts, served as the product serves it: the limit of its pages."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from summerstow.kit.http.asgi import Receive, Scope, Send
from summerstow.kit.settings.load import load_settings
from summerstow.web import BUILD, Site

BUILD_SETTING = "BENCH_BARE_BUILD"
_SCRIPT = re.compile(r"<script(?![^>]*application/ld\+json)[^>]*>.*?</script>", re.DOTALL)


def strip(target: Path) -> None:
    """Copy the built site and take every script out of its pages; structured data stays."""
    shutil.copytree(BUILD, target)
    for page in target.rglob("*.html"):
        page.write_text(_SCRIPT.sub("", page.read_text("utf-8")), "utf-8")


def make() -> object:
    """The ASGI application for granian; the settings come from the environment."""
    site = Site(load_settings(), Path(os.environ[BUILD_SETTING]))

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await site(scope, receive, send)

    return app
