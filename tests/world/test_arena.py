from seahaven.world.arena import LINE, Arena


def test_columns_start_on_cache_lines_and_in_different_sets():
    arena = Arena({f"c{i}": "float64" for i in range(64)}, 1024)
    starts = [array.ctypes.data for array in arena.arrays.values()]
    assert all(start % LINE == 0 for start in starts)
    assert len({start // LINE % 64 for start in starts}) == 64


def test_columns_share_one_buffer_and_do_not_overlap():
    arena = Arena({"a": "float64", "b": "bool", "c": "int16"}, 16)
    for number, array in enumerate(arena.arrays.values()):
        array[:] = number % 2
    assert [array.tolist() for array in arena.arrays.values()] == [[0.0] * 16, [True] * 16, [0] * 16]
    base = arena.arrays["a"].base
    assert base is not None
    assert all(array.base is base for array in arena.arrays.values())
