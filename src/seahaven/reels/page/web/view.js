// The part of the world that is seen: its middle in metres, and how many pixels a metre has. North is up.

const NEAREST = 120; // pixels per metre
const FURTHEST = 0.002; // pixels per metre

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
    this.scale = Math.min(Math.max(this.scale * factor, FURTHEST), NEAREST);
    const [newX, newY] = this.toWorld(left, top);
    this.x += x - newX;
    this.y += y - newY;
  }

  pan(right, down) {
    this.x -= right / this.scale;
    this.y += down / this.scale;
  }

  /** Show a rectangle whole, in the part of the screen that nothing covers. */
  fit(box, { margin = 40, most = 12, right = 0, bottom = 0 } = {}) {
    const width = Math.max(this.width - right - 2 * margin, 50);
    const height = Math.max(this.height - bottom - 2 * margin, 50);
    const wide = Math.max(box.right - box.left, 1);
    const tall = Math.max(box.top - box.bottom, 1);
    this.scale = Math.min(Math.max(Math.min(width / wide, height / tall), FURTHEST), most);
    this.x = (box.left + box.right) / 2 + right / 2 / this.scale;
    this.y = (box.bottom + box.top) / 2 - bottom / 2 / this.scale;
  }

  /** What is seen, in metres, with so many pixels around. */
  bounds(margin = 0) {
    const [left, top] = this.toWorld(-margin, -margin);
    const [right, bottom] = this.toWorld(this.width + margin, this.height + margin);
    return { left, top, right, bottom };
  }
}

/** A round length, 1, 2 or 5 times a power of ten, that is at most `most`. */
function roundLength(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((digit) => digit * power).find((length) => length <= most);
}

function lengthText(metres) {
  return metres >= 1000 ? `${metres / 1000} km` : `${metres} m`;
}
