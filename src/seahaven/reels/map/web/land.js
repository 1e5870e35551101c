// The ground: roads as crisp shapes at any zoom, or, where there are none, a grid and the ways of all entities.

const MARKS_FROM = 1.2; // pixels per metre; further away, paint would hide the lanes
const SMALLEST = 0.6; // pixels; whatever is smaller is left out
const QUICK = 5; // milliseconds that drawing anew may take in every frame
const SLOW = 14; // milliseconds from which on zooming shows the old picture first
const PATIENCE = 140; // milliseconds after the last zoom until it is drawn anew
const RIM = 0.3; // of the screen on each side, that the picture is larger
const AREA_EDGE = 0.7; // pixels
const FAR_EDGE = 1.6; // pixels, where roads are thinner than that
const FAR_FROM = 0.3; // pixels per metre; further away roads are drawn broader than they are

/** The corners of what a path in our own form covers: "M x y l dx dy ...", as many times as it likes. */
function boundsOfPath(data) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const part of data.split("M")) {
    const numbers = part.match(/-?(?:\d+\.?\d*|\.\d+)/g);
    if (!numbers) continue;
    let x = 0;
    let y = 0;
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      x += +numbers[i];
      y += +numbers[i + 1];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  }
  return box;
}

/**
 * Draws the ground: anew in each frame while that is quick, else into a picture somewhat larger than the screen, which
 * is moved about until it no longer will do. Times are in milliseconds.
 */
class Land {
  /** `told` is what `land.py` gives; without roads, `ways` are lines (m) with a width that stand for them. */
  constructor(told, ways = []) {
    this.told = told;
    this.shapes = told ? told.shapes.map(([look, data, colour, width, dashes]) => ({
      look, colour, width, dashes, path: new Path2D(data), box: boundsOfPath(data),
    })) : [];
    this.looks = [...new Set(this.shapes.map((shape) => shape.look))];
    this.ways = told ? [] : ways;
    this.picture = document.createElement("canvas");
    this.shown = null;
    this.cost = 0;
    this.asked = 0;
  }

  /** The rectangle of the roads in metres; null without roads. */
  get bounds() {
    const { told } = this;
    return told && { left: told.left, right: told.right, top: told.top, bottom: told.bottom };
  }

  /** Let go of the picture, as when colours have changed. */
  forget() {
    this.shown = null;
  }

  /** Put the ground on the screen; `later` is called when a finer picture is worth another look. */
  draw(context, view, inks, ratio, later) {
    if (this.cost < QUICK) {
      this.cost = this.#paint(context, { ...view, ratio }, inks);
      this.shown = null;
      return;
    }
    if (!this.#serves(view, ratio)) {
      const isNew = this.shown === null || this.shown.inks !== inks || this.shown.ratio !== ratio;
      if (isNew || this.cost < SLOW || performance.now() - this.asked > PATIENCE || !this.#covers(view)) {
        this.#paintPicture(view, inks, ratio);
      } else {
        clearTimeout(this.timer);
        this.timer = setTimeout(later, PATIENCE);
      }
    }
    const { shown } = this;
    const zoom = view.scale / shown.scale;
    const [x, y] = view.toScreen(shown.x, shown.y);
    const [width, height] = [shown.width * zoom, shown.height * zoom];
    // On whole pixels of the screen the picture stays sharp.
    const [left, top] = [x - width / 2, y - height / 2].map((edge) => Math.round(edge * ratio) / ratio);
    context.drawImage(this.picture, left, top, width, height);
  }

  /** Whether the picture can be shown as it is, pixel for pixel. */
  #serves(view, ratio) {
    const { shown } = this;
    if (shown === null || shown.ratio !== ratio) return false;
    if (shown.scale !== view.scale) {
      if (shown.wanted !== view.scale) this.asked = performance.now();
      shown.wanted = view.scale;
      return false;
    }
    return this.#covers(view);
  }

  #covers(view) {
    const { shown } = this;
    const across = Math.abs(view.x - shown.x) * view.scale + view.width / 2;
    const down = Math.abs(view.y - shown.y) * view.scale + view.height / 2;
    const zoom = view.scale / shown.scale;
    return across <= (shown.width / 2) * zoom && down <= (shown.height / 2) * zoom;
  }

  #paintPicture(view, inks, ratio) {
    const width = Math.ceil(view.width * (1 + 2 * RIM));
    const height = Math.ceil(view.height * (1 + 2 * RIM));
    this.picture.width = width * ratio;
    this.picture.height = height * ratio;
    const context = this.picture.getContext("2d", { alpha: false });
    this.shown = { x: view.x, y: view.y, scale: view.scale, width, height, ratio, inks };
    this.cost = this.#paint(context, this.shown, inks);
  }

  /** Paint what is seen, and tell how long it took. */
  #paint(context, seen, inks) {
    const began = performance.now();
    context.save();
    context.setTransform(seen.ratio, 0, 0, seen.ratio, 0, 0);
    context.fillStyle = inks.ground;
    context.fillRect(0, 0, seen.width, seen.height);
    if (this.told) this.#paintShapes(context, seen, inks, seen.ratio);
    else this.#paintGrid(context, seen, inks, seen.ratio);
    context.restore();
    return performance.now() - began;
  }

  #paintShapes(context, seen, inks, ratio) {
    const { told } = this;
    const unit = seen.scale / told.scale;
    const left = (told.left - seen.x) * seen.scale + seen.width / 2;
    const top = (seen.y - told.top) * seen.scale + seen.height / 2;
    context.setTransform(ratio * unit, 0, 0, ratio * unit, ratio * left, ratio * top);
    context.lineJoin = "round";
    const edge = (seen.scale < FAR_FROM ? FAR_EDGE : AREA_EDGE) / unit;
    for (const shape of this.shapes) {
      if (!isInSight(shape, left, top, unit, seen)) continue;
      if (shape.look.endsWith("line")) strokeShape(context, shape, seen.scale, unit, inks);
      else fillShape(context, shape, edge, inks);
    }
  }

  #paintGrid(context, seen, inks, ratio) {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const spacing = roundLength(180 / seen.scale);
    const toLeft = (x) => (x - seen.x) * seen.scale + seen.width / 2;
    const toTop = (y) => (seen.y - y) * seen.scale + seen.height / 2;
    context.strokeStyle = inks.grid;
    context.lineWidth = 1;
    context.beginPath();
    const firstX = Math.ceil((seen.x - seen.width / 2 / seen.scale) / spacing) * spacing;
    for (let x = firstX; toLeft(x) < seen.width; x += spacing) {
      context.moveTo(Math.round(toLeft(x)) + 0.5, 0);
      context.lineTo(Math.round(toLeft(x)) + 0.5, seen.height);
    }
    const firstY = Math.ceil((seen.y - seen.height / 2 / seen.scale) / spacing) * spacing;
    for (let y = firstY; toTop(y) > 0; y += spacing) {
      context.moveTo(0, Math.round(toTop(y)) + 0.5);
      context.lineTo(seen.width, Math.round(toTop(y)) + 0.5);
    }
    context.stroke();
    this.#paintWays(context, seen, inks, ratio);
  }

  /** Where few go and there are no roads, their ways stand for them. */
  #paintWays(context, seen, inks, ratio) {
    const zoom = ratio * seen.scale;
    context.setTransform(zoom, 0, 0, -zoom, ratio * (seen.width / 2 - seen.x * seen.scale),
      ratio * (seen.height / 2 + seen.y * seen.scale));
    context.lineJoin = "round";
    for (const { path, width } of this.ways) {
      context.strokeStyle = inks.way;
      context.lineWidth = Math.max(1.6 * width, 2 / seen.scale);
      context.stroke(path);
    }
  }
}

function isInSight({ box }, left, top, unit, seen) {
  if ((box.right - box.left) * unit < SMALLEST && (box.bottom - box.top) * unit < SMALLEST) return false;
  return left + box.right * unit > 0 && left + box.left * unit < seen.width
    && top + box.bottom * unit > 0 && top + box.top * unit < seen.height;
}

/** Areas are drawn a little too large, so that no light comes through between two lanes, and far roads do not vanish. */
function fillShape(context, shape, edge, inks) {
  const colour = inks.looks[shape.look] || inks.looks.road;
  context.fillStyle = colour;
  context.fill(shape.path, "nonzero");
  context.strokeStyle = colour;
  context.lineWidth = edge;
  context.setLineDash([]);
  context.stroke(shape.path);
}

/** Paint is left out where it would hide the lanes; close to that, it is faint. */
function strokeShape(context, shape, scale, unit, inks) {
  if (shape.look === "line" && scale < MARKS_FROM) return;
  context.globalAlpha = shape.look === "line" ? Math.min(1, 0.35 + (scale - MARKS_FROM) / 4) : 1;
  context.strokeStyle = shape.look === "line" ? inks.paint[shape.colour] || shape.colour : inks.ink;
  context.lineWidth = shape.look === "line" ? Math.max(shape.width, 0.6 / unit) : 1.2 / unit;
  context.setLineDash(shape.look === "tunnel-line" ? [6 / unit, 4 / unit] : shape.dashes || []);
  context.stroke(shape.path);
  context.setLineDash([]);
  context.globalAlpha = 1;
}
