"""What a route's scripts weigh, as a browser fetches them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools import check_budgets


def _route(name: str, parent: str | None, path: str | None, *imports: str) -> dict[str, Any]:
    route = {
        "id": name,
        "module": f"/assets/{name}.js",
        "imports": [f"/assets/{i}.js" for i in imports],
    }
    return route | {key: one for key, one in (("parentId", parent), ("path", path)) if one}


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A build of one page in one layout, and a tab; each file weighs twice the one before."""
    for power, name in enumerate(("entry", "root", "page", "shared", "tab-1", "list")):
        imports = 'import{a}from"./list.js";import"./page.js"' if name == "tab-1" else ""
        (tmp_path / f"{name}.js").write_text(imports + "x" * 100_000)
        (tmp_path / f"{name}.js.br").write_bytes(b"x" * 1024 * 2**power)
    routes = [_route("root", None, None, "shared"), _route("page", "root", "page/:id", "shared")]
    manifest = {
        "entry": {"module": "/assets/entry.js", "imports": []},
        "routes": {one["id"]: one for one in routes},
    }
    listed = f"window.__reactRouterManifest={json.dumps(manifest)};"
    (tmp_path / "manifest-1.js").write_text(listed)
    (tmp_path / "manifest-1.js.br").write_bytes(b"")
    monkeypatch.setattr(check_budgets, "ASSETS", tmp_path)
    return tmp_path


@pytest.mark.parametrize(("budget", "code"), [((15, 5), 0), ((14, 5), 1), ((15, 4), 1)])
def test_a_route_may_ask_for_its_budget_and_no_more(
    assets: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    budget: tuple[int, int],
    code: int,
) -> None:
    """With its layouts, each file once, as brotli has it; the longest beginning counts."""
    budgets = {"/": check_budgets.Budget(1, 1), "/page": check_budgets.Budget(*budget)}
    monkeypatch.setattr(check_budgets, "BUDGETS", budgets)
    assert check_budgets.main() == code
    said = "/page/:id: 15.0 KB of script in 5 files" in capsys.readouterr().out
    assert said is bool(code)
    assert assets.exists()


def test_a_screen_that_a_route_fetches_by_itself_counts_with_what_it_imports(
    assets: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check_budgets, "FIRST_SCREENS", {"/page/:id?tab=one": "tab-"})
    check_budgets.main(["--list"])
    assert "/page/:id?tab=one: 63.0 KB of script in 7 files" in capsys.readouterr().out
    assert assets.exists()


def test_without_a_build_it_says_so_and_builds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check_budgets, "ASSETS", tmp_path)
    assert check_budgets.main() == 0
    assert "no build here" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
