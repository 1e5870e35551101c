// The part of the world that is shown: its middle in metres, and how many pixels a metre has. North is up.

const NEAREST = 120; // pixels per metre
const FURTHEST = 0.002; // pixels per metre
const LEAST_ROOM = 50; // pixels that are used even where panels leave fewer

class View {
  constructor() {
    Object.assign(this, { x: 0, y: 0, scale: 5, width: 1, height: 1 });
  }

  toScreen(x, y) {
    return [this.width / 2 + (x - this.x) * this.scale, this.height / 2 - (y - this.y) * this.scale];
  }

  toWorld(left, top) {
    return [this.x + (left - this.width / 2) / this.scale, this.y - (top - this.height / 2) / this.scale];
  }

  /** Zoom by a factor, so that the place under a point of the screen stays there. */
  zoom(factor, left = this.width / 2, top = this.height / 2) {
    const [x, y] = this.toWorld(left, top);
    this.scale = within(this.scale * factor, FURTHEST, NEAREST);
    const [newX, newY] = this.toWorld(left, top);
    this.x += x - newX;
    this.y += y - newY;
  }

  pan(right, down) {
    this.x -= right / this.scale;
    this.y += down / this.scale;
  }

  /**
   * The middle and scale that show a rectangle (m) whole in the part of the screen that panels leave free.
   * `left`, `right`, `top` and `bottom` are the pixels that panels cover on each side; `most` is the largest scale.
   */
  framing(box, { margin = 40, most = 12, left = 0, right = 0, top = 0, bottom = 0 } = {}) {
    const width = Math.max(this.width - left - right - 2 * margin, LEAST_ROOM);
    const height = Math.max(this.height - top - bottom - 2 * margin, LEAST_ROOM);
    const [wide, tall] = [Math.max(box.right - box.left, 1), Math.max(box.top - box.bottom, 1)];
    const scale = Math.min(Math.max(Math.min(width / wide, height / tall), FURTHEST), most);
    const x = (box.left + box.right) / 2 + (right - left) / 2 / scale;
    const y = (box.bottom + box.top) / 2 + (top - bottom) / 2 / scale;
    return { x, y, scale };
  }

  /** Show a rectangle (m) whole; `room` is as in `framing`. */
  fit(box, room) {
    Object.assign(this, this.framing(box, room));
  }

  /** What is seen, in metres, with so many pixels around. */
  bounds(margin = 0) {
    const [left, top] = this.toWorld(-margin, -margin);
    const [right, bottom] = this.toWorld(this.width + margin, this.height + margin);
    return { left, top, right, bottom };
  }
}

function within(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

/** A round length, 1, 2 or 5 times a power of ten, that is at most `most`. */
function roundLength(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((digit) => digit * power).find((length) => length <= most);
}

/** A length as people read it: "108 m" or "1.4 km". */
function lengthText(metres) {
  return metres >= 1000 ? `${+(metres / 1000).toFixed(1)} km` : `${metres < 10 ? +metres.toPrecision(2) : Math.round(metres)} m`;
}

/** A text of so many letters at most. */
function cut(text, most) {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}
