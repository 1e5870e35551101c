// Curves of the picked one over time, with the present moment marked; they can be dragged to go to another.

const PLOT_LEFT = 38; // pixels for the numbers
const PLOT_RIGHT = 8; // pixels
const NEAR = 30; // seconds to each side of the present

/** How a column is plotted: its caption, unit and factor. */
function curveOf(name, channel) {
  const known = {
    speed: { caption: "Speed", unit: "km/h", factor: 3.6, digits: 1, fromZero: true },
    gap: { caption: "Gap ahead", unit: "m", factor: 1, digits: 1, fromZero: true, most: 150 },
    acceleration: { caption: "Acceleration", unit: "m/s²", factor: 1, digits: 2, least: 2 },
  };
  const words = name.replaceAll("_", " ");
  return { name, ...(known[name] || { caption: words[0].toUpperCase() + words.slice(1), unit: channel.unit, factor: 1 }) };
}

/** A value with as many digits as its curve is known to deserve, or else three that count. */
function valueText(value, { digits }) {
  return digits === undefined ? `${+value.toPrecision(3)}` : value.toFixed(digits);
}

/** The least and most of some numbers in so many sensible steps at most: [low, high, step]. */
function roundRange(low, high, most) {
  const span = Math.max(high - low, 1e-6);
  const power = 10 ** Math.floor(Math.log10(span / most));
  const steps = [1, 2, 5, 10, 20, 50].map((digit) => digit * power);
  const step = steps.find((size) => Math.ceil(high / size - 1e-9) - Math.floor(low / size + 1e-9) <= most) || steps[5];
  return [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step, step];
}

class Plot {
  constructor(canvas, film, extra) {
    this.canvas = canvas;
    this.film = film;
    this.names = ["speed", "gap", "acceleration", ...extra];
    this.isNear = false;
  }

  curves(stay) {
    const { channels } = stay.group;
    return [...new Set(this.names)].filter((name) => channels[name]).map((name) => curveOf(name, channels[name]));
  }

  /** From when to when the plot goes: the whole stay, or half a minute around the present. */
  span(stay, time) {
    const [start, end] = [this.film.times[stay.first], this.film.times[stay.last]];
    if (!this.isNear || end - start <= 2 * NEAR) return [start, Math.max(end, start + 0.1)];
    const middle = Math.min(Math.max(time, start + NEAR), end - NEAR);
    return [middle - NEAR, middle + NEAR];
  }

  toTime(left, stay, time) {
    const [start, end] = this.span(stay, time);
    const share = (left - PLOT_LEFT) / (this.canvas.clientWidth - PLOT_LEFT - PLOT_RIGHT);
    return start + Math.min(Math.max(share, 0), 1) * (end - start);
  }

  draw(stay, time, inks, ratio) {
    const curves = this.curves(stay);
    this.canvas.style.setProperty("--curves", curves.length);
    const context = sized(this.canvas, ratio);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    context.clearRect(0, 0, width, height);
    const [start, end] = this.span(stay, time);
    const tall = (height - 14) / Math.max(curves.length, 1);
    const toLeft = (at) => PLOT_LEFT + ((at - start) / (end - start)) * (width - PLOT_LEFT - PLOT_RIGHT);
    curves.forEach((curve, k) => {
      const frame = { top: k * tall + 17, bottom: (k + 1) * tall - 5, width, toLeft, start, end };
      this.#drawCurve(context, stay, curve, frame, time, inks);
    });
    this.#drawTimes(context, { width, height, toLeft, start, end }, inks);
    const left = toLeft(Math.min(Math.max(time, start), end));
    context.fillStyle = inks.picked;
    context.fillRect(left - 0.75, 4, 1.5, height - 18);
  }

  #drawCurve(context, stay, curve, frame, time, inks) {
    const channel = stay.group.channels[curve.name];
    const rows = this.#rows(stay, frame);
    const [low, high, step] = rangeOf(rows, channel, curve, Math.min(5, Math.max(2, Math.floor((frame.bottom - frame.top) / 17))));
    const toTop = (value) => frame.bottom - ((value - low) / (high - low)) * (frame.bottom - frame.top);
    context.font = `11px ${FONT}`;
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (let value = low; value <= high + step / 2; value += step) {
      context.fillStyle = Math.abs(value) < step / 1e3 ? inks.line : inks.grid;
      context.fillRect(PLOT_LEFT, Math.round(toTop(value)), frame.width - PLOT_LEFT - PLOT_RIGHT, 1);
      context.fillStyle = inks.dim;
      context.fillText(`${+value.toPrecision(3)}`, PLOT_LEFT - 5, toTop(value));
    }
    this.#drawLine(context, stay, channel, curve, rows, frame, toTop, inks);
    const now = this.#valueAt(stay, channel, time);
    context.textAlign = "left";
    context.fillStyle = inks.ink;
    context.font = `600 11px ${FONT}`;
    context.fillText(curve.caption, PLOT_LEFT, frame.top - 9);
    context.textAlign = "right";
    const text = Number.isNaN(now) ? "–" : `${valueText(now * curve.factor, curve)} ${curve.unit}`;
    context.fillText(text, frame.width - PLOT_RIGHT, frame.top - 9);
  }

  #drawLine(context, stay, channel, curve, rows, frame, toTop, inks) {
    context.save();
    context.beginPath();
    context.rect(PLOT_LEFT, frame.top - 1, frame.width - PLOT_LEFT - PLOT_RIGHT, frame.bottom - frame.top + 2);
    context.clip();
    context.beginPath();
    let isDrawing = false;
    for (const row of rows) {
      const value = channel.at(row);
      const left = frame.toLeft(this.film.times[stay.first + row - stay.row]);
      if (Number.isNaN(value)) isDrawing = false;
      else if (isDrawing) context.lineTo(left, toTop(value * curve.factor));
      else {
        context.moveTo(left, toTop(value * curve.factor));
        isDrawing = true;
      }
    }
    context.strokeStyle = inks.curves[curve.name] || inks.curves.other;
    context.lineWidth = 1.6;
    context.lineJoin = "round";
    context.stroke();
    context.restore();
  }

  /** The rows to draw: no more than the plot has room for. */
  #rows(stay, { start, end }) {
    const first = Math.max(this.film.frameAt(start), stay.first);
    const last = Math.min(this.film.frameAt(end) + 1, stay.last);
    const stride = Math.max(1, Math.floor((last - first) / 1500));
    const rows = [];
    for (let frame = first; frame <= last; frame += stride) rows.push(stay.rowAt(frame));
    return rows;
  }

  #valueAt(stay, channel, time) {
    const { frame, share } = this.film.placeOf(time);
    if (frame < stay.first || frame > stay.last) return NaN;
    return channel.between(stay.rowAt(frame), frame < stay.last ? share : 0);
  }

  #drawTimes(context, { width, height, toLeft, start, end }, inks) {
    const step = roundSeconds(end - start, (width - PLOT_LEFT) / 60);
    context.font = `11px ${FONT}`;
    context.textBaseline = "bottom";
    context.textAlign = "center";
    context.fillStyle = inks.dim;
    for (let k = Math.ceil(start / step - 1e-9); k * step <= end + 1e-9; k++) {
      const left = toLeft(k * step);
      if (left < width - 22) context.fillText(timeText(k * step, step < 1 ? 1 : 0), Math.max(left, PLOT_LEFT + 8), height);
    }
  }
}

/** What a curve's axis shows: all values, and zero for what cannot be less, but not the rare ones far beyond `most`. */
function rangeOf(rows, channel, curve, most) {
  let low = Infinity;
  let high = -Infinity;
  for (const row of rows) {
    const value = channel.at(row) * curve.factor;
    if (!Number.isNaN(value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) [low, high] = [0, 1];
  if (curve.fromZero) low = Math.min(low, 0);
  if (curve.most) high = Math.min(high, Math.max(curve.most, low + 1));
  if (curve.least) [low, high] = [Math.min(low, -curve.least), Math.max(high, curve.least)];
  return roundRange(low, high, most);
}
