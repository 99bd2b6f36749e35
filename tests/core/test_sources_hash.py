"""The hash of the sources: computed once, then found by the bytes of the files."""

import pytest

from ferrovia.core import compile


def test_the_hash_of_the_sources_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(compile, "cache_folder", lambda name: tmp_path)
    computed = compile.sources_hash.__wrapped__()
    (kept,) = tmp_path.iterdir()
    assert kept.read_text("ascii") == computed == compile.sources_hash()
    monkeypatch.setattr(compile, "syntax_key", lambda source: pytest.fail("it was parsed again"))
    assert compile.sources_hash.__wrapped__() == computed


def test_where_nothing_can_be_kept_it_is_computed(monkeypatch):
    monkeypatch.setattr(compile, "cache_folder", lambda name: None)
    assert compile.sources_hash.__wrapped__() == compile.sources_hash()
