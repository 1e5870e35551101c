"""Compiled: lights that go through their programs, and from phase to phase as asked, with amber and red kept.

`advance` decides for each controller what shows from `now` on. Nothing here knows why a phase is asked for. What is
kept, whoever asks: a phase with amber lasts as long as the program says; a green lasts its shortest time; whoever has
to stop gets amber; and nobody gets green before those who had it are out of his way. A program that nobody disturbs
runs as it is written. After it was led astray, the same is kept for a whole cycle.
"""

from __future__ import annotations

from typing import Any

from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT

GREEN, YIELDING, AMBER, RED, BLINKING = 1, 2, 3, 4, 6
"""Codes of `seahaven.world.LightState`."""
NONE, ENDING, CLEARING, DARK = 0, 1, 2, 3
"""Codes of `seahaven.traffic.signals.Change`."""
MOVING, STAGE = 1, 2
"""Bits of `ProgramTables.kind`."""
NOWHERE, OUT = -1, -2
"""What `goal` is where there is none, and where the lights are to be switched off."""
SOON = 1e-6
"""What is due within that many seconds is due now."""
WAKING = 3.0
"""How long all are red after the lights were off, in seconds."""


@compiled_part
def is_green(code: int) -> bool:
    """Whether one may go."""
    return code in (GREEN, YIELDING)


@compiled_part
def paint(lamps: Any, row: int, code: int, now: float) -> None:
    """Let a light show something."""
    if lamps.state[row] != code:
        lamps.state[row] = code
        lamps.since[row] = now


@compiled_part
def show(t: Any, boxes: Any, lamps: Any, i: int, phase: int, now: float, began: float) -> None:
    """Let a controller show a phase of its program, or of the one that it goes to."""
    program = t.program_first[i] + boxes.goal_program[i]
    first, letter = t.row_first[i], t.letter_first[phase]
    for k in range(t.row_first[i + 1] - first):
        paint(lamps, first + k, t.letters[letter + k], now)
    boxes.program[i] = boxes.goal_program[i]
    boxes.phase[i] = phase - t.phase_first[program]
    boxes.touched[0] = True
    boxes.goal[i] = NOWHERE
    boxes.change[i] = NONE
    boxes.is_changing[i] = False
    boxes.began[i] = began
    boxes.ends[i] = began + t.duration[phase]


@compiled_part
def goes_on(t: Any, i: int, row: int, goal: int) -> bool:
    """Whether a light is green in the phase to which its controller goes."""
    return goal >= 0 and is_green(t.letters[t.letter_first[goal] + row - t.row_first[i]])


@compiled_part
def has_lasted(t: Any, lamps: Any, i: int, goal: int, now: float) -> bool:
    """Whether all greens that end with another phase have lasted their shortest time."""
    for row in range(t.row_first[i], t.row_first[i + 1]):
        ends = is_green(lamps.state[row]) and not goes_on(t, i, row, goal)
        if ends and now - lamps.since[row] < t.least_green[row] - SOON:
            return False
    return True


@compiled_part
def may_leave(t: Any, boxes: Any, lamps: Any, i: int, phase: int, goal: int, now: float) -> bool:
    """Whether what shows has lasted long enough to be left for another phase."""
    if t.kind[phase] & MOVING or now - boxes.began[i] < t.least[phase] - SOON:
        return False
    return has_lasted(t, lamps, i, goal, now)


@compiled_part
def stray(t: Any, boxes: Any, i: int) -> None:
    """Note that a program does not run as it is written, so that for a cycle nobody may rely on its lengths."""
    program = t.program_first[i] + boxes.goal_program[i]
    boxes.astray[i] = t.phase_first[program + 1] - t.phase_first[program]


@compiled_part
def leave(t: Any, boxes: Any, lamps: Any, i: int, goal: int, now: float) -> None:
    """Begin to change over: amber for those who have to stop, and red for people on foot."""
    longest = 0.0
    for row in range(t.row_first[i], t.row_first[i + 1]):
        if is_green(lamps.state[row]) and not goes_on(t, i, row, goal):
            if t.is_walk[row]:
                paint(lamps, row, RED, now)
            else:
                paint(lamps, row, AMBER, now)
                longest = max(longest, t.amber[row])
    boxes.touched[0] = True
    stray(t, boxes, i)
    boxes.change[i] = ENDING
    boxes.is_changing[i] = True
    boxes.began[i] = now
    boxes.ends[i] = now + longest


@compiled_part
def is_clear(t: Any, lamps: Any, i: int, goal: int, now: float) -> bool:
    """Whether everybody who begins in a phase finds the way free of those who had to stop."""
    first, count = t.row_first[i], t.row_first[i + 1] - t.row_first[i]
    for b in range(count):
        if is_green(lamps.state[first + b]) or not goes_on(t, i, first + b, goal):
            continue
        for a in range(count):
            wait = t.clear[t.clear_first[i] + a * count + b]
            if wait > 0.0 and not is_green(lamps.state[first + a]) and now - lamps.since[first + a] < wait - SOON:
                return False
    return True


@compiled_part
def finish(t: Any, boxes: Any, lamps: Any, i: int, now: float) -> None:
    """Amber is over: red, or blinking if the lights are to be off."""
    is_out = boxes.goal[i] == OUT
    for row in range(t.row_first[i], t.row_first[i + 1]):
        if is_out:
            paint(lamps, row, BLINKING, now)
        elif lamps.state[row] == AMBER:
            paint(lamps, row, RED, now)
    boxes.touched[0] = True
    boxes.change[i] = DARK if is_out else CLEARING
    boxes.began[i] = now
    boxes.ends[i] = now


@compiled_part
def wake(t: Any, boxes: Any, lamps: Any, i: int, now: float) -> None:
    """Back from blinking: red for all, then the first phase."""
    for row in range(t.row_first[i], t.row_first[i + 1]):
        paint(lamps, row, RED, now)
    boxes.touched[0] = True
    boxes.change[i] = CLEARING
    boxes.goal_program[i] = boxes.program[i]
    stray(t, boxes, i)
    boxes.goal[i] = 0
    boxes.began[i] = now
    boxes.ends[i] = now + WAKING


@compiled_part
def has_call(t: Any, lamps: Any, i: int, phase: int) -> bool:
    """Whether somebody has come to a light that is not green now but is in a phase, since its last green."""
    for row in range(t.row_first[i], t.row_first[i + 1]):
        if goes_on(t, i, row, phase) and not is_green(lamps.state[row]) and lamps.called[row] >= lamps.since[row]:
            return True
    return False


@compiled_part
def serves_drivers(t: Any, i: int, phase: int) -> bool:
    """Whether anybody but people on foot is let go in a phase."""
    count = 0
    for row in range(t.row_first[i], t.row_first[i + 1]):
        count += goes_on(t, i, row, phase) and not t.is_walk[row]
    return count > 0


@compiled_part
def is_quiet(t: Any, lamps: Any, i: int, phase: int, now: float, gap: float) -> bool:
    """Whether nobody has come up to any of the lights that are green for some seconds."""
    for row in range(t.row_first[i], t.row_first[i + 1]):
        if goes_on(t, i, row, phase) and not t.is_walk[row] and now - lamps.called[row] < gap - SOON:
            return False
    return True


@compiled_part
def is_over(t: Any, boxes: Any, lamps: Any, i: int, phase: int, now: float, gap: float) -> bool:
    """Whether the program ends a phase now: by the clock, or as traffic decides between its shortest and longest."""
    program = t.program_first[i] + boxes.program[i]
    if not t.is_actuated[program] or t.longest[phase] <= t.shortest[phase]:
        return bool(now >= boxes.ends[i] - SOON)
    lasted = now - boxes.began[i]
    if lasted < t.shortest[phase] - SOON:
        return False
    return bool(lasted >= t.longest[phase] - SOON) or is_quiet(t, lamps, i, phase, now, gap)


@compiled_part
def choose(t: Any, lamps: Any, i: int, phase: int) -> int:
    """The phase that follows; of several the first to which somebody waits to go."""
    first, last = t.next_first[phase], t.next_first[phase + 1]
    chosen: int = t.next_phase[first]
    for k in range(first, last):
        if last - first > 1 and has_call(t, lamps, i, t.next_phase[k]):
            chosen = t.next_phase[k]
            break
    return chosen


@compiled_part
def is_unwanted(t: Any, lamps: Any, i: int, phase: int) -> bool:
    """Whether a phase leads to a stage for people on foot alone, of whom none is there."""
    goal = t.lead[phase]
    return goal >= 0 and not serves_drivers(t, i, goal) and not has_call(t, lamps, i, goal)


@compiled_part
def go_on(t: Any, boxes: Any, lamps: Any, i: int, phase: int, now: float, dt: float) -> None:
    """Go on to the phase that the program has next, as if it had happened when it was due."""
    program = t.program_first[i] + boxes.program[i]
    if t.is_actuated[program] and is_unwanted(t, lamps, i, phase):
        after = t.lead[t.lead[phase]]
        if after >= 0 and after != phase and has_lasted(t, lamps, i, after, now):
            boxes.goal[i] = after - t.phase_first[program]
            leave(t, boxes, lamps, i, after, now)
        return
    following, leeway = choose(t, lamps, i, phase), dt
    if boxes.astray[i] > 0:
        if not (has_lasted(t, lamps, i, following, now) and is_clear(t, lamps, i, following, now)):
            return
        boxes.astray[i] -= 1
        leeway = 0.0
    is_late = now - boxes.ends[i] > leeway + SOON or boxes.ends[i] > now + SOON
    show(t, boxes, lamps, i, following, now, now if is_late else boxes.ends[i])


@compiled_part
def obey(t: Any, boxes: Any, lamps: Any, i: int, phase: int, goal: int, now: float) -> None:
    """Go to a phase that was asked for: by the program's own amber, if it has some that leads there, else by ours."""
    same = True
    for row in range(t.row_first[i], t.row_first[i + 1]):
        same &= t.letters[t.letter_first[goal] + row - t.row_first[i]] == lamps.state[row]
    if same:
        stray(t, boxes, i)
        show(t, boxes, lamps, i, goal, now, now)
    elif t.lead[phase] == goal:
        out = t.way_out[phase]
        if may_leave(t, boxes, lamps, i, phase, out, now) and is_clear(t, lamps, i, out, now):
            stray(t, boxes, i)
            show(t, boxes, lamps, i, out, now, now)
    elif may_leave(t, boxes, lamps, i, phase, goal, now):
        boxes.goal[i] = goal - t.phase_first[t.program_first[i] + boxes.goal_program[i]]
        leave(t, boxes, lamps, i, goal, now)


@compiled_part
def showing(t: Any, boxes: Any, lamps: Any, wishes: Any, i: int, now: float, dt: float, gap: float) -> None:
    """What a controller that shows a phase of its program does: stay, go on, or go where it was asked to."""
    own = t.program_first[i] + boxes.program[i]
    phase = t.phase_first[own] + boxes.phase[i]
    program = t.program_first[i] + (boxes.program[i] if wishes.no_program[i] else wishes.program[i])
    wished = -1 if wishes.no_phase[i] else t.phase_first[program] + wishes.phase[i]
    if wished >= t.phase_first[program + 1]:
        wished = -1
    if t.kind[phase] & MOVING == 0:
        if wishes.is_off[i]:
            if may_leave(t, boxes, lamps, i, phase, NOWHERE, now):
                boxes.goal[i] = OUT
                leave(t, boxes, lamps, i, NOWHERE, now)
            return
        if program != own and wished < 0:
            wished = t.phase_first[program]
        if wished >= 0:
            if wished != phase:
                boxes.goal_program[i] = program - t.program_first[i]
                obey(t, boxes, lamps, i, phase, wished, now)
            return
        if wishes.is_held[i] and t.kind[phase] & STAGE != 0:
            return
    if is_over(t, boxes, lamps, i, phase, now, gap):
        go_on(t, boxes, lamps, i, phase, now, dt)


@compiled
def is_asked(no_phase: Any, no_program: Any, no_call: Any, is_held: Any, is_off: Any) -> bool:
    """Whether any panel asks for anything, or tells that somebody waits on foot."""
    asked = 0
    for i in range(len(no_phase)):
        asked += not (no_phase[i] and no_program[i] and no_call[i]) or is_held[i] or is_off[i]
    return asked > 0


@compiled_entry
def watch_panels(hand: Any, _index: int, now: int, due: int) -> int:
    """Wake the lamps if a phase is over by the next step, or any panel asks for something."""
    tally, (no_phase, no_program, no_call), (is_held, is_off), ends = taken(hand)
    n, seconds = tally[0], now / 1e9
    if is_asked(no_phase[:n], no_program[:n], no_call[:n], is_held[:n], is_off[:n]):
        return VISIT
    return 0 if seconds + (due - now) / 1e9 < ends[0] - SOON else VISIT


@compiled
def advance(t: Any, boxes: Any, lamps: Any, wishes: Any, now: float, dt: float, gap: float) -> None:
    """What every controller shows from `now` on, a step of `dt` after what it shows."""
    for i in range(len(t.row_first) - 1):
        change = boxes.change[i]
        if change == DARK:
            if not wishes.is_off[i]:
                wake(t, boxes, lamps, i, now)
            continue
        if change == ENDING:
            if now < boxes.ends[i] - SOON:
                continue
            finish(t, boxes, lamps, i, now)
            change = boxes.change[i]
        if change == CLEARING:
            goal = t.phase_first[t.program_first[i] + boxes.goal_program[i]] + boxes.goal[i]
            if now >= boxes.ends[i] - SOON and is_clear(t, lamps, i, goal, now):
                show(t, boxes, lamps, i, goal, now, now)
            continue
        if change == NONE:
            showing(t, boxes, lamps, wishes, i, now, dt, gap)
            if boxes.change[i] == NONE:
                boxes.goal_program[i] = boxes.program[i]
