"""docs/bots.md says all there is to know, and nothing else."""

import re
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import ferrovia
from ferrovia.bots.base.bot import Bot
from ferrovia.bots.hosting.faults import FAULT_KINDS
from ferrovia.bots.kernels.reason_codes import REASON_NAMES
from ferrovia.bots.kernels.registry import BOT_NAMES
from ferrovia.bots.levels import level_names, levels
from ferrovia.bots.specs import seed_for_others
from ferrovia.game import moves
from ferrovia.processes.program import LONGEST_LINE
from ferrovia.protocol import bot_lines, views

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")


@pytest.mark.parametrize("word", [*BOT_NAMES, *level_names(), *FAULT_KINDS, *REASON_NAMES])
def test_every_name_is_listed(word):
    assert f"`{word}`" in PAGE


@pytest.mark.parametrize("name", BOT_NAMES)
def test_every_bot_is_described(name):
    assert re.search(rf"^\| `{name}` \| [A-Z].{{20,}}\. \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("level", levels(), ids=level_names())
def test_every_level_is_described(level):
    """With the bot it is on some board. One that needs a trained network says what it is without."""
    row = re.search(rf"^\| `{level.name}` \| `([\w+-]+)`.* \| {re.escape(level.words)} \|$", PAGE, re.MULTILINE)
    assert row
    assert row[1] in {text.partition(":")[0] for text in (level.bot, *level.bots.values())}
    if row[1].startswith("net"):
        assert re.search(rf"`{level.name}`( is)? `{re.escape(level.bot)}`", PAGE)


@pytest.mark.parametrize("kind", [each for each in vars(moves).values() if isinstance(each, type)], ids=repr)
def test_every_field_of_every_move_is_listed(kind):
    if issubclass(kind, moves.Move) and kind is not moves.Move:
        listed = re.search(rf"`{kind.__name__}`( \([^·]*\))?", PAGE)
        assert listed
        assert all(f"`{field.name}`" in listed[0] or f"`{field.name}`:" in listed[0] for field in fields(kind))


def test_every_key_of_every_message_is_described():
    game = ferrovia.Game("new-york", 2, 1)
    view = game.view(0)
    hello = bot_lines.hello_message(game.rules)
    messages = [hello, bot_lines.game_message(2, 0, 1), bot_lines.over_message(game.scores())]
    messages.append(bot_lines.choose_message(view, view.legal_moves(), game.events(0)))
    parts: list[Any] = [*hello["board"].values(), [views.view_values(view), *views.seats_values(view)]]
    parts.append([{field.name: 0 for field in fields(ferrovia.TicketProgress)}])
    keys = {key for message in messages for key in message if key != "message"}
    keys |= {key for part in parts for each in part if isinstance(each, dict) for key in each}
    missing = [key for key in sorted(keys) if f"`{key}`" not in PAGE]
    assert not missing
    assert {message["message"] for message in messages} | {"bye"} == set(re.findall(r'"message":"(\w+)"', PAGE))


def test_every_method_of_a_bot_is_described():
    for name in vars(Bot):
        if not name.startswith("_") and name != "watches":
            assert re.search(rf"\b{name}\b", PAGE), name


def test_the_bot_on_the_page_plays():
    code = re.search(r"```python\n(import ferrovia\n.*?)```", PAGE, re.DOTALL)
    assert code
    scope: dict[str, type[Bot]] = {}
    exec(code[1], scope)
    game = ferrovia.Game("new-york", 2, 1)
    bot = scope["Hasty"](game.rules, 2, 0, 1)
    assert bot.choose(game.view(0), game.legal_moves(0)) in game.legal_moves(0)
    assert bot.reason


def test_the_seed_of_a_bot_is_made_as_described():
    assert "the first 8 bytes of the SHA-256 of `bot:SEED:SEAT`" in PAGE
    assert seed_for_others(7, 1) == int(sha256(b"bot:7:1").hexdigest()[:16], 16)


def test_the_numbers_are_right():
    assert f"{LONGEST_LINE:,} bytes" in PAGE
    assert f"{Bot.limit:g} s per move" in PAGE
