"""Caddy before product hosts, with deploy/Caddyfile."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tools.product import free_port

from .deployed import deployed
from .identity import own_folder, program
from .unit import PATIENCE, Unit, answers


class Front:
    """A running Caddy; `url` is where people reach the site."""

    def __init__(self, unit: Unit, port: int) -> None:
        self.unit = unit
        self.url = f"http://127.0.0.1:{port}"


@asynccontextmanager
async def caddy(folder: Path, hosts: Sequence[str]) -> AsyncIterator[Front]:
    """Caddy on 127.0.0.1 before `hosts` (`127.0.0.1:8000`), without TLS.

    Raises `PartMissingError` where there is none.
    """
    found = program("caddy", "/usr/bin", "/usr/local/bin")
    own_folder(folder)
    port = free_port()
    configuration = folder / "Caddyfile"
    # Its administration has one port on a machine, which another copy may have.
    options = {"{\n\tservers {": "{\n\tadmin off\n\tservers {"}
    configuration.write_text(deployed("Caddyfile", options))
    front = Front(
        Unit(
            "caddy",
            [found, "run", "--config", configuration, "--adapter", "caddyfile"],
            folder / "log",
            {
                "HOME": str(folder),
                "XDG_DATA_HOME": str(folder),
                "XDG_CONFIG_HOME": str(folder),
                "SUMMERSTOW_SITE": f"http://127.0.0.1:{port}",
                "SUMMERSTOW_HOSTS": " ".join(hosts),
            },
        ),
        port,
    )
    try:
        await front.unit.start()
        await answers(f"{front.url}/healthz", lambda one: one.status_code == 200, PATIENCE)
        yield front
    finally:
        await front.unit.kill()
