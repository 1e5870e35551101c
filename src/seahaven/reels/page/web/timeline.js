// The bar below: the whole film from left to right, how many were there, what happened, and where we are.

const EVENT_REACH = 6; // pixels around an event that tell of it
const EDGE = 8; // pixels free on either side
const MANY = 100; // events of a kind that are hidden at first
const BAND = 15; // pixels at the top for situations, if there are any
// Kinds that come with everything that happens, and would hide it.
const USUAL = new Set(["Press", "Ordered", "Forecast", "Rerouted", "Entered", "Left", "Planned", "Opened",
  "CastMember", "Critical", "Closed"]);

/** A time as people read it: "1:02.5" or "12.50 s". */
function timeText(seconds, digits = 2) {
  if (seconds < 60) return `${seconds.toFixed(digits)} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds - 60 * minutes).toFixed(Math.min(digits, 1));
  return `${minutes}:${rest.padStart(digits ? 4 : 2, "0")}`;
}

/** A round number of seconds, so that about `count` of them make up `span`. */
function roundSeconds(span, count) {
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600];
  return steps.find((step) => span / step <= count) || 7200;
}

class Timeline {
  constructor(canvas, film) {
    this.canvas = canvas;
    this.film = film;
    this.kinds = kindsOf(film.events);
    // What happens all the time would hide the rest of the bar; the legend brings it back.
    this.hidden = new Set(hiddenAtFirst(this.kinds, film.situations.length > 0));
    this.band = film.situations.length ? BAND : 0;
    this.picture = document.createElement("canvas");
    this.forget();
  }

  /** Take up what is hidden by now, and draw the bar anew. */
  forget() {
    this.events = this.film.events.filter((event) => !this.hidden.has(event.kind));
    this.drawn = "";
  }

  /** Hide a kind of event from the bar, or show it again. */
  toggle(kind) {
    if (!this.hidden.delete(kind)) this.hidden.add(kind);
    this.forget();
  }

  colourOf(kind, inks) {
    const index = this.kinds.findIndex((each) => each.name === kind);
    return this.kinds[index].isGrave ? inks.grave : inks.others[index % inks.others.length];
  }

  get width() {
    return this.canvas.clientWidth;
  }

  toLeft(time) {
    const { start, end } = this.film;
    return EDGE + ((time - start) / (end - start || 1)) * (this.width - 2 * EDGE);
  }

  toTime(left) {
    const { start, end } = this.film;
    const share = (left - EDGE) / (this.width - 2 * EDGE);
    return start + Math.min(Math.max(share, 0), 1) * (end - start);
  }

  /** The events under a place of the bar, the nearest first. */
  eventsNear(left) {
    const away = (event) => Math.abs(this.toLeft(event.time) - left);
    return this.events.filter((event) => away(event) <= EVENT_REACH).sort((one, other) => away(one) - away(other));
  }

  draw(time, inks, ratio) {
    const context = sized(this.canvas, ratio);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const floor = height - 15;
    const look = [width, height, ratio, inks.paper].join();
    if (look !== this.drawn) this.#drawAll(width, height, floor, inks, ratio);
    this.drawn = look;
    context.clearRect(0, 0, width, height);
    context.drawImage(this.picture, 0, 0, width, height);
    const left = this.toLeft(time);
    context.fillStyle = inks.picked;
    context.fillRect(left - 1, 0, 2, floor + 2);
    context.beginPath();
    context.arc(left, floor, 6, 0, 2 * Math.PI);
    context.fill();
  }

  /** Everything but the present moment, which stays the same from frame to frame. */
  #drawAll(width, height, floor, inks, ratio) {
    this.picture.width = Math.round(width * ratio);
    this.picture.height = Math.round(height * ratio);
    const context = this.picture.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#drawCrowd(context, floor, inks);
    this.#drawTicks(context, floor, height, inks);
    this.#drawEvents(context, floor, inks);
    drawSituations(context, this, floor, inks);
  }

  /** How many are there, as a low hill. */
  #drawCrowd(context, floor, inks) {
    const { counts, times } = this.film;
    let most = 1;
    for (const count of counts) most = Math.max(most, count);
    context.beginPath();
    context.moveTo(this.toLeft(this.film.start), floor);
    const stride = Math.max(1, Math.floor(counts.length / (2 * this.width)));
    for (let i = 0; i < counts.length; i += stride) {
      context.lineTo(this.toLeft(times[i]), floor - (counts[i] / most) * (floor - this.band - 10));
    }
    context.lineTo(this.toLeft(this.film.end), floor);
    context.fillStyle = inks.crowd;
    context.fill();
    context.fillStyle = inks.line;
    context.fillRect(EDGE, floor, this.width - 2 * EDGE, 1);
  }

  #drawTicks(context, floor, height, inks) {
    const { start, end } = this.film;
    const step = roundSeconds(end - start, this.width / 70);
    context.font = `11px ${FONT}`;
    context.textBaseline = "bottom";
    for (let k = Math.ceil(start / step - 1e-9); k * step <= end + 1e-9; k++) {
      const left = this.toLeft(k * step);
      context.fillStyle = inks.line;
      context.fillRect(left, floor, 1, 3);
      context.fillStyle = inks.dim;
      context.textAlign = left < 20 ? "left" : left > this.width - 24 ? "right" : "center";
      context.fillText(timeText(k * step, step < 1 ? 1 : 0), left, height);
    }
  }

  #drawEvents(context, floor, inks) {
    const shown = [...this.events.filter((event) => !event.grave), ...this.events.filter((event) => event.grave)];
    for (const event of shown) {
      const left = this.toLeft(event.time);
      context.fillStyle = this.colourOf(event.kind, inks);
      context.globalAlpha = event.grave || shown.length < MANY ? 1 : 0.45;
      const top = this.band;
      context.fillRect(left - (event.grave ? 1 : 0.5), top + 5, event.grave ? 2 : 1, floor - top - 5);
      context.beginPath();
      context.moveTo(left - 4, top + 1);
      context.lineTo(left + 4, top + 1);
      context.lineTo(left, top + 8);
      context.fill();
    }
    context.globalAlpha = 1;
  }
}

/** Kinds that are not shown unless asked for: too many, or usual where there is something else to see. */
function hiddenAtFirst(kinds, hasSituations) {
  const hasOthers = hasSituations || kinds.some((kind) => !USUAL.has(kind.name));
  const isHidden = (kind) => !kind.isGrave && (kind.count > MANY || (hasOthers && USUAL.has(kind.name)));
  return kinds.filter(isHidden).map((kind) => kind.name);
}

/** The kinds of events, in the order in which they first happen. */
function kindsOf(events) {
  const kinds = new Map();
  for (const event of events) {
    if (!kinds.has(event.kind)) kinds.set(event.kind, { name: event.kind, count: 0, isGrave: Boolean(event.grave) });
    kinds.get(event.kind).count += 1;
  }
  return [...kinds.values()];
}

/** A canvas whose pixels are those of the screen, and a pen for it in CSS pixels. */
function sized(canvas, ratio) {
  const width = Math.round(canvas.clientWidth * ratio);
  const height = Math.round(canvas.clientHeight * ratio);
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
