// Marks on a map: ties between vehicles, circles around places, paths, and texts, in named inks.

const MARK_TEXT = 11.5; // pixels
const TEXTS_FROM = 0.25; // pixels per metre; further away, texts of marks are left out
const PATH_FAINT = 0.6; // opacity of broad paths
const LINE = 15; // pixels from text to text
const TRIES = [-1, 1, -2, 2, -3, 3, -4, 4, -5, 5]; // lines above and below its spot at which a text is tried
const GRIP = 7; // pixels; the knob by which a mark is dragged
const GRIPPED = 12; // pixels around it within which it is taken
const MOST_GAP_TIME = 4; // seconds; longer gaps are not drawn

/** The colour of an ink. */
function markInk(name, inks) {
  const known = {
    calm: inks.others[0], gap: inks.curves.gap, speed: inks.curves.acceleration, role: inks.role, subject: inks.subject,
    good: inks.met, doubt: inks.soso, grave: inks.grave, dim: inks.dim, plain: inks.strong,
  };
  return known[name] || inks.ink;
}

/** Draws marks as `mark.py` declares them; `poses` are by id. */
class Marks {
  /** `held` is the mark that somebody drags, and where it is now: `{ handle, x, y }`. */
  draw(context, view, marks, poses, inks, held = null) {
    const shown = marks.map((mark) => this.#placed(mark, poses, held)).filter(Boolean);
    context.save();
    context.lineCap = "round";
    context.lineJoin = "round";
    for (const one of shown) this.#drawPath(context, view, one, inks);
    for (const one of shown) this.#drawCircle(context, view, one, inks);
    for (const one of shown) this.#drawTie(context, view, one, inks);
    for (const one of shown) this.#drawKnob(context, view, one, inks);
    this.taken = [];
    for (const one of shown) this.#drawText(context, view, one, inks);
    context.restore();
  }

  /** The mark under a point of the screen by which something can be dragged; null for none. */
  grip(view, marks, left, top) {
    const isNear = (mark) => {
      const [x, y] = view.toScreen(...mark.at);
      return Math.hypot(x - left, y - top) <= GRIPPED;
    };
    return marks.find((mark) => mark.handle && Array.isArray(mark.at) && isNear(mark)) || null;
  }

  /** A mark with where its ends are now; null where somebody to whom it is tied has gone. */
  #placed(mark, poses, held) {
    const isHeld = held && mark.handle === held.handle;
    const at = isHeld ? [held.x, held.y] : this.#spot(mark.at, poses);
    const to = this.#spot(mark.to, poses);
    if ((mark.at !== undefined && !at) || (mark.to !== undefined && !to)) return null;
    return { ...mark, at, to };
  }

  #spot(spot, poses) {
    if (spot === undefined) return null;
    if (Array.isArray(spot)) return spot;
    const pose = poses.get(spot);
    return pose ? [pose.x, pose.y] : null;
  }

  #drawPath(context, view, mark, inks) {
    if (!mark.path) return;
    context.beginPath();
    mark.path.forEach(([x, y], k) => context[k ? "lineTo" : "moveTo"](...view.toScreen(x, y)));
    context.strokeStyle = markInk(mark.ink, inks);
    context.globalAlpha = mark.width > 1 ? PATH_FAINT : 1;
    context.lineWidth = Math.max((mark.width || 0) * view.scale, 1.6);
    context.setLineDash(mark.is_dashed ? [6, 5] : []);
    context.stroke();
    context.globalAlpha = 1;
  }

  #drawCircle(context, view, mark, inks) {
    if (!mark.reach) return;
    context.beginPath();
    context.arc(...view.toScreen(...mark.at), Math.max(mark.reach * view.scale, 3), 0, 2 * Math.PI);
    context.fillStyle = context.strokeStyle = markInk(mark.ink, inks);
    if (mark.is_filled) {
      context.globalAlpha = 0.25;
      context.fill();
      context.globalAlpha = 1;
    }
    context.lineWidth = 1.6;
    context.setLineDash(mark.is_dashed ? [7, 6] : []);
    context.stroke();
  }

  #drawTie(context, view, mark, inks) {
    if (!mark.to) return;
    context.beginPath();
    context.moveTo(...view.toScreen(...mark.at));
    context.lineTo(...view.toScreen(...mark.to));
    context.strokeStyle = markInk(mark.ink, inks);
    context.lineWidth = 2;
    context.setLineDash(mark.is_dashed ? [6, 5] : []);
    context.stroke();
  }

  #drawKnob(context, view, mark, inks) {
    context.setLineDash([]);
    if (!mark.handle) return;
    context.beginPath();
    context.arc(...view.toScreen(...mark.at), GRIP, 0, 2 * Math.PI);
    context.fillStyle = inks.paper;
    context.fill();
    context.strokeStyle = markInk(mark.ink, inks);
    context.lineWidth = 3;
    context.stroke();
  }

  /** Write a text where no other one lies, above or below its spot; left out where there is no room, or out of view. */
  #drawText(context, view, mark, inks) {
    if (!mark.text || view.scale < TEXTS_FROM) return;
    const spot = mark.to ? (mark.isNear ? middleOf(mark.at, mark.to) : mark.to) : mark.at || mark.path[0];
    const [left, top] = view.toScreen(...spot);
    if (left < 0 || left > view.width || top < 0 || top > view.height) return;
    context.font = `600 ${MARK_TEXT}px ${FONT}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const half = context.measureText(mark.text).width / 2 + 4;
    const first = mark.to ? 13 : mark.handle ? GRIP + 10 : Math.max((mark.reach || 0) * view.scale, 10) + 9;
    const middle = within(left, half, Math.max(view.width - half, half));
    const away = TRIES.map((step) => top + Math.sign(step) * (first + (Math.abs(step) - 1) * LINE)).find((y) => this.#isFree(view, middle, y, half));
    if (away === undefined) return;
    this.taken.push([middle, away, half]);
    if (Math.abs(away - top) > first + LINE / 2 && !mark.reach) drawLead(context, left, top, middle, away, markInk(mark.ink, inks));
    haloText(context, mark.text, middle, away, markInk(mark.ink, inks), inks);
  }

  #isFree(view, left, top, half) {
    if (top < LINE || top > view.height - LINE) return false;
    return !this.taken.some(([x, y, wide]) => Math.abs(x - left) < half + wide && Math.abs(y - top) < LINE);
  }
}

function middleOf(one, other) {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
}

/** A thin line from a text to what it is about. */
function drawLead(context, left, top, textLeft, textTop, colour) {
  context.beginPath();
  context.moveTo(left, top);
  context.lineTo(textLeft, textTop + (textTop < top ? LINE / 2 : -LINE / 2));
  context.strokeStyle = colour;
  context.globalAlpha = 0.5;
  context.lineWidth = 1;
  context.setLineDash([]);
  context.stroke();
  context.globalAlpha = 1;
}

/** Gaps as marks: from each vehicle to its leader, coloured by the time gap, red for the shortest. */
function gapMarks(poses, poseOf) {
  const marks = [];
  for (const pose of poses) {
    if (!(pose.gap >= 0) || !poseOf.has(pose.leader)) continue;
    const seconds = pose.speed > 1 ? pose.gap / pose.speed : Infinity;
    if (seconds > MOST_GAP_TIME && pose.gap > 6) continue;
    const text = seconds < Infinity ? `${seconds.toFixed(1)} s` : `${pose.gap.toFixed(1)} m`;
    marks.push({ layer: "gaps", ink: seconds < 0.8 ? "grave" : seconds < 1.5 ? "doubt" : "good", at: pose.stay.id, to: pose.leader, text, isNear: true });
  }
  return marks;
}
