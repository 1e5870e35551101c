// Vehicles and people: boxes to scale with their lights, or darts where a box would be too small to see.

const BOX_FROM = 2; // pixels per metre; further away, boxes become darts
const DART = 11; // pixels
const SMALL_DART = 6.5; // pixels, for the shortest, and for all where darts would lie on each other
const DART_LENGTHS = 2.2; // so many times as long as its vehicle a dart is, between the two
const HEAD = 0.3; // metres, from the middle of a person on foot or on a bicycle
const SMALL_HEAD = 1.7; // pixels, from afar
const WALKERS_FROM = 0.6; // pixels per metre; further away, people on foot are left out
const WALKERS_NAMED_FROM = 14; // pixels per metre
const NAMES_FROM = 2.2; // pixels per metre
const DETAILS_FROM = 26; // pixels of length
const BLINKS = 1.4; // per second
const LETTER = 0.6; // width of a letter, by its size
const LONGEST_LABEL = 28; // letters
const CELL = 6; // pixels; texts and vehicles take up cells of this size
const CROWD = 400; // vehicles in sight above which only names are written
const ROOF = 0.4; // share of a car's length between its windscreens
const ROOF_MIDDLE = -0.12; // share of its length from the middle to theirs
const LONG = 7; // metres; longer ones have a cab
const SLOWEST = [208, 59, 47];
const MIDDLE = [232, 184, 60];
const FASTEST = [52, 152, 102];

/** A colour between red for standing and green for the fastest. */
function speedColour(share) {
  const low = share < 0.5 ? SLOWEST : MIDDLE;
  const high = share < 0.5 ? MIDDLE : FASTEST;
  const weight = share < 0.5 ? 2 * share : 2 * share - 1;
  return `rgb(${low.map((part, i) => Math.round(part + weight * (high[i] - part))).join(" ")})`;
}

/** Which lights are on: headlamps, brake lights, and the turn lights of either side, which blink with the world's time. */
function lightsOf(pose, time) {
  const word = (time * BLINKS) % 1 < 0.5 ? pose.turnLight : "off";
  return {
    head: pose.hasLampsLit,
    brake: pose.isBraking,
    left: word === "left" || word === "hazard",
    right: word === "right" || word === "hazard",
  };
}

/**
 * Draws vehicles and people, in CSS pixels.
 *
 * A pose is an entity at a time: `x`, `y` (m), `heading` (rad), `speed` (m/s), `isBraking`, `turnLight`, `hasLampsLit`,
 * `isTouching`, and its `stay`, which is the same object as long as the entity is there: `id`, `label`, `name`, `kind`,
 * `length`, `width` (m), `isSubject`. `kinds` are all kinds in the order of their colours, and `fastest` is the speed
 * (m/s) at which the colours of speeds end.
 */
class Actors {
  constructor(kinds, fastest) {
    this.kinds = kinds;
    this.fastest = fastest;
    this.taken = new Map();
  }

  colourOf(pose, byspeed, inks) {
    if (byspeed) {
      return speedColour(Math.min(Math.max(pose.speed / this.fastest, 0), 1));
    }
    return this.kindColour(pose.stay.kind, inks);
  }

  kindColour(kind, inks) {
    return inks.kinds[kind] || inks.others[this.kinds.indexOf(kind) % inks.others.length];
  }

  draw(context, view, poses, time, { inks, picked, bySpeed, labels, roles }) {
    const seen = [];
    for (const pose of poses) {
      if (isWalker(pose) && view.scale < WALKERS_FROM && pose.stay !== picked) continue;
      [pose.left, pose.top] = view.toScreen(pose.x, pose.y);
      const reach = pose.stay.length * view.scale + 30;
      if (pose.left < -reach || pose.left > view.width + reach) continue;
      if (pose.top < -reach || pose.top > view.height + reach) continue;
      seen.push(pose);
    }
    for (const pose of seen) {
      if (roles.has(pose.stay.id)) drawRole(context, pose, view, inks);
      if (pose.stay.isSubject || pose.stay === picked) drawHalo(context, pose, view, pose.stay === picked, inks);
    }
    for (const pose of seen) {
      const colour = this.colourOf(pose, bySpeed, inks);
      if (isWalker(pose)) drawWalker(context, pose, view, colour, inks);
      else if (isObstacle(pose)) drawObstacle(context, pose, view, colour, inks);
      else if (!pose.stay.length || view.scale < BOX_FROM) drawDart(context, pose, view, colour, lightsOf(pose, time), inks);
      else if (pose.stay.kind === "bicycle") drawBicycle(context, pose, view, colour, lightsOf(pose, time), inks);
      else drawBox(context, pose, view, colour, lightsOf(pose, time), inks);
    }
    this.#label(context, view, seen, { inks, picked, labels, roles });
  }

  /**
   * Write numbers, names and roles beside their vehicles: those of the picked vehicle, of subjects, of the cast and of named
   * ones first, others where there is room.
   */
  #label(context, view, seen, { inks, picked, labels, roles }) {
    if (labels === "none") return;
    this.taken.clear();
    for (const pose of seen) if (!isWalker(pose) && !isObstacle(pose)) this.#standOn(pose, view);
    const isNear = view.scale >= NAMES_FROM;
    const rank = ({ stay }) => (OBSTACLES.has(stay.kind) && stay !== picked ? 4 : stay === picked ? 0 : stay.isSubject || roles.has(stay.id) ? 1 : stay.name ? 2 : 3);
    const isCrowd = seen.filter((pose) => !isWalker(pose)).length > CROWD;
    const isNamed = (pose) => isNear && !isCrowd && !isObstacle(pose) && (!isWalker(pose) || view.scale >= WALKERS_NAMED_FROM);
    const wanted = seen.filter((pose) => rank(pose) < 3 || (labels === "all" && isNamed(pose)));
    wanted.sort((one, other) => rank(one) - rank(other) || one.stay.id - other.stay.id);
    context.textBaseline = "middle";
    context.textAlign = "center";
    context.lineJoin = "round";
    for (const pose of wanted) this.#labelOne(context, view, pose, rank(pose), roles.get(pose.stay.id), inks);
  }

  #labelOne(context, view, pose, rank, role, inks) {
    const { stay } = pose;
    const text = cut(role === undefined ? stay.label : `${role} ${stay.label}`, LONGEST_LABEL);
    const [length, width] = [stay.length * view.scale, stay.width * view.scale];
    const size = Math.max(rank < 3 ? 12 : 10, Math.min(0.3 * width, 18));
    const wide = LETTER * size * text.length;
    context.font = `${rank < 3 ? 600 : 500} ${size}px ${FONT}`;
    if (width > size && wide < ROOF * length) {
      writeOnRoof(context, pose, text, length, inks);
      return;
    }
    const ring = role !== undefined || rank < 2 ? 2 * ringReach(pose, view) + 2 : 0;
    const [x, y] = this.#roomFor(view, pose, [wide + 2, size], Math.max(length, DART, ring), Math.max(width, DART / 2, ring)) || [];
    if (x === undefined && rank > 1) return;
    const [left, top] = x === undefined ? [pose.left, pose.top - size - Math.max(width, ring) / 2] : [x, y];
    const half = Math.min(wide / 2 + 4, view.width / 2);
    haloText(context, text, within(left, half, view.width - half), top, role !== undefined ? inks.role : rank < 3 ? inks.strong : inks.ink, inks);
  }

  /** A place for a text where it hides nothing: behind its vehicle, on the same lane, or to one of its sides; taken then. */
  #roomFor(view, pose, [wide, high], length, width) {
    const [ahead, aside] = [Math.cos(pose.heading), Math.sin(pose.heading)];
    // A cell away, lest the text seem to lie on its own vehicle, which has taken the cells that it touches.
    const behind = length / 2 + CELL + Math.abs(ahead) * (wide / 2) + Math.abs(aside) * (high / 2);
    const beside = width / 2 + CELL + Math.abs(aside) * (wide / 2) + Math.abs(ahead) * (high / 2);
    const places = [[-behind * ahead, behind * aside], [-beside * aside, -beside * ahead], [beside * aside, beside * ahead]];
    const isOnScreen = (left) => left - wide / 2 > 0 && left + wide / 2 < view.width;
    const found = places.find(([x, y]) => isOnScreen(pose.left + x) && this.#isFree(pose.left + x, pose.top + y, wide, high));
    if (!found) return null;
    const [x, y] = [pose.left + found[0], pose.top + found[1]];
    for (const cell of cellsOf(x, y, wide, high)) this.taken.set(cell, true);
    return [x, y];
  }

  #isFree(x, y, wide, high) {
    return !cellsOf(x, y, wide, high).some((cell) => this.taken.has(cell));
  }

  /** Keep texts off a vehicle: squares along it are taken. */
  #standOn(pose, view) {
    const [length, width] = [Math.max(pose.stay.length * view.scale, DART), Math.max(pose.stay.width * view.scale, 3)];
    const count = Math.max(Math.ceil(length / width), 1);
    for (let k = 0; k < count; k++) {
      const along = ((k + 0.5) / count - 0.5) * length;
      const [x, y] = [pose.left + along * Math.cos(pose.heading), pose.top - along * Math.sin(pose.heading)];
      for (const cell of cellsOf(x, y, width - 1, width - 1)) this.taken.set(cell, true);
    }
  }
}

/** The cells that a rectangle round a point covers. */
function cellsOf(x, y, width, height) {
  const cells = [];
  for (let i = Math.floor((x - width / 2) / CELL); i <= Math.floor((x + width / 2) / CELL); i++) {
    for (let j = Math.floor((y - height / 2) / CELL); j <= Math.floor((y + height / 2) / CELL); j++) cells.push(i * 65536 + j);
  }
  return cells;
}

/** A text that can be read on any ground. */
function haloText(context, text, left, top, colour, inks) {
  context.lineJoin = "round";
  context.strokeStyle = inks.halo;
  context.lineWidth = 3;
  context.strokeText(text, left, top);
  context.fillStyle = colour;
  context.fillText(text, left, top);
}

/** A text along a vehicle, between its windscreens. */
function writeOnRoof(context, pose, text, length, inks) {
  const shift = pose.stay.length > LONG ? -0.05 * length : ROOF_MIDDLE * length;
  context.save();
  context.translate(pose.left + shift * Math.cos(pose.heading), pose.top - shift * Math.sin(pose.heading));
  context.rotate(upright(-pose.heading));
  context.fillStyle = inks.onBody;
  context.fillText(text, 0, 0.5);
  context.restore();
}

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** An angle turned by half a circle where text along it would stand on its head. */
function upright(angle) {
  const turned = Math.atan2(Math.sin(angle), Math.cos(angle));
  return Math.abs(turned) > Math.PI / 2 ? turned + Math.PI : turned;
}

/** How far the ring around a vehicle is from its middle (pixels). */
function ringReach(pose, view) {
  return Math.max(0.62 * pose.stay.length * view.scale, DART) + 5;
}

/** The dashed ring around a vehicle that has a role in a situation. */
function drawRole(context, pose, view, inks) {
  context.beginPath();
  context.arc(pose.left, pose.top, ringReach(pose, view), 0, 2 * Math.PI);
  context.setLineDash([7, 4]);
  context.strokeStyle = inks.role;
  context.lineWidth = 2.5;
  context.stroke();
  context.setLineDash([]);
}

/** The ring around the picked vehicle, and the broad one around a subject. */
function drawHalo(context, pose, view, isPicked, inks) {
  const reach = ringReach(pose, view);
  context.beginPath();
  context.arc(pose.left, pose.top, reach, 0, 2 * Math.PI);
  if (pose.stay.isSubject) {
    context.fillStyle = inks.subjectGlow;
    context.fill();
    context.strokeStyle = inks.subject;
    context.lineWidth = 2;
    context.stroke();
  }
  if (isPicked) {
    context.beginPath();
    context.arc(pose.left, pose.top, reach + (pose.stay.isSubject ? 4 : 0), 0, 2 * Math.PI);
    context.strokeStyle = inks.picked;
    context.lineWidth = 2;
    context.stroke();
  }
}

/** A vehicle from above, nose to the right before it is turned. */
function drawBox(context, pose, view, colour, lights, inks) {
  const { stay } = pose;
  const length = stay.length * view.scale;
  const width = Math.max(stay.width * view.scale, 2);
  const [front, rear, side] = [length / 2, -length / 2, width / 2];
  context.save();
  context.translate(pose.left, pose.top);
  context.rotate(-pose.heading);
  context.beginPath();
  context.roundRect(rear, -side, length, width, [0.16, 0.3, 0.3, 0.16].map((part) => Math.min(part * width, 0.2 * length)));
  context.fillStyle = colour;
  context.fill();
  context.strokeStyle = pose.isTouching ? inks.grave : inks.outline;
  context.lineWidth = pose.isTouching ? 2.5 : Math.min(1.2, Math.max(0.08 * width, 0.8));
  context.stroke();
  if (length >= DETAILS_FROM) drawGlass(context, stay, length, width, inks);
  else drawNose(context, front, side, inks);
  drawLights(context, lights, { front, rear, side, length }, inks);
  context.restore();
}

/** Windscreens tell front from rear: of a long vehicle the cab's, of a car both. */
function drawGlass(context, stay, length, width, inks) {
  const front = length / 2;
  const isLong = stay.length > LONG;
  const shield = isLong ? Math.min(0.9, 0.1 * stay.length) * (length / stay.length) : 0.2 * length;
  const back = isLong ? 0.02 * length : 0.22 * length;
  context.fillStyle = inks.glass;
  context.beginPath();
  context.roundRect(front - back - shield, -0.4 * width, shield * 0.8, 0.8 * width, 0.08 * width);
  if (!isLong && width > 0.25 * length) context.roundRect(-0.42 * length, -0.38 * width, 0.1 * length, 0.76 * width, 0.06 * width);
  context.fill();
  if (isLong && width > 6) {
    context.fillStyle = inks.outline;
    context.fillRect(front - back - 2.2 * shield, -width / 2, Math.max(1, 0.02 * length), width);
  }
}

function drawNose(context, front, side, inks) {
  context.fillStyle = inks.glass;
  context.fillRect(0.3 * front, -0.75 * side, Math.max(1, 0.28 * front), 1.5 * side);
}

function drawLights(context, lights, { front, rear, side, length }, inks) {
  const depth = Math.max(0.07 * length, 1.8);
  const breadth = Math.max(0.6 * side, 1.8);
  if (lights.head) {
    context.fillStyle = inks.lamp;
    context.fillRect(front - 0.7 * depth, -0.9 * side, depth, 0.8 * breadth);
    context.fillRect(front - 0.7 * depth, 0.9 * side - 0.8 * breadth, depth, 0.8 * breadth);
    context.fillStyle = inks.tail;
    context.fillRect(rear - 0.2 * depth, -0.9 * side, 0.5 * depth, 0.7 * breadth);
    context.fillRect(rear - 0.2 * depth, 0.9 * side - 0.7 * breadth, 0.5 * depth, 0.7 * breadth);
  }
  if (lights.brake) {
    context.fillStyle = inks.brake;
    context.fillRect(rear - 0.3 * depth, -side, depth, breadth);
    context.fillRect(rear - 0.3 * depth, side - breadth, depth, breadth);
  }
  context.fillStyle = inks.turn;
  for (const [isLit, top] of [[lights.left, -side - 0.25 * breadth], [lights.right, side - 0.75 * breadth]]) {
    if (!isLit) continue;
    context.fillRect(front - depth, top, depth, breadth);
    context.fillRect(rear, top, depth, breadth);
  }
}

const OBSTACLES = new Set(["cone", "barrier"]);
const CONE_FROM = 3; // pixels across; smaller cones are dots

function isObstacle(pose) {
  return OBSTACLES.has(pose.stay.kind);
}

/** A cone from above, with its foot and its ring; or a barrier with its red boards. */
function drawObstacle(context, pose, view, colour, inks) {
  const [length, width] = [Math.max(pose.stay.length * view.scale, 1.6), Math.max(pose.stay.width * view.scale, 1.6)];
  context.save();
  context.translate(pose.left, pose.top);
  context.rotate(-pose.heading);
  context.fillStyle = colour;
  context.strokeStyle = pose.isTouching ? inks.grave : inks.outline;
  context.lineWidth = pose.isTouching ? 2 : 0.8;
  if (pose.stay.kind === "cone") {
    if (width >= CONE_FROM) {
      context.fillRect(-length / 2, -width / 2, length, width);
      context.strokeRect(-length / 2, -width / 2, length, width);
    }
    for (const [share, ink] of [[0.42, colour], [0.26, "#fff"], [0.14, colour]]) {
      if (width < CONE_FROM && share < 0.4) continue;
      context.beginPath();
      context.arc(0, 0, Math.max(share * width, 0.9), 0, 2 * Math.PI);
      context.fillStyle = ink;
      context.fill();
    }
  } else {
    const boards = 5;
    for (let k = 0; k < boards; k++) {
      context.fillStyle = k % 2 ? colour : inks.lights.halt;
      context.fillRect(-length / 2, (k / boards - 0.5) * width, length, width / boards);
    }
    context.strokeRect(-length / 2, -width / 2, length, width);
  }
  context.restore();
}

function isWalker(pose) {
  return pose.stay.kind === "person";
}

/** A person on foot: a disc, and from near a nose. */
function drawWalker(context, pose, view, colour, inks) {
  const reach = Math.max(HEAD * view.scale, SMALL_HEAD);
  context.beginPath();
  context.arc(pose.left, pose.top, reach, 0, 2 * Math.PI);
  if (reach > 3) context.lineTo(pose.left + 1.6 * reach * Math.cos(pose.heading), pose.top - 1.6 * reach * Math.sin(pose.heading));
  context.fillStyle = colour;
  context.fill();
  context.strokeStyle = pose.isTouching ? inks.grave : inks.outline;
  context.lineWidth = pose.isTouching ? 2 : reach > 3 ? 1 : 0.6;
  context.stroke();
}

/** A bicycle from above: two wheels, a handlebar and the rider. */
function drawBicycle(context, pose, view, colour, lights, inks) {
  const [length, width] = [pose.stay.length * view.scale, Math.max(pose.stay.width * view.scale, 3)];
  context.save();
  context.translate(pose.left, pose.top);
  context.rotate(-pose.heading);
  context.strokeStyle = pose.isTouching ? inks.grave : inks.outline;
  context.lineWidth = Math.max(0.1 * view.scale, 1.4);
  context.beginPath();
  context.moveTo(-length / 2, 0);
  context.lineTo(length / 2, 0);
  context.moveTo(0.24 * length, -width / 2);
  context.lineTo(0.24 * length, width / 2);
  context.stroke();
  context.beginPath();
  context.ellipse(-0.04 * length, 0, Math.max(0.2 * length, 3), Math.max(0.4 * width, 2.4), 0, 0, 2 * Math.PI);
  context.fillStyle = lights.brake ? inks.brake : colour;
  context.fill();
  context.lineWidth = 1;
  context.stroke();
  context.restore();
}

/** A small arrow head, for a vehicle that is far away or has no size. */
function drawDart(context, pose, view, colour, lights, inks) {
  const size = pose.stay.length ? Math.min(Math.max(DART_LENGTHS * pose.stay.length * view.scale, SMALL_DART), DART) : DART;
  context.save();
  context.translate(pose.left, pose.top);
  context.rotate(-pose.heading);
  context.beginPath();
  context.moveTo(size / 2, 0);
  context.lineTo(-size / 2, 0.36 * size);
  context.lineTo(-0.3 * size, 0);
  context.lineTo(-size / 2, -0.36 * size);
  context.closePath();
  context.fillStyle = lights.brake ? inks.brake : colour;
  context.fill();
  context.strokeStyle = pose.isTouching ? inks.grave : inks.outline;
  context.lineWidth = pose.isTouching ? 2 : size < DART ? 0.8 : 1;
  context.stroke();
  context.restore();
}
