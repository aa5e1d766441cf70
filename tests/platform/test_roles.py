"""Roles and the groups of them stand in one module, and what asks for one imports it from there."""

from __future__ import annotations

import ast
from pathlib import Path

import summerstow
from summerstow.platform.roles import CREW, CUSTOMERS, EVERYBODY, OFFICE, PEOPLE, SIGNED_IN, STAFF

ROOT = Path(summerstow.__file__).parent


def test_no_other_module_names_a_staff_role() -> None:
    named = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in ROOT.rglob("*.py")
        if file != ROOT / "platform" / "roles.py"
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Constant) and node.value in STAFF
    ]
    assert named == []


def test_each_group_holds_the_smaller_ones() -> None:
    assert OFFICE <= CREW <= STAFF < SIGNED_IN < PEOPLE < EVERYBODY
    assert CUSTOMERS < SIGNED_IN
    assert not CUSTOMERS & STAFF
