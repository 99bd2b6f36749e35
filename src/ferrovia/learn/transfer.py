"""Transfer from another rule set's weights: parts of the observation and actions with the same meaning keep theirs.

Routes, cards and seats are matched by number, tickets by id, answers to an offer by the places they return. What has no
counterpart starts at zero.
"""

from collections.abc import Mapping
from itertools import product
from math import prod
from typing import Any

import numpy as np

from ferrovia.engine.actions import KEEP
from ferrovia.observation.declare import RowLayout
from ferrovia.observation.encoder import Encoder


def column_pairs(mine: Encoder, theirs: Encoder, critic: bool) -> tuple[Any, Any]:
    """Columns of the first weights with the same meaning: mine, theirs."""
    pairs = layout_pairs(mine, theirs, mine.layout, theirs.layout, 0, 0)
    if critic:
        for rival in range(min(mine.rivals, theirs.rivals)):
            first, second = mine.size + rival * mine.block, theirs.size + rival * theirs.block
            pairs += layout_pairs(mine, theirs, mine.rival_layout, theirs.rival_layout, first, second)
    matched = np.array(pairs, np.int64)
    return matched[:, 0], matched[:, 1]


def layout_pairs(
    mine: Encoder, theirs: Encoder, my_layout: RowLayout, their_layout: RowLayout, first: int, second: int
) -> list[tuple[int, int]]:
    """The numbers of two layouts with the same meaning, each from its own offset."""
    pairs = []
    for part in my_layout.parts:
        (at, shape), (other_at, other_shape) = my_layout.places[part.name], their_layout.places[part.name]
        for place in product(*(range(size) for size in shape)):
            other = [match(name, index, mine, theirs) for name, index in zip(part.shape, place, strict=True)]
            if all(0 <= index < size for index, size in zip(other, other_shape, strict=True)):
                pairs.append((first + at + flat(place, shape), second + other_at + flat(other, other_shape)))
    return pairs


def match(name: str | int, index: int, mine: Encoder, theirs: Encoder) -> int:
    """The other rule set's number of a thing; -1 if it has none."""
    if name == "tickets":
        return theirs.rules.ticket_index.get(mine.rules.ticket_ids[index], -1)
    return index


def flat(place: Any, shape: tuple[int, ...]) -> int:
    """The offset of an index in an array."""
    return int(np.ravel_multi_index(tuple(place), shape)) if prod(shape) and shape else 0


def row_pairs(mine: Encoder, theirs: Encoder) -> tuple[Any, Any]:
    """Actions with the same meaning: mine, theirs."""
    places = [tuple(int(place) for place in row) for row in theirs.rules.board[0]["keep_returned"]]
    used = {returned: number for number, returned in reversed(list(enumerate(places[: theirs.actions - KEEP])))}
    pairs = [(action, action) for action in range(min(KEEP, mine.actions))]
    for number in range(mine.actions - KEEP):
        returned = tuple(int(place) for place in mine.rules.board[0]["keep_returned"][number])
        if returned in used:
            pairs.append((KEEP + number, KEEP + used[returned]))
    matched = np.array(pairs)
    return matched[:, 0], matched[:, 1]


def transferred(mine: Encoder, theirs: Encoder, critic: bool, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Another rule set's parameters, rearranged for mine."""
    result = dict(parameters)
    width = parameters["input.weight"].shape[0]
    my_columns, their_columns = column_pairs(mine, theirs, critic)
    size = mine.size + mine.privileged_size if critic else mine.size
    result["input.weight"] = np.zeros((width, size), np.float32)
    result["input.weight"][:, my_columns] = parameters["input.weight"][:, their_columns]
    if not critic:
        my_rows, their_rows = row_pairs(mine, theirs)
        result["head.weight"] = np.zeros((mine.actions, width), np.float32)
        result["head.bias"] = np.zeros(mine.actions, np.float32)
        result["head.weight"][my_rows] = parameters["head.weight"][their_rows]
        result["head.bias"][my_rows] = parameters["head.bias"][their_rows]
    return result
