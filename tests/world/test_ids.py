import numpy as np
import pytest

from seahaven.errors import ProposalError
from seahaven.world.ids import BLOCK, IdBlocks


def test_set_up_counts_from_one_and_modules_from_their_block():
    ids = IdBlocks()
    ids.reserve("a")
    ids.reserve("b")
    assert ids.take("", 2).tolist() == [1, 2]
    assert ids.take("b", 2).tolist() == [2 * BLOCK, 2 * BLOCK + 1]
    assert ids.take("a", 1).tolist() == [BLOCK]


def test_only_ids_handed_out_are_known():
    ids = IdBlocks()
    ids.reserve("a")
    ids.take("a", 3)
    assert [ids.was_taken(i) for i in (-1, 0, 1, BLOCK + 2, BLOCK + 3, 2 * BLOCK)] == [False] * 3 + [True] + [False] * 2


def test_a_used_up_block_is_refused():
    ids = IdBlocks()
    ids.take("", BLOCK - 2)
    with pytest.raises(ProposalError, match="set-up cannot add 2 more entities: all but 1 of its ids are used"):
        ids.take("", 2)


def test_going_back_keeps_the_blocks_of_modules_bound_since():
    ids = IdBlocks()
    saved = ids.save()
    ids.reserve("a")
    ids.take("a", 5)
    ids.load(saved)
    assert ids.take("a", 1).tolist() == [BLOCK]


def test_chosen_ids_are_never_handed_out_also_by_modules_that_come_later():
    ids = IdBlocks()
    ids.reserve("a")
    ids.claim(np.array([1, 4, BLOCK + 7, 2 * BLOCK + 1]))
    ids.reserve("b")
    assert [ids.take(path, 1)[0] for path in ("", "a", "b")] == [5, BLOCK + 8, 2 * BLOCK + 2]
    assert ids.was_taken(2 * BLOCK + 1)
