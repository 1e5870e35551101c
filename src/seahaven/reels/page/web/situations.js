// The situations of a directed drive: spans on the bar, a list to jump by, and the address #situation=3.

const BEFORE = 4; // seconds before the critical moment at which one begins to look
const VERDICTS = { met: "met", missed: "missed", failed: "failed", played: "played", open: "not over" };

/** When one begins to look at a situation. */
function startOf(situation, film) {
  return Math.max(situation.at === null ? situation.from : situation.at - BEFORE, film.start);
}

/** The situation that is open at a time, or looked at by now; the one whose moment, or end, is nearest, if several are. */
function situationAt(film, time) {
  const away = (one) => Math.abs((one.at ?? one.to) - time);
  return film.situations
    .filter((one) => Math.min(one.from, startOf(one, film)) <= time + 1e-4 && time <= one.to)
    .reduce((best, one) => (best !== null && away(best) <= away(one) ? best : one), null);
}

function verdictColour(situation, inks) {
  return { met: inks.met, missed: inks.soso, failed: inks.grave }[situation.outcome] || inks.dim;
}

/** Spans at the top of the bar with their names, and a stroke through it at each critical moment. */
function drawSituations(context, timeline, floor, inks) {
  const { situations } = timeline.film;
  context.font = `10px ${FONT}`;
  context.textBaseline = "top";
  context.textAlign = "left";
  let free = 0; // from where on there is room for a name
  for (const [k, one] of situations.entries()) {
    const [left, right] = [timeline.toLeft(one.from), timeline.toLeft(one.to)];
    context.fillStyle = verdictColour(one, inks);
    context.fillRect(left, BAND - 3, Math.max(right - left, 3), 3);
    if (one.at !== null) drawMoment(context, timeline.toLeft(one.at), floor);
    const next = k + 1 < situations.length ? timeline.toLeft(situations[k + 1].from) - 8 : timeline.width;
    const name = fitted(context, one.name, Math.max(next, right) - Math.max(left, free));
    if (!name || left < free - 1) continue;
    context.fillStyle = inks.ink;
    const wide = context.measureText(name).width;
    context.fillText(name, Math.min(left, timeline.width - wide - 2), 0);
    free = left + wide + 6;
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

/** The list by which one jumps to each situation. */
function fillSituations(page) {
  const { situations } = page.film;
  element("situations").hidden = !situations.length;
  element("situations-title").textContent = `Situations (${situations.length})`;
  element("situations-list").replaceChildren(...situations.map((one) => situationEntry(page, one)));
}

function situationEntry(page, one) {
  const [entry, mark, name, told] = ["button", "i", "span", "small"].map((tag) => document.createElement(tag));
  entry.type = "button";
  entry.className = "situation";
  entry.dataset.number = `${one.number}`;
  entry.title = one.text;
  mark.className = one.outcome;
  name.textContent = one.name;
  told.textContent = `${timeText(one.at ?? one.from, 1)} · ${VERDICTS[one.outcome] || one.outcome}`;
  entry.append(mark, name, told);
  entry.onclick = () => page.goToSituation(one);
  return entry;
}

/** Show in the list which situation is on. */
function tellSituation(page) {
  if (!page.film.situations.length) return;
  const now = situationAt(page.film, page.time);
  for (const entry of element("situations-list").children) {
    entry.classList.toggle("now", now !== null && entry.dataset.number === `${now.number}`);
  }
}
