"""Answers to an offer of tickets: which of the offered are returned, the first named on top.

They are numbered once for the whole board, so that an answer is one action number whatever was offered.
"""

from itertools import combinations, permutations

from ferrovia.rules.schema import RefusedLater, RuleSet

Answer = tuple[int, ...]


def all_answers(rule_set: RuleSet) -> list[Answer]:
    """Every answer that may be needed, the shorter first, then by the places returned; 0 returns nothing."""
    largest = max(rule_set.opening_tickets, rule_set.later_tickets)
    found = _ascending(largest)
    if rule_set.refused_later is RefusedLater.CHOSEN_ORDER:
        places = range(rule_set.later_tickets)
        found |= {answer for size in range(len(places) + 1) for answer in permutations(places, size)}
    return sorted(found, key=lambda answer: (len(answer), answer))


def _ascending(offered: int) -> set[Answer]:
    return {answer for size in range(offered + 1) for answer in combinations(range(offered), size)}


def legal_opening(rule_set: RuleSet, answer: Answer) -> bool:
    """RULES 1.5, 4.5: at least the minimum is kept. What is returned is mixed or leaves, so order does not matter."""
    return _returns(answer, rule_set.opening_tickets, rule_set.opening_keep) and list(answer) == sorted(answer)


def legal_later(rule_set: RuleSet, answer: Answer, offered: int) -> bool:
    """RULES 4.1, 4.4: at least the minimum is kept, or all where fewer are left."""
    ordered = rule_set.refused_later is RefusedLater.CHOSEN_ORDER
    return _returns(answer, offered, rule_set.later_keep) and (ordered or list(answer) == sorted(answer))


def _returns(answer: Answer, offered: int, keep: int) -> bool:
    return all(place < offered for place in answer) and len(answer) <= offered - min(keep, offered)
