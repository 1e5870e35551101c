// Missions: checkpoints on the map, and who has come by how many of them; of several subjects, who is ahead.

const NAMED_FROM = 0.5; // pixels per metre; from further away, checkpoints have no names
const DONE = "done";

/** How far each subject is with its mission at a time, the foremost first. */
function standingsAt(film, missions, time) {
  const frame = film.frameAt(time);
  const found = missions.map((mission) => {
    const reached = mission.reached.filter((one) => one <= time + 1e-6);
    const next = mission.points[reached.length] || null;
    const stay = film.stayOf(mission.who, frame);
    const isHere = Boolean(stay && stay.first <= frame && frame <= stay.last);
    const away = next && stay ? distanceTo(next, stay, Math.min(Math.max(frame, stay.first), stay.last)) : 0;
    return { mission, reached, next, stay, isHere, away };
  });
  return found.sort((one, other) => other.reached.length - one.reached.length
    || (one.next === null && other.next === null ? one.reached.at(-1) - other.reached.at(-1) : one.away - other.away));
}

function distanceTo(point, stay, frame) {
  const { x, y } = stay.group.channels;
  const row = stay.rowAt(frame);
  return Math.min(...point.at.map(([east, north]) => Math.hypot(x.at(row) - east, y.at(row) - north)));
}

/** What is told of a subject: its next checkpoint, how far away that is, and how far behind it was at the last one. */
function missionText(one, standings) {
  const { mission, reached, next } = one;
  const parts = [`${reached.length} of ${mission.points.length}`];
  if (next === null) parts[0] = `${DONE} at ${timeText(reached.at(-1), 1)}`;
  else if (one.isHere) parts.push(`${lengthText(Math.round(one.away))} to ${next.name}`);
  else parts.push("gone");
  const firsts = standings.map((each) => each.reached[reached.length - 1]).filter((time) => time !== undefined);
  const behind = reached.length ? reached.at(-1) - Math.min(...firsts) : 0;
  if (standings.length > 1 && behind > 0.05) parts.push(`+${behind.toFixed(1)} s`);
  return parts.join(" · ");
}

/** Make the list of subjects with missions; it is hidden where there are none. */
function fillMissions(page) {
  const { missions } = page;
  element("missions").hidden = !missions.length;
  element("missions-title").textContent = missions.length > 1 ? `Race (${missions.length})` : "Mission";
  page.missionEntries = missions.map(() => {
    const [entry, name, text] = ["button", "span", "small"].map((tag) => document.createElement(tag));
    entry.type = "button";
    entry.className = "racer";
    entry.append(name, text);
    return { entry, name, text };
  });
  element("missions-list").replaceChildren(...page.missionEntries.map(({ entry }) => entry));
}

/** Bring the list up to date. */
function showMissions(page) {
  const standings = standingsAt(page.film, page.missions, page.time);
  standings.forEach((one, k) => {
    const { entry, name, text } = page.missionEntries[k];
    const label = one.stay ? one.stay.label : shortId(one.mission.who);
    name.textContent = standings.length > 1 ? `${k + 1}. ${label}` : label;
    text.textContent = missionText(one, standings);
    entry.title = `${label}: ${text.textContent}`;
    entry.classList.toggle("now", Boolean(page.picked && page.picked.id === one.mission.who));
    entry.onclick = () => { if (one.stay) page.find(one.stay.label); };
  });
}

/** The checkpoints on the map: a ring at each place, filled once the picked subject, or else the first, has come by. */
function drawMissions(context, page) {
  const { missions, view, inks, time } = page;
  const mission = missions.find((one) => page.picked && one.who === page.picked.id) || missions[0];
  if (!mission) return;
  const count = mission.reached.filter((one) => one <= time + 1e-6).length;
  context.save();
  context.font = `600 11px ${FONT}`;
  context.textBaseline = "middle";
  context.textAlign = "left";
  mission.points.forEach((point, k) => {
    for (const place of point.at) {
      const [left, top] = view.toScreen(...place);
      context.beginPath();
      context.arc(left, top, 6, 0, 2 * Math.PI);
      context.lineWidth = 2;
      context.strokeStyle = k === count ? inks.picked : inks.subject;
      context.fillStyle = k < count ? inks.subject : inks.paper;
      context.fill();
      context.stroke();
    }
    const [left, top] = view.toScreen(...point.at[0]);
    if (view.scale > NAMED_FROM) {
      const text = point.name === `${k + 1}` ? point.name : `${k + 1} ${point.name}`;
      context.lineWidth = 3;
      context.strokeStyle = inks.paper;
      context.strokeText(text, left + 10, top);
      context.fillStyle = inks.ink;
      context.fillText(text, left + 10, top);
    }
  });
  context.restore();
}
