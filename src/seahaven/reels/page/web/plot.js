// Curves of the picked vehicle over time, with the present moment marked; dragging in them goes to another time.

const PLOT_LEFT = 38; // pixels for the numbers
const PLOT_RIGHT = 8; // pixels
const PLOT_TOP = 12; // pixels for the marks of critical moments and collisions
const NEAR = 30; // seconds to each side of the present
const DASHES = [[], [5, 3], [2, 2]]; // of the lines in one plot

// Columns that are plotted wherever they were recorded, with their captions, units and factors, in their order.
const PLOTTED = {
  speed: { caption: "Speed", unit: "km/h", factor: 3.6, digits: 1, fromZero: true },
  gap: { caption: "Gap ahead", unit: "m", factor: 1, digits: 1, fromZero: true, high: 150 },
  acceleration: { caption: "Acceleration", unit: "m/s²", factor: 1, digits: 2, least: 2 },
};

/**
 * The plots of a page: `caption`, `unit`, and the names and labels of their `lines`.
 * Curves that came with the page stand behind the gap, columns that were asked for at the end.
 */
function plotsOf(extra, curves) {
  const known = Object.entries(PLOTTED).map(([name, look]) => ({ ...look, lines: [{ name, label: "" }] }));
  const added = new Map();
  for (const { name, caption, label, unit, most } of curves) {
    if (!added.has(caption)) added.set(caption, { caption, unit, factor: 1, digits: 1, fromZero: true, most, lines: [] });
    added.get(caption).lines.push({ name, label });
  }
  const asked = extra.filter((name) => !PLOTTED[name]).map((name) => {
    const words = name.replaceAll("_", " ");
    return { caption: words[0].toUpperCase() + words.slice(1), unit: null, factor: 1, lines: [{ name, label: "" }] };
  });
  return [...known.slice(0, 2), ...added.values(), ...known.slice(2), ...asked];
}

/** A value with as many digits as its plot asks for, or else three that count; "≥ 20" where curves are cut off at 20. */
function valueText(value, { digits, most }) {
  if (most !== undefined && most !== null && value >= most - 1e-6) return `≥ ${most}`;
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

/** What is marked in the plots of a vehicle: critical moments of its situations, and its collisions. */
function marksOf(film, stay) {
  const isInIt = (one) => stay.isSubject || one.cast.some((member) => member.who === stay.id);
  const moments = film.situations.filter((one) => one.at !== null && isInIt(one)).map((one) => ({ time: one.at, situation: one }));
  const crashes = film.events.filter((event) => event.grave && event.who.includes(stay.id));
  return [...moments, ...crashes.map((event) => ({ time: event.time, situation: null }))];
}

class Plot {
  constructor(canvas, film, extra, curves) {
    this.canvas = canvas;
    this.film = film;
    this.plots = plotsOf(extra, curves);
    this.isNear = false;
  }

  /** The plots that a vehicle has: those of which its family has a column, and of added curves those with any value. */
  of(stay) {
    const { channels } = stay.group;
    const hasLine = ({ name }) => channels[name] && (PLOTTED[name] || channels[name].hasAny(stay.row, stay.row + stay.count));
    return this.plots.map((plot) => ({ ...plot, unit: plot.unit ?? channels[plot.lines[0].name]?.unit ?? "", lines: plot.lines.filter(hasLine) }))
      .filter((plot) => plot.lines.length);
  }

  /** From when to when the plot goes: the whole stay, or half a minute around the present. */
  span(stay, time) {
    const [start, end] = [this.film.times[stay.first], this.film.times[stay.last]];
    if (!this.isNear || end - start <= 2 * NEAR) return [start, Math.max(end, start + 0.1)];
    const middle = within(time, start + NEAR, end - NEAR);
    return [middle - NEAR, middle + NEAR];
  }

  toTime(left, stay, time) {
    const [start, end] = this.span(stay, time);
    const share = (left - PLOT_LEFT) / (this.canvas.clientWidth - PLOT_LEFT - PLOT_RIGHT);
    return start + within(share, 0, 1) * (end - start);
  }

  draw(stay, time, inks, ratio) {
    const plots = this.of(stay);
    this.canvas.style.setProperty("--curves", plots.length);
    const context = sized(this.canvas, ratio);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    context.clearRect(0, 0, width, height);
    const [start, end] = this.span(stay, time);
    const tall = (height - PLOT_TOP - 14) / Math.max(plots.length, 1);
    const toLeft = (at) => PLOT_LEFT + ((at - start) / (end - start)) * (width - PLOT_LEFT - PLOT_RIGHT);
    for (const mark of marksOf(this.film, stay)) {
      if (mark.time >= start && mark.time <= end) drawMark(context, toLeft(mark.time), height - 18, mark, inks);
    }
    context.fillStyle = inks.picked;
    context.fillRect(toLeft(within(time, start, end)) - 0.75, PLOT_TOP, 1.5, height - PLOT_TOP - 14);
    plots.forEach((plot, k) => {
      const frame = { top: PLOT_TOP + k * tall + 17, bottom: PLOT_TOP + (k + 1) * tall - 5, width, toLeft, start, end };
      this.#drawPlot(context, stay, plot, frame, time, inks);
    });
    this.#drawTimes(context, { width, height, toLeft, start, end }, inks);
  }

  #drawPlot(context, stay, plot, frame, time, inks) {
    const rows = this.#rows(stay, frame);
    const channels = plot.lines.map(({ name }) => stay.group.channels[name]);
    const range = rangeOf(rows, channels, plot, within(Math.floor((frame.bottom - frame.top) / 17), 2, 5));
    context.textBaseline = "middle";
    this.#drawCaption(context, stay, plot, channels, frame, time, inks);
    if (range === null) {
      context.font = `11px ${FONT}`;
      context.textAlign = "left";
      context.fillStyle = inks.dim;
      context.fillText("none in this time", PLOT_LEFT, (frame.top + frame.bottom) / 2);
      return;
    }
    const [low, high] = range;
    const toTop = (value) => frame.bottom - ((value - low) / (high - low)) * (frame.bottom - frame.top);
    drawGrid(context, range, frame, toTop, inks);
    channels.forEach((channel, k) => {
      context.setLineDash(DASHES[k % DASHES.length]);
      context.strokeStyle = inks.curves[plot.lines[k].name] || inks.curves.other;
      this.#drawLine(context, stay, channel, plot.factor, rows, frame, toTop);
    });
    context.setLineDash([]);
  }

  /** The caption on the left and the present values on the right; of several lines with their labels and strokes. */
  #drawCaption(context, stay, plot, channels, frame, time, inks) {
    context.font = `600 11px ${FONT}`;
    context.textAlign = "left";
    context.fillStyle = inks.ink;
    clearedText(context, plot.caption, PLOT_LEFT, frame.top - 9, inks);
    const texts = channels.map((channel, k) => {
      const now = this.#valueAt(stay, channel, time);
      const value = Number.isNaN(now) ? "–" : `${valueText(now * plot.factor, plot)} ${plot.unit}`;
      return plot.lines[k].label ? `${plot.lines[k].label} ${value}` : value;
    });
    context.textAlign = "right";
    let right = frame.width - PLOT_RIGHT;
    for (let k = texts.length - 1; k >= 0; k--) {
      context.fillStyle = plot.lines[k].label ? inks.curves[plot.lines[k].name] || inks.curves.other : inks.ink;
      clearedText(context, texts[k], right, frame.top - 9, inks);
      right -= context.measureText(texts[k]).width + 12;
    }
  }

  #drawLine(context, stay, channel, factor, rows, frame, toTop) {
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
      else if (isDrawing) context.lineTo(left, toTop(value * factor));
      else {
        context.moveTo(left, toTop(value * factor));
        isDrawing = true;
      }
    }
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

/** A text on a piece of paper of its own, so that no stroke runs through it. */
function clearedText(context, text, left, top, inks) {
  const colour = context.fillStyle;
  const wide = context.measureText(text).width;
  context.fillStyle = inks.paper;
  context.fillRect(context.textAlign === "right" ? left - wide - 2 : left - 2, top - 7, wide + 4, 14);
  context.fillStyle = colour;
  context.fillText(text, left, top);
}

function drawGrid(context, [low, high, step], frame, toTop, inks) {
  context.font = `11px ${FONT}`;
  context.textAlign = "right";
  for (let value = low; value <= high + step / 2; value += step) {
    context.fillStyle = Math.abs(value) < step / 1e3 ? inks.line : inks.grid;
    context.fillRect(PLOT_LEFT, Math.round(toTop(value)), frame.width - PLOT_LEFT - PLOT_RIGHT, 1);
    context.fillStyle = inks.dim;
    context.fillText(`${+value.toPrecision(3)}`, PLOT_LEFT - 5, toTop(value));
  }
}

/** A stroke through all plots: below a diamond for a critical moment, below a red cross for a collision. */
function drawMark(context, left, bottom, { situation }, inks) {
  context.fillStyle = situation ? inks.dim : inks.grave;
  context.globalAlpha = situation ? 0.6 : 1;
  context.fillRect(left - 0.5, PLOT_TOP, 1, bottom - PLOT_TOP);
  context.globalAlpha = 1;
  context.fillStyle = context.strokeStyle = situation ? verdictColour(situation, inks) : inks.grave;
  context.beginPath();
  if (situation) {
    for (const [x, y] of [[0, -5], [5, 0], [0, 5], [-5, 0]]) context.lineTo(left + x, 6 + y);
    context.fill();
    return;
  }
  context.lineWidth = 2.5;
  for (const [x, y] of [[1, 1], [1, -1]]) {
    context.moveTo(left - 4 * x, 6 - 4 * y);
    context.lineTo(left + 4 * x, 6 + 4 * y);
  }
  context.stroke();
}

/** What the axis of some channels shows: all values, and zero for what cannot be less; null where there is no value. */
function rangeOf(rows, channels, plot, steps) {
  let low = Infinity;
  let high = -Infinity;
  for (const channel of channels) {
    for (const row of rows) {
      const value = channel.at(row) * plot.factor;
      if (!Number.isNaN(value)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
  }
  if (low > high) return null;
  if (plot.fromZero) low = Math.min(low, 0);
  if (plot.high) high = Math.min(high, Math.max(plot.high, low + 1));
  if (plot.most) high = plot.most;
  if (plot.least) [low, high] = [Math.min(low, -plot.least), Math.max(high, plot.least)];
  return roundRange(low, high > low ? high : low + 1, steps);
}
