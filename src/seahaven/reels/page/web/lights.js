// The lights of the roads: strokes across the lanes at which one waits, in the colour that shows; dots from afar.

const STROKES_FROM = 1.6; // pixels per metre; further away, strokes become dots
const STROKE = 0.7; // metres
const LAMPS_FROM = 0.35; // pixels per metre; further away, lights are left out
const FLASHES = 1; // per second
const [OFF, GREEN, YIELDING, AMBER, RED, RED_AMBER, BLINKING, ARROW] = [0, 1, 2, 3, 4, 5, 6, 7];
const SHOWN = { [GREEN]: "go", [YIELDING]: "go", [AMBER]: "amber", [RED]: "halt", [RED_AMBER]: "soon", [ARROW]: "go" };

/** What lights show, and where. */
class Lights {
  constructor(told, bytes) {
    this.bars = [];
    if (!told) return;
    const column = (name) => unpacked(bytes, told[name]);
    const [row, people, x, y, endX, endY] = ["row", "is_for_people", "x", "y", "end_x", "end_y"].map(column);
    this.bars = Array.from(row, (light, k) => ({
      light, isForPeople: people[k] === 1, x: x[k] * told.step, y: y[k] * told.step, endX: endX[k] * told.step, endY: endY[k] * told.step,
    }));
    // Those of people lie below, since their ends may touch a lane's.
    this.bars.sort((one, other) => other.isForPeople - one.isForPeople);
    [this.frames, this.states] = [column("frame"), column("state")];
    const light = column("light");
    this.first = new Int32Array(told.rows + 1).fill(light.length);
    for (let k = light.length - 1; k >= 0; k--) this.first[light[k]] = k;
    this.now = new Uint8Array(told.rows);
    this.isForPeople = this.bars.some((bar) => bar.isForPeople);
    this.hasBlinking = this.states.includes(BLINKING);
  }

  /** The state of every light at a frame. */
  at(frame) {
    for (let light = 0; light < this.now.length; light++) {
      let [low, high] = [this.first[light], this.first[light + 1] - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (this.frames[middle] <= frame) low = middle;
        else high = middle - 1;
      }
      this.now[light] = low <= high && this.frames[low] <= frame ? this.states[low] : OFF;
    }
    return this.now;
  }

  /** Whether they are drawn as strokes. */
  areNear(view) {
    return view.scale >= STROKES_FROM;
  }

  draw(context, view, frame, time, inks) {
    if (!this.bars.length || view.scale < LAMPS_FROM) return;
    const states = this.at(frame);
    const isLit = (time * FLASHES) % 1 < 0.5;
    const isNear = this.areNear(view);
    context.lineCap = "butt";
    for (const bar of this.bars) {
      const state = states[bar.light];
      const shown = state === BLINKING ? (isLit ? "amber" : "") : SHOWN[state];
      if (!shown || (bar.isForPeople && !isNear)) continue;
      const [left, top] = view.toScreen(bar.x, bar.y);
      if (left < -50 || left > view.width + 50 || top < -50 || top > view.height + 50) continue;
      const [endLeft, endTop] = view.toScreen(bar.endX, bar.endY);
      if (isNear) drawStroke(context, [left, top, endLeft, endTop], bar, view, inks, inks.lights[shown]);
      else drawLamp(context, (left + endLeft) / 2, (top + endTop) / 2, view, inks, inks.lights[shown]);
    }
  }
}

function drawStroke(context, [left, top, endLeft, endTop], bar, view, inks, colour) {
  const width = Math.max(STROKE * view.scale * (bar.isForPeople ? 0.5 : 1), 2);
  for (const [ink, wide] of [[inks.lights.frame, width + 2], [colour, width]]) {
    context.strokeStyle = ink;
    context.lineWidth = wide;
    context.beginPath();
    context.moveTo(left, top);
    context.lineTo(endLeft, endTop);
    context.stroke();
  }
}

function drawLamp(context, left, top, view, inks, colour) {
  context.beginPath();
  context.arc(left, top, Math.max(2.2, 1.7 * view.scale), 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.strokeStyle = inks.lights.frame;
  context.lineWidth = 0.8;
  context.stroke();
}
