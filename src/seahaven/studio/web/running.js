// A running world as its frames tell it: who is there, where everybody is between two frames, and the time.

const LAMP = { brake: 1, left: 2, right: 4, headlamps: 8, horn: 16, contact: 32, free: 64 };
const CARRIED_AT_MOST = 0.6; // seconds beyond a frame for which everything goes on as it was
const CATCHING_UP = 6; // 1/s; how fast the clock of the page follows that of the frames
const BLOCK_OF_IDS = 1000000; // ids handed out to one module

const FACTORS = { "km/h": 3.6, mph: 3600 / 1609.344 };

/** A speed (m/s) in the unit of the signs. */
function speedIn(speed, unit) {
  return speed * FACTORS[unit];
}

function numberText(id) {
  return id < BLOCK_OF_IDS ? `${id}` : `${Math.floor(id / BLOCK_OF_IDS)}·${id % BLOCK_OF_IDS}`;
}

/** One of up to two runs. */
class Running {
  constructor(told) {
    Object.assign(this, { told, frame: null, arrived: 0, time: 0, before: 0, stays: new Map(), list: [] });
  }

  take(frame, now) {
    const isBack = this.frame && frame.header.time < this.frame.header.time - 1e-6;
    this.frame = frame;
    this.arrived = now;
    if (isBack || !this.before || frame.header.is_paused) this.time = frame.header.time;
  }

  get isPaused() {
    return !this.frame || this.frame.header.is_paused !== 0;
  }

  /** Let the page's clock go on, near to that of the frames, which come a little early and a little late. */
  advance(now) {
    if (!this.frame) return;
    const { time, pace, is_paused: isPaused } = this.frame.header;
    const passed = Math.min((now - this.before) / 1000, 0.25);
    this.before = now;
    if (isPaused) {
      this.time = time;
      return;
    }
    const expected = time + Math.min(((now - this.arrived) / 1000) * pace, CARRIED_AT_MOST * pace);
    this.time += passed * pace;
    const late = expected - this.time;
    if (Math.abs(late) > 0.5 * Math.max(pace, 1)) this.time = expected;
    else this.time += late * Math.min(passed * CATCHING_UP, 1);
  }

  /** Everybody, where they are at the page's time, carried on from the frame by speed and turning. */
  poses() {
    const { frame, list } = this;
    if (!frame) return [];
    let count = 0;
    for (const [family, isPerson] of [["vehicle", false], ["person", true]]) {
      const block = frame[family];
      for (let row = 0; row < block.count; row++) {
        if (count === list.length) list.push({});
        this.#pose(list[count++], block, row, isPerson);
      }
    }
    list.length = count;
    return list;
  }

  #pose(pose, block, row, isPerson) {
    const { steps } = block;
    const lamps = block.lamps[row];
    const isFree = !isPerson && Boolean(lamps & LAMP.free);
    const since = this.time - (isFree ? this.frame.header.time : this.frame.header.traffic_time);
    const speed = block.speed[row] * steps.speed;
    const acceleration = isPerson ? 0 : block.acceleration[row] * steps.acceleration;
    const turning = isPerson ? 0 : block.yaw_rate[row] * steps.yaw_rate;
    const stopping = acceleration < 0 && speed > 0 ? speed / -acceleration : Infinity;
    const t = Math.min(since, stopping);
    const way = speed * t + 0.5 * acceleration * t * t;
    const heading = block.heading[row] * steps.heading;
    const middle = heading + 0.5 * turning * t;
    pose.stay = this.#stayOf(block, row, isPerson);
    pose.row = row;
    pose.x = block.x[row] * steps.x + this.told.origin[0] + way * Math.cos(middle);
    pose.y = block.y[row] * steps.y + this.told.origin[1] + way * Math.sin(middle);
    pose.z = block.z[row] * steps.z;
    pose.heading = heading + turning * t;
    pose.speed = speed;
    pose.acceleration = acceleration;
    pose.turning = turning;
    pose.gap = isPerson || block.gap[row] < 0 ? NaN : block.gap[row] * steps.gap;
    pose.leader = isPerson ? -1 : block.leader[row];
    pose.steering = isPerson ? 0 : block.steering[row] * steps.steering;
    pose.isBraking = !isPerson && Boolean(lamps & LAMP.brake);
    pose.hasLampsLit = !isPerson && Boolean(lamps & LAMP.headlamps);
    pose.isTouching = Boolean(lamps & (isPerson ? 1 : LAMP.contact));
    pose.isSounding = !isPerson && Boolean(lamps & LAMP.horn);
    pose.turnLight = isPerson ? "off" : ["off", "left", "right", "hazard"][(lamps >> 1) & 3];
  }

  #stayOf(block, row, isPerson) {
    const id = block.id[row];
    const size = block.length[row];
    let stay = this.stays.get(id);
    if (!stay || stay.size !== size) {
      const name = this.told.names[id] || "";
      stay = {
        id, name, size, label: name || numberText(id), isSubject: this.told.subjects.includes(id), isPerson,
        kind: isPerson ? "person" : this.told.kinds[block.kind[row]] || "car",
        length: size * block.steps.length, width: block.width[row] * block.steps.width, height: block.height[row] * block.steps.height,
      };
      this.stays.set(id, stay);
    }
    return stay;
  }

  get darkness() {
    return this.frame ? Math.min(Math.max(1 - this.frame.header.daylight, 0), 1) : 0;
  }

  /** What is worth telling of the weather. */
  weatherText() {
    const { rain, visibility, grip, daylight } = this.frame.header;
    const facts = [];
    if (rain > 0.05) facts.push(`rain ${rain.toFixed(1)} mm/h`);
    if (visibility < 5000) facts.push(`visibility ${Math.round(visibility)} m`);
    if (grip < 0.995) facts.push(`grip ${Math.round(100 * grip)} %`);
    if (daylight < 0.3) facts.push("night");
    return facts;
  }
}
