"""What Hypothesis draws: tables, games under way, moves that may or may not be legal, rules with odd numbers, text.

A new feature of the rules belongs here too: then every property is checked of it.
"""

from typing import Any

from hypothesis import strategies as st

from ferrovia.game.game import Game
from ferrovia.game.moves import Claim, Draw, DrawTickets, Keep, Move, Pass, Refuse, Surcharge, Take
from ferrovia.rules.resolved import Rules
from tests.properties.sample_boards import load_text, tiny_text
from tests.properties.sample_tables import ALL, BUILT_IN, Table, is_over, legal, mover, new_states, step

seeds = st.integers(0, 2**64 - 1)
small_seeds = st.integers(0, 2**16)
tables = st.sampled_from(ALL)
built_in_tables = st.sampled_from(BUILT_IN)
choices = st.lists(st.integers(0, 511), max_size=60)
"""Which of the legal actions is done: the number, counted round and round."""


def play_choices(table: Table, seed: int, picks: list[int], skip: int = 0) -> Any:
    """The state after some choices, and after `skip` choices made by a simple rule before them."""
    states = new_states(table, seed)
    for number, pick in enumerate([*(7 * number + seed for number in range(skip)), *picks]):
        if is_over(states):
            break
        actions = legal(table, states)
        assert actions, f"nothing can be done after {number} choices"
        assert step(table, states, mover(states), actions[pick % len(actions)])
    return states


@st.composite
def positions(draw: st.DrawFn, of: st.SearchStrategy[Table] = tables) -> tuple[Table, Any]:
    """A table and a state it reached."""
    table = draw(of)
    return table, play_choices(table, draw(small_seeds), draw(choices), draw(st.integers(0, 400)))


@st.composite
def games(draw: st.DrawFn, of: st.SearchStrategy[Table] = built_in_tables, most: int = 40) -> Game:
    """A game under way, played by moves."""
    table = draw(of)
    game = Game(table.rules, table.players, seed=draw(small_seeds))
    for pick in draw(st.lists(st.integers(0, 511), max_size=most)):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(moves[pick % len(moves)])
    return game


def names_of(rules: Rules) -> dict[str, list[str]]:
    """The words of a rule set, and some that are none."""
    odd = ["nowhere", "a--b", "red", "locomotive", "denver--omaha:3", "ação", "-1"]
    return {
        "cards": [*filter(None, rules.card_names), *odd],
        "routes": [*rules.route_ids, *list(rules.route_index)[:20], *odd],
        "tickets": [*rules.ticket_ids, *list(rules.ticket_index)[:20], *odd],
    }


def moves_of(rules: Rules, offer: tuple[str, ...] = ()) -> st.SearchStrategy[Move]:
    """Any move made of the words of a rule set; few of them are legal."""
    names = names_of(rules)
    card = st.sampled_from(names["cards"])
    ticket = st.sampled_from([*names["tickets"], *offer * 8])
    cards = st.lists(st.tuples(card, st.integers(1, 9)), max_size=3, unique_by=lambda pair: pair[0])
    payments = cards.map(lambda pairs: tuple(sorted(pairs, key=lambda pair: (pair[0] == "locomotive", pair[0]))))
    some = st.lists(ticket, max_size=5).map(tuple)
    plain = st.sampled_from([Draw(), DrawTickets(), Refuse(), Pass()])
    claims = st.builds(Claim, st.sampled_from(names["routes"]), payments)
    return st.one_of(plain, st.builds(Take, card), claims, st.builds(Surcharge, payments), st.builds(Keep, some, some))


@st.composite
def odd_tables(draw: st.DrawFn) -> Table:
    """The tiny board by any rules that pass the checks."""
    whole = st.integers
    knobs: dict[str, Any] = {
        "trains": draw(whole(3, 12)),
        "cards": {"red": draw(whole(3, 9)), "blue": draw(whole(3, 9))},  # the longest route must be payable
        "locomotives": draw(whole(0, 6)),
        "opening_hand": draw(whole(0, 3)),
        "market_size": draw(whole(1, 6)),
        "flush_at": draw(whole(0, 3)),
        "flush_limit": draw(whole(0, 5)),
        "face_up_locomotive": draw(st.sampled_from(["ends_drawing", "ordinary"])),
        "locomotive_use": draw(st.sampled_from(["anywhere", "tunnels"])),
        "doubles_closed_up_to": draw(whole(0, 5)),
        "tunnel_cards": draw(whole(1, 8)),
        "opening_tickets": draw(whole(1, 3)),
        "opening_keep": draw(whole(0, 1)),
        "refused_opening": draw(st.sampled_from(["under_mixed", "out"])),
        "later_tickets": draw(whole(1, 4)),
        "later_keep": 1,
        "refused_later": draw(st.sampled_from(["under_in_chosen_order", "under_in_drawn_order", "out"])),
        "last_round_trains": draw(whole(0, 4)),
        "idle_turns": draw(whole(1, 40)),
        "longest_path_points": draw(st.sampled_from([0, 10])),
        "tie_breaks": draw(st.lists(st.sampled_from(["tickets", "longest_path"]), unique=True)),
    }
    if "longest_path" in knobs["tie_breaks"]:  # which decides nothing where it earns nothing
        knobs["longest_path_points"] = 10
    if knobs["refused_later"] == "out":  # mixed returns beside ones that left: the checks refuse it
        knobs["refused_opening"] = "out"
    knobs["flush_at"] = min(knobs["flush_at"], knobs["market_size"])
    needed = 3 * knobs["opening_hand"] + knobs["market_size"] - sum(knobs["cards"].values()) - knobs["locomotives"]
    knobs["cards"]["red"] += max(0, needed)
    return Table(load_text("odd", tiny_text(**knobs)), draw(st.integers(2, 3)), f" {knobs}")
