"""Accounts in either database: each challenge once, each passkey in one account, and keys that stand for players."""

import threading
import time

import psycopg
import pytest
from sqlalchemy import Connection

from ferrovia.server.base.settings import Settings
from ferrovia.server.store import accounts, statements, subscriptions
from ferrovia.server.store.accounts import MOST_BROWSERS, MOST_PASSKEYS, Challenge, Passkey
from ferrovia.server.store.backups import back_up, restore
from ferrovia.server.store.opening import open_engine
from ferrovia.server.store.schema import accounts as account_rows
from ferrovia.server.store.schema import browser_keys, challenges, metadata, passkeys
from ferrovia.server.store.subscriptions import Subscription
from tests.server.store.store_harness import ID, BlockingStore, opened

PASSKEY = Passkey("first", "adas", b"\x01\x02", 0, 5.0, 5.0)
NEW = (account_rows, passkeys, browser_keys, challenges)


def create(store: BlockingStore) -> None:
    assert store.write(accounts.create, name="Ada", passkey=PASSKEY, before="ada", client="laptop")


def players(store: BlockingStore, *clients: str) -> dict[str, str | None]:
    found: dict[str, str | None] = store.read(accounts.players_of, clients=clients)
    return found


def test_a_challenge_is_taken_once_in_time(store: BlockingStore) -> None:
    asked = Challenge("ada", "sign-in", "")
    store.write(accounts.put_challenge, digest="one", challenge=asked, until=60.0, now=0.0)
    assert store.write(accounts.take_challenge, digest="two", now=1.0) is None
    assert store.write(accounts.take_challenge, digest="one", now=1.0) == asked
    assert store.write(accounts.take_challenge, digest="one", now=1.0) is None
    store.write(accounts.put_challenge, digest="late", challenge=asked, until=60.0, now=0.0)
    assert store.write(accounts.take_challenge, digest="late", now=61.0) is None
    store.write(accounts.put_challenge, digest="next", challenge=asked._replace(client="bo"), until=200.0, now=100.0)
    assert store.read(lambda connection: [each.digest for each in connection.execute(challenges.select())]) == ["next"]


def test_what_a_browser_subscribed_to_goes_with_its_key(store: BlockingStore) -> None:
    store.write(statements.create, step=opened())
    for seat, (key, name) in enumerate((("ada", "home"), ("bo", "bos"))):
        made = Subscription(name, "key", "secret")
        assert store.write(subscriptions.subscribe, table=ID, seat=seat, subscription=made, client=key)

    def told() -> list[str]:
        found = store.read(subscriptions.of_seats, table=ID, seats=(0, 1))
        return sorted(each.endpoint for each in found)

    create(store)  # from now on Ada's browser has the key "laptop"
    store.write(accounts.sign_out, account="adas", client="ada")
    assert told() == ["bos", "home"]
    store.write(accounts.sign_out, account="adas", client="laptop")
    assert told() == ["bos"]


def test_the_players_that_keys_stand_for(store: BlockingStore) -> None:
    assert not store.read(accounts.has_browsers)
    assert players(store, "ada", "bo") == {"ada": "ada", "bo": "bo"}
    create(store)
    assert store.read(accounts.has_browsers)
    assert players(store, "ada", "laptop", "bo") == {"ada": None, "laptop": "ada", "bo": "bo"}
    again = PASSKEY._replace(account="others")
    assert not store.write(accounts.create, name="Eve", passkey=again, before="eve", client="x"), "its id is taken"
    other = PASSKEY._replace(id="second", account="others")
    assert not store.write(accounts.create, name="Eve", passkey=other, before="ada", client="x"), "so is the player"
    assert players(store, "eve", "x") == {"eve": "eve", "x": "x"}
    assert (
        store.write(accounts.use_passkey, passkey=PASSKEY, sign_count=3, before="bo", client="phone", now=9.0) == "ada"
    )
    assert players(store, "phone", "bo") == {"phone": "ada", "bo": "bo"}
    stale = store.write(accounts.use_passkey, passkey=PASSKEY, sign_count=3, before="bo", client="y", now=9.0)
    assert stale == "", "of two answers with one count the second is refused"
    assert store.write(accounts.sign_out, account="adas", client="phone")
    assert players(store, "phone", "laptop", "ada") == {"phone": "phone", "laptop": "ada", "ada": None}
    assert store.write(accounts.close_account, account="adas", client="laptop")
    assert not store.write(accounts.close_account, account="adas", client="laptop"), "it is gone"
    assert store.read(accounts.account_of, client="laptop") is None
    assert players(store, "laptop", "ada") == {"laptop": "ada", "ada": None}, "the browser keeps its games"


def test_a_key_that_became_a_player_never_comes_to_life_again(store: BlockingStore) -> None:
    bos = Passkey("bos", "bos", b"", 0, 6.0, 6.0)
    assert store.write(accounts.create, name="Bo", passkey=bos, before="bo", client="tablet")
    create(store)
    late = store.write(accounts.use_passkey, passkey=bos, sign_count=0, before="ada", client="old", now=7.0)
    assert (late, players(store, "ada")) == ("bo", {"ada": None}), "a challenge that it was still given"
    assert store.write(accounts.close_account, account="adas", client="laptop")
    assert players(store, "laptop", "ada") == {"laptop": "ada", "ada": None}
    store.write(accounts.use_passkey, passkey=bos, sign_count=0, before="laptop", client="both", now=9.0)
    assert players(store, "laptop", "ada", "both") == {"laptop": "laptop", "ada": None, "both": "bo"}
    again = PASSKEY._replace(id="again")
    assert not store.write(accounts.create, name="Eve", passkey=again, before="ada", client="eve")


def test_an_account_that_the_operator_closes_leaves_its_key_dead(store: BlockingStore) -> None:
    create(store)
    assert store.write(accounts.close_account, account="adas")
    assert store.read(accounts.find_passkey, passkey="first") is None
    assert players(store, "ada", "laptop") == {"ada": None, "laptop": "laptop"}


def test_a_passkey_counts_to_the_end_of_its_32_bits(store: BlockingStore) -> None:
    create(store)
    high = PASSKEY._replace(id="high", sign_count=2**31)
    assert store.write(accounts.add_passkey, passkey=high)
    last = 2**32 - 1
    assert store.write(accounts.use_passkey, passkey=high, sign_count=last, before="", client="phone", now=9.0) == "ada"
    assert store.read(accounts.find_passkey, passkey="high").sign_count == last


def test_there_is_an_end_to_passkeys_and_browsers(store: BlockingStore) -> None:
    create(store)
    for number in range(MOST_PASSKEYS + 3):
        store.write(accounts.add_passkey, passkey=PASSKEY._replace(id=f"passkey {number}"))
    assert len(store.read(accounts.passkeys_of, account="adas")) == MOST_PASSKEYS
    assert not store.write(accounts.add_passkey, passkey=Passkey("new", "nobody", b"", 0, 1.0, 1.0))
    for number in range(MOST_BROWSERS + 3):
        name = f"browser {number}"
        store.write(accounts.use_passkey, passkey=PASSKEY, sign_count=0, before="", client=name, now=10.0 + number)
    assert store.read(accounts.browsers, account="adas") == MOST_BROWSERS
    assert players(store, "laptop", "browser 52") == {"laptop": "laptop", "browser 52": "ada"}, "the oldest are gone"


def test_a_removed_passkey_takes_its_browsers_along(store: BlockingStore) -> None:
    create(store)
    assert not store.write(accounts.remove_passkey, account="adas", passkey="first", client="laptop"), "the last one"
    second = PASSKEY._replace(id="second")
    assert store.write(accounts.add_passkey, passkey=second)
    assert not store.write(accounts.add_passkey, passkey=second)
    store.write(accounts.use_passkey, passkey=second, sign_count=0, before="", client="phone", now=9.0)
    store.write(accounts.use_passkey, passkey=PASSKEY, sign_count=0, before="", client="lost", now=9.0)
    assert store.write(accounts.remove_passkey, account="adas", passkey="first", client="laptop")
    assert store.read(accounts.find_passkey, passkey="first") is None
    assert players(store, "phone", "laptop", "lost") == {"phone": "ada", "laptop": "ada", "lost": "lost"}


@pytest.mark.parametrize("client", ["laptop", None])
def test_no_sign_in_under_way_survives_the_end_of_its_account(database: str, client: str | None) -> None:
    store = BlockingStore(Settings(store=database).url)
    create(store)
    engine, closed = open_engine(store.url), list[bool]()

    def close() -> None:
        closed.append(store.write(accounts.close_account, account="adas", client=client))

    closing = threading.Thread(target=close)
    with engine.connect() as connection:
        assert accounts.use_passkey(connection, PASSKEY, 1, "bo", "phone", 9.0) == "ada"
        closing.start()
        wait_for_lock(database)
        connection.commit()
    closing.join(60)
    assert closed == [True]
    assert players(store, "phone", "laptop") == {"phone": "phone", "laptop": "ada" if client else "laptop"}
    engine.dispose()
    store.close()


def wait_for_lock(database: str) -> None:
    """Wait until a transaction waits for another one."""
    end = time.monotonic() + 60
    with psycopg.connect(database, autocommit=True) as looking:
        while not looking.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone():
            assert time.monotonic() < end
            time.sleep(0.02)


def test_accounts_are_in_backups(store: BlockingStore, tmp_path) -> None:
    create(store)
    assert store.write(accounts.save_profile, account="adas", profile="H4sI")
    back_up(store.url, tmp_path / "backup.sqlite")
    url = f"sqlite:///{tmp_path / 'restored.sqlite'}"
    restore(tmp_path / "backup.sqlite", url)
    restored = BlockingStore(url)
    assert restored.read(accounts.account_of, client="laptop").profile == "H4sI"
    assert restored.read(accounts.passkeys_of, account="adas") == [PASSKEY]
    restored.close()


def test_a_store_from_before_accounts_gets_them_when_it_is_opened(store: BlockingStore) -> None:
    def drop(connection: Connection) -> None:
        metadata.drop_all(connection, tables=NEW)

    store.write(drop)
    open_engine(store.url).dispose()
    create(store)
    assert players(store, "laptop") == {"laptop": "ada"}
