// Where everything is at any time: stays of entities, their columns, and what lies between two frames.

const BLOCK = 1000000; // ids handed out to one module
const LEAP_SPEED = 120; // m/s; an entity that is faster has leapt, as in `cast.py`
const LEAP = 5; // metres

/** An id as it is written on a vehicle: modules hand out ids in blocks of a million, and "2·17" is shorter. */
function shortId(id) {
  return id < BLOCK ? `${id}` : `${Math.floor(id / BLOCK)}·${id % BLOCK}`;
}

/** The id that a typed text means, in either form; NaN if it is none. */
function typedId(text) {
  const parts = text.trim().split(/[·.:/\s]+/).map(Number);
  return parts.length === 2 ? parts[0] * BLOCK + parts[1] : parts[0];
}

/** One column of a family: whole numbers, which `step` and `from` turn into values. */
class Channel {
  constructor(bytes, told, starts) {
    Object.assign(this, { step: told.step, from: told.from, unit: told.unit || "", doc: told.doc || "" });
    this.kinds = told.kinds || [];
    this.steps = unpacked(bytes, told, starts);
    this.nulls = told.nulls ? unpacked(bytes, told.nulls, starts) : null;
  }

  isNull(row) {
    return this.nulls !== null && this.nulls[row] !== 0;
  }

  /** The value in a row; NaN where it is null. */
  at(row) {
    return this.isNull(row) ? NaN : this.from + this.step * this.steps[row];
  }

  /** Whether any row from one up to another has a value. */
  hasAny(from, to) {
    for (let row = from; row < to; row++) if (!this.isNull(row)) return true;
    return false;
  }

  /** The value a share of the way to the next row, on a line; NaN where either end is null. */
  between(row, share) {
    if (share === 0) return this.at(row);
    if (this.isNull(row) || this.isNull(row + 1)) return NaN;
    return this.from + this.step * (this.steps[row] + share * (this.steps[row + 1] - this.steps[row]));
  }

  /** The category in a row, by its name. */
  word(row) {
    return this.isNull(row) ? "" : this.kinds[this.steps[row]] ?? "";
  }
}

/** A stay: one entity from the frame `first` to the frame `last`, whose rows begin at `row`. */
class Stay {
  constructor(group, index, values) {
    Object.assign(this, { group, index, ...values });
    this.last = this.first + this.count - 1;
    this.name = group.names[this.id] || "";
    this.label = this.name || shortId(this.id);
    this.isSubject = group.subjects.includes(this.id);
  }

  rowAt(frame) {
    return this.row + frame - this.first;
  }
}

/** A family: its columns and stays. */
class Group {
  constructor(bytes, told) {
    Object.assign(this, { family: told.family, kinds: told.kinds, names: told.names, subjects: told.subjects });
    const columns = {};
    for (const name in told.stays) columns[name] = unpacked(bytes, told.stays[name]);
    const total = columns.id.length;
    const starts = new Int32Array(total);
    for (let k = 1; k < total; k++) starts[k] = starts[k - 1] + columns.count[k - 1];
    this.channels = {};
    for (const name in told.channels) this.channels[name] = new Channel(bytes, told.channels[name], starts);
    this.stays = Array.from({ length: total }, (_, k) => new Stay(this, k, {
      id: columns.id[k],
      first: columns.first[k],
      count: columns.count[k],
      row: starts[k],
      length: columns.length ? columns.length[k] / 1000 : 0,
      width: columns.width ? columns.width[k] / 1000 : 0,
      kind: told.kinds.length ? told.kinds[columns.kind[k]] : told.family,
    }));
  }
}

/** An entity at a time of the film, as `actors.js` draws it. */
class Pose {
  get speed() {
    return this.stay.group.channels.speed.between(this.row, this.share);
  }

  get isBraking() {
    const { brake_light: brake } = this.stay.group.channels;
    return Boolean(brake && brake.steps[this.row]);
  }

  get turnLight() {
    const { turn_light: turn } = this.stay.group.channels;
    return turn ? turn.word(this.row) : "off";
  }

  get hasLampsLit() {
    const { headlamps } = this.stay.group.channels;
    return Boolean(headlamps && !headlamps.isNull(this.row) && headlamps.steps[this.row] > 0);
  }

  get isTouching() {
    const { contact } = this.stay.group.channels;
    return Boolean(contact && !contact.isNull(this.row));
  }
}

/** Everything that the page plays. */
class Film {
  constructor(story, bytes) {
    const ticks = unpacked(bytes, story.times);
    this.times = Float64Array.from(ticks, (tick) => tick / story.ticks);
    this.groups = story.groups.map((told) => new Group(bytes, told));
    this.stays = this.groups.flatMap((group) => group.stays);
    this.events = story.events;
    this.listed = story.situations || [];
    this.situations = this.listed.filter((one) => one.is_shown);
    this.signals = new SignalFilm(story.lights, bytes);
    this.lights = new Lights(this.signals.bars);
    this.weather = {};
    for (const name in story.weather || {}) this.weather[name] = new Channel(bytes, { from: 0, ...story.weather[name] }, [0]);
    this.byId = new Map();
    for (const stay of this.stays) {
      if (!this.byId.has(stay.id)) this.byId.set(stay.id, []);
      this.byId.get(stay.id).push(stay);
    }
    this.start = this.times[0];
    this.end = this.times[this.times.length - 1];
    this.counts = this.#countEach(this.stays);
    for (const group of this.groups) group.counts = this.#countEach(group.stays);
  }

  /** How many of some are seen in each frame. */
  #countEach(stays) {
    const counts = new Int32Array(this.times.length + 1);
    for (const stay of stays) {
      counts[stay.first] += 1;
      counts[stay.last + 1] -= 1;
    }
    for (let i = 1; i < counts.length; i++) counts[i] += counts[i - 1];
    return counts.subarray(0, this.times.length);
  }

  /** How dark it is in a frame, from 0 by day to 1 in the darkest night. */
  darknessAt(frame) {
    const { daylight } = this.weather;
    return daylight ? within(1 - daylight.at(frame), 0, 1) : 0;
  }

  /** The frame at or before a time. */
  frameAt(time) {
    let low = 0;
    let high = this.times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time + 1e-9) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The frame at or before a time, and how far on the way to the next one it is, from 0 to 1. */
  placeOf(time) {
    const frame = this.frameAt(time);
    if (frame + 1 >= this.times.length) return { frame, share: 0 };
    const span = this.times[frame + 1] - this.times[frame];
    return { frame, share: Math.min(Math.max((time - this.times[frame]) / span, 0), 1) };
  }

  /** How far an entity gets at most from a frame to the next; one that is further away by then has leapt there. */
  leapAfter(frame) {
    return frame + 1 < this.times.length ? LEAP_SPEED * (this.times[frame + 1] - this.times[frame]) + LEAP : Infinity;
  }

  /** The stay of an entity at a frame; its nearest one if it is not there. */
  stayOf(id, frame) {
    const stays = this.byId.get(id) || [];
    return stays.find((stay) => stay.first <= frame && frame <= stay.last)
      || stays.reduce((best, stay) => (best === null || apart(stay, frame) < apart(best, frame) ? stay : best), null);
  }

  /** The stay that a text means, by a name or an id. */
  find(text, frame) {
    const wanted = text.trim().toLowerCase();
    const named = this.stays.find((stay) => stay.name && stay.name.toLowerCase() === wanted);
    return named ? this.stayOf(named.id, frame) : this.stayOf(typedId(wanted), frame);
  }

  /**
   * The poses of all entities at a time, on a line between two frames. Headings are unwrapped, so a line is the short
   * way round. An entity that is gone in the next frame stays where it was seen last.
   */
  poses(time, into = []) {
    const { frame, share } = this.placeOf(time);
    const leap = this.leapAfter(frame);
    let count = 0;
    for (const stay of this.stays) {
      if (stay.first > frame || frame > stay.last) continue;
      if (count === into.length) into.push(new Pose());
      poseOf(stay, frame, share, leap, into[count++]);
    }
    into.length = count;
    return into;
  }
}

function apart(stay, frame) {
  return Math.max(stay.first - frame, frame - stay.last, 0);
}

/** Where a stay's entity is, a share of the way from a frame to the next, which is not longer than `leap`. */
function poseOf(stay, frame, share, leap, pose = new Pose()) {
  const { x, y, heading } = stay.group.channels;
  const row = stay.rowAt(frame);
  const onward = frame < stay.last && !hasLeapt(x, y, row, leap) ? share : 0;
  pose.stay = stay;
  pose.row = row;
  pose.share = onward;
  pose.x = x.between(row, onward);
  pose.y = y.between(row, onward);
  pose.heading = heading.between(row, onward);
  return pose;
}

function hasLeapt(x, y, row, leap) {
  return Math.hypot((x.steps[row + 1] - x.steps[row]) * x.step, (y.steps[row + 1] - y.steps[row]) * y.step) > leap;
}

/** Draw a line along a stay from row to row, leaving out some and lifting the pen where it leaps; `at` places points. */
function trace(pen, stay, from, to, { most, leap, at }) {
  const { x, y } = stay.group.channels;
  const stride = Math.max(1, Math.floor((to - from) / most));
  for (let row = from, before = from; row <= to; before = row, row = row < to ? Math.min(row + stride, to) : to + 1) {
    const way = Math.hypot((x.steps[row] - x.steps[before]) * x.step, (y.steps[row] - y.steps[before]) * y.step);
    const place = at(x.at(row), y.at(row));
    if (row === from || way > leap * stride) pen.moveTo(...place);
    else pen.lineTo(...place);
  }
}

/** A stay's whole way as a line, in metres. */
function wayOf(stay, leap) {
  const path = new Path2D();
  trace(path, stay, stay.row, stay.row + stay.count - 1, { most: 4000, leap, at: (x, y) => [x, y] });
  return { path, width: stay.width };
}

/** A speed that few exceed, rounded up to a full 10 km/h, for colours to end at. */
function fastestOf(film) {
  let fastest = 0;
  for (const group of film.groups) {
    const { speed } = group.channels;
    const stride = Math.max(1, Math.floor(speed.steps.length / 20000));
    for (let row = 0; row < speed.steps.length; row += stride) fastest = Math.max(fastest, speed.at(row) || 0);
  }
  return Math.max(Math.ceil((fastest * 3.6) / 10) * 10, 10) / 3.6;
}

/** The rectangle that holds some stays at all times; a few points of each will do. */
function boundsOfStays(stays) {
  const box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const stay of stays) {
    const { x, y } = stay.group.channels;
    const stride = Math.max(1, Math.floor(stay.count / 200));
    for (let i = 0; i < stay.count; i += i + stride < stay.count ? stride : Math.max(1, stay.count - 1 - i)) {
      widen(box, x.at(stay.row + i), y.at(stay.row + i));
    }
  }
  return box;
}

/** A rectangle with so many metres around. */
function widened(box, metres) {
  return { left: box.left - metres, right: box.right + metres, bottom: box.bottom - metres, top: box.top + metres };
}

function widen(box, x, y) {
  box.left = Math.min(box.left, x);
  box.right = Math.max(box.right, x);
  box.bottom = Math.min(box.bottom, y);
  box.top = Math.max(box.top, y);
}
