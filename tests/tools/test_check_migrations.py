"""New migrations that would keep everybody waiting are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import check_migrations


@pytest.mark.parametrize(
    ("sql", "rule"),
    [
        ("create index one on public.bookings (phone);", "require-concurrent-index-creation"),
        ("drop index public.one;", "require-concurrent-index-deletion"),
        ("alter table public.users add check (email <> '');", "constraint-missing-not-valid"),
        ("alter table public.users alter column email type varchar;", "changing-column-type"),
        ("alter table public.users alter email set not null;", "adding-not-nullable-field"),
        (
            "alter table public.users add column one uuid default gen_random_uuid();",
            "adding-field-with-default",
        ),
        (
            "alter table public.users add foreign key (id) references auth.users (id);",
            "adding-foreign-key-constraint",
        ),
    ],
)
def test_what_reads_or_writes_a_whole_table_is_refused(tmp_path: Path, sql: str, rule: str) -> None:
    script = tmp_path / "0300_one.sql"
    script.write_text(sql + "\n")
    assert rule in "\n".join(check_migrations.faults([script]))


def test_what_locks_for_a_moment_is_not(tmp_path: Path) -> None:
    script = tmp_path / "0300_one.sql"
    script.write_text(
        "create table public.few (id uuid primary key, about text not null);\n"
        "create index few_idx on public.few (about);\n"
        "alter table public.users add column one text;\n"
        "alter table public.users add constraint users_one check (one <> '') not valid;\n"
        "create or replace function app.one() returns int language sql as 'select 1';\n"
    )
    assert check_migrations.faults([script]) == []


@pytest.mark.parametrize(
    ("sql", "right"),
    [
        ("create index concurrently if not exists one on public.bookings (phone);", True),
        ("drop index concurrently if exists public.one;", True),
        ("-- They hold.\nalter table public.users validate constraint users_one;", True),
        ("create index concurrently one on public.bookings (phone);", False),
        ("alter table public.users add column one text;", False),
        ("insert into app.few (id) select id from public.users on conflict do nothing;", True),
        ("update public.users set full_name = '';", False),
    ],
)
def test_beside_everybodys_work_stands_what_can_be_run_again(
    tmp_path: Path, sql: str, right: bool
) -> None:
    script = tmp_path / "0300_one.concurrently.sql"
    script.write_text(sql + "\n")
    assert (check_migrations.faults([script]) == []) is right


def test_the_migrations_that_are_here_pass() -> None:
    assert check_migrations.main() == 0
