"""How many bytes of script each route of the built site asks for, against what it may.

Read from the build that is there (`make run`, `make test` and `make ready-test` make it); nothing
is built here, and without a build there is nothing to weigh, which is said. Bytes are those that
travel: the files as brotli has them, each once, with those of the layouts around the route.

    python -m tools.check_budgets [--list]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
ASSETS: Final = ROOT / "web" / "build" / "client" / "assets"
_HEAD: Final = "window.__reactRouterManifest="
#: Kilobytes of script that a route may ask for, by what its address begins with; the longest
#: beginning counts.
BUDGETS: Final[dict[str, int]] = {
    # Public pages sleep without any script (docs/decisions/0014); this is what wakes them.
    "/": 166,
    "/auth": 190,
    "/pickup/": 173,
    "/account": 209,
    "/dashboard": 150,
    "/dashboard/customer": 257,
    "/customer-dashboard": 257,
    # 20 KB of these are forms and schemas, which the dashboard that leads there has fetched.
    "/customer-dashboard/edit": 200,
    "/customer-dashboard/friends": 177,
    "/customer-dashboard/payments": 194,
    "/admin-dashboard": 195,
    "/admin-dashboard/bookings": 208,
    "/executive-login": 182,
    "/executive-dashboard": 295,
}


def main(arguments: list[str] | None = None) -> int:
    """Print each route over its budget, or with `--list` all of them; 1 where one is."""
    found = sorted(ASSETS.glob("manifest-*.js"), key=lambda path: path.stat().st_mtime)
    if not found:
        print("Budgets: no build here; make ready-test makes one.")
        return 0
    newest = found[-1]
    listed = json.loads(newest.read_text().removeprefix(_HEAD).rstrip().rstrip(";"))
    weights = route_weights(listed, newest.parent)
    over = {path: bytes_ for path, bytes_ in weights.items() if bytes_ > budget_of(path)}
    for path, bytes_ in sorted(weights.items()):
        if "--list" in (arguments or []) or path in over:
            print(f"{path}: {bytes_ / 1024:.1f} KB of script, at most {budget_of(path) / 1024:.0f}")
    print(f"Budgets: {len(weights)} routes, {len(over)} over.")
    return 1 if over else 0


def route_weights(manifest: dict[str, Any], assets: Path) -> dict[str, int]:
    """Bytes of script of each address, from React Router's list of the build."""
    routes: dict[str, dict[str, Any]] = manifest["routes"]
    weights: dict[str, int] = {}
    for route in routes.values():
        if not _is_page(route, routes):
            continue
        files = {manifest["entry"]["module"], *manifest["entry"]["imports"]}
        path = ""
        at: dict[str, Any] | None = route
        while at is not None:
            files |= {at["module"], *at.get("imports", ())}
            path = "/".join(part for part in (at.get("path") or "", path) if part)
            at = routes.get(at.get("parentId", ""))
        weights[f"/{path}"] = sum(_weight(assets / Path(file).name) for file in files)
    return weights


def budget_of(path: str) -> int:
    """How many bytes an address may ask for."""
    begun = max((one for one in BUDGETS if path.startswith(one)), key=len, default="/")
    return BUDGETS[begun] * 1024


def _is_page(route: dict[str, Any], routes: dict[str, dict[str, Any]]) -> bool:
    parents = {one.get("parentId") for one in routes.values()}
    return route["id"] not in parents


def _weight(file: Path) -> int:
    ahead = file.with_name(f"{file.name}.br")
    return (ahead if ahead.exists() else file).stat().st_size


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
