"""The game in the terminal: whole games from scripted lines, and everything that can be typed on the way."""

import re

import pytest

import ferrovia
from ferrovia.bots.base.reason import Reason
from ferrovia.game.moves import Claim, Surcharge
from ferrovia.game.typed.matching import card_letters
from ferrovia.game.typed.routes import route_statuses
from ferrovia.game.typed.vocabulary import MOVE_VERBS, PRECEDENCE, vocabulary
from ferrovia.language.catalogue import catalogue
from ferrovia.language.names import cards_words, route_name, ticket_name
from ferrovia.terminal.commands import COMMANDS, QUERIES, obey
from ferrovia.terminal.completion import Completer
from ferrovia.terminal.final import verdict
from ferrovia.terminal.loop import play_session
from ferrovia.terminal.session import Session
from ferrovia.terminal.show import signed
from tests.terminal.terminal_sessions import ESCAPE, begun, heard, new_session, script


@pytest.mark.parametrize("rules", ferrovia.built_in_rules())
def test_a_whole_game(rules, tmp_path):
    record = tmp_path / "game.record"
    session = new_session(rules, "random,greedy", record=record)
    play_session(session, script(session))
    said = "\n".join(session.said)
    assert session.game.over
    assert ESCAPE not in said
    for score in session.game.scores():
        total = catalogue("en").say("final.points", points=score.total)
        assert f"{score.place}. {session.names[score.seat]}: {total}" in said
        for ticket in score.ticket_scores:
            assert signed(ticket.points) in said
    assert ("Longest path:" in said) == bool(session.game.rules.rule_set.longest_path_points)
    assert ferrovia.parse_record(record.read_text("utf-8")).replay().states.tobytes() == session.game.states.tobytes()


def test_nothing_secret_is_told():
    """Neither the tickets of others nor the cards they draw."""
    session = new_session(bots="greedy,random", practice=False)
    lines = script(session)
    while not session.game.over:
        session.let_bots_play()
        if session.game.over:
            break
        obey(session, lines(""))
    *told, end = [index for index, line in enumerate(session.said) if "the game ends" in line]
    assert not told
    said = "\n".join(session.said[:end])
    own = {event.ticket for event in session.game.events(0) if event.kind.startswith(("offered", "ticket"))}
    for seat in (1, 2):
        for ticket in set(session.game.view(seat).tickets) - own:
            assert f"{ticket_name(session.game.rules, ticket)} +" not in said
    assert "Greedy draws a card from the deck." in said
    assert not re.search(
        r"(Greedy|Random) draws (an? (red|blue|green|black|white|pink|orange|yellow) card|a locomotive)", said
    )


# --- what can be typed -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("foo", "“foo” means nothing here; “help” lists"),
        ("take", "Which card? locomotive (L), black (K), pink (P)"),
        ("take mauve", "Which card?"),
        ("t y", "There is no such face-up card: yellow. (rule 2.1)"),
        ("claim", "Claim which route? Name two cities."),
        ("keep 0", "No tickets are on offer"),
        ("claim atlantis utopia", "There is no route “atlantis utopia”"),
        ("claim los san fran", "You don’t have the cards for that"),
        ("c denv omah red4", "Denver – Omaha is pink: cards of another colour can’t pay for it. (rule 3.1)"),
        ("claim denver", "1. Claim Denver – Santa Fe with 2 white cards."),
        ("claim miami", "There is nothing to claim at miami right now."),
        ("claim las salt", "You don’t have the cards for that. It takes 3 orange cards; you have "),
        ("keep 1", "No tickets are on offer"),
        ("keep all", "No tickets are on offer"),
        ("pay", "There is no tunnel to pay for. (rule 7.6)"),
        ("refuse", "There is no tunnel to pay for. (rule 7.6)"),
        ("pass", "You may pass only if you can’t do anything else. (rule 5.2)"),
        ("7", "There is no number 7 to choose; “moves” lists"),
        ("save", "Save where? “save FILE”."),
        ("²", "“²” means nothing here; “help” lists"),
        ("٣", "“٣” means nothing here"),
        ("9" * 5000, "means nothing here"),
        ("routes ²", "“²” is not a city, colour, length or kind of route here."),
        ("routes " + "9" * 5000, "is not a city, colour, length or kind of route here."),
        ("log ²", "  2. "),
        ("claim denver omaha red²", "There is no route"),
        ("undo", "Taken back."),
        ("routes nowhere", "“nowhere” is not a city, colour, length or kind of route here."),
        ("routes mine", "No routes"),
        ("moves nothing", "None."),
        ("claim " + "x" * 5000, "There is no route"),
        ("take \x00", "Which card?"),
    ],
)
def test_what_cannot_be_done_is_answered(line, answer):
    session = begun(seed=5)
    assert answer in heard(session, line)
    assert len(session.game.history) in (0, 2)


def test_routes_are_found_by_words():
    session = begun(seed=5)
    assert heard(session, "routes from denver").count("Denver –") == 9
    assert heard(session, "routes denver red").splitlines()[-1] == "  2 routes"
    assert all(" 15" in line for line in heard(session, "routes 6+").splitlines()[:-1])
    assert heard(session, "board mont").count("Montréal") == heard(session, "routes montreal").count("Montréal") == 5
    affordable = {move.route for move in session.view.legal_moves() if isinstance(move, Claim)}
    assert heard(session, "routes affordable").count("you can claim it") == len(affordable)
    needed = {route for way in session.view.ticket_progress() for route in way.routes}
    assert heard(session, "routes needed").count("on your way") == len(needed)


def test_a_claim_asks_for_the_payment_where_there_is_a_choice():
    session = begun(seed=5)
    payments: dict[str, list[Claim]] = {}
    while not any(len(each) > 1 for each in payments.values()):
        heard(session, "draw")
        session.let_bots_play()
        payments = {}
        for move in session.view.legal_moves():
            if isinstance(move, Claim):
                payments.setdefault(move.route, []).append(move)
    route = next(route for route, each in payments.items() if len(each) > 1)
    answer = heard(session, f"claim {route.replace('--', ' ')}")
    assert "Which one? Type its number." in answer
    assert f"1. Claim {route_name(session.game.rules, route)} with" in answer
    assert "You claim" in heard(session, "2")
    assert route in session.view.routes(0)


def test_words_may_be_shortened():
    verb = vocabulary("en").verb
    assert [verb(word) for word in ("d", "t", "c", "k", "r", "re", "ti", "tab", "h", "hi", "?", "surcharge")] == [
        *("draw", "take", "claim", "keep", "routes", "refuse", "tickets", "table", "help", "hint", "help", "pay")
    ]
    assert set(PRECEDENCE) == {*MOVE_VERBS, *COMMANDS, "quit"}
    assert set(QUERIES) <= {*COMMANDS, "quit"}
    session = begun()
    answer = heard(session, "help")
    assert all(verb in answer for verb in (*MOVE_VERBS, *QUERIES))


def test_undo_brings_the_same_game_again():
    """The bots remember no more than they did."""
    session = begun(bots="planner,random", seed=9)
    before = session.game.states.tobytes()
    heard(session, "draw")
    heard(session, "draw")
    session.let_bots_play()
    after, told = session.game.states.tobytes(), session.said[-2:]
    heard(session, "undo")
    heard(session, "undo")
    assert session.game.states.tobytes() == before
    heard(session, "draw")
    heard(session, "draw")
    session.let_bots_play()
    assert session.game.states.tobytes() == after
    assert session.said[-2:] == told


def test_hints_and_reasons():
    session = begun(bots="planner", seed=9)
    assert re.search(r"^  \w.*\. \w.*\. Type “yes” to do it\.$", heard(session, "hint"))
    assert "There is no number 1" in heard(session, "1")
    assert "You" in heard(session, "yes")
    assert "Yes to what?" in heard(session, "do")
    while session.game.phase == "second-card":
        heard(session, "draw")
    session.let_bots_play()
    answer = heard(session, "why")
    assert answer.startswith("  Planner ")
    assert "\n      " in answer
    assert "No reason" not in answer


def test_a_hint_for_tickets_names_them():
    session = new_session(seed=9)
    answer = heard(session, "hint")
    assert answer.startswith("  Keep ")
    offer = session.view.offer
    heard(session, "do")
    session.let_bots_play()
    advised = answer.partition(". ")[0]
    named = {ticket for ticket in offer if ticket_name(session.game.rules, ticket) in advised}
    assert set(session.view.tickets) == named


@pytest.mark.parametrize("word", ["hint", "why", "undo"])
def test_a_game_that_counts_has_no_help(word):
    session = begun(practice=False)
    assert heard(session, word) == f"  {catalogue('en').say('refusals.practice-only')}"


def test_reasons_do_not_give_tickets_away():
    """Not while the game runs; a spectator may know them all."""
    session = begun(bots="planner", seed=9)
    ticket = session.game.view(1).tickets[0]
    reason = Reason("on-the-way", session.game.rules.route_ids[0], ticket=ticket)
    session.reasons[len(session.game.history) - 1] = reason
    words = ticket_name(session.game.rules, ticket)
    assert session.reasons
    assert words not in heard(session, "why")
    assert "is on the way for a ticket" in session.reason_words(reason, 1)
    assert words in session.reason_words(reason, 0)
    session.you = None
    assert words in session.reason_words(reason, 1)


def test_moves_begin_with_cards_and_tickets():
    """There may be more claims than a list has room for."""
    session = begun(seed=5)
    answer = heard(session, "moves")
    for other in ("Draw from the deck", "Take ", "Draw destination tickets"):
        assert answer.index(other) < answer.index("Claim ")


def test_routes_can_be_asked_for_while_tickets_are_chosen():
    session = new_session(seed=5)
    offered = {route for way in session.view.offer_progress() for route in way.routes}
    assert heard(session, "routes needed").count("on your way") == len(offered) > 0
    payable = heard(session, "routes affordable").count("you can pay for it")
    obey(session, "keep all")
    session.let_bots_play()
    assert heard(session, "routes affordable").count("you can claim it") == payable > 0


def test_that_a_player_has_chosen_is_no_news():
    session = new_session(bots="random,random")
    obey(session, "keep all")
    session.let_bots_play()
    told = [line for line in session.said if "chosen" in line or " keep" in line]
    assert len(told) == 1
    assert told[0].startswith("  You keep ")
    assert "Random 2 keeps" in told[0]
    assert "You have chosen tickets." in heard(session, "log")


def test_columns_stay_in_line_whatever_the_names():
    session = new_session("new-york")
    told = session.shown.routes(route_statuses(session.view))
    colours = "|".join((*session.game.rules.colours, "gray"))
    assert len({match.start() for line in told if (match := re.search(rf" ({colours}) ", line))}) == 1
    longest = max(len(line.split("  ")[1]) for line in told)
    assert longest > 36


def test_one_is_no_plural():
    session = begun(seed=5)
    session.game.states["public"]["trains"][:, 0] = 1
    session.game.states["public"]["score"][:, 0] = 1
    session.game.states["public"]["hand_size"][:, 0] = 1
    session.game.states["public"]["tickets"][:, 0] = 1
    first, second = session.shown.seats()
    assert re.search(r" 1 point +1 train +1 card +1 ticket$", first)
    assert len(first) == len(second)


# --- tunnels ---------------------------------------------------------------------------------------------------------


def test_a_tunnel_is_told_with_all_its_cards():
    """Those played first when it starts, and all of them when it is built."""
    for seed in range(1, 60):
        session = dig(seed)
        if session:
            break
    assert session
    claim = session.game.history[-1].move
    assert isinstance(claim, Claim)
    laid, asked = claim.cards, session.view
    begun_line = heard(session, "log 1")
    assert f" with {told_cards(dict(laid))}; turned up: " in begun_line
    surcharge = next(move for move in asked.legal_moves() if isinstance(move, Surcharge))
    total = dict(laid)
    for card, count in surcharge.cards:
        total[card] = total.get(card, 0) + count
    answer = heard(session, "pay " + " ".join(f"{card}:{count}" for card, count in surcharge.cards))
    assert answer.startswith("  You claim ")
    assert f" with {told_cards(total)} (" in answer


def told_cards(cards: dict[str, int]) -> str:
    """Cards as they are narrated."""
    return cards_words(cards.items(), "train")


def dig(seed: int) -> Session | None:
    """A game in which a tunnel asks for a surcharge that can be paid; None if this seed brings none soon."""
    session = begun(rules="switzerland", seed=seed)
    for _ in range(40):
        tunnels = {name for name, route in zip(session.game.rules.route_ids, session.game.rules.map.routes, strict=True)
                   if route.tunnel}  # fmt: skip
        claims = [move for move in session.view.legal_moves() if isinstance(move, Claim) and move.route in tunnels]
        session.play(claims[0]) if claims and len(session.game.history) > 12 else obey(session, "draw")
        if any(isinstance(move, Surcharge) for move in session.view.legal_moves()):
            return session
        obey(session, "refuse") if session.game.phase == "tunnel" else None
        session.let_bots_play()
    return None


@pytest.mark.parametrize("word", ["²", "0011", "0", "1²", "9" * 5000])
def test_only_numbers_of_the_offer_are_tickets(word):
    session = new_session()
    assert "Which ticket is" in heard(session, f"keep {word}")
    assert not session.game.history
    assert "Which ticket" not in heard(session, "keep 0001 2")
    assert session.game.history


WATCHING = """
import ferrovia
class Watching(ferrovia.Bot):
    def begin(self):
        self.heard = []
    def watch(self, events):
        self.heard += events
    def choose(self, view, moves):
        return moves[-1]
    def snapshot(self):
        return list(self.heard)
    def restore(self, snapshot):
        self.heard = list(snapshot)
"""


def test_after_undo_a_bot_hears_of_everything_once(tmp_path):
    (tmp_path / "watching.py").write_text(WATCHING)
    session = begun(bots=f"{tmp_path}/watching.py,random", seed=9)
    for line in (*["draw"] * 4, *["undo"] * 3, "draw", "tickets", "keep all", "draw", "draw"):
        heard(session, line)
        session.let_bots_play()
    told, known = vars(session.bots[1].bot)["heard"], session.game.events(1)
    assert len(told) > len(known) // 2
    assert told == known[: len(told)]


@pytest.mark.parametrize(
    ("winners", "you", "sentence"),
    [
        ((0,), 0, "You win!"),
        ((0, 1), 0, "You share the victory with Ada."),
        ((0, 1, 2), 1, "You share the victory with Bob and Cleo."),
        ((1, 2), 2, "You share the victory with Ada."),
        ((1,), 0, "Ada wins."),
        ((1, 2), None, "Ada and Cleo win."),
    ],
)
def test_who_wins(winners, you, sentence):
    names = {0: "Bob", 1: "Ada", 2: "Cleo"}
    assert verdict(winners, names | ({} if you is None else {you: "You"}), you) == sentence


def test_a_ticket_to_countries_says_what_each_brings():
    session = new_session("switzerland", seed=3)
    offered = heard(session, "table")
    assert "Austria – France 14 / Germany 5 / Italy 6: to Germany (+5): 5 trains" in offered
    heard(session, "keep 1 4")
    session.let_bots_play()
    kept = "You keep Austria – France / Germany / Italy and Lugano – Austria / France / Germany / Italy"
    assert any(kept in line for line in session.said)


def test_a_bot_that_breaks_is_told_and_replaced(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text(
        "import ferrovia\nclass B(ferrovia.Bot):\n    def choose(self, view, moves):\n        return 1 / 0\n"
    )
    session = new_session("new-york", str(broken))
    play_session(session, script(session))
    told = [line for line in session.said if "ZeroDivisionError" in line]
    assert len(told) == 1
    assert told[0].endswith("Greedy plays on in its place.")
    assert session.game.over


def test_colour_is_never_all():
    """Every card has a letter of its own, on every board."""
    for rules in map(ferrovia.load_rules, ferrovia.built_in_rules()):
        letters = card_letters(rules.colours)
        assert len(set(letters.values())) == len(letters)
    odd = card_letters(("blue", "brown", "beige", "black", "b2"))
    assert len(set(odd.values())) == len(odd)
    session = begun(colour=True)
    answer = heard(session, "table")
    assert ESCAPE in answer
    assert " R " in heard(session, "help")


def test_tab_completes():
    class Line:
        text = ""

        def get_line_buffer(self) -> str:
            return self.text

        def get_begidx(self) -> int:
            return self.text.rfind(" ") + 1

    session, line = begun(seed=5), Line()
    completer = Completer(session, line)

    def ways(text: str) -> list[str]:
        line.text = text
        found = (completer(text[line.get_begidx() :], state) for state in range(99))
        return [word.strip() for word in found if word]

    assert ways("h") == ["help", "hint"]
    assert set(ways("take ")) == set(session.view.market)
    assert ways("routes from denv") == ["denver"]
    assert ways("keep a") == ["all"]
    assert not ways("quit x")
    routes = {move.route for move in session.view.legal_moves() if isinstance(move, Claim)}
    start, _, end = sorted(routes)[0].partition("--")
    assert end.partition(":")[0] in ways(f"claim {start} ")
