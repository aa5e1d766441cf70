"""How many bytes and files of script each route of the built site asks for, against its budget.

Read from the build that is there (`make run`, `make test` and `make ready-test` make it); without a
build there is nothing to measure, which is printed. Bytes are those that travel: the files as
brotli has them, each once, with those of the layouts around the route.

    python -m tools.check_budgets [--list]
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
ASSETS: Final = ROOT / "web" / "build" / "client" / "assets"
_HEAD: Final = "window.__reactRouterManifest="
_IMPORT: Final = re.compile(r'\b(?:from|import)\s*"\./([^"]+\.js)"')


class Budget(NamedTuple):
    """The most that a route may ask for."""

    kilobytes: int
    files: int


@dataclass(frozen=True)
class Weight:
    """What a route asks for."""

    bytes: int
    files: int

    def is_within(self, budget: Budget) -> bool:
        """Tell whether neither bytes nor files are over the budget."""
        return self.bytes <= budget.kilobytes * 1024 and self.files <= budget.files


#: By what a route's address begins with; the longest beginning counts.
BUDGETS: Final[dict[str, Budget]] = {
    # Public pages start without any script (docs/decisions/0014); this is what wakes them.
    "/": Budget(167, 18),
    "/auth": Budget(184, 21),
    "/join/": Budget(168, 14),
    "/pickup/": Budget(169, 14),
    "/account": Budget(208, 22),
    "/dashboard": Budget(143, 10),
    "/dashboard/customer": Budget(184, 18),
    "/customer-dashboard": Budget(184, 18),
    "/customer-dashboard/edit": Budget(198, 20),
    "/customer-dashboard/friends": Budget(184, 18),
    "/customer-dashboard/payments": Budget(190, 23),
    "/admin-dashboard": Budget(182, 16),
    "/admin-dashboard?tab=bookings": Budget(200, 18),
    "/admin-dashboard?tab=pickups": Budget(200, 20),
    "/admin-dashboard?tab=runs": Budget(200, 20),
    "/admin-dashboard/bookings": Budget(215, 22),
    "/executive-login": Budget(185, 19),
    "/executive-dashboard": Budget(200, 20),
}

#: First screens that a route fetches by itself, by the beginning of their file's name.
FIRST_SCREENS: Final = {
    "/admin-dashboard?tab=bookings": "bookings-tab-",
    "/admin-dashboard?tab=pickups": "pickups-tab-",
    "/admin-dashboard?tab=runs": "runs-tab-",
}


def main(arguments: list[str] | None = None) -> int:
    """Print each route over its budget, or with `--list` all of them; return 1 if any is over."""
    found = sorted(ASSETS.glob("manifest-*.js"), key=lambda path: path.stat().st_mtime)
    if not found:
        print("Budgets: no build here; make ready-test makes one.")
        return 0
    newest = found[-1]
    listed = json.loads(newest.read_text().removeprefix(_HEAD).rstrip().rstrip(";"))
    weights = route_weights(listed, newest)
    over = {path for path, weight in weights.items() if not weight.is_within(budget_of(path))}
    for path, weight in sorted(weights.items()):
        if "--list" in (arguments or []) or path in over:
            print(
                f"{path}: {weight.bytes / 1024:.1f} KB of script in {weight.files} files, "
                "at most {} KB in {}".format(*budget_of(path))
            )
    print(f"Budgets: {len(weights)} routes, {len(over)} over.")
    return 1 if over else 0


def route_weights(manifest: dict[str, Any], listed: Path) -> dict[str, Weight]:
    """Return the weight of each address, from React Router's list of the build in `listed`."""
    routes: dict[str, dict[str, Any]] = manifest["routes"]
    files: dict[str, set[str]] = {}
    for route in routes.values():
        if not _is_page(route, routes):
            continue
        asked = {listed.name, manifest["entry"]["module"], *manifest["entry"]["imports"]}
        path = ""
        at: dict[str, Any] | None = route
        while at is not None:
            asked |= {at["module"], *at.get("imports", ())}
            path = "/".join(part for part in (at.get("path") or "", path) if part)
            at = routes.get(at.get("parentId", ""))
        files[f"/{path}"] = {Path(name).name for name in asked}
    for address, beginning in FIRST_SCREENS.items():
        page = address.partition("?")[0]
        if page in files:
            screens = [path.name for path in listed.parent.glob(f"{beginning}*.js")]
            files[address] = files[page] | _with_imports(screens, listed.parent)
    return {
        address: Weight(sum(_weight(listed.parent / name) for name in names), len(names))
        for address, names in files.items()
    }


def budget_of(path: str) -> Budget:
    """Return what an address may ask for."""
    return BUDGETS[max((one for one in BUDGETS if path.startswith(one)), key=len, default="/")]


def _with_imports(names: list[str], assets: Path) -> set[str]:
    reached: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += _IMPORT.findall((assets / name).read_text())
    return reached


def _is_page(route: dict[str, Any], routes: dict[str, dict[str, Any]]) -> bool:
    parents = {one.get("parentId") for one in routes.values()}
    return route["id"] not in parents


def _weight(file: Path) -> int:
    ahead = file.with_name(f"{file.name}.br")
    return (ahead if ahead.exists() else file).stat().st_size


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
