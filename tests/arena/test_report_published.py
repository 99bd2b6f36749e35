"""The page with published results: its numbers are complete, and it can be generated again."""

import re

from ferrovia.rules.files.loading import load_rules
from tools.published_numbers import FOUR_SHARES, PAIRS, STYLES, TICKETS, WIN_SHARES
from tools.published_results import PAGE, page, rerun


def test_every_ticket_and_every_style_was_published():
    rules = load_rules("north-america-classic")
    assert {rules.ticket_ids[rules.ticket_index[name]] for name in TICKETS} == set(rules.ticket_ids)
    assert set(WIN_SHARES) == set(FOUR_SHARES) == set(STYLES)
    assert len(PAIRS) == 6


def test_shares_of_the_re_run_add_up():
    assert abs(sum(map(rerun, STYLES)) - 1) < 0.01


def test_the_page_is_made_and_is_the_one_in_the_repository():
    """With few games it has other numbers, and the same words and tables."""
    made, kept = page(48), PAGE.read_text("utf-8")
    assert [line.split("|")[:2] for line in kept.splitlines() if line.startswith("|")] == [
        line.split("|")[:2] for line in made.splitlines() if line.startswith("|")
    ]
    assert made.splitlines()[-5:] == kept.splitlines()[-5:]
    for text in (made, kept):
        assert text.splitlines()[4].startswith("**Summary:** ")
        assert "| long-route | 36.7 (36.0–37.4) |" in text
        assert not re.search(r"\| (re-run|their engine|ours) \|", text)
