"""Which bot is meant by a text."""

import pickle
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import ferrovia
from ferrovia.bots import python_bots
from ferrovia.bots.kernels import registry
from ferrovia.bots.kernels.options import Option
from ferrovia.bots.kernels.registry import BOT_NAMES, NUMBER_OF
from ferrovia.bots.specs import command_of, parse_spec, parse_specs
from ferrovia.errors import BotError

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "examples" / "my_first_bot.py")
RULES = ferrovia.load_rules("switzerland")
BOT = "import ferrovia\nclass {}(ferrovia.Bot):\n    def choose(self, view, moves):\n        return moves[0]\n"


@pytest.fixture(autouse=True)
def search_options(monkeypatch):
    """Options as a bot may have them."""
    table = {
        "worlds": Option(0, 8, 1, 1000, "worlds dealt"),
        "rollouts": Option(3, 2, 1, 100, "games played in each"),
        "time": Option(5, 0, 0, 3600, "seconds to think"),
    }
    monkeypatch.setitem(registry.OPTIONS_OF, "search", table)


@pytest.mark.parametrize("name", BOT_NAMES)
def test_built_in_bots_go_by_their_names(name):
    spec = parse_spec(f"  {name} ")
    assert (spec.text, spec.name, spec.compiled, spec.repeatable) == (name, name, True, True)
    assert int(spec.memory(RULES, 2)[0]["bot"]) == BOT_NAMES.index(name)


def test_options_are_read_and_written_one_way():
    spec = parse_spec("search:rollouts=4, worlds=16,time=0")
    assert spec.text == "search:worlds=16,rollouts=4"
    assert spec.memory(RULES, 2)[0]["options"][:6].tolist() == [16, 0, 0, 4, 0, 0]
    assert parse_spec("search:worlds=8") == parse_spec("search")
    assert parse_spec("search").memory(RULES, 2)[0]["options"][:4].tolist() == [8, 0, 0, 2]


def test_options_keep_all_their_digits():
    """Or two bots would go by one name, and share what is kept of their games."""
    texts = [f"search:time={value}" for value in (0.1234567, 0.12345678)]
    assert [parse_spec(text).text for text in texts] == texts
    assert parse_spec("search:time=3e3").text == "search:time=3000"


def test_what_is_not_said_is_as_the_board_suggests(monkeypatch):
    table = {"turn": Option(0, 4.0, 0, 10, "points a turn is worth", 1.0)}
    monkeypatch.setitem(registry.OPTIONS_OF, "planner", table)
    assert parse_spec("planner").memory(ferrovia.load_rules("new-york"), 2)[0]["options"][0] == 1.0
    assert parse_spec("planner").memory(ferrovia.load_rules("north-america"), 2)[0]["options"][0] == 4.0
    assert 1.0 < parse_spec("planner").memory(RULES, 2)[0]["options"][0] < 4.0
    assert parse_spec("planner:turn=4").text == "planner:turn=4"
    assert parse_spec("planner:turn=4").memory(ferrovia.load_rules("new-york"), 2)[0]["options"][0] == 4.0


def test_a_clock_cannot_be_repeated():
    assert parse_spec("search").repeatable
    assert not parse_spec("search:time=1").repeatable


def test_a_list_keeps_options_together():
    texts = [spec.text for spec in parse_specs("random,search:rollouts=4,worlds=16,greedy")]
    assert texts == ["random", "search:worlds=16,rollouts=4", "greedy"]


def test_a_level_is_its_bot_under_another_name():
    spec = parse_spec("passenger")
    assert (spec.name, spec.text) == ("passenger", "one-step")


def test_a_file_with_one_bot_needs_no_name():
    spec = parse_spec(EXAMPLE)
    assert (spec.text, spec.name, spec.compiled, spec.repeatable) == (EXAMPLE, "my_first_bot", False, True)
    assert parse_spec(f"{EXAMPLE}:MyFirstBot").name == "MyFirstBot"
    rules = ferrovia.load_rules("new-york")
    assert isinstance(spec.make(rules, 2, 0, 1), ferrovia.Bot)
    with pytest.raises(BotError, match="no compiled bot"):
        spec.memory(RULES, 2)


TOLD = """
import ferrovia
class Told(ferrovia.Bot):
    def __init__(self, rules, players, seat, seed):
        super().__init__(rules, players, seat, seed)
        self.told = seed
    def choose(self, view, moves):
        return moves[0]
"""


def seed_told(spec: ferrovia.BotSpec, players: int, seat: int, seed: int) -> int:
    """The seed that the bot received."""
    return int(vars(spec.make(RULES, players, seat, seed))["told"])


def test_a_bot_of_others_cannot_deal_the_game_again(tmp_path):
    """Its seed is its own: the same for the same game and seat, and no way back to that of the deal."""
    (tmp_path / "told.py").write_text(TOLD)
    spec = parse_spec(str(tmp_path / "told.py"))
    told = [seed_told(spec, 2, seat, 7) for seat in range(2)]
    dealt = ferrovia.Game(RULES, 2, 7)
    for seed in told:
        again = ferrovia.Game(RULES, 2, seed)
        assert [again.view(seat).hand for seat in range(2)] != [dealt.view(seat).hand for seat in range(2)]
    assert len({7, *told}) == 3
    assert told[0] == seed_told(spec, 3, 0, 7) != seed_told(spec, 2, 0, 8)


def test_a_class_of_a_module(tmp_path, monkeypatch):
    (tmp_path / "my_bots_here.py").write_text(BOT.format("Clever"))
    monkeypatch.syspath_prepend(tmp_path)
    assert parse_spec("my_bots_here:Clever").name == "Clever"


def test_an_installed_package_offers_bots(tmp_path, monkeypatch):
    (tmp_path / "package_of_bots.py").write_text(BOT.format("Clever"))
    monkeypatch.syspath_prepend(tmp_path)
    entries = {
        "clever": EntryPoint("clever", "package_of_bots:Clever", python_bots.GROUP),
        "gone": EntryPoint("gone", "package_of_bots:Gone", python_bots.GROUP),
    }
    monkeypatch.setattr(python_bots, "installed", lambda: entries)
    assert parse_spec("clever").name == "clever"
    with pytest.raises(BotError, match=r"installed bot 'gone' .* cannot be loaded"):
        parse_spec("gone")
    with pytest.raises(BotError, match="Installed are: clever, gone"):
        parse_spec("cleverer")


def test_a_program():
    spec = parse_spec("exec:perl  'my bots/best.pl' --fast")
    assert spec.text == "exec:perl 'my bots/best.pl' --fast"
    assert (spec.name, spec.compiled, spec.repeatable) == ("best.pl", False, False)
    assert parse_spec("exec:./engine").name == "engine"


def test_an_author_may_promise_that_a_program_can_be_repeated():
    spec = parse_spec("exec:--repeatable  perl best.pl --fast")
    assert (spec.text, spec.name, spec.repeatable) == ("exec:--repeatable perl best.pl --fast", "best.pl", True)
    assert command_of(spec.text) == ["perl", "best.pl", "--fast"] == command_of("exec:perl best.pl --fast")
    with pytest.raises(BotError, match="needs a command"):
        parse_spec("exec:--repeatable")


def test_options_that_there_are_have_a_line_each():
    with pytest.raises(BotError) as caught:
        parse_spec("search:worlds=3,foo=2")
    assert str(caught.value).splitlines() == [
        "search has no option 'foo'; it has:",
        "  worlds    worlds dealt",
        "  rollouts  games played in each",
        "  time      seconds to think",
    ]


def test_what_a_bot_prints_while_it_is_loaded_is_none_of_our_output(tmp_path, monkeypatch, capsys):
    for name in ("loud_file", "loud_module"):
        (tmp_path / f"{name}.py").write_text("print('hello')\n" + BOT.format("Loud"))
    monkeypatch.syspath_prepend(tmp_path)
    parse_spec(str(tmp_path / "loud_file.py"))
    parse_spec("loud_module:Loud")
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "hello\nhello\n")


@pytest.mark.parametrize(
    "text", ["planner", "search:worlds=16", "conductor", EXAMPLE, "exec:cat -u", "exec:--repeatable cat"]
)
def test_a_spec_travels(text):
    spec = parse_spec(text)
    again = pickle.loads(pickle.dumps(spec))
    assert again == spec
    assert parse_spec(spec.text).text == spec.text


FILES = {
    "syntax": ("def (", r"cannot be loaded \(line 1\): SyntaxError"),
    "import": ("import ferrovia\nimport nothing_like_it", r"\(line 2\): ModuleNotFoundError: No module named"),
    "exit": ("raise SystemExit(1)", r"cannot be loaded \(line 1\): SystemExit: 1"),
    "empty": ("", r"has 0 bots \(none\); write a subclass of ferrovia.Bot"),
    "two": (BOT.format("One") + BOT.format("Two"), r"has 2 bots \(One, Two\); say which one: .*:One"),
    "silent": ("import ferrovia\nclass Mute(ferrovia.Bot): pass", "cannot choose: give it a method choose"),
}


@pytest.mark.parametrize("case", FILES)
def test_a_file_that_is_none_is_refused_in_words(case, tmp_path):
    text, words = FILES[case]
    file = tmp_path / f"{case}.py"
    file.write_text(text)
    with pytest.raises(BotError, match=words) as caught:
        parse_spec(str(file))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plannr", "no bot is called 'plannr'; did you mean 'planner'"),
        ("", "names no bot"),
        ("zzz", "Built in are: random, greedy"),
        ("zzz", "Levels are: passenger, porter"),
        ("x" * 5000, "names no bot"),
        (None, "None names no bot"),
        ("nowhere.py", "there is no file 'nowhere.py' with a bot in it; paths start from"),
        (f"{EXAMPLE}:Other", "has no bot 'Other'; it has: MyFirstBot"),
        (f"{EXAMPLE}:Keep", "is no bot: it must be a subclass"),
        ("nothing_like_it:Bot", "the module 'nothing_like_it' cannot be loaded"),
        ("greedy:worlds=1", "greedy has no options"),
        ("search:word=1", r"search has no option 'word'; it has:\n  worlds    worlds dealt"),
        ("search:worlds=many", "worlds=many is not possible; worlds dealt, a whole number from 1 to 1000"),
        ("search:worlds=0", "worlds=0 is not possible"),
        ("search:worlds=1.5", "worlds=1.5 is not possible"),
        ("search:worlds=1_0", "worlds=1_0 is not possible"),
        ("search:worlds=9,worlds=9", "worlds is given twice"),
        ("search:", "'search:' names no option; write 'search' alone"),
        ("random:", "'random:' names no option; write 'random' alone"),
        ("search:worlds=nan", "worlds=nan is not possible"),
        ("exec:", "needs a command"),
        ("exec:'", "cannot be read as a command"),
    ],
)
def test_a_text_that_means_nothing_is_refused_in_words(text, words):
    with pytest.raises(BotError, match=words):
        parse_spec(text)


def test_backslashes_belong_to_paths_on_windows(monkeypatch):
    """The canonical text reads back as the same command."""
    monkeypatch.setattr("ferrovia.bots.specs.ESCAPE", "")
    spec = parse_spec(r'exec:C:\bots\bot.exe "C:\my bots\weights.bin"')
    assert command_of(spec.text) == [r"C:\bots\bot.exe", r"C:\my bots\weights.bin"]
    assert parse_spec(spec.text).text == spec.text


def test_no_two_bots_have_one_number():
    """Numbers follow from the order of the names: the next bot must not get the number of the nets."""
    assert len(set(NUMBER_OF.values())) == len(BOT_NAMES) + 1
    assert NUMBER_OF["net"] == NUMBER_OF["net+look"] > len(BOT_NAMES)
