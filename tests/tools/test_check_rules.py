"""Each promise of docs/rules is stated by a test, and no citation leads nowhere."""

from __future__ import annotations

import pytest

from tools.check_rules import cited_rules, faults


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("# pays nothing (rule: free-visit)", {"free-visit"}),
        ('"""Rule: free-visit. The visit costs nothing."""', {"free-visit"}),
        ('"""Both hold (rules: free-visit,\n    notice)."""', {"free-visit", "notice"}),
        (" * Rules: free-visit, two-visits.", {"free-visit", "two-visits"}),
    ],
)
def test_what_cites_a_rule(text: str, names: set[str]) -> None:
    assert cited_rules(text) == names


def test_a_rule_without_a_test_and_a_citation_without_a_rule_are_faults() -> None:
    texts = {
        "summerstow/visits.py": "# (rule: free-visit)\ndef holds(rule: str): ...",
        "tests/test_visits.py": '"""Rules: two-visits, no-visit."""',
    }
    assert list(faults({"free-visit", "two-visits"}, texts)) == [
        "tests/test_visits.py: cites the rule no-visit, which docs/rules does not have",
        "docs/rules: no test cites free-visit; cite it in the test that states it",
    ]
