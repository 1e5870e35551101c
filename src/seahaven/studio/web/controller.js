// Gamepads and steering wheels: which axis or button does what, and what they say now.

const BUTTONS = { left: "Indicate left", right: "Indicate right", gear: "Drive or reverse", horn: "Horn", lamps: "Headlamps", hand: "Hand brake" };
const MOVES = { steer: "Steering", throttle: "Accelerator", brake: "Brake" };
const MOVED = 0.04; // by how much an axis has to move to be believed: browsers say 0 for axes that were never moved
const CHOSEN = 0.35; // by how much a control has to move to be chosen
const TURN = 900; // degrees from one end of a steering wheel to the other

/** How a controller is read until it was calibrated. */
function usualMapping(pad) {
  const pedal = (index) => ({ kind: "axis", index, rest: 1, full: -1, dead: 0.04 });
  if (pad.mapping === "standard") {
    const trigger = (index) => ({ kind: "button", index, rest: 0, full: 1, dead: 0.04 });
    return { means: "stick", turn: TURN, steer: { index: 0, low: -1, middle: 0, high: 1, dead: 0.08 }, throttle: trigger(7), brake: trigger(6), buttons: { left: 4, right: 5, gear: 3, horn: 0, lamps: 2, hand: 1 } };
  }
  return { means: "wheel", turn: TURN, steer: { index: 0, low: -1, middle: 0, high: 1, dead: 0 }, throttle: pedal(Math.min(2, pad.axes.length - 1)), brake: pedal(Math.min(3, pad.axes.length - 1)), buttons: { left: 5, right: 4, gear: 0, horn: 1, lamps: 2, hand: 3 } };
}

const bounded = (value, low, high) => (Number.isFinite(value) ? Math.min(Math.max(value, low), high) : 0);

/** From 0 at rest to 1 where it is pressed to the floor, whichever way round. */
function pedalShare(raw, { rest, full, dead }) {
  const share = bounded((raw - rest) / (full - rest || 1), 0, 1);
  return share <= dead ? 0 : (share - dead) / (1 - dead);
}

/** From 1 at its left end to -1 at its right end. */
function steerShare(raw, { low, middle, high, dead }) {
  const left = (raw - middle) * Math.sign(low - middle || -1);
  const share = left > 0 ? left / (Math.abs(low - middle) || 1) : left / (Math.abs(high - middle) || 1);
  const size = bounded(Math.abs(share), 0, 1);
  return size <= dead ? 0 : (Math.sign(share) * (size - dead)) / (1 - dead);
}

/** The controller that was used last, read by its mapping. */
class Controller {
  constructor() {
    this.first = new Map(); // what each axis said at first, until it moves
  }

  /** All that are plugged in; browsers show them once something on them was pressed. */
  get pads() {
    return navigator.getGamepads ? [...navigator.getGamepads()].filter((pad) => pad && pad.connected) : [];
  }

  get pad() {
    const { pads } = this;
    return pads.find(({ id }) => readSettings().controllers[id]) || pads[0] || null;
  }

  mappingOf(pad) {
    return readSettings().controllers[pad.id] || usualMapping(pad);
  }

  keep(pad, mapping) {
    writeSettings({ controllers: { ...readSettings().controllers, [pad.id]: mapping } });
  }

  /** What an axis says; null before it was moved for the first time. */
  axis(pad, index) {
    const raw = pad.axes[index];
    const key = `${pad.index} ${index}`;
    if (raw === undefined) return null;
    if (!this.first.has(key)) this.first.set(key, raw);
    const first = this.first.get(key);
    if (first === null || Math.abs(raw - first) > MOVED) {
      this.first.set(key, null);
      return raw;
    }
    return null;
  }

  #pedal(pad, control) {
    if (control.kind === "button") return pedalShare(pad.buttons[control.index] ? pad.buttons[control.index].value : 0, control);
    const raw = this.axis(pad, control.index);
    return raw === null ? 0 : pedalShare(raw, control);
  }

  /** What it asks for now; null without one. */
  read(pad = this.pad) {
    if (!pad) return null;
    const mapping = this.mappingOf(pad);
    const raw = this.axis(pad, mapping.steer.index);
    const isDown = (name) => Boolean(pad.buttons[mapping.buttons[name]] && pad.buttons[mapping.buttons[name]].pressed);
    return {
      means: mapping.means, lock: bounded((mapping.turn * Math.PI) / 360, 0.5, 12),
      steer: raw === null ? 0 : steerShare(raw, mapping.steer), throttle: this.#pedal(pad, mapping.throttle), brake: this.#pedal(pad, mapping.brake),
      buttons: Object.fromEntries(Object.keys(BUTTONS).map((name) => [name, isDown(name)])),
    };
  }
}

/** Finds out which axis or button somebody moves, and how far. */
class Assignment {
  constructor(pad) {
    this.rest = { axes: [...pad.axes], buttons: pad.buttons.map(({ value }) => value) };
    this.low = [...pad.axes];
    this.high = [...pad.axes];
    this.pressed = this.rest.buttons.map(() => 0);
  }

  look(pad) {
    pad.axes.forEach((value, k) => {
      this.low[k] = Math.min(this.low[k], value);
      this.high[k] = Math.max(this.high[k], value);
    });
    pad.buttons.forEach(({ value }, k) => { this.pressed[k] = Math.max(this.pressed[k], value); });
  }

  #furthest(values) {
    const best = values.indexOf(Math.max(...values));
    return best >= 0 && values[best] > CHOSEN ? best : -1;
  }

  get axis() {
    return this.#furthest(this.low.map((low, k) => Math.max(this.rest.axes[k] - low, this.high[k] - this.rest.axes[k])));
  }

  get button() {
    return this.#furthest(this.pressed.map((value, k) => value - this.rest.buttons[k]));
  }

  /** The steering: whichever axis was turned furthest, from its left end to its right end. */
  steer({ dead }, isLeftLow = true) {
    const index = this.axis;
    if (index < 0) return null;
    const [low, high] = [this.low[index], this.high[index]];
    const middle = this.rest.axes[index];
    return isLeftLow ? { index, low, middle, high, dead } : { index, low: high, middle, high: low, dead };
  }

  /** A pedal: an axis that went one way from its rest, or a button. */
  pedal({ dead }) {
    const index = this.axis;
    if (index >= 0) {
      const rest = this.rest.axes[index];
      const full = this.high[index] - rest > rest - this.low[index] ? this.high[index] : this.low[index];
      return { kind: "axis", index, rest, full, dead };
    }
    return this.button >= 0 ? { kind: "button", index: this.button, rest: 0, full: 1, dead } : null;
  }
}
