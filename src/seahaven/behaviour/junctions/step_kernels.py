"""Compiled: one step of what drivers see at junctions and at lights beside the road."""

from __future__ import annotations

from typing import Any

from seahaven.behaviour.junctions.junction_kernels import judge, list_comers
from seahaven.behaviour.junctions.post_kernels import heed_posts
from seahaven.geometry.entry_kernels import compiled_entry, taken


@compiled_entry
def see_junctions(hand: Any, index: int, now: int, due: int) -> int:
    """Fill in what every driver knows of the junction ahead."""
    tally, light_tally, roads, lights, seen, passages, lists, ends, kept, given = taken(hand)
    n, time, dt = tally[0], now / 1e9, (due - now) / 1e9
    lane, s, offset, entry, speed, length, liveliness, goes = seen
    lane, s, offset, entry, speed = lane[:n], s[:n], offset[:n], entry[:n], speed[:n]
    length, liveliness, goes = length[:n], liveliness[:n], goes[:n]
    entries, distances, ways, links, signs, conflicts, spans, post_first, posts, post_spots = roads
    states, since = lights
    own, dates, fronts, asked, waited = passages
    holds, spots, comers, places, grants, first, order = lists
    heads, head_spots, tails, tail_spots, rears, rear_spots = ends
    views, seats, is_shown, waits = kept
    list_comers(
        index, dt, entries, distances, ways, links, lane, s, offset, entry, speed, length, goes, own, dates, fronts,
        asked, holds, spots, comers, places, grants, first, order, heads, head_spots, tails, tail_spots,
        rears, rear_spots,
    )  # fmt: skip
    judge(
        time, dt, entries, distances, ways, links, signs, conflicts, spans, states, since, offset, speed, length,
        liveliness, own, dates, fronts, asked, waited, holds, spots, comers, places, grants, first, order, heads,
        tails, tail_spots, views, seats, is_shown, waits, *given,
    )  # fmt: skip
    if len(posts) > 0 and light_tally[0] > 0:
        _, hold, light, light_age, must_stop, slack, room, _, _, _, _, _, _ = given
        heed_posts(
            time, entries, distances, post_first, posts, post_spots, states, since, lane, s, entry, length, len(heads),
            asked, seats, is_shown, hold, light, light_age, must_stop, slack, room,
        )  # fmt: skip
    return 0
