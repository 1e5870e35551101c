// Words and numbers around the map: the time, the legend, and what is known of the picked vehicle.

const PACES = [0.25, 0.5, 1, 2, 4, 8, 16]; // multiples of real time

const element = (id) => document.getElementById(id);

const CROWDS = { person: "people" }; // families whose plural has no s
const NOTED = 9000; // milliseconds for which a note stays

const CAPTIONS = {
  road: "road", shoulder: "shoulder", green: "verge, median", pavement: "pavement", parking: "parking", rail: "tracks",
  bike: "bicycles", closed: "restricted", bus: "bus, taxi", building: "buildings", plants: "trees, plants",
};

/** How many there are of a family, in words. */
function counted(count, family) {
  return `${count} ${count === 1 ? family : CROWDS[family] || `${family}s`}`;
}

/** Say something below the map for some seconds, with stays to choose from; nothing takes it away. */
function say(page, message, choices = []) {
  const note = element("note");
  clearTimeout(page.noting);
  note.hidden = !message;
  if (!message) return;
  element("note-text").textContent = message;
  element("note-choices").replaceChildren(...choices.map((stay) => choiceOf(page, stay)));
  page.noting = setTimeout(() => { note.hidden = true; }, NOTED);
}

function choiceOf(page, stay) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = cut(stay.label, 24);
  button.title = stay.label;
  button.onclick = () => page.find(stay.label);
  return button;
}

function showTime(page) {
  const { film, time } = page;
  const frame = film.frameAt(time);
  element("now").textContent = timeText(time);
  element("whole").textContent = `/ ${timeText(film.end)}`;
  const present = film.groups.length > 1 ? film.groups.map((group) => counted(group.counts[frame], group.family))
    : [`${film.counts[frame]} here now`];
  const facts = [...present, `${film.byId.size} in all`, `seed ${page.story.seed}`, ...weatherFacts(film, frame)];
  const staged = film.events.filter((event) => event.kind === "Staged");
  if (staged.length) facts.unshift(`STAGED at ${staged.map((event) => timeText(event.time)).join(", ")}: not possible in reality`);
  if (page.story.state !== "closed") facts.push(`the run ended early (${page.story.state})`);
  element("facts").textContent = facts.join(" · ");
  element("facts").title = element("facts").textContent;
}

/** What is worth telling of the weather. */
function weatherFacts(film, frame) {
  const { rain, visibility, grip, daylight } = film.weather;
  const facts = [];
  if (rain && rain.at(frame) > 0) facts.push(`rain ${rain.at(frame).toFixed(1)} mm/h`);
  if (visibility && visibility.at(frame) < 5000) facts.push(`visibility ${Math.round(visibility.at(frame))} m`);
  if (grip && grip.at(frame) < 0.995) facts.push(`grip ${Math.round(100 * grip.at(frame))} %`);
  if (daylight && daylight.at(frame) < 0.3) facts.push("night");
  return facts;
}

function drawScale(view) {
  const length = roundLength(150 / view.scale);
  element("bar-text").textContent = lengthText(length);
  element("bar-line").style.width = `${length * view.scale}px`;
}

/** What is known of the picked vehicle now. */
function showPicked(page, pose) {
  const { picked, film } = page;
  element("who").textContent = picked.name ? picked.name : `No. ${shortId(picked.id)}`;
  element("who").title = element("who").textContent;
  element("what").textContent = `${picked.name ? `no. ${shortId(picked.id)}, ` : ""}${picked.kind}`;
  element("what").title = picked.length ? `${picked.length.toFixed(2)} m long, ${picked.width.toFixed(2)} m wide` : "";
  element("follow").setAttribute("aria-pressed", `${page.isFollowing}`);
  element("near").setAttribute("aria-pressed", `${page.plot.isNear}`);
  element("state").replaceChildren(...(pose ? stateOf(page, pose) : absenceOf(page)));
  page.plot.draw(picked, page.time, page.inks, page.ratio);
}

function fact(name, value) {
  const [term, detail] = [document.createElement("dt"), document.createElement("dd")];
  term.textContent = name;
  detail.append(value);
  detail.title = detail.textContent;
  return [term, detail];
}

function stateOf(page, pose) {
  const { leader, lane, pilot, contact } = pose.stay.group.channels;
  const facts = [];
  if (page.roles.has(pose.stay.id)) facts.push(...fact("role", page.roles.get(pose.stay.id)));
  const numbered = (name, channel) => {
    if (channel && !channel.isNull(pose.row)) facts.push(...fact(name, linkTo(page, channel.steps[pose.row])));
  };
  numbered("leader", leader);
  if (pilot) facts.push(...fact("pilot", pilot.word(pose.row)));
  numbered("touches", contact);
  if (lane && page.story.land && lane.steps[pose.row] >= 0) {
    const [term, detail] = fact("lane", page.story.land.lanes[lane.steps[pose.row]] ?? `${lane.steps[pose.row]}`);
    term.className = detail.className = "whole";
    facts.push(term, detail);
  }
  return facts;
}

function linkTo(page, id) {
  const link = document.createElement("a");
  const stay = page.film.stayOf(id, page.film.frameAt(page.time));
  link.textContent = stay ? stay.label : shortId(id);
  if (stay) link.onpointerdown = () => page.pick(stay);
  return link;
}

function absenceOf(page) {
  const { picked, film } = page;
  const link = document.createElement("a");
  link.textContent = `from ${timeText(film.times[picked.first], 1)} to ${timeText(film.times[picked.last], 1)}`;
  link.onpointerdown = () => page.goWherePresent(picked);
  return fact("is there", link);
}

function legendEntry(caption, colour, look = "") {
  const [entry, swatch] = [document.createElement("div"), document.createElement("i")];
  entry.className = "entry";
  swatch.className = look;
  if (colour) swatch.style.background = colour;
  entry.append(swatch, caption);
  return entry;
}

function section(title, parts) {
  const [made, heading] = [document.createElement("section"), document.createElement("h3")];
  heading.textContent = title;
  made.append(heading, ...parts);
  return made;
}

/** What colours and marks mean. It is closed at first, and opens over the map by its button in the bar below. */
function fillLegend(page) {
  const { actors, inks, land, film } = page;
  const seen = page.bySpeed ? speedRamp(actors) : actors.kinds.map((kind) => legendEntry(kind, actors.kindColour(kind, inks)));
  if (film.stays.some((stay) => stay.isSubject)) seen.push(legendEntry("subject", "", "ring"));
  if (film.situations.some((one) => one.cast.length)) seen.push(legendEntry("role in a situation", "", "ring role"));
  const channels = film.groups.map((group) => group.channels);
  if (channels.some((each) => each.headlamps)) seen.push(legendEntry("headlamps lit", inks.lamp));
  if (channels.some((each) => each.brake_light)) seen.push(legendEntry("brakes", inks.brake));
  if (channels.some((each) => each.turn_light)) seen.push(legendEntry("turn light", inks.turn));
  const looks = Object.keys(CAPTIONS).filter((look) => land.looks.includes(look));
  const { lights } = film;
  const lamps = lights.bars.length ? [["halt", "red"], ["soon", "red and amber"], ["amber", "amber"], ["go", "green"]] : [];
  const sections = [
    [film.groups.every((group) => group.family === "vehicle") ? "Vehicles" : "Who", seen],
    ["Lights", lamps.map(([shown, caption]) => legendEntry(caption, inks.lights[shown]))],
    ["Roads", looks.map((look) => legendEntry(CAPTIONS[look], inks.looks[look]))],
    ["Events", page.timeline.kinds.map((kind) => eventEntry(page, kind))],
  ].filter(([, parts]) => parts.length);
  element("legend-body").replaceChildren(...sections.map(([title, parts]) => section(title, parts)));
}

/** A kind of event, which a click hides from the bar and shows again. */
function eventEntry(page, kind) {
  const { timeline, inks } = page;
  const [entry, mark] = [document.createElement("button"), document.createElement("i")];
  entry.className = "entry";
  entry.type = "button";
  mark.className = "mark";
  mark.style.borderTopColor = timeline.colourOf(kind.name, inks);
  entry.append(mark, `${cut(kind.name, 32)} (${kind.count})`);
  entry.title = `${kind.name}: click to hide or show it on the time bar`;
  entry.setAttribute("aria-pressed", `${!timeline.hidden.has(kind.name)}`);
  entry.onclick = () => {
    timeline.toggle(kind.name);
    fillLegend(page);
    page.touch();
  };
  return entry;
}

function speedRamp(actors) {
  const [ramp, ends] = [document.createElement("div"), document.createElement("div")];
  ramp.className = "ramp";
  const stops = [0, 0.25, 0.5, 0.75, 1].map(speedColour).join(", ");
  ramp.style.background = `linear-gradient(to right, ${stops})`;
  ends.className = "ramp-ends";
  for (const text of ["0", `${Math.round(actors.fastest * 3.6)} km/h`]) {
    const end = document.createElement("span");
    end.textContent = text;
    ends.append(end);
  }
  return [ramp, ends];
}

function fillPanels(page) {
  element("pace").replaceChildren(...PACES.map((pace) => new Option(`${pace}×`, `${pace}`, pace === 1, pace === 1)));
  const named = [...new Set(page.film.stays.map((stay) => stay.name).filter(Boolean))];
  element("names").replaceChildren(...named.map((name) => new Option(name, name)));
  page.setColour(false);
  fillSituations(page);
  fillMissions(page);
  element("missions").open = page.view.width > 900;
  element("situations").open = page.view.width > 900 && page.view.height > 500;
  element("timeline").classList.toggle("tall", page.film.situations.length > 0);
  const hasEvents = page.film.events.length > 0;
  for (const id of ["previous", "next"]) element(id).hidden = !hasEvents;
}
