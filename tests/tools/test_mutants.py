"""Which conditions the mutation run drops from the row policies."""

from __future__ import annotations

from tools import mutants

PAGE = """
create policy everybody on a for select to x using (true);
create policy own on b for update to x
  using (id = (select me() and true) and status not in ('c', 'd'))
  with check (id = me());
create policy each on c for select to x using (case when a and b then c else d end);
"""


def test_each_condition_is_dropped_once() -> None:
    found = list(mutants.policy_mutants(PAGE))
    assert [words for words, _ in found] == [
        "own on b: without id = (select me() and true)",
        "own on b: without status not in ('c', 'd')",
        "own on b: without id = me()",
        "each on c: without case when a and b then c else d end",
    ]
    assert "using (status not in ('c', 'd'))" in found[0][1]
    assert "using (id = (select me() and true))" in found[1][1]
    assert "with check (true)" in found[2][1]


def test_every_policy_of_the_product_has_its_mutants() -> None:
    place, _ = mutants.AREAS["policies"]
    page = (mutants.ROOT / place).read_text()
    found = list(mutants.policy_mutants(page))
    assert len(found) >= 20
    assert all(text != page for _, text in found)
