// The situations of a directed drive: spans on the bar, a list to jump by, the cast, and the address #situation=3.

const BEFORE = 4; // seconds before the critical moment at which a situation is watched from
const BEFORE_END = 8; // seconds before the end, of a situation without a critical moment
const VERDICTS = {
  met: "met", missed: "missed", failed: "failed", played: "played", unended: "not over at the end", unopened: "never opened", dropped: "dropped", postponed: "postponed",
};

/** From when a situation is watched: some seconds before its critical moment, or before it ended without one. */
function startOf(situation, film) {
  const wanted = situation.at === null ? Math.max(situation.from, situation.to - BEFORE_END) : situation.at - BEFORE;
  return Math.max(wanted, film.start);
}

/** How far a situation's critical moment, or its end without one, is from a time. */
function awayFrom(situation, time) {
  return Math.abs((situation.at ?? situation.to) - time);
}

function nearestInTime(situations, time) {
  return situations.reduce((best, one) => (best !== null && awayFrom(best, time) <= awayFrom(one, time) ? best : one), null);
}

/** The situation that is open at a time, or watched by then; of several the one whose moment is nearest. */
function situationAt(film, time) {
  const isOn = (one) => Math.min(one.from, startOf(one, film)) <= time + 1e-4 && time <= one.to;
  return nearestInTime(film.situations.filter(isOn), time);
}

/** The situation whose cast is kept on the screen at a time: from where it is watched to its end. */
function watchedAt(film, time) {
  return nearestInTime(film.situations.filter((one) => startOf(one, film) <= time + 1e-4 && time <= one.to), time);
}

/** Who has which role in a situation at a time: of a role that was cast anew the vehicle that has it then. */
function castAt(situation, time) {
  const members = new Map();
  for (const member of situation.cast) if (member.from <= time + 1e-4) members.set(member.role, member);
  return [...members.values()];
}

/** The role of each vehicle that is in a cast at a time, by its id. */
function rolesAt(film, time) {
  const roles = new Map();
  for (const one of film.situations) {
    if (time <= one.to) for (const member of castAt(one, time)) roles.set(member.who, member.role);
  }
  return roles;
}

function verdictColour(situation, inks) {
  return { met: inks.met, missed: inks.soso, failed: inks.grave }[situation.outcome] || inks.dim;
}

/** Spans at the top of the bar with their numbers and names, and a stroke through it at each critical moment. */
function drawSituations(context, timeline, floor, inks) {
  const { situations } = timeline.film;
  context.font = `11px ${FONT}`;
  context.textBaseline = "top";
  context.textAlign = "left";
  let free = 0; // from where on there is room for a name
  for (const [k, one] of situations.entries()) {
    const [left, right] = [timeline.toLeft(one.from), timeline.toLeft(one.to)];
    context.fillStyle = verdictColour(one, inks);
    context.fillRect(left, BAND - 3, Math.max(right - left, 3), 3);
    if (one.at !== null && one.at >= timeline.film.start) drawMoment(context, timeline.toLeft(one.at), floor);
    const next = k + 1 < situations.length ? timeline.toLeft(situations[k + 1].from) - 6 : timeline.width;
    const from = Math.max(left, free);
    const name = fitted(context, `${one.number} ${one.name}`, next - from) || fitted(context, `${one.number}`, next - from);
    if (!name) continue;
    context.fillStyle = inks.ink;
    const wide = context.measureText(name).width;
    context.fillText(name, Math.min(from, timeline.width - wide - 2), 0);
    free = from + wide + 6;
  }
}

function drawMoment(context, left, floor) {
  context.fillRect(left - 0.75, BAND, 1.5, floor - BAND);
  context.beginPath();
  context.moveTo(left, BAND - 6.5);
  context.lineTo(left + 5, BAND - 1.5);
  context.lineTo(left, BAND + 3.5);
  context.lineTo(left - 5, BAND - 1.5);
  context.fill();
}

/** A text cut to so many pixels; nothing where not even a few letters fit. */
function fitted(context, text, room) {
  if (context.measureText(text).width <= room) return text;
  let length = text.length;
  while (length > 2 && context.measureText(`${text.slice(0, length)}…`).width > room) length -= 1;
  return length > 2 ? `${text.slice(0, length).trimEnd()}…` : "";
}

/** The list by which to jump to each situation; it has all of the drive, also those that the page cannot show. */
function fillSituations(page) {
  const { listed } = page.film;
  element("situations").hidden = !listed.length;
  element("situations-title").textContent = `Situations (${listed.length})`;
  element("situations-list").replaceChildren(...listed.map((one) => situationEntry(page, one)));
}

function situationEntry(page, one) {
  const [entry, mark, name, verdict] = ["button", "i", "span", "small"].map((tag) => document.createElement(tag));
  entry.type = "button";
  entry.className = "situation";
  entry.dataset.number = `${one.number}`;
  entry.title = `${one.number} ${one.name}: ${situationText(one)}`;
  entry.setAttribute("aria-disabled", `${!one.is_shown}`);
  mark.className = one.outcome;
  name.textContent = `${one.number} ${one.name}`;
  verdict.textContent = momentText(one);
  entry.append(mark, name, verdict);
  entry.onclick = () => page.goToSituation(one);
  return entry;
}

/** When a situation was, or where along the drive it would have been, and its outcome in a word. */
function momentText(one) {
  const verdict = VERDICTS[one.outcome] || one.outcome;
  if (one.from === null) return one.place === null ? verdict : `${lengthText(one.place)} along · ${verdict}`;
  return `${timeText(one.at ?? one.to, 1)} · ${verdict}`;
}

/** All that is known of how a situation came out. */
function situationText(one) {
  const verdict = VERDICTS[one.outcome] || one.outcome;
  const part = one.from !== null && !one.is_shown ? "; this page shows another part of the drive" : "";
  return `${verdict}${one.text ? `; ${one.text}` : ""}${part}`;
}

/** Show in the list which situation is on. */
function markSituation(page) {
  if (!page.film.situations.length) return;
  const now = situationAt(page.film, page.time);
  for (const entry of element("situations-list").children) {
    entry.classList.toggle("now", now !== null && entry.dataset.number === `${now.number}`);
  }
}
