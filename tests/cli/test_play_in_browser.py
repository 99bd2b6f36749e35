"""`ferrovia play` without `--terminal`: a server for one machine, its page, and a quiet end."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from typing import Any

import pytest

from ferrovia.cli import browser, main
from ferrovia.cli.browser import Preselection, listen_somewhere, network_address, running_address, simple_name
from ferrovia.server.base.settings import Settings


def preselection(**changes):
    nothing: dict[str, Any] = {
        "rules": None,
        "players": None,
        "bots": (),
        "practice": None,
        "map": (),
        "store": "",
        "port": None,
    }
    nothing |= {"network": False}
    return Preselection(**{**nothing, "browser": False, **changes})


def test_the_preselection_stands_in_the_address():
    assert preselection().path() == "/"
    asked = preselection(rules="new-york", players=3, bots=("driver", "examples/my_first_bot.py"), practice=False)
    assert asked.path() == "/?rules=new-york&players=3&bots=driver,my-first-bot&practice=0"


def test_bots_of_ones_own_are_offered_by_a_name():
    found = preselection(bots=("driver", "search:worlds=4", "examples/my_first_bot.py")).settings()
    assert found.bot == ("search-worlds-4=search:worlds=4", "my-first-bot=examples/my_first_bot.py")
    assert simple_name("a b/ö_1.py:Class") == "ö-1"


def test_another_port_if_the_usual_one_is_taken():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        settings = Settings(port=taken.getsockname()[1])
        with listen_somewhere(settings, fixed=False) as found:
            assert found.getsockname()[1] != settings.port
        with pytest.raises(Exception, match="cannot listen"):
            listen_somewhere(settings, fixed=True)


def test_in_the_network_only_if_asked():
    assert preselection().settings().host == "127.0.0.1"
    assert preselection(network=True).settings().host == "0.0.0.0"
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        assert re.fullmatch(r"http://[\w.]+:\d+", network_address(listening))


@pytest.mark.parametrize("network", [True, False])
def test_in_the_network_it_says_where_earlier_games_are(network, monkeypatch, capsys):
    monkeypatch.setattr(browser, "answers", lambda address: True)
    monkeypatch.setattr("ferrovia.cli.browser.webbrowser.open", lambda page: True)
    browser.welcome("http://192.0.2.7:8123", preselection(network=network), threading.Event())
    told = capsys.readouterr().err
    assert "Ferrovia is at  http://192.0.2.7:8123" in told
    assert ("http://localhost:8123/" in told) == network


def test_without_the_page_it_is_the_terminal(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("ferrovia.server.http.static.BUNDLE", tmp_path)
    monkeypatch.setattr("builtins.input", lambda _="": "quit")
    assert main(["play", "--rules", "new-york"]) == 0
    assert "left out of this installation" in capsys.readouterr().out


def test_a_note_of_a_server_that_is_gone_is_not_believed(tmp_path):
    settings = Settings(store=str(tmp_path / "t.sqlite"))
    assert running_address(settings) is None
    browser.address_file(settings).write_text("http://127.0.0.1:9")
    assert running_address(settings) is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rules", "atlantis"], "no built-in rule set"),
        (["--players", "9"], "for 2 to 5 players, not for 9"),
        (["--bots", "plannr"], "no bot is called 'plannr'"),
        (["--port", "99999"], "--port must be from 0 to 65535"),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_opens(arguments, sentence, capsys):
    assert main(["play", "--no-browser", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_from_the_start_to_ctrl_c(tmp_path):
    store = str(tmp_path / "tables.sqlite")
    command = [sys.executable, "-m", "ferrovia", "play", "--no-browser", "--store", store, "--rules", "new-york"]
    environment = os.environ | {"PYTHONWARNINGS": "error"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as game:
        assert game.stderr is not None
        said = ""
        while "Ctrl-C" not in said:
            line = game.stderr.readline()
            assert line, said
            said += line
        page = re.search(r"http://\S+", said)
        assert page is not None
        assert page[0].endswith("/?rules=new-york")
        with urllib.request.urlopen(page[0], timeout=30) as answer:
            assert "Ferrovia" in answer.read().decode()
        second = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (second.returncode, page[0] in second.stderr) == (0, True)
        game.send_signal(signal.SIGINT)
        rest = game.stderr.read()
        assert game.wait(60) == 0
    assert rest.strip() == "Goodbye. Your games are saved."
