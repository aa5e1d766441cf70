"""What a drill does without a part that it needs."""

from __future__ import annotations

import pytest

from drills.parts.identity import PartMissingError, program


def test_a_part_that_is_missing_is_named_with_its_package() -> None:
    with pytest.raises(PartMissingError, match="no etcd-of-nobody: apt-get install"):
        program("etcd-of-nobody", "/usr/bin")


def test_postgresqls_programs_are_also_those_of_the_embedded_database() -> None:
    assert program("pg_controldata", "/nowhere").name == "pg_controldata"
