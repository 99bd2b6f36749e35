"""Answers to an offer of tickets: which of the offered tickets are returned, the first one on top.

Answers are numbered once for the whole board, so an answer is one action number regardless of the tickets offered.
"""

from itertools import combinations, permutations

from ferrovia.rules.schema import RefusedLater, RuleSet

Answer = tuple[int, ...]


def all_answers(rule_set: RuleSet) -> list[Answer]:
    """Every possible answer, shorter ones first, then by the places returned. Answer 0 returns nothing."""
    largest = max(rule_set.opening_tickets, rule_set.later_tickets)
    answers = _ascending(largest)
    if rule_set.refused_later is RefusedLater.CHOSEN_ORDER:
        places = range(rule_set.later_tickets)
        answers |= {answer for size in range(len(places) + 1) for answer in permutations(places, size)}
    return sorted(answers, key=lambda answer: (len(answer), answer))


def _ascending(offered: int) -> set[Answer]:
    return {answer for size in range(offered + 1) for answer in combinations(range(offered), size)}


def legal_opening(rule_set: RuleSet, answer: Answer) -> bool:
    """RULES 1.5, 4.5: at least the minimum is kept. Returned tickets are shuffled or leave the game, so order does not
    matter."""
    return _returns(answer, rule_set.opening_tickets, rule_set.opening_keep) and list(answer) == sorted(answer)


def legal_later(rule_set: RuleSet, answer: Answer, offered: int) -> bool:
    """RULES 4.1, 4.4: at least the minimum is kept, or everything where fewer are left."""
    ordered = rule_set.refused_later is RefusedLater.CHOSEN_ORDER
    return _returns(answer, offered, rule_set.later_keep) and (ordered or list(answer) == sorted(answer))


def _returns(answer: Answer, offered: int, keep: int) -> bool:
    return all(place < offered for place in answer) and len(answer) <= offered - min(keep, offered)
