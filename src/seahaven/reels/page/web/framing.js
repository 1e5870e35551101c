// Following: the screen keeps to the picked vehicle, and, in a situation, to the subject with the situation's cast.

const FRAMED_REACH = 800; // metres within which the vehicle of the critical role is kept on the screen
const SIDE_REACH = 250; // metres, for the other roles
const FRAMED_MARGIN = 70; // pixels between a framed vehicle and the nearest panel or edge
const EASE = 0.35; // seconds in which the screen makes up for most of a new framing while the film plays
const POINTER_INSET = 26; // pixels from the edge of the free part to a pointer
const POINTED_REACH = 3000; // metres beyond which a vehicle of the cast is not pointed at

/** The poses to keep on the screen with the picked vehicle's: the subject and the cast of the situation that is watched. */
function companyOf(film, poses, picked, time) {
  const situation = watchedAt(film, time);
  if (!situation) return [];
  const roleOf = new Map(castAt(situation, time).map((member) => [member.who, member.role]));
  if (!picked.stay.isSubject && !roleOf.has(picked.stay.id)) return [];
  return poses.filter((pose) => {
    if (pose.stay.id === picked.stay.id) return false;
    const isMain = pose.stay.isSubject || roleOf.get(pose.stay.id) === situation.role;
    const reach = isMain ? FRAMED_REACH : roleOf.has(pose.stay.id) ? SIDE_REACH : -1;
    return Math.hypot(pose.x - picked.x, pose.y - picked.y) <= reach;
  });
}

/** The rectangle (m) round some poses. */
function boxAround(poses) {
  const box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const pose of poses) widen(box, pose.x, pose.y);
  return box;
}

/**
 * Move the screen a share of the way from where it is, seen from the followed vehicle, to where it should be.
 * `before` is where that vehicle was when the screen was moved last. Gives whether it has arrived.
 */
function follow(view, vehicle, before, target, share) {
  const [x, y] = [view.x - before.x, view.y - before.y];
  const [toX, toY] = [target.x - vehicle.x, target.y - vehicle.y];
  const left = Math.hypot(toX - x, toY - y) * view.scale;
  if (share === 1 || (left < 0.5 && Math.abs(target.scale / view.scale - 1) < 0.002)) {
    Object.assign(view, target);
    return true;
  }
  view.scale *= (target.scale / view.scale) ** share;
  view.x = vehicle.x + x + share * (toX - x);
  view.y = vehicle.y + y + share * (toY - y);
  return false;
}

/** How many pixels panels cover on each side of the map. */
function coveredBy(page) {
  const { width, height } = page.view;
  const covered = { left: 0, right: 0, top: element("head").offsetTop + element("head").offsetHeight, bottom: 0 };
  const [sheet, list, legend] = ["sheet", "situations", "legend"].map(element);
  if (!sheet.hidden) {
    if (sheet.offsetWidth > 0.6 * width) covered.bottom = height - sheet.offsetTop;
    else covered.right = width - sheet.offsetLeft;
  }
  if (!list.hidden && list.open && list.offsetWidth < 0.4 * width) covered.left = list.offsetLeft + list.offsetWidth;
  if (!list.hidden && !list.open) covered.top = Math.max(covered.top, list.offsetTop + list.offsetHeight);
  if (!legend.hidden && legend.offsetHeight < 0.5 * height) {
    covered.bottom = Math.max(covered.bottom, height - legend.offsetTop);
  }
  return covered;
}

/** Arrows at the edge of the free part of the map to vehicles of the cast that are beyond it, with their distances. */
function drawPointers(context, page, roles) {
  const subject = page.poses.find((pose) => pose.stay.isSubject);
  if (!subject || !roles.size) return;
  const { view, inks } = page;
  const covered = coveredBy(page);
  const box = {
    left: covered.left + POINTER_INSET, right: view.width - covered.right - POINTER_INSET,
    top: covered.top + POINTER_INSET, bottom: view.height - covered.bottom - POINTER_INSET,
  };
  for (const pose of page.poses) {
    const away = Math.hypot(pose.x - subject.x, pose.y - subject.y);
    if (!roles.has(pose.stay.id) || away > POINTED_REACH) continue;
    const place = pointerTo(...view.toScreen(pose.x, pose.y), box);
    if (place) drawPointer(context, place, `${roles.get(pose.stay.id)} ${lengthText(away)}`, box, inks);
  }
}

/** Where the line from the middle of a box on the screen to a point leaves it; null if the point is within the box. */
function pointerTo(left, top, box) {
  if (left >= box.left && left <= box.right && top >= box.top && top <= box.bottom) return null;
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const [across, down] = [left - x, top - y];
  const reach = Math.min((box.right - box.left) / 2 / Math.abs(across || 1e-9), (box.bottom - box.top) / 2 / Math.abs(down || 1e-9));
  return { left: x + reach * across, top: y + reach * down, angle: Math.atan2(down, across) };
}

function drawPointer(context, { left, top, angle }, text, box, inks) {
  context.save();
  context.translate(left, top);
  context.rotate(angle);
  context.beginPath();
  context.moveTo(12, 0);
  context.lineTo(-5, 8);
  context.lineTo(-1, 0);
  context.lineTo(-5, -8);
  context.closePath();
  context.fillStyle = inks.role;
  context.fill();
  context.restore();
  context.font = `600 12px ${FONT}`;
  context.textBaseline = "middle";
  context.textAlign = "center";
  const half = context.measureText(text).width / 2;
  const x = within(left - 14 * Math.cos(angle), box.left + half, box.right - half);
  const y = top - 20 * Math.sin(angle) + (Math.abs(Math.sin(angle)) < 0.5 ? 16 : 0);
  haloText(context, text, x, y, inks.role, inks);
}
