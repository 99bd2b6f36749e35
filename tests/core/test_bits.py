"""Counts of eight kinds taken as one word give what a look at each of them gives."""

from random import Random

import numpy as np

from ferrovia.core.bits import (
    index_by_counts,
    index_by_counts_one_by_one,
    positive_counts,
    positive_counts_one_by_one,
)
from ferrovia.core.compile import entry


@entry
def answers(counts, indices, kinds, bits):
    """The kind of the item at each index, and the kinds there are, of each row of counts."""
    for row in range(len(counts)):
        kinds[row] = index_by_counts(counts[row], indices[row])
        bits[row] = positive_counts(counts[row])


def test_counts_as_one_word_and_one_by_one_agree():
    chance = Random(1)
    rows = [[0] * 9, [127, *[0] * 8], [*[0] * 8, 127]]
    rows += [[chance.choice((0, 0, 1, 7, 14)) for _ in range(8)] + [1] for _ in range(400)]
    counts = np.array(rows, np.int8)
    indices = np.array([chance.randrange(max(1, sum(row))) for row in rows])
    kinds, bits = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.uint64)
    answers(counts, indices, kinds, bits)
    assert kinds.tolist() == [index_by_counts_one_by_one(*each) for each in zip(rows, indices, strict=True)]
    assert bits.tolist() == [positive_counts_one_by_one(row) for row in rows]
    assert set(kinds.tolist()) == set(range(9))
