"""Listed tables and ratings in either database: a game is rated once, whoever left it."""

from ferrovia.server.base.table_log import SeatHolder
from ferrovia.server.store import listings, statements
from ferrovia.server.store.listings import Listing, RatingKey
from tests.server.store.store_harness import ID, BlockingStore, following, opened

ADA, BO = (RatingKey(name, "switzerland", 2) for name in ("ada", "bo"))


def test_a_listed_game_from_its_start_to_its_rating(store: BlockingStore) -> None:
    store.write(listings.create_listed, step=opened(holders=(SeatHolder("ada", 0), SeatHolder("bo", 1))))
    assert store.read(listings.listed_ids, status="lobby", since=0.0) == [ID]
    assert store.read(listings.listed_ids, status="lobby", since=5.0) == [], "nobody has been there for long"
    assert store.read(listings.is_listed, table=ID)
    began = following(opened().row, status="playing")
    store.write(statements.append, step=began)
    store.write(listings.note_entrants)
    left = following(began.row, holders=(SeatHolder("ada", 0),))
    store.write(statements.append, step=left)
    store.write(listings.note_entrants)
    assert store.read(listings.to_be_rated) == []
    store.write(statements.append, step=following(left.row, status="over"))
    assert store.read(listings.to_be_rated) == [Listing(ID, {0: "ada", 1: "bo"})], "who left has played"
    assert store.write(listings.rate, table=ID, players=[(BO, 2), (ADA, 1)])
    assert not store.write(listings.rate, table=ID, players=[(BO, 1), (ADA, 2)]), "once"
    found = store.read(listings.ratings_of, keys=[ADA, BO])
    assert found[ADA].value > 1500 > found[BO].value
    assert [key for key, _ in store.read(listings.ratings_of_client, clients=["ada"])] == [ADA]
    assert store.read(listings.to_be_rated) == []
    assert store.write(statements.remove, table=ID, seq=left.row.seq + 1)
    assert not store.read(listings.is_listed, table=ID)


def test_a_game_that_is_over_at_once_is_rated_too(store: BlockingStore) -> None:
    store.write(listings.create_listed, step=opened(holders=(SeatHolder("ada", 0), SeatHolder("bo", 1))))
    store.write(statements.append, step=following(opened().row, status="over"))
    store.write(listings.note_entrants)
    assert store.read(listings.to_be_rated) == [Listing(ID, {0: "ada", 1: "bo"})]


def test_who_came_by_a_link_is_not_rated(store: BlockingStore) -> None:
    finders = (SeatHolder("a finder", 0, own=False), SeatHolder("zoe", 0, own=False), SeatHolder("zoe", 1, own=False))
    holders = (SeatHolder("ada", 0), SeatHolder("bo", 1), *finders)
    store.write(listings.create_listed, step=opened(holders=holders))
    store.write(statements.append, step=following(opened().row, status="over"))
    store.write(listings.note_entrants)
    assert store.read(listings.to_be_rated) == [Listing(ID, {0: "ada", 1: "bo"})]
