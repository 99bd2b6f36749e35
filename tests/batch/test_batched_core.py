"""The batched core: observation, masks, sampling, steps with rewards, bots inside, determinizations, files."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from ferrovia import Games, OtherRules, RecordError, TableError, UnknownRules, load_rules
from ferrovia.batch.rewards import REWARDS
from ferrovia.core.aligned import ALIGNMENT
from ferrovia.core.limits import SEATS
from ferrovia.engine.scoring import SCORE

COUNT = 24
ISLAND = str(Path(__file__).resolve().parents[2] / "examples" / "custom_map" / "island.toml")


def games(name: str = "new-york", players: int = 2, count: int = COUNT, **options) -> Games:
    return Games(name, players, range(count), **options)


def played(some: Games, steps: int) -> Games:
    """Some games after this many random decisions."""
    for number in range(steps):
        some.step(some.sample(seed=number))
    return some


def test_the_mask_is_cut_off_after_the_last_action_of_the_board():
    """Action numbers stay; what is cut off is legal in no game."""
    some = games("switzerland", 3)
    for number in range(80):
        mask, words = some.legal_mask(), some.legal()
        bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little").astype(bool)
        assert mask.shape == (COUNT, some.actions)
        assert (mask == bits[:, : some.actions]).all()
        assert not bits[:, some.actions :].any()
        some.step(some.sample(seed=number))


def test_results_go_into_the_callers_arrays():
    some = played(games(), 30)
    mask, rows = np.ones((COUNT, some.actions), bool), np.ones((COUNT, some.encoder.size), np.int8)
    hidden, actions = np.ones((COUNT, some.encoder.privileged_size), np.int8), np.zeros(COUNT, np.int64)
    assert some.legal_mask(out=mask) is mask
    assert some.observe(out=rows) is rows
    assert some.observe(out=hidden, privileged=True) is hidden
    assert some.sample(seed=3, out=actions) is actions
    assert (mask == some.legal_mask()).all()
    assert (rows == some.encoder.encode_states(some.states, some.movers())).all()
    assert (hidden == some.encoder.encode_privileged(some.states, some.movers())).all()
    first = some.step(actions)
    assert some.step(some.sample(), out=first) is first
    scores, earned = np.full((COUNT, SEATS), 1, SCORE), np.ones((COUNT, some.players), np.float32)
    assert some.scores(out=scores) is scores
    fields = [name for name in SCORE.names or () if name != "spare"]
    assert (scores[fields] == some.scores()[fields])[:, : some.players].all()
    assert some.rewards("shaped", out=earned) is earned
    assert (earned == some.rewards("shaped")).all()


@pytest.mark.parametrize(
    "ask",
    [
        lambda some: some.legal_mask(out=np.zeros((COUNT, 512), bool)),
        lambda some: some.observe(out=np.zeros((COUNT, some.encoder.size), np.float32)),
        lambda some: some.observe(out=np.zeros((some.encoder.size, COUNT), np.int8).T),
        lambda some: some.sample(np.zeros((COUNT, some.actions - 1), np.float32)),
        lambda some: some.sample(np.zeros((COUNT, some.actions), np.int64)),
        lambda some: some.step(0, reward="glory"),
        lambda some: some.sample([[0.0], [0.0, 1.0]]),
        lambda some: some.step(0, out=games(count=COUNT - 1).step(0)),
        lambda some: some.step(0, out=games(players=3).step(0)),
        lambda some: some.step(0, out=(1, 2)),
        lambda some: some.act("greedy", np.zeros((2, COUNT), bool)),
        lambda some: some.act("greedy", [[0], [0, 1]]),
        lambda some: setattr(some, "states", some.states[1:]),
        lambda some: setattr(some, "states", some.copy([0] * COUNT * 2).states[::2]),
        lambda some: setattr(some, "states", np.zeros(COUNT)),
        lambda some: some.reset(where=[COUNT]),
        lambda some: some.reset(where=[[0], [0, 1]]),
        lambda some: some.reset(where=[0, 1], seeds=[1]),
        lambda some: some.redeal(worlds=0),
        lambda some: some.act("random", seats=7),
    ],
)
def test_what_does_not_fit_is_refused(ask):
    some = games()
    before = some.states.tobytes()
    with pytest.raises(TableError):
        ask(some)
    assert some.states.tobytes() == before


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda some: some.step(np.zeros(COUNT)), f"not float64 of shape \\({COUNT},\\)"),
        (lambda some: some.step(None), "not None"),
        (lambda some: some.reset(np.ones(COUNT + 1, bool)), f"not bool of shape \\({COUNT + 1},\\)"),
        (lambda some: some.legal_mask(out=np.zeros((COUNT, 3), np.int8)), f"not int8 of shape \\({COUNT}, 3\\)"),
        (lambda some: some.observe(out=some.copy([0] * 2 * COUNT).observe()[::2]), "not contiguous"),
        (lambda some: some.sample(np.zeros((COUNT, 2))), f"not float64 of shape \\({COUNT}, 2\\)"),
    ],
)
def test_what_was_given_instead_is_told(ask, told):
    with pytest.raises(TableError, match=told):
        ask(games())


def test_samples_are_legal_and_follow_the_logits():
    """2,000 games from one deal: the shares are the softmax over the legal actions, within four standard errors."""
    some = Games("new-york", 2, [7] * 2000)
    played(some, 1)
    some.states[:] = some.states[0]
    while some.legal_mask()[0].sum() < 4:
        some.step(int(some.sample()[0]))
    mask = some.legal_mask()[0]
    logits = np.linspace(-1, 1, some.actions, dtype=np.float32)
    weights = np.where(mask, np.exp(logits.astype(float)), 0)
    chances = weights / weights.sum()
    drawn = some.sample(np.tile(logits, (2000, 1)), seed=5)
    shares = np.bincount(drawn, minlength=some.actions) / 2000
    assert (np.abs(shares - chances) <= 4 * np.sqrt(chances * (1 - chances) / 2000)).all()
    uniform = np.bincount(some.sample(seed=5), minlength=some.actions) / 2000
    assert (np.abs(uniform - mask / mask.sum()) <= 4 * np.sqrt(0.25 / 2000)).all()


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e300])
def test_logits_that_say_nothing_leave_legal_actions(bad):
    some = played(games(), 20)
    drawn = some.sample(np.full((COUNT, some.actions), bad), seed=1)
    assert some.legal_mask()[np.arange(COUNT), drawn].all()


def test_the_highest_logit_wins_when_it_is_far_ahead():
    some = played(games(), 20)
    last = some.actions - 1 - some.legal_mask()[:, ::-1].argmax(axis=1)
    logits = np.zeros((COUNT, some.actions))
    logits[np.arange(COUNT), last] = 1000
    assert (some.sample(logits, seed=2) == last).all()


def test_samples_depend_on_the_seed_and_on_nothing_else():
    one, other = games(threads=1), games(threads=3)
    logits = np.zeros((COUNT, one.actions), np.float32)
    assert (one.sample(logits, seed=4) == other.sample(logits, seed=4)).all()
    assert (one.sample(seed=4) != one.sample(seed=5)).any()
    one.play_out()
    assert (one.sample() == -1).all()


@pytest.mark.parametrize("reward", REWARDS)
def test_the_rewards_of_all_steps_add_up(reward):
    """And the last step of a game brings its final scores."""
    some = games(players=3)
    total = np.zeros((COUNT, 3), np.float32)
    ended = np.zeros(COUNT, bool)
    for number in range(2000):
        step = some.step(some.sample(seed=number), reward=reward)
        total += step.rewards
        fresh = step.over & ~ended
        ended |= fresh
        assert (step.scores[fresh] == some.scores()[fresh]).all()
        if ended.all():
            break
    assert ended.all()
    assert np.allclose(total, some.rewards(reward), atol=1e-4)
    if reward != "points":
        assert np.allclose(total.sum(axis=1), 0, atol=1e-4)


def test_rewards_are_what_their_names_say():
    some = games(players=2)
    totals = some.play_out(seed=2).scores["total"][:, :2].astype(float)
    places = some.scores()["place"][:, :2]
    margin = totals[:, 0] - totals[:, 1]
    assert (some.rewards("points") == totals).all()
    assert (some.rewards("margin")[:, 0] == margin).all()
    assert (some.rewards("win") == np.where(places == places.min(axis=1, keepdims=True), 1.0, -1.0))[
        (places[:, 0] != places[:, 1])
    ].all()
    assert not some.rewards("win")[places[:, 0] == places[:, 1]].any()
    assert np.allclose(some.rewards("shaped")[:, 0], margin / 50 + some.rewards("win")[:, 0])


def test_a_refused_action_changes_and_earns_nothing():
    some = played(games(), 10)
    before = some.states.tobytes()
    step = some.step(0, seats=-1, reward="shaped")
    assert step.refused.all()
    assert not step.rewards.any()
    assert not step.over.any()
    assert some.states.tobytes() == before
    some.play_out()
    again = some.step(0)
    assert again.refused.all()
    assert again.over.all()
    assert not again.rewards.any()


def test_finished_games_are_dealt_again():
    """Each from its last seed plus the number of games."""
    some = games()
    for number in range(1000):
        step = some.step(some.sample(seed=number), reset=True)
        assert not some.over.any()
        if step.over.any():
            break
    index = int(step.over.argmax())
    assert some.seeds[index] == index + COUNT
    assert some.states[index].tobytes() == Games("new-york", 2, [index + COUNT]).states[0].tobytes()
    some.reset()
    some.reset(where=[1, 3], seeds=[8, 9])
    assert some.seeds[:4].tolist() == [48 + (index == 0) * 24, 8, 50 + (index == 2) * 24, 9] or index > 3
    assert some.states[3].tobytes() == Games("new-york", 2, [9]).states[0].tobytes()


def test_seeds_and_copies_follow_the_order_of_the_numbers():
    some = games()
    some.reset([5, 2], [55, 22])
    assert some.seeds[[5, 2]].tolist() == [55, 22]
    assert some.copy([5, 2, 5]).seeds.tolist() == [55, 22, 55]
    assert (some.copy([5]).observe() == Games("new-york", 2, [55]).observe()).all()
    assert len(some.copy([])) == 0
    some.reset([])
    assert some.seeds[5] == 55


@pytest.mark.parametrize("name", ["new-york", "switzerland", "north-america-classic", "north-america"])
def test_every_state_fits_its_own_board_and_no_smaller_one(name):
    """What a kernel reads of a state that another board's rules made would lead it beyond its arrays."""
    some = games(name)
    while not some.over.all():
        assert (Games.from_states(name, some.states).states == some.states).all()
        some.step(some.sample(seed=int(some.states["public"]["turns"].sum())))
    Games.from_states(name, some.states)
    if name != "new-york":
        with pytest.raises(TableError, match="that new-york has not"):
            Games.from_states("new-york", some.states)


def test_states_that_cannot_be_are_refused(tmp_path):
    some = games()
    some.states["private"]["offer"][3, 0, 0] = 100
    with pytest.raises(TableError, match="number 3 "):
        Games.from_states("new-york", some.states)
    some.save(tmp_path / "games.npz")
    with pytest.raises(TableError, match="number 3 "):
        Games.load(tmp_path / "games.npz")
    mixed = games()
    mixed.states[1:] = games(players=3).states[1:]
    with pytest.raises(TableError, match="same number of players"):
        Games.from_states("new-york", mixed.states)


def test_states_of_another_table_are_not_put_in_place():
    """A step that ends such a game would write the reward of a seat that `out` has no place for."""
    some, crowd = games(), games(players=4)
    before = some.states
    with pytest.raises(TableError, match="same number of players, here 2"):
        some.states = crowd.states
    for name in ("north-america", "switzerland"):
        with pytest.raises(TableError, match="that new-york has not"):
            some.states = played(games(name), 40).states
    assert some.states is before
    some.states = later = played(games(), 9).states.copy()
    assert some.states is later


def test_copies_are_games_of_their_own():
    some = played(games(), 20)
    twin, few = some.copy(), some.copy(where=[2, 5])
    assert twin.states.tobytes() == some.states.tobytes()
    assert few.states.tobytes() == some.states[[2, 5]].tobytes()
    twin.step(twin.sample())
    assert twin.states.tobytes() != some.states.tobytes()


def test_files_bring_the_same_games_back(tmp_path):
    some, path = played(games("switzerland", 3), 25), tmp_path / "games.npz"
    some.save(path)
    again = Games.load(path)
    assert again.states.tobytes() == some.states.tobytes()
    assert (again.seeds == some.seeds).all()
    assert (again.rules.id, again.players) == ("switzerland", 3)
    again.step(again.sample())
    with pytest.raises(OtherRules):
        Games.load(path, rules=load_rules("new-york"))


def test_files_say_that_their_board_is_not_built_in(tmp_path):
    path = tmp_path / "games.npz"
    played(games(ISLAND, 2), 5).save(path)
    with pytest.raises(UnknownRules, match="'island', which are not built in: load"):
        Games.load(path)
    again = Games.load(path, rules=ISLAND, features="plain")
    assert again.observe().shape[1] == Games(ISLAND, 2, (), features="plain").encoder.size


def test_broken_files_are_no_files_of_games(tmp_path):
    """Whatever NumPy makes of them: one that is cut off, and one with a header that does not end."""
    path = tmp_path / "games.npz"
    played(games("new-york", 2), 5).save(path)
    whole = path.read_bytes()
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "|u1", "fortran_order": False, "shape": (3,)})
    open_ended = header.getvalue().replace(b"}", b" ", 1)
    start = whole.rindex(b"PK\5\6") + 16  # says where the contents are; one more, and the file begins before byte 0
    shifted = whole[:start] + (int.from_bytes(whole[start : start + 4], "little") + 1).to_bytes(4, "little")
    shifted += whole[start + 4 :]
    for broken in (b"PK nothing of the kind", b"", whole[: len(whole) // 2], shifted):
        path.write_bytes(broken)
        with pytest.raises(RecordError, match="no file of games"):
            Games.load(path)
    with zipfile.ZipFile(path, "w") as file:
        for name in ("format", "rules", "hash", "players", "seeds", "states"):
            file.writestr(f"{name}.npy", open_ended + b"123")
    with pytest.raises(RecordError, match="no file of games"):
        Games.load(path)
    path.write_bytes(whole)
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    for other in ({"seeds": np.array(1)}, {"format": np.ones(2, int)}, {"players": np.array("two")}, {"seeds": None}):
        np.savez(path, **(arrays | other))
        with pytest.raises(RecordError, match="no file of games"):
            Games.load(path)
    with pytest.raises(FileNotFoundError):
        Games.load(tmp_path / "nothing.npz")


def test_determinizations_fit_what_the_seat_knows():
    some = played(games("switzerland", 3), 40)
    seats = some.movers()
    dealt = some.redeal(worlds=4, seed=3)
    assert len(dealt) == 4 * COUNT
    assert (dealt.views(np.repeat(seats, 4)) == np.repeat(some.views(seats), 4)).all()
    assert dealt.states.tobytes() == some.redeal(worlds=4, seed=3).states.tobytes()
    hands = dealt.states["private"]["hand"].reshape(COUNT, 4, -1)
    assert (hands != hands[:, :1]).any(axis=(1, 2)).sum() > COUNT // 2
    one = some.copy()
    one.threads = 1
    assert one.redeal(worlds=4, seed=3).states.tobytes() == dealt.states.tobytes()


def test_arrays_go_to_other_libraries_without_a_copy():
    """By DLPack: the same memory under another roof."""
    some = games()
    for array in (some.observe(), some.legal_mask(), some.rewards(), some.sample()):
        twin = np.from_dlpack(array)
        assert np.shares_memory(twin, array)


def test_a_tensor_that_numpy_cannot_read_is_told_by_its_kind():
    torch = pytest.importorskip("torch")
    some = games()
    for kind in (torch.bfloat16, torch.int64):
        with pytest.raises(TableError, match=f"logits must be .* not .*{str(kind).removeprefix('torch.')} of shape"):
            some.sample(torch.zeros(some.legal_mask().shape, dtype=kind))


def test_a_tensor_of_torch_follows_its_buffer():
    """One tensor made once, over a buffer that every step writes into; and back without a copy."""
    torch = pytest.importorskip("torch")
    some = games()
    rows, mask = some.observe(), some.legal_mask()
    tensor, legal = torch.from_dlpack(rows), torch.from_dlpack(mask)
    assert (tensor.dtype, legal.dtype) == (torch.int8, torch.bool)
    assert tensor.data_ptr() == rows.ctypes.data
    before = tensor.clone()
    some.step(some.sample(seed=1))
    some.observe(out=rows)
    some.legal_mask(out=mask)
    assert not torch.equal(tensor, before)
    assert np.shares_memory(np.from_dlpack(tensor), rows)
    logits = torch.zeros(mask.shape).masked_fill(~legal, -torch.inf)
    actions = some.sample(np.from_dlpack(logits), seed=2)
    assert not some.step(actions).refused[~some.over].any()


def test_arrays_go_to_jax_without_a_copy():
    """JAX takes over what begins at a cache line, and numbers no wider than its own."""
    some = games()
    step = some.step(some.sample())
    arrays = [some.observe(), some.legal_mask(), some.rewards(), step.rewards, step.over, step.refused]
    assert {array.ctypes.data % ALIGNMENT for array in arrays} == {0}
    jax = pytest.importorskip("jax")
    for array in arrays:
        assert jax.dlpack.from_dlpack(array).unsafe_buffer_pointer() == array.ctypes.data
