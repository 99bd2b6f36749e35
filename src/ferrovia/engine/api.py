"""The engine's contract on one page: a game is one `STATE`, and these kernels are enough to play it.

    new_game(board, state, players, seed, journal)          deal a game from a seed
    to_move(state) -> seat                                  who decides next; NONE when the game is over
    legal_actions(board, public, own, seat, mask)           the mask of legal actions, from a view's two parts alone
    refusal(board, public, own, seat, action) -> code       why an action is illegal; 0 if it is legal
    step(board, state, seat, action, journal)               the one way a game changes; trusts its caller
    look(state, seat, view)                                 the one way out: what a seat may know
    visible(event, seat, seen) -> bool                      whether a seat learns of an event, and what of it
    score_state(board, state, scores, space, table)         final scores and places of a finished game
    redeal(board, view, seed, state, pool)                  determinization: a random state that fits a view
    play_out(board, state, generator, mask, journal) -> n   uniformly random play to the end

`board` is the compiled rule set (`Rules.board[0]`), `public` and `own` are the two parts of a view that matter here,
`mask` is an array of MASK_WORDS words, `journal` takes a script of chance outcomes in and writes events out
(`no_journal()` does neither). All of them run interpreted, compiled for the CPU and inside CUDA kernels; `batch` wraps
them for arrays of games and for calls from Python.
"""

from ferrovia.engine.actions import ACTIONS, MASK_WORDS
from ferrovia.engine.journal import no_journal, recording_journal
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.opening import new_game
from ferrovia.engine.playout import play_out
from ferrovia.engine.redeal import redeal
from ferrovia.engine.refusal import refusal
from ferrovia.engine.scoring import score_state
from ferrovia.engine.state import STATE, VIEW
from ferrovia.engine.turn import step, to_move
from ferrovia.engine.visibility import look, visible

__all__ = [
    "ACTIONS",
    "MASK_WORDS",
    "STATE",
    "VIEW",
    "legal_actions",
    "look",
    "new_game",
    "no_journal",
    "play_out",
    "recording_journal",
    "redeal",
    "refusal",
    "score_state",
    "step",
    "to_move",
    "visible",
]
