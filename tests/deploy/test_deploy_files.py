"""What deploy/ names exists: settings, commands, paths, metrics, packages of the manual."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import pytest
from typer.main import get_command

from drills.parts.deployed import DEPLOY, deployed
from summerstow import cli
from summerstow.platform.server.supervisor import ENDING
from summerstow.platform.settings.load import load_settings
from summerstow.platform.settings.model import Settings, environment_name

ROOT = DEPLOY.parent
OPERATE = (ROOT / "docs" / "operate.md").read_text()
UNITS = ("summerstow.service", "summerstow-backup.service", "summerstow-backup.timer")
#: What the manual installs beside the program.
BESIDE = {"summerstow", "Caddyfile", "caddy.conf", "summerstow.env", *UNITS}


def unit(name: str) -> configparser.ConfigParser:
    """A unit's sections; of a key that is there twice, the last."""
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((DEPLOY / name).read_text())
    return parser


def lines_of_environment() -> dict[str, str]:
    """The template's settings, those that are commented out too."""
    found = re.findall(r"(?m)^#?([A-Z][A-Z_]+)=(.*)$", (DEPLOY / "summerstow.env").read_text())
    return dict(found)


def test_every_line_of_the_environment_file_is_a_setting() -> None:
    known = set(map(environment_name, Settings.__struct_fields__))
    assert lines_of_environment().keys() <= known


def test_the_environment_file_starts_the_product(tmp_path: Path) -> None:
    text = (DEPLOY / "summerstow.env").read_text()
    given = dict(re.findall(r"(?m)^([A-Z][A-Z_]+)=(.*)$", text))
    settings = load_settings(given | {"SUMMERSTOW_DATA_DIR": str(tmp_path)})
    assert settings.secure_site
    assert not settings.demo
    assert settings.archive is not None


def test_a_clusters_addresses_of_the_environment_file_are_taken(tmp_path: Path) -> None:
    lines = lines_of_environment()
    given = {name: value for name, value in lines.items() if name.startswith("DATABASE_")}
    settings = load_settings(given | {"SUMMERSTOW_DATA_DIR": str(tmp_path)})
    assert settings.past_pooler is not None


@pytest.mark.parametrize("name", ["summerstow.service", "summerstow-backup.service"])
def test_a_unit_runs_a_command_that_there_is(name: str) -> None:
    service = unit(name)["Service"]
    called = re.search(r"-m summerstow ([a-z]+)", service["ExecStart"])
    assert called is not None
    written = (ROOT / "summerstow" / "cli.py", ROOT / "summerstow" / "operator" / "console.py")
    assert any(f"def {called[1]}(" in one.read_text() for one in written)
    assert service["EnvironmentFile"] == "/etc/summerstow/summerstow.env"
    assert service["WorkingDirectory"] == "/opt/summerstow"


def test_the_unit_stops_the_product_as_it_wants_to_be_stopped() -> None:
    service = unit("summerstow.service")["Service"]
    # The main process drains, and tells its workers itself.
    assert service["KillMode"] == "mixed"
    assert "SIGTERM" in {one.name for one in ENDING}
    drain = int(lines_of_environment()["SUMMERSTOW_DRAIN_SECONDS"])
    assert int(service["TimeoutStopSec"]) > drain + 30


def test_the_unit_may_write_where_the_product_keeps_things() -> None:
    data = lines_of_environment()["SUMMERSTOW_DATA_DIR"]
    service = unit("summerstow.service")["Service"]
    assert data == f"/var/lib/{service['StateDirectory']}"
    backup = unit("summerstow-backup.service")["Service"]
    assert data in backup["ReadWritePaths"].split()


def test_the_manual_installs_every_file() -> None:
    for name in BESIDE:
        assert (DEPLOY / name).is_file(), name
        assert re.search(rf"deploy/{re.escape(name)}\b", OPERATE) or "deploy/summerstow*" in OPERATE
    listed = {
        one.relative_to(DEPLOY).as_posix()
        for one in DEPLOY.rglob("*")
        if one.is_file() and one.name != "alerts.test.yml"
    }
    for name in sorted(listed - BESIDE):
        assert f"deploy/{name}" in OPERATE, f"docs/operate.md does not say what {name} is for"


def test_the_manual_types_commands_that_there_are() -> None:
    # By deploy/summerstow, which has the settings and rights of the service.
    assert "`python -m summerstow" not in OPERATE
    typed = re.findall(r"^summerstow ([a-z]+)(?: ([a-z]+))?", _typed(OPERATE), re.MULTILINE)
    assert {first for first, _ in typed} >= {
        "staff",
        "doctor",
        "backup",
        "restore",
        "jobs",
        "outbox",
    }
    commands = vars(get_command(cli.app))["commands"]
    for first, second in typed:
        group = getattr(commands[first], "commands", None)
        assert not (group and second) or second in group, f"summerstow {first} {second}"


def _typed(text: str) -> str:
    """What stands in the manual as something to type on a host: by lines."""
    spans = re.findall(r"(?s)```sh\n(.*?)```|`(summerstow [^`]*)`", text)
    lines = "\n".join(block or " ".join(span.split()) for block, span in spans)
    return "\n".join(re.findall(r"(?:^|; |&& )(summerstow [a-z][^;&\n]*)", lines, re.MULTILINE))


def test_alerts_ask_for_metrics_that_there_are() -> None:
    code = "\n".join(
        (ROOT / "summerstow" / name).read_text()
        for name in ("metrics.py", "platform/observability/metrics.py")
    )
    rules = (DEPLOY / "prometheus" / "alerts.yml").read_text()
    asked = set(re.findall(r"\b((?:http|outbox|job|database|db)_[a-z_]+)\b", rules))
    assert asked
    for name in asked:
        assert f'"{name.removesuffix("_total")}"' in code, name


def test_the_sites_proxy_passes_on_what_the_product_answers() -> None:
    text = deployed("Caddyfile", {})
    assert "health_uri /readyz" in text
    main = (ROOT / "summerstow" / "app.py").read_text()
    assert '"/readyz"' in main
    # Metrics are answered to callers on this machine, and a proxy is one.
    assert re.search(r"@private path .*/metrics", text)


def test_a_file_that_changed_is_noticed_by_the_drill() -> None:
    with pytest.raises(ValueError, match="says nothing of"):
        deployed("cluster/pgbouncer.ini", {"listen_port = 1": "listen_port = 2"})
