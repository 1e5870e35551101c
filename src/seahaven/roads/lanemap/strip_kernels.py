"""Compiled: the vertices of all lanes, from the reference line's frames and the profiles along it."""

from __future__ import annotations

from math import atan2, ceil, cos, floor, hypot, inf, pi, sin

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.roads.lanemap.strips import Bytes, Indices, Integers, Truths
from seahaven.roads.lanemap.tables import Tables

Pair = tuple[float, float]
Triple = tuple[float, float, float]

X, Y, Z, NX, NY, NZ, HEADING, CURVATURE, GRADE, WIDTH = range(10)
COLUMNS = 10
ROUNDING = 1e-6
"""A width that is less than 0 by no more than this many metres is one that begins or ends there."""
LEAST_ADVANCE = 1e-3
"""The least share of a metre of road that a lane must advance to have a curvature of its own: inside a bend tighter
than the lane is far from the line, it would run backwards."""


@compiled_part
def find_row(table: Floats, first: int, last: int, s: float) -> int:
    """The last of the rows whose s is not beyond the given one; the first row if all are."""
    low, high = first, last
    while high - low > 1:
        middle = (low + high) // 2
        if table[middle, 0] <= s:
            low = middle
        else:
            high = middle
    return low


@compiled
def evaluate(pieces: Floats, first: int, last: int, where: float, s: float) -> tuple[float, float, float]:
    """The value, slope and bend at s of the profile's piece that counts at `where`."""
    if first == last:
        return 0.0, 0.0, 0.0
    row = find_row(pieces, first, last, where)
    x, b, c, d = s - pieces[row, 0], pieces[row, 2], pieces[row, 3], pieces[row, 4]
    value = pieces[row, 1] + x * (b + x * (c + x * d))
    return value, b + x * (2.0 * c + x * 3.0 * d), 2.0 * c + x * 6.0 * d


@compiled
def wrapped(angle: float) -> float:
    """The angle in (-pi, pi]."""
    return angle - 2.0 * pi * ceil((angle - pi) / (2.0 * pi))


@compiled_part
def put_end(
    end: Floats, anchor: Floats, frame: Floats, bend_rate: float, across: Triple, height: Triple, up: Pair,
    width: float, tilt: Pair,
) -> None:  # fmt: skip
    """Fill in one end of a lane's segment, along the road.

    `anchor` is the place of the reference line and its mitred normal, `height` its elevation; `across` and `up` are the
    lane's centre as seen from there, with slope and bend; `tilt` is the normal's share in the plane and its rise.

    A road is turned to its heading, then pitched, then rolled. What rolls out of the plane of the pitched line stands
    square on it: uphill it leans back, by the sine of the pitch.
    """
    k, a, da, dda = frame[3], across[0], across[1], across[2]
    flat = 1.0 / hypot(1.0, height[1])
    climb = height[1] * flat
    back, dback = -climb * up[0], -climb * up[1] - height[2] * flat * flat * flat * up[0]
    scale = hypot(anchor[2], anchor[3])
    along_x, along_y = anchor[3] / scale, -anchor[2] / scale
    ahead, aside = 1.0 - k * a + dback, da + k * back
    advance = hypot(ahead, aside)
    end[X] = anchor[0] + a * anchor[2] + back * along_x
    end[Y] = anchor[1] + a * anchor[3] + back * along_y
    end[Z] = height[0] + up[0] * flat
    end[NX] = tilt[0] * anchor[2] - climb * tilt[1] * along_x
    end[NY] = tilt[0] * anchor[3] - climb * tilt[1] * along_y
    end[NZ] = tilt[1] * flat
    end[WIDTH] = width
    if ahead > LEAST_ADVANCE:
        turning = ahead * (k * ahead + dda) + da * (bend_rate * a + 2.0 * k * da)
        end[HEADING], end[CURVATURE] = frame[2] + atan2(aside, ahead), turning / (advance * advance * advance)
        end[GRADE] = (height[1] + up[1] * flat) / advance
    else:
        end[HEADING], end[CURVATURE], end[GRADE] = frame[2], 0.0, 0.0


@compiled_part
def put_waypoint(end: Floats, rows: Floats, share: float, where: float, width: float) -> None:
    """Fill in one end of a segment of a lane that is given by points, on the segment that counts at `where`."""
    i = min(find_row(rows, 0, len(rows), where), len(rows) - 2)
    dx, dy, dz = rows[i + 1, 1] - rows[i, 1], rows[i + 1, 2] - rows[i, 2], rows[i + 1, 3] - rows[i, 3]
    f = (share - rows[i, 0]) / (rows[i + 1, 0] - rows[i, 0])
    length = hypot(dx, dy)
    end[X], end[Y], end[Z] = rows[i, 1] + f * dx, rows[i, 2] + f * dy, rows[i, 3] + f * dz
    end[NX] = rows[i, 4] + f * (rows[i + 1, 4] - rows[i, 4])
    end[NY] = rows[i, 5] + f * (rows[i + 1, 5] - rows[i, 5])
    end[NZ], end[WIDTH] = 0.0, width
    end[HEADING] = atan2(dy, dx)
    end[CURVATURE] = rows[i, 6] + f * (rows[i + 1, 6] - rows[i, 6])
    end[GRADE] = dz / length if length > 0.0 else 0.0


@compiled_part
def put_side(
    t: Tables, slot_lane: Integers, first: Integers, ends: Floats, section: int, side: int, segment: int, edge: int,
    where: float, s: float, anchor: Floats, frame: Floats, bend_rate: float,
) -> None:  # fmt: skip
    """Fill in one end of one segment for every lane on one side of the middle, from the middle outwards.

    A level lane is flat whatever the superelevation; lane heights lift a lane without moving its neighbours.
    """
    roads, road = len(t.road_length), t.section_road[section]
    low, high = t.slot_first[section], t.slot_first[section + 1]
    pieces, heads = t.pieces, t.profile_first
    height = evaluate(pieces, heads[3 * road], heads[3 * road + 1], where, s)
    bank = evaluate(pieces, heads[3 * road + 1], heads[3 * road + 2], where, s)
    offset = evaluate(pieces, heads[3 * road + 2], heads[3 * road + 3], where, s)
    c, n = cos(bank[0]), sin(bank[0])
    a, da, dda = offset[0] * c, offset[1] * c - offset[0] * n * bank[1], offset[2] * c
    b, db = offset[0] * n, offset[1] * n + offset[0] * c * bank[1]
    slot = low
    while slot < high and t.slot_number[slot] > 0:
        slot += 1
    slot -= 1 if side > 0 else 0
    while low <= slot < high:
        lane = slot_lane[slot]
        if lane >= 0:
            w, dw, ddw = evaluate(pieces, heads[3 * roads + slot], heads[3 * roads + slot + 1], where, s)
            if w < -ROUNDING:
                dw, ddw = 0.0, 0.0
            w = max(w, 0.0)
            cw, nw, rate = c, n, bank[1]
            if t.slot_level[slot]:
                cw, nw, rate = 1.0, 0.0, 0.0
            half, dhalf = 0.5 * side * w, 0.5 * side * dw
            aside, daside = half * cw, dhalf * cw - half * nw * rate
            lift, dlift = half * nw, dhalf * nw + half * cw * rate
            across, up = (a + aside, da + daside, dda + 0.5 * side * ddw * cw), (b + lift, db + dlift)
            a, da, dda = a + 2.0 * aside, da + 2.0 * daside, dda + side * ddw * cw
            b, db = b + 2.0 * lift, db + 2.0 * dlift
            steps = roads + 3 * slot
            if t.step_first[steps] < t.step_first[steps + 1]:
                row = find_row(t.steps, t.step_first[steps], t.step_first[steps + 1], where)
                if t.steps[row, 0] <= where:
                    up = (up[0] + 0.5 * (t.steps[row, 1] + t.steps[row, 2]), up[1])
                    nw += side * (t.steps[row, 2] - t.steps[row, 1]) / w if w > 0.0 else 0.0
            end = ends[first[lane] + segment, edge]
            low_point, high_point = t.waypoint_first[slot], t.waypoint_first[slot + 1]
            if high_point > low_point:
                from_s, over = t.section_start[section], t.section_end[section] - t.section_start[section]
                share, middle = (s - from_s) / over if over > 0.0 else float(edge), (where - from_s) / over
                put_waypoint(end, t.waypoints[low_point:high_point], share, middle if over > 0.0 else 0.5, w)
            else:
                put_end(end, anchor, frame, bend_rate, across, height, up, w, (cw, nw))
        slot += -1 if side > 0 else 1


@compiled
def segment_ends(
    t: Tables, slot_lane: Integers, first: Integers, segment_first: Integers, spans: Floats, is_step: Truths,
    anchors: Floats, starts: Floats, finishes: Floats,
) -> Floats:  # fmt: skip
    """Both ends of every segment of every lane, along the road: row = the lane's first vertex + the segment's place.

    A step is a segment without length: it leads from where the segment before it ends to where the next one starts.
    """
    ends = np.zeros((first[-1], 2, COLUMNS))
    for section in range(len(t.section_road)):
        low, high = segment_first[section], segment_first[section + 1]
        for i in range(low, high):
            if is_step[i]:
                continue
            where, h = 0.5 * (spans[i, 0] + spans[i, 1]), spans[i, 1] - spans[i, 0]
            rate = (finishes[i, 3] - starts[i, 3]) / h if h > 0.0 else 0.0
            for edge in (0, 1):
                frame = finishes[i] if edge else starts[i]
                for side in (1, -1):
                    put_side(
                        t, slot_lane, first, ends, section, side, i - low, edge,
                        where, spans[i, edge], anchors[i + section + edge], frame, rate,
                    )  # fmt: skip
        for slot in range(t.slot_first[section], t.slot_first[section + 1]):
            for i in range(low, high):
                if is_step[i] and slot_lane[slot] >= 0:
                    row = first[slot_lane[slot]] + i - low
                    for column in range(COLUMNS):
                        ends[row, 0, column], ends[row, 1, column] = ends[row - 1, 1, column], ends[row + 1, 0, column]
    return ends


@compiled
def corners(plan: Floats, row: int, out: Floats) -> None:
    """Fill in the four corners of a stretch, round about."""
    for i in range(4):
        f, side = (0.0 if i in (0, 3) else 1.0), (1.0 if i < 2 else -1.0)
        d = side * (plan[row, 8] + f * plan[row, 9])
        out[i, 0] = plan[row, 0] + f * plan[row, 2] + d * (plan[row, 4] + f * plan[row, 6])
        out[i, 1] = plan[row, 1] + f * plan[row, 3] + d * (plan[row, 5] + f * plan[row, 7])


@compiled
def lay(
    first: Integers, along: Truths, ends: Floats, lane_stations: Integers, stations: Floats
) -> tuple[Floats, Floats, Floats, Indices]:
    """The vertices of every lane in the direction of travel, and its stretches as `plan` and `course`.

    The columns of the vertices are s, x, y, z, the normal's three, heading, curvature, grade, width and road s.
    """
    total = first[-1]
    vertices, plan, course = np.empty((12, total)), np.zeros((total, 16)), np.empty((total, 10))
    box = np.empty((4, 2))
    lane_of = np.empty(total, np.int32)
    for lane in range(len(along)):
        low, n = first[lane], first[lane + 1] - first[lane] - 1
        sign, turned = (1.0, 0.0) if along[lane] else (-1.0, pi)
        s, heading = 0.0, 0.0
        for k in range(n + 1):
            j = k if along[lane] else n - k
            here = ends[low + j, 0] if j < n else ends[low + n - 1, 1]
            v = low + k
            lane_of[v] = lane
            vertices[1, v], vertices[2, v], vertices[3, v] = here[X], here[Y], here[Z]
            vertices[4, v], vertices[5, v], vertices[6, v] = sign * here[NX], sign * here[NY], sign * here[NZ]
            vertices[10, v], vertices[11, v] = here[WIDTH], stations[lane_stations[lane] + j]
        for k in range(n):
            v, road_k = low + k, k if along[lane] else n - 1 - k
            out, into = (ends[low + road_k, 0], ends[low + road_k, 1])
            if not along[lane]:
                out, into = into, out
            dx, dy = vertices[1, v + 1] - vertices[1, v], vertices[2, v + 1] - vertices[2, v]
            length = hypot(dx, dy)
            begins = heading + wrapped(out[HEADING] + turned - heading)
            heading = begins + wrapped(into[HEADING] - out[HEADING])
            vertices[0, v], vertices[7, v] = s, begins
            vertices[8, v], vertices[9, v] = sign * out[CURVATURE], sign * out[GRADE]
            for column in range(2):
                plan[v, column], plan[v, 4 + column] = vertices[1 + column, v], vertices[4 + column, v]
                plan[v, 6 + column] = vertices[4 + column, v + 1] - vertices[4 + column, v]
            plan[v, 2], plan[v, 3], plan[v, 10], plan[v, 11] = dx, dy, s, length
            plan[v, 8], plan[v, 9] = 0.5 * vertices[10, v], 0.5 * (vertices[10, v + 1] - vertices[10, v])
            course[v, 0], course[v, 1] = vertices[3, v], vertices[3, v + 1] - vertices[3, v]
            course[v, 2], course[v, 3] = vertices[6, v], vertices[6, v + 1] - vertices[6, v]
            course[v, 4], course[v, 5] = begins, heading - begins
            course[v, 6], course[v, 7] = sign * out[CURVATURE], sign * (into[CURVATURE] - out[CURVATURE])
            course[v, 8], course[v, 9] = sign * out[GRADE], sign * (into[GRADE] - out[GRADE])
            corners(plan, v, box)
            plan[v, 12] = 1.0 / length if length > 0.0 else 0.0
            for i in range(4):
                qx, qy = box[i, 0] - plan[v, 0], box[i, 1] - plan[v, 1]
                ahead = (qx * dx + qy * dy) * plan[v, 12]
                plan[v, 13] = max(plan[v, 13], max(-ahead, ahead - length))
                plan[v, 14] = max(plan[v, 14], abs(qx * dy - qy * dx) * plan[v, 12])
            s += length
            vertices[0, v + 1], vertices[7, v + 1] = s, heading
            vertices[8, v + 1], vertices[9, v + 1] = sign * into[CURVATURE], sign * into[GRADE]
        for column in range(16):
            plan[low + n, column] = plan[low + n - 1, column]
        for column in range(10):
            course[low + n, column] = course[low + n - 1, column]
    return vertices, plan, course, lane_of


@compiled
def permitted(t: Tables, slot: int, to: int, where: float) -> bool:
    """Whether the mark between two slots side by side lets traffic change from the first to the second.

    The mark lies on the outer border of the inner of the two; between two sides of the road it is the middle's.
    """
    number, other = t.slot_number[slot], t.slot_number[to]
    inner = slot if abs(number) < abs(other) else to
    if (number > 0) != (other > 0):
        inner = max(slot, to) - 1
        if t.slot_number[inner] != 0:
            return True
    steps = len(t.road_length) + 3 * inner + 1
    low, high = t.step_first[steps], t.step_first[steps + 1]
    if low == high or t.steps[low, 0] > where:
        return True
    bits = int(t.steps[find_row(t.steps, low, high, where), 1])
    return (bits & (1 if to < slot else 2)) != 0


@compiled_part
def speed_limit(t: Tables, slot: int, where: float) -> float:
    """The limit on a lane: its own where it has one, else the road's."""
    road, roads = t.section_road[t.slot_section[slot]], len(t.road_length)
    for of_lane in (True, False):
        steps = roads + 3 * slot + 2 if of_lane else road
        low, high = t.step_first[steps], t.step_first[steps + 1]
        if low < high and t.steps[low, 0] <= where:
            return float(t.steps[find_row(t.steps, low, high, where), 1])
    return inf


@compiled
def rules(
    t: Tables, first: Integers, lane_slot: Integers, left_slot: Integers, right_slot: Integers, road_s: Floats
) -> tuple[Floats, Bytes]:
    """Limit and permitted changes of every stretch; left and right slots are -1 where no change is possible."""
    limit, may_change = np.empty(first[-1]), np.zeros(first[-1], np.uint8)
    for lane in range(len(lane_slot)):
        for v in range(first[lane], first[lane + 1]):
            ahead = v if v + 1 < first[lane + 1] else v - 1
            where = 0.5 * (road_s[ahead] + road_s[ahead + 1])
            limit[v] = speed_limit(t, lane_slot[lane], where)
            if left_slot[lane] >= 0 and permitted(t, lane_slot[lane], left_slot[lane], where):
                may_change[v] |= 1
            if right_slot[lane] >= 0 and permitted(t, lane_slot[lane], right_slot[lane], where):
                may_change[v] |= 2
    return limit, may_change


@compiled
def buckets(first: Integers, s: Floats) -> tuple[Integers, Indices, Floats]:
    """For each lane, twice as many buckets as stretches: the stretch that holds the bucket's start."""
    lanes = len(first) - 1
    bucket_first, scale = np.zeros(lanes + 1, np.int64), np.zeros(lanes)
    for lane in range(lanes):
        bucket_first[lane + 1] = bucket_first[lane] + 2 * (first[lane + 1] - first[lane] - 1)
    rows = np.empty(bucket_first[-1], np.int32)
    for lane in range(lanes):
        row, last, n = first[lane], first[lane + 1] - 2, bucket_first[lane + 1] - bucket_first[lane]
        length = s[first[lane + 1] - 1]
        scale[lane] = n / length if length > 0.0 else 0.0
        for i in range(n):
            while row < last and s[row + 1] <= i * length / n:
                row += 1
            rows[bucket_first[lane] + i] = row
    return bucket_first, rows, scale


@compiled
def row_span(box: Floats, low: float, high: float) -> tuple[float, float]:
    """The lowest and highest x of a quadrilateral's outline between two y; any shape has its outline within that."""
    left, right = inf, -inf
    for i in range(4):
        ax, ay, bx, by = box[i, 0], box[i, 1], box[(i + 1) % 4, 0], box[(i + 1) % 4, 1]
        if max(ay, by) < low or min(ay, by) > high:
            continue
        rise = by - ay
        for y in (min(max(ay, low), high), min(max(by, low), high)):
            x = ax + (bx - ax) * (y - ay) / rise if abs(rise) > 1e-12 else ax
            left, right = min(left, x), max(right, x)
        if abs(rise) <= 1e-12:
            left, right = min(left, bx), max(right, bx)
    return left, right


@compiled
def grid(first: Integers, kind: Bytes, plan: Floats, frame: Floats, shape: Integers) -> tuple[Integers, Indices, Bytes]:
    """The stretches that touch each cell: counted in one round, filled in in the next."""
    x0, y0, size = frame[0], frame[1], frame[2]
    cell_first = np.zeros(shape[0] * shape[1] + 1, np.int64)
    cell_row, cell_kind = np.empty(0, np.int32), np.empty(0, np.uint8)
    box, slack = np.empty((4, 2)), 1e-6 * size
    for filling in (False, True):
        if filling:
            for cell in range(1, len(cell_first)):
                cell_first[cell] += cell_first[cell - 1]
            cell_row, cell_kind = np.empty(cell_first[-1], np.int32), np.empty(cell_first[-1], np.uint8)
        for back in range(len(first) - 2, -1, -1):
            for row in range(first[back + 1] - 2, first[back] - 1, -1):
                corners(plan, row, box)
                low = min(min(box[0, 1], box[1, 1]), min(box[2, 1], box[3, 1])) - slack
                high = max(max(box[0, 1], box[1, 1]), max(box[2, 1], box[3, 1])) + slack
                j, last_j = floor((low - y0) / size), floor((high - y0) / size)
                while j <= last_j:
                    left, right = row_span(box, y0 + j * size - slack, y0 + (j + 1) * size + slack)
                    i, last_i = floor((left - slack - x0) / size), floor((right + slack - x0) / size)
                    while i <= last_i:
                        cell = min(max(j, 0), shape[1] - 1) * shape[0] + min(max(i, 0), shape[0] - 1)
                        cell_first[cell] += -1 if filling else 1
                        if filling:
                            cell_row[cell_first[cell]], cell_kind[cell_first[cell]] = row, kind[back]
                        i += 1
                    j += 1
    return cell_first, cell_row, cell_kind
