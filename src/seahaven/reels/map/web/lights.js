// The lights of the roads: strokes across the lanes at which one waits, in the colour that shows; dots from afar.

const STROKES_FROM = 1.6; // pixels per metre; further away, strokes become dots
const STROKE = 0.7; // metres
const LAMPS_FROM = 0.35; // pixels per metre; further away, lights are left out
const FLASHES = 1; // per second
const [OFF, GREEN, YIELDING, AMBER, RED, RED_AMBER, BLINKING, ARROW] = [0, 1, 2, 3, 4, 5, 6, 7];
const SHOWN = { [GREEN]: "go", [YIELDING]: "go", [AMBER]: "amber", [RED]: "halt", [RED_AMBER]: "soon", [ARROW]: "go" };

/** Draws lights: `bars` say where, `light`, `isForPeople`, `x`, `y`, `endX` and `endY` in metres. */
class Lights {
  constructor(bars) {
    // Those of people lie below, since their ends may touch a lane's.
    this.bars = [...bars].sort((one, other) => other.isForPeople - one.isForPeople);
  }

  /** Whether they are drawn as strokes. */
  areNear(view) {
    return view.scale >= STROKES_FROM;
  }

  /** `states` are what the lights show, by their number. */
  draw(context, view, states, time, inks) {
    if (!this.bars.length || view.scale < LAMPS_FROM) return;
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
