"""Typed commands: every legal move can be typed in every language, and nothing typed breaks anything."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ferrovia
from ferrovia.game.moves import Claim, Keep, Move, Surcharge, Take
from ferrovia.game.payments import by_thrift, plausible_claim
from ferrovia.game.typed.lines import TypedLine, parse_line
from ferrovia.game.typed.vocabulary import PRECEDENCE, vocabulary
from ferrovia.language.catalogue import LANGUAGES, catalogue
from ferrovia.language.names import card_name, route_name, vehicle_of

PROBLEMS = {"unknown", "which-card", "claim-what", "no-route", "nothing-near", "which-ticket", "no-filter"}


def typed(view: ferrovia.View, move: Move, language: str) -> str:
    """A move as a player would type it, with the words of the language."""
    rules, words = view.rules, vocabulary(language).verbs

    def cards(pairs: tuple[tuple[str, int], ...]) -> str:
        return " ".join(f"{count} {card_name(card, vehicle_of(rules), language)}" for card, count in pairs)

    match move:
        case Take(card):
            return f"{words['take'][0]} {card_name(card, vehicle_of(rules), language)}"
        case Claim(route, paid):
            named = route if ":" in route else route_name(rules, route, language).replace(" – ", " ")
            return f"{words['claim'][0]} {named} {cards(paid)}"
        case Surcharge(paid):
            return f"{words['pay'][0]} {cards(paid)}"
        case Keep(tickets, returned):
            kept, back = ([str(view.offer.index(each) + 1) for each in some] for some in (tickets, returned))
            giving = catalogue(language).words("typed.return")[0] if back else ""
            return " ".join([words["keep"][0], *kept, giving, *back])
    return words[str(move)][0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ferrovia.built_in_rules())
def test_every_legal_move_can_be_typed(rules: str, language: str) -> None:
    game, chance = ferrovia.Game(rules, 2, seed=4), Random(7)
    while not game.over and len(game.history) < 120:
        assert game.seat is not None
        view = game.view(game.seat)
        legal = view.legal_moves()
        for move in chance.sample(legal, min(4, len(legal))):
            line = typed(view, move, language)
            read = parse_line(view, line, language)
            assert read.certain, line
            if isinstance(move, Claim) and ":" not in move.route:  # both routes of a double have these names
                assert move in read.moves, line
            else:
                assert list(map(str, view.actions(read.moves[0]))) == list(map(str, view.actions(move))), line
        claims = [move for move in legal if isinstance(move, Claim)]
        game.play(chance.choice(claims or legal))


@pytest.mark.parametrize("language", LANGUAGES)
def test_verbs_are_understood_by_word_and_beginning(language: str) -> None:
    known = vocabulary(language)
    for verb in PRECEDENCE:
        assert known.verb(verb) == verb
        assert all(known.verb(word) == verb for word in known.verbs[verb])
    assert known.verb("xyzzy") is None
    assert known.verb("") is None


@given(
    line=st.one_of(
        st.text(max_size=200),
        st.lists(
            st.sampled_from([*PRECEDENCE, "denver", "omaha", "999", "red:999", "p3", "return", "all", "²", "5+", "--"]),
            max_size=20,
        ).map(" ".join),
    ),
    language=st.sampled_from(LANGUAGES),
    seat=st.sampled_from([-1, 0, 1]),
    phase=st.sampled_from([0, 2]),
)
def test_any_line_has_an_answer_and_changes_nothing(line: str, language: str, seat: int, phase: int) -> None:
    game = ferrovia.Game("north-america", 2, seed=7)
    for _ in range(phase):
        game.play(game.legal_moves()[0])
    before = game.states.tobytes()
    read = parse_line(game.view(seat), line, language)
    assert isinstance(read, TypedLine)
    assert not read.problem or read.problem in PROBLEMS
    assert not read.problem or catalogue(language).say(f"text.{read.problem}", words=read.about, cards="")
    assert len(read.about) <= 40
    assert game.states.tobytes() == before
    if seat == -1:
        assert not any(isinstance(move, Claim) and game.view(-1).explain(move) is None for move in read.moves)


def test_the_plausible_payment_saves_locomotives_and_spends_what_there_is_most_of() -> None:
    rules = ferrovia.load_rules("north-america")
    hand = {"red": 2, "blue": 4, "locomotive": 3}
    claims = [
        Claim("dallas--houston", (("locomotive", 1),)),
        Claim("dallas--houston", (("red", 1),)),
        Claim("dallas--houston", (("blue", 1),)),
    ]
    assert [dict(claim.cards) for claim in by_thrift(claims, hand)] == [{"blue": 1}, {"red": 1}, {"locomotive": 1}]
    assert plausible_claim(rules, "dallas--houston", hand).cards == (("blue", 1),)
    assert plausible_claim(rules, "denver--omaha", hand).cards == (("pink", 4),)
