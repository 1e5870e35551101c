// What people do: buttons, keys, dragging, pinching, scrolling, and going to another time.

const SKIP = 5; // seconds, with Shift
const CLICK = 6; // pixels; a pointer that moves further drags
const PICK_REACH = 18; // pixels around a vehicle that pick it
const LABELS = ["all", "names", "none"];

function listenToButtons(page) {
  const press = (id, action) => element(id).addEventListener("click", () => {
    action();
    element("land").focus({ preventScroll: true });
  });
  press("play", () => page.setPlaying(!page.isPlaying));
  press("back", () => page.step(-1));
  press("on", () => page.step(1));
  press("previous", () => page.goToEvent(-1));
  press("next", () => page.goToEvent(1));
  press("fit", () => page.fit());
  press("theme", () => toggleTheme(page));
  press("colour", () => page.setColour(!page.bySpeed));
  press("follow", () => page.toggleFollowing());
  press("near", () => toggleNear(page));
  press("unpick", () => page.pick(null));
  element("ask").addEventListener("click", () => element("help").showModal());
  element("pace").addEventListener("change", (event) => page.setPace(+event.target.value));
  press("key", () => toggleLegend(page));
  element("find").addEventListener("input", (event) => {
    event.target.setAttribute("aria-invalid", "false");
    // A name chosen from the list is found at once; what is typed waits for Enter.
    if (!event.inputType || event.inputType === "insertReplacementText") page.find(event.target.value);
  });
  for (const id of ["situations", "legend"]) {
    element(id).addEventListener("toggle", () => page.measure());
  }
}

function toggleLegend(page) {
  element("legend").hidden = !element("legend").hidden;
  element("key").setAttribute("aria-pressed", `${!element("legend").hidden}`);
  page.measure();
}

function toggleTheme(page) {
  page.setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
}

function toggleNear(page) {
  page.plot.isNear = !page.plot.isNear;
  page.touch();
}

function listenToKeys(page) {
  const faster = (by) => page.setPace(PACES[Math.min(Math.max(PACES.indexOf(page.pace) + by, 0), PACES.length - 1)]);
  const keys = {
    " ": () => page.setPlaying(!page.isPlaying),
    ArrowLeft: (event) => (event.shiftKey ? page.go(page.time - SKIP, { stop: false }) : page.step(-1)),
    ArrowRight: (event) => (event.shiftKey ? page.go(page.time + SKIP, { stop: false }) : page.step(1)),
    ArrowUp: () => faster(1),
    ArrowDown: () => faster(-1),
    Home: () => page.go(page.film.start),
    End: () => page.go(page.film.end),
    n: () => page.goToEvent(1),
    p: () => page.goToEvent(-1),
    s: () => page.goToNextSituation(),
    "+": () => zoomBy(page, 1.3),
    "=": () => zoomBy(page, 1.3),
    "-": () => zoomBy(page, 1 / 1.3),
    0: () => page.fit(),
    f: () => page.toggleFollowing(),
    "[": () => page.pickNext(-1),
    "]": () => page.pickNext(1),
    w: () => toggleNear(page),
    c: () => page.setColour(!page.bySpeed),
    l: () => {
      page.labels = LABELS[(LABELS.indexOf(page.labels) + 1) % LABELS.length];
      page.touch();
    },
    d: () => toggleTheme(page),
    k: () => toggleLegend(page),
    "/": () => element("find").focus(),
    Escape: () => (element("note").hidden ? page.pick(null) : say(page, "")),
    "?": () => element("help").showModal(),
  };
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input, select") || element("help").open;
    if (event.target.id === "find" && ["Escape", "Enter"].includes(event.key)) {
      if (event.key === "Enter") page.find(event.target.value);
      setTimeout(() => element("land").focus());
      return;
    }
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key](event);
  });
}

function zoomBy(page, factor, left, top) {
  if (page.isFollowing) page.zoomFollowed(factor);
  else {
    page.view.zoom(factor, left, top);
    page.ownScale = page.view.scale;
  }
  page.touch();
}

/** Drag, pinch, scroll and click on the map. */
function listenToMap(page) {
  const land = element("land");
  const held = new Map();
  let moved = 0;
  land.addEventListener("pointerdown", (event) => {
    land.setPointerCapture(event.pointerId);
    held.set(event.pointerId, [event.offsetX, event.offsetY]);
    if (held.size === 1) moved = 0;
  });
  land.addEventListener("pointermove", (event) => {
    if (!held.has(event.pointerId)) {
      land.classList.toggle("over", Boolean(page.nearest(event.offsetX, event.offsetY, PICK_REACH)));
      return;
    }
    const before = spread(held);
    const [x, y] = held.get(event.pointerId);
    held.set(event.pointerId, [event.offsetX, event.offsetY]);
    moved += Math.hypot(event.offsetX - x, event.offsetY - y);
    if (moved < CLICK) return;
    land.classList.add("moving");
    const after = spread(held);
    if (held.size === 1) page.isFollowing = false;
    if (!page.isFollowing) page.view.pan(after.x - before.x, after.y - before.y);
    if (held.size > 1 && before.size > 0) zoomBy(page, after.size / before.size, after.x, after.y);
    page.touch();
  });
  const release = (event) => {
    if (!held.delete(event.pointerId)) return;
    land.classList.remove("moving");
    if (event.type === "pointerup" && moved < CLICK && held.size === 0) {
      const stay = page.nearest(event.offsetX, event.offsetY, PICK_REACH);
      if (stay) page.pick(stay);
    }
  };
  land.addEventListener("pointerup", release);
  land.addEventListener("pointercancel", release);
  land.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : 1;
    zoomBy(page, Math.exp(-0.0016 * lines * event.deltaY), event.offsetX, event.offsetY);
  }, { passive: false });
}

/** The middle of the fingers on the screen, and how far apart they are. */
function spread(held) {
  const points = [...held.values()];
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
  const y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
  const size = points.length > 1 ? Math.hypot(points[0][0] - points[1][0], points[0][1] - points[1][1]) : 0;
  return { x, y, size };
}

/** Dragging on the bar or in the plot goes to another time; hovering over the bar tells what happened there. */
function listenToTime(page) {
  const drags = (canvas, toTime) => {
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      page.go(toTime(event.offsetX));
    });
    canvas.addEventListener("pointermove", (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) page.go(toTime(event.offsetX));
    });
  };
  const bar = element("timeline");
  drags(bar, (left) => {
    const [near] = page.timeline.eventsNear(left);
    return near && Math.abs(page.timeline.toLeft(near.time) - left) < 3 ? near.time : page.timeline.toTime(left);
  });
  drags(element("plot"), (left) => page.plot.toTime(left, page.picked, page.time));
  bar.addEventListener("pointermove", (event) => tellEvents(page, event.offsetX));
  bar.addEventListener("pointerleave", () => { element("tip").hidden = true; });
  bar.addEventListener("click", (event) => {
    const [near] = page.timeline.eventsNear(event.offsetX);
    if (near && Math.abs(page.timeline.toLeft(near.time) - event.offsetX) < 3) page.goTo(near);
  });
}

function tellEvents(page, left) {
  const tip = element("tip");
  const near = page.timeline.eventsNear(left);
  const lines = near.slice(0, 5).map((event) => {
    const who = event.who.map((id) => page.film.stayOf(id, page.film.frameAt(event.time))?.label ?? shortId(id)).join(", ");
    return `${timeText(event.time)}  ${event.kind}${who ? ` – ${who}` : ""}${event.text ? `\n    ${event.text}` : ""}`;
  });
  const situation = situationAt(page.film, page.timeline.toTime(left));
  if (situation) lines.unshift(`${situation.name}: ${situation.outcome}${situation.text ? `\n    ${situation.text}` : ""}`);
  if (near.length > 5) lines.push(`… and ${near.length - 5} more`);
  tip.textContent = lines.length ? lines.join("\n") : timeText(page.timeline.toTime(left));
  tip.hidden = false;
  const middle = left + 10 - tip.offsetWidth / 2;
  tip.style.left = `${Math.min(Math.max(middle, 6), page.view.width - tip.offsetWidth - 6)}px`;
}
