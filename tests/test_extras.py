"""How to install an extra: what pages and error messages say is true.

pip takes the extras of an installed project from its own metadata, so `pip install 'ferrovia[web]'` in an error message
works wherever the message can appear. A page is read before anything is installed: it says what works in a clone.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
PAGES = [PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md"), *(PROJECT / "examples").rglob("*.py")]
SOURCES = (PROJECT / "src" / "ferrovia").rglob("*.py")
INSTALLED = re.compile(r"ferrovia\[([\w,]+)\]")
CLONED = re.compile(r"pip install [^`\n]*'\.\[([\w,]+)\]'")


def extras_of(pattern: re.Pattern[str], files: list[Path]) -> set[str]:
    found = (match for file in files for match in pattern.findall(file.read_text("utf-8")))
    return {extra for match in found for extra in match.split(",")}


def test_every_extra_that_is_named_exists():
    extras = set(tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
    assert {"web", "train", "ray"} <= extras_of(INSTALLED, list(SOURCES)) <= extras
    assert {"web", "envs", "train"} <= extras_of(CLONED, PAGES) <= extras


def test_pages_install_from_a_clone():
    assert extras_of(INSTALLED, PAGES) == set()


WITHOUT = """
import runpy, sys
sys.modules[{package!r}] = None
sys.argv = {words!r}
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


def run_without(package: str, folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a program of ours without a package, and without the stored games of the person who runs the tests."""
    code, home = WITHOUT.format(package=package, words=list(words)), os.environ | {"XDG_DATA_HOME": str(folder)}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=home)


@pytest.mark.parametrize(
    ("package", "words", "extra"),
    [
        ("torch", "ferrovia train new-york", "train"),
        ("torch", "ferrovia.learn new-york", "train"),
        ("pyarrow", "ferrovia export . --parquet x.parquet", "parquet"),
        ("ray", "ferrovia arena random greedy --rules new-york --games 2 --cluster local", "ray"),
        ("fastapi", "ferrovia serve", "web"),
        ("sqlalchemy", "ferrovia backup x --store y", "web"),
        ("psycopg", "ferrovia serve --store postgresql://localhost/x", "postgres"),
        ("psycopg", "ferrovia verify --store postgresql://localhost/x", "postgres"),
        ("webauthn", "ferrovia serve --accounts --address http://localhost:8000", "accounts"),
    ],
)
def test_a_missing_package_is_said_in_one_sentence(tmp_path, package, words, extra):
    done = run_without(package, tmp_path, *words.split())
    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1
    assert f"pip install 'ferrovia[{extra}]'" in done.stderr


@pytest.mark.parametrize("program", ["ferrovia.learn", "ferrovia.drawing", "ferrovia"])
def test_help_needs_no_package(tmp_path, program):
    done = run_without("torch", tmp_path, program, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: {'' if program == 'ferrovia' else 'python -m '}{program}")
