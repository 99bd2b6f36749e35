"""Bots that fail: each is reported once and replaced, and the game is played to its end."""

import json
import threading
import time

import pytest

import ferrovia
from ferrovia.bots import guard
from ferrovia.bots.bot_table import BotTable
from ferrovia.bots.guard import GuardedBot
from ferrovia.bots.hosting.faults import FAULT_KINDS

HEAD = "import sys, time\nimport ferrovia\nclass Broken(ferrovia.Bot):\n"
CHOOSE = "    def choose(self, view, moves):\n        "

BROKEN = {
    "raises": (CHOOSE + "raise ValueError('no idea\\nat all')", "crash", "it raised ValueError: no idea at all"),
    "leaves": (CHOOSE + "sys.exit(3)", "crash", "it raised SystemExit: 3"),
    "interrupts": (CHOOSE + "raise KeyboardInterrupt", "crash", "it raised KeyboardInterrupt"),
    "recurses": (CHOOSE + "return self.choose(view, moves)", "crash", "it raised RecursionError"),
    "nothing": (CHOOSE + "return None", "unreadable", "None is not a move"),
    "number": (CHOOSE + "return 7", "unreadable", "7 is not a move"),
    "words": (CHOOSE + "return 'go north'", "unreadable", "'go north' is not a move"),
    "bare": (CHOOSE + "return ferrovia.Move()", "unreadable", "is not a move"),
    "list": (CHOOSE + "return moves", "unreadable", "is not a move"),
    "nowhere": (CHOOSE + "return 'claim atlantis--utopia red:3'", "unreadable", "no route 'atlantis--utopia'"),
    "quoted": (CHOOSE + "return 'claim atlantis--utopia red:3'", "unreadable",
               "its answer 'claim atlantis--utopia red:3' cannot be read: "),
    "quoted move": (CHOOSE + "return ferrovia.Take('mauve')", "unreadable",
                    "its answer 'take mauve' cannot be read: "),
    "library": (CHOOSE + "return view.routes(9)", "crash", "(broken.py:5)"),
    "illegal": (CHOOSE + "return ferrovia.Draw()", "illegal", "'draw' is refused."),
    "cheats": (CHOOSE + "view.array['own']['hand'] = 9; view.array['public']['phase'] = 1; return 'draw'",
               "illegal", "'draw' is refused."),
    "unprintable": (CHOOSE + "return type('Odd', (), {'__repr__': lambda _: 1 / 0})()", "crash", "ZeroDivision"),
    "stalls": (CHOOSE + "\n        while True: pass", "stall", "it did not answer within"),
    "sleeps": (CHOOSE + "time.sleep(3)", "stall", "it did not answer within"),
    "begins": ("    def begin(self): raise OSError('no book')\n" + CHOOSE + "return 0", "start", "OSError: no book"),
    "watches": ("    def watch(self, events): 1 / 0\n" + CHOOSE + "return moves[0]", "start", "ZeroDivisionError"),
}  # fmt: skip


@pytest.fixture
def seated(tmp_path, monkeypatch):
    """Seats a bot of this code, guarded, opposite a random one."""
    monkeypatch.setattr(guard, "START", 0)

    def seat(body: str, limit: float = 0.5) -> tuple[BotTable, GuardedBot]:
        file = tmp_path / "broken.py"
        file.write_text(HEAD + body)
        game = ferrovia.Game("new-york", 2, 1)
        bot = GuardedBot(ferrovia.parse_spec(str(file)), game.rules, 2, 0, 1, limit)
        return BotTable(game, {0: bot, 1: ferrovia.parse_spec("random").make(game.rules, 2, 1, 1)}), bot

    return seat


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_bot_is_reported_and_replaced(case, seated):
    body, kind, words = BROKEN[case]
    table, bot = seated(body)
    table.play()
    table.close()
    assert table.game.over
    assert bot.replaced
    (fault,) = bot.faults
    assert (fault.kind, fault.bot, fault.seat) == (kind, "broken", 0)
    assert words in fault.sentence
    assert "\n" not in str(fault)
    assert fault.kind in FAULT_KINDS


def test_a_fault_tells_where_it_happened(seated):
    late = CHOOSE + "self.n = getattr(self, 'n', 0) + 1\n        return moves[0] if self.n < 4 else 1 / 0"
    table, bot = seated(late)
    table.play()
    said = "broken (seat 0) failed at its move 4: it raised ZeroDivisionError: division by zero (broken.py:6)"
    assert str(bot.faults[0]) == said
    assert "broken.py" in bot.faults[0].tail
    assert bot.faults[0].as_json()["move"] == 4


def test_what_is_quoted_already_is_not_quoted_twice(seated):
    table, bot = seated(BROKEN["words"][0])
    table.play()
    assert bot.faults[0].sentence.count("'go north'") == 1


def test_a_loop_is_stopped(seated):
    others = threading.enumerate()  # a bot that slept in another test leaves its thread behind
    table, _ = seated(BROKEN["stalls"][0])
    own = [each for each in threading.enumerate() if each.name == "bot" and each not in others]
    assert own
    table.play()
    for thread in own:
        thread.join(5)
    assert not [each for each in own if each.is_alive()]


def test_a_bot_may_answer_in_text_and_give_reasons(seated):
    table, bot = seated(CHOOSE + "self.reason = 'because\\n' + 'x' * 999\n        return str(moves[0])")
    table.step()
    assert not bot.faults
    assert bot.reason.startswith("because xxx")
    assert len(bot.reason) == guard.LONGEST_REASON


def test_a_guard_costs_little_and_leaves_no_thread(seated):
    before = threading.active_count()
    table, bot = seated(CHOOSE + "return moves[-1]")
    table.play()
    table.close()
    assert not bot.faults
    deadline = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before


def test_undo_does_not_bring_a_replaced_bot_back(seated):
    table, bot = seated(BROKEN["raises"][0])
    before = bot.snapshot()
    table.step()
    table.game.undo()
    bot.restore(before)
    table.play()
    assert len(bot.faults) == 1


# --- what a bot can be besides its methods ---------------------------------------------------------------------------

FIRST = CHOOSE + "return moves[0]\n"
ODD = {
    "empty": ("    def __len__(self): return 0\n", None),
    "neither": ("    def __bool__(self): raise ValueError('no')\n", None),
    "limit": ("    limit = property(lambda self: 5)\n", "AttributeError"),
    "slots": ("    def __setattr__(self, name, value): raise TypeError('no')\n", "TypeError: no"),
    "other": ("    def __new__(cls, *all_): return 42\n", "its class makes a int instead of a bot"),
    "watches": ("    watches = property(lambda self: 1 / 0)\n", "ZeroDivisionError"),
}


@pytest.mark.parametrize("case", ODD)
def test_an_odd_object_is_still_guarded(case, seated):
    body, words = ODD[case]
    table, bot = seated(body + FIRST)
    table.play()
    table.close()
    assert table.game.over
    assert [fault.kind for fault in bot.faults] == ([] if words is None else ["start"])
    assert words is None or words in bot.faults[0].sentence


@pytest.mark.parametrize("raised", ["'weird', object()", "'weird', 'x\\ny'", "7, 'x'", "'stall', 'x', 7"])
def test_a_bot_may_raise_our_own_failure_with_anything_in_it(raised, seated):
    body = CHOOSE + "from ferrovia.bots.hosting.faults import BotFailed\n        raise BotFailed(" + raised + ")"
    table, bot = seated(body)
    table.play()
    (fault,) = bot.faults
    assert fault.kind == "crash"
    assert "\n" not in str(fault)
    json.dumps(fault.as_json())


@pytest.mark.parametrize(
    "reason",
    ["'nonsense'", "['nothing']", "'joins-ticket', route=5", "'joins-ticket', ticket=7", "'nothing', points=10**5000"],
)
def test_a_reason_that_is_none_is_not_shown(reason, seated):
    table, bot = seated(CHOOSE + f"self.reason = ferrovia.Reason({reason})\n        return moves[0]")
    table.step()
    assert not bot.faults
    assert bot.reason is None


def test_a_reason_that_is_one_is_shown(seated):
    table, bot = seated(CHOOSE + "self.reason = ferrovia.Reason('by-chance', route='a\\nb')\n        return moves[0]")
    table.step()
    assert bot.reason == ferrovia.Reason("by-chance", route="a b")


def test_a_bot_spoils_its_own_rules_only(seated):
    spoil = "for rules in (self.rules, view.rules):\n            "
    spoil += "rules.board.flags.writeable = True; rules.board['route_points'][:] = 99; rules.route_index.clear()\n"
    table, _ = seated(CHOOSE + spoil + "        return moves[0]")
    rules = table.game.rules
    points, index = rules.board["route_points"].tolist(), dict(rules.route_index)
    table.play()
    table.close()
    assert (rules.board["route_points"].tolist(), rules.route_index) == (points, index)


def test_what_a_bot_prints_is_none_of_our_output(seated, capsys):
    table, _ = seated("    def begin(self): print('begins')\n" + CHOOSE + "print('thinks'); return moves[0]")
    table.step()
    print("ours")
    said = capsys.readouterr()
    assert said.out == "ours\n"
    assert said.err == "begins\nthinks\n"
