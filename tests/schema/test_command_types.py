"""Commands are described once: the web's types and the printed page follow from them."""

from __future__ import annotations

import inspect
from collections.abc import Collection
from pathlib import Path

import pytest
from typer.testing import CliRunner

from summerstow.app import Application
from summerstow.cli import ROOT, app
from summerstow.platform.commands import Command
from summerstow.platform.rest.errors import Refused
from summerstow.platform.rest.planning.catalogue import Catalogue
from summerstow.platform.rest.results import Results
from summerstow.platform.settings.load import load_settings
from summerstow.schema import command_types


@pytest.fixture
def commands(tmp_path: Path) -> Collection[Command]:
    """Every command of the composition; they are not called."""
    settings = load_settings({"SUMMERSTOW_DEMO": "1", "SUMMERSTOW_DATA_DIR": str(tmp_path)})
    return Application(settings, {"dsn": "postgresql://nowhere"}).commands.values()


def test_a_command_is_elevated_exactly_if_its_function_needs_it(
    commands: Collection[Command],
) -> None:
    for one in commands:
        transaction, *_ = inspect.signature(one.run).parameters.values()
        assert one.elevated == (transaction.annotation == "ElevatedTransaction"), one.name


def test_each_command_says_who_may_call_it_and_what_it_answers(
    commands: Collection[Command],
) -> None:
    assert commands
    for one in commands:
        assert one.roles, one.name
        assert one.result is not object, one.name


def test_the_rows_of_each_answer_have_columns_that_a_select_may_name(
    commands: Collection[Command],
) -> None:
    results = Results(Catalogue({}, ()))
    for one in commands:
        results.plan_query(one, b"limit=1", None)
    (deliveries,) = [one for one in commands if one.name == "delivery_quote"]
    with pytest.raises(Refused, match=r"delivery_quote\.nothing"):
        results.plan_query(deliveries, b"select=nothing", None)


def test_the_files_that_follow_from_commands_are_up_to_date(
    commands: Collection[Command],
) -> None:
    """After a change: `python -m summerstow types`."""
    for path, text in command_types.files(commands).items():
        assert (ROOT / path).read_text() == text, path


def test_the_command_line_prints_each_command(
    commands: Collection[Command], tmp_path: Path
) -> None:
    demo = {"SUMMERSTOW_DEMO": "1", "SUMMERSTOW_DATA_DIR": str(tmp_path)}
    page = CliRunner().invoke(app, ["commands"], env=demo).stdout
    assert [one for one in commands if f"\n## {one.name}\n" not in page] == []
    assert "- arguments: `{ booking_id: string; expected_fee_cents: number;" in page
