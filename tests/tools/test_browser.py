"""Chromium for the browser tests: named, found, or asked for in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import browser
from tools.stop import Stopped


def put(folder: Path, name: str, status: int = 0) -> str:
    (folder / name).write_text(f"#!/bin/sh\nexit {status}\n")
    (folder / name).chmod(0o755)
    return str(folder / name)


def test_the_browser_that_is_named_comes_first(tmp_path: Path) -> None:
    put(tmp_path, "chromium")
    mine = put(tmp_path, "my browser")
    assert browser.find({"PATH": str(tmp_path), "CHROMIUM": mine}) == mine


def test_a_named_browser_that_does_not_start_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "chromium")
    with pytest.raises(Stopped, match="CHROMIUM names /nowhere"):
        browser.find({"PATH": str(tmp_path), "CHROMIUM": "/nowhere"})


def test_a_stand_in_that_does_not_start_is_passed_over(tmp_path: Path) -> None:
    put(tmp_path, "chromium-browser", status=1)
    chrome = put(tmp_path, "google-chrome")
    assert browser.find({"PATH": str(tmp_path)}) == chrome


def test_journeys_use_the_shell_where_it_starts_and_no_browser_is_named(tmp_path: Path) -> None:
    assert browser.find_shell({"PATH": str(tmp_path)}) is None
    shell = put(tmp_path, browser.SHELL)
    assert browser.find_shell({"PATH": str(tmp_path)}) == shell
    assert browser.find_shell({"PATH": str(tmp_path), "CHROMIUM": "/my/browser"}) is None


def test_no_browser_and_no_right_to_install_one_is_said_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "NAMES", ("chromium",))
    with pytest.raises(Stopped, match="sudo apt-get install chromium") as said:
        browser.ensure(tmp_path, {"PATH": str(tmp_path)})
    assert "\n" not in str(said.value)


@pytest.mark.parametrize(
    ("release", "debian"),
    [
        ('ID=debian\nVERSION_ID="12"\n', True),
        ('# a note\nID=ubuntu\nID_LIKE="debian"\n', True),
        ('ID=fedora\nID_LIKE="rhel"\n', False),
        ("", False),
    ],
)
def test_debian_and_its_kin_are_known(release: str, debian: bool) -> None:
    assert browser.is_debian(release) is debian


def test_who_may_install_packages_gets_chromium_from_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    calls = tmp_path / "calls"
    apt = bin_folder / "apt-get"
    apt.write_text(
        f'#!/bin/sh\necho "$DEBIAN_FRONTEND $@" >> "{calls}"\n'
        f'[ "$1" = update ] || ln -s /bin/true "{bin_folder}/chromium"\n'
    )
    apt.chmod(0o755)
    monkeypatch.setattr(browser, "NAMES", ("chromium",))
    monkeypatch.setattr(browser, "may_install", lambda env: True)
    for tool in ("sh", "ln"):
        (bin_folder / tool).symlink_to(f"/bin/{tool}")
    found = browser.ensure(tmp_path, {"PATH": str(bin_folder)})
    assert found == str(bin_folder / "chromium")
    update, install, shell = calls.read_text().splitlines()
    assert update == "noninteractive update"
    assert install.startswith("noninteractive install -y ")
    assert " chromium " in install
    assert shell.endswith(f" {browser.SHELL}")
