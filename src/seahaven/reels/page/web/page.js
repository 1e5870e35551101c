// The page: what is shown now, and from where; how it opens.

const FOLLOWED_WIDTH = 220; // metres across the screen when a vehicle is followed
const FOLLOWED_SCALE = 3.5; // pixels per metre then, at least
const MOST_OF_ROADS = 0.6; // of their width and height; where traffic takes up less, the page begins there
const AROUND = 30; // metres around traffic that are shown then
const FEW = 40; // ways that stand for roads where there are none
const SHOWN_WAY = 20; // seconds of the picked vehicle's way that are drawn, back and on
const NARROW = 700; // pixels; on a narrower screen the list of situations makes room for the one that was chosen
const SOON = 1; // seconds before an event at which its place is marked
const LATELY = 4; // seconds after which the mark is gone

class Page {
  constructor(story, film) {
    Object.assign(this, { story, film, view: new View(), time: film.start, isPlaying: false, pace: 1 });
    Object.assign(this, { picked: null, bySpeed: false, labels: "all", poses: [], roles: new Map(), inks: readInks() });
    // While it follows, the screen has a scale of its own; with `isFraming` it shows the cast of situations, too.
    Object.assign(this, { isFollowing: false, isFraming: true, ownScale: 5, framed: [], followed: null, hasJumped: true });
    const ways = story.land || film.stays.length > FEW ? [] : film.stays.map((stay) => wayOf(stay, film.leapAfter(stay.first)));
    this.land = new Land(story.land, ways);
    this.actors = new Actors([...new Set(film.stays.map((stay) => stay.kind))], fastestOf(film));
    this.missions = story.missions || [];
    this.timeline = new Timeline(element("timeline"), film);
    this.plot = new Plot(element("plot"), film, story.plots, story.curves);
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.isWaiting = false;
    this.measure();
    fillPanels(this);
    this.fit();
    this.lookAtTraffic();
    this.lookAtSubject();
    this.readAddress();
  }

  // --- time

  /** Go to a time (s), within the film. */
  go(time, { stop = true } = {}) {
    this.time = within(time, this.film.start, this.film.end);
    this.hasJumped = true;
    if (stop) this.setPlaying(false);
    this.touch();
  }

  step(frames) {
    const { frame, share } = this.film.placeOf(this.time);
    const target = frames < 0 && share > 0 ? frame + frames + 1 : frame + frames;
    this.go(this.film.times[within(target, 0, this.film.times.length - 1)]);
  }

  setPlaying(isPlaying) {
    if (isPlaying && this.time >= this.film.end) this.time = this.film.start;
    this.isPlaying = isPlaying;
    this.before = null;
    element("play").classList.toggle("playing", isPlaying);
    element("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    this.touch();
  }

  setPace(pace) {
    this.pace = pace;
    element("pace").value = `${pace}`;
  }

  goToEvent(direction) {
    const { events } = this.timeline;
    const found = direction > 0 ? events.find((event) => event.time > this.time + 1e-4)
      : events.findLast((event) => event.time < this.time - 1e-4);
    if (found) this.goTo(found);
  }

  /** Go to an event, and pick a vehicle that took part in it. */
  goTo(event) {
    this.go(event.time);
    const stay = event.who.length && this.film.stayOf(event.who[0], this.film.frameAt(event.time));
    if (stay && !(this.picked && event.who.includes(this.picked.id))) this.pick(stay);
    tellEvents(this, this.timeline.toLeft(event.time));
    clearTimeout(this.telling);
    this.telling = setTimeout(() => { element("tip").hidden = true; }, 4000);
  }

  /** Go to some seconds before the critical moment of a situation, with the subject and the cast on the screen. */
  goToSituation(situation) {
    if (!situation.is_shown) {
      say(this, `${situation.number} ${situation.name}: ${situationText(situation)}.`);
      return;
    }
    if (this.view.width < NARROW) element("situations").open = false;
    this.go(startOf(situation, this.film));
    const subject = this.film.stays.find((stay) => stay.isSubject);
    if (subject) this.pick(this.film.stayOf(subject.id, this.film.frameAt(this.time)));
    this.setScale(Math.max(this.ownScale, this.drivenScale));
    this.isFraming = true;
    this.plot.isNear = true;
    element("land").focus({ preventScroll: true });
  }

  goToNextSituation() {
    const { situations } = this.film;
    const next = situations.find((one) => startOf(one, this.film) > this.time + 1e-4) || situations[0];
    if (next) this.goToSituation(next);
  }

  // --- which vehicle, and where

  pick(stay, { follow = true } = {}) {
    this.picked = stay;
    this.isFollowing = Boolean(stay) && follow;
    this.isFraming = true;
    this.hasJumped = true;
    element("sheet").hidden = !stay;
    document.body.classList.toggle("picked", Boolean(stay));
    this.touch();
  }

  /** Follow the picked vehicle, with the cast of its situation again if a zoom has ended that, or let go of it. */
  toggleFollowing() {
    this.setFollowing(!this.isFollowing || !this.isFraming);
  }

  setFollowing(isFollowing) {
    if (isFollowing && !this.picked) this.pick(this.nearest(this.view.width / 2, this.view.height / 2, Infinity));
    this.isFollowing = isFollowing && Boolean(this.picked);
    this.isFraming = true;
    this.hasJumped = true;
    this.touch();
  }

  /** Set how many pixels a metre has on the screen, and has while nothing but the picked vehicle is framed. */
  setScale(scale) {
    this.ownScale = this.view.scale = within(scale, FURTHEST, NEAREST);
  }

  /** Zoom while following; with a cast on the screen that ends its framing, and the picked vehicle alone is followed. */
  zoomFollowed(factor) {
    if (this.framed.length) this.isFraming = false;
    this.setScale(this.view.scale * factor);
    this.hasJumped = true;
  }

  /** Pick the vehicle with the next number that is there now. */
  pickNext(direction) {
    const present = this.poses.map((pose) => pose.stay).sort((one, other) => one.id - other.id);
    if (!present.length) return;
    const index = present.indexOf(this.picked);
    this.pick(present[(index + direction + present.length) % present.length]);
  }

  /** Pick the vehicle with a number or name, and go to where and when it is there; say so if there is none. */
  find(text) {
    const { stay, message, choices } = search(this.film, text, this.time);
    say(this, message, choices);
    element("find").setAttribute("aria-invalid", `${Boolean(message && !stay)}`);
    if (!stay) return;
    this.pick(stay);
    this.goWherePresent(stay);
    if (this.ownScale < this.drivenScale / 4) this.setScale(this.drivenScale);
  }

  /** Go to the nearest time at which an entity is there. */
  goWherePresent(stay) {
    const [first, last] = [this.film.times[stay.first], this.film.times[stay.last]];
    if (this.time < first || this.time > last) this.go(this.time < first ? first : last);
  }

  /** The stay nearest to a point of the screen, within some pixels or under it. */
  nearest(left, top, reach) {
    let best = null;
    let least = reach;
    for (const pose of this.poses) {
      const [x, y] = this.view.toScreen(pose.x, pose.y);
      const away = Math.max(Math.hypot(x - left, y - top) - 0.4 * pose.stay.length * this.view.scale, 0);
      if (away < least) [best, least] = [pose.stay, away];
    }
    return best;
  }

  /** Show all roads, or all ways where there are none, beside the panels and not below them. */
  fit() {
    this.isFollowing = false;
    this.view.fit(this.land.bounds || boundsOfStays(this.film.stays), { ...coveredBy(this), margin: 24, most: 12 });
    this.ownScale = this.view.scale;
    this.touch();
  }

  /** Begin where there is traffic, if that is only a part of the roads. */
  lookAtTraffic() {
    const [roads, box] = [this.land.bounds, boundsOfStays(this.film.stays)];
    const isPart = (most) => box.right - box.left < most * (roads.right - roads.left) && box.top - box.bottom < most * (roads.top - roads.bottom);
    if (roads && isPart(MOST_OF_ROADS)) this.view.fit(widened(box, AROUND), { ...coveredBy(this), most: FOLLOWED_SCALE });
    this.ownScale = this.view.scale;
  }

  /** Begin with the first subject, if the film has one, so near that vehicles are boxes. */
  lookAtSubject() {
    const subject = this.film.stays.find((stay) => stay.isSubject);
    if (!subject) return;
    this.pick(subject);
    this.setScale(Math.max(this.ownScale, this.drivenScale));
  }

  /** The scale at which the screen shows about what a driver sees, and vehicles as boxes. */
  get drivenScale() {
    return Math.max(this.view.width / FOLLOWED_WIDTH, FOLLOWED_SCALE);
  }

  // --- the address

  /** Go where the address says: #situation=3, #t=12.5&v=17, or to a place by x and y, and z for pixels per metre. */
  readAddress() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const number = (key) => (asked.has(key) && Number.isFinite(+asked.get(key)) ? +asked.get(key) : null);
    if (asked.has("situation")) this.openSituation(asked.get("situation"));
    if (number("t") !== null) this.go(number("t"));
    if (asked.has("v")) this.openVehicle(asked.get("v"), number("z") !== null);
    if (number("x") !== null && number("y") !== null) {
      this.isFollowing = false;
      Object.assign(this.view, { x: number("x"), y: number("y") });
    }
    if (number("z") !== null) {
      this.setScale(number("z"));
      this.isFraming = false;
    }
    this.touch();
  }

  openSituation(number) {
    const { listed } = this.film;
    const situation = listed.find((one) => `${one.number}` === number);
    if (situation) this.goToSituation(situation);
    else say(this, `There is no situation ${cut(number, 20)}: this drive has ${listed.length || "none"}.`);
  }

  openVehicle(text, hasScale) {
    const { stay, message, choices } = search(this.film, text, this.time);
    if (message) say(this, message, choices);
    if (!stay) return;
    this.pick(stay);
    if (!hasScale) this.setScale(Math.max(this.ownScale, this.drivenScale));
  }

  /** Keep the time and the picked vehicle in the address while nothing plays, not too often: browsers count. */
  keepAddress() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => {
      if (this.isPlaying) return;
      const who = this.picked ? `&v=${encodeURIComponent(this.picked.name || this.picked.id)}` : "";
      const address = `#t=${+this.time.toFixed(3)}${who}`;
      if (address !== location.hash) history.replaceState(null, "", address);
    }, 350);
  }

  // --- drawing

  measure() {
    const land = element("land");
    this.view.width = land.clientWidth;
    this.view.height = land.clientHeight;
    this.hasJumped = true;
    this.touch();
  }

  /** Have the page drawn with the screen's next frame. */
  touch() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame((now) => {
      this.isWaiting = false;
      this.advance(now);
      const isAtRest = this.draw(now);
      if (this.isPlaying || !isAtRest) this.touch();
      else this.keepAddress();
    });
  }

  advance(now) {
    if (!this.isPlaying) return;
    if (this.before !== null) this.time += ((now - this.before) / 1000) * this.pace;
    this.before = now;
    if (this.time >= this.film.end) {
      this.time = this.film.end;
      this.setPlaying(false);
    }
  }

  /** Draw everything at a date of the screen (ms); gives whether the screen has come to rest where it should be. */
  draw(now) {
    const { view, inks, ratio } = this;
    this.film.poses(this.time, this.poses);
    this.roles = rolesAt(this.film, this.time);
    const isAtRest = this.holdPicked(now);
    const context = sized(element("land"), ratio);
    [view.width, view.height] = [element("land").clientWidth, element("land").clientHeight];
    this.land.draw(context, view, inks, ratio, () => this.touch());
    const frame = this.film.frameAt(this.time);
    const darkness = this.film.darknessAt(frame);
    document.body.classList.toggle("night", darkness > NIGHT);
    drawNight(context, view, this.poses, darkness, document.documentElement.dataset.theme);
    // From near vehicles stand on the strokes; from afar they would hide the dots.
    const { lights, signals } = this.film;
    const states = signals.at(frame);
    if (lights.areNear(view)) lights.draw(context, view, states, this.time, inks);
    drawMissions(context, this);
    this.drawPlaces(context);
    const pose = this.poses.find((each) => each.stay === this.picked);
    if (pose) this.drawTies(context, pose);
    this.actors.draw(context, view, this.poses, this.time, this);
    drawPointers(context, this, this.roles);
    if (!lights.areNear(view)) lights.draw(context, view, states, this.time, inks);
    this.timeline.draw(this.time, inks, ratio);
    drawScale(view);
    showTime(this);
    markSituation(this);
    if (this.missions.length) showMissions(this);
    if (this.picked) showPicked(this, pose);
    return isAtRest;
  }

  /** Keep to the picked vehicle, also when it goes and comes again, and let the screen follow it. */
  holdPicked(now) {
    const passed = Math.min((now - this.drawn) / 1000 || 0, 0.1);
    this.drawn = now;
    this.framed = [];
    if (!this.picked) return true;
    const { frame, share } = this.film.placeOf(this.time);
    this.picked = this.film.stayOf(this.picked.id, frame);
    if (!this.isFollowing) return true;
    const there = within(frame, this.picked.first, this.picked.last);
    const pose = poseOf(this.picked, there, there === frame ? share : 0, this.film.leapAfter(frame));
    if (this.isFraming) this.framed = companyOf(this.film, this.poses, pose, this.time);
    const target = this.view.framing(boxAround([pose, ...this.framed]), { ...coveredBy(this), margin: FRAMED_MARGIN, most: this.ownScale });
    const moved = this.hasJumped ? 1 : 1 - Math.exp(-passed / EASE);
    const isAtRest = follow(this.view, pose, this.followed || pose, target, moved);
    this.followed = { x: pose.x, y: pose.y };
    this.hasJumped = false;
    return isAtRest;
  }

  /** Where something happens about now: a cross, which grows faint. */
  drawPlaces(context) {
    for (const event of this.timeline.events) {
      const since = this.time - event.time;
      if (!event.place || since < -SOON || since > LATELY) continue;
      const [left, top] = this.view.toScreen(...event.place);
      context.globalAlpha = since < 0 ? 0.35 : 1 - since / LATELY;
      context.strokeStyle = this.timeline.colourOf(event.kind, this.inks);
      context.lineWidth = 2.5;
      context.beginPath();
      context.arc(left, top, 16, 0, 2 * Math.PI);
      for (const [x, y] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
        context.moveTo(left + 16 * x, top + 16 * y);
        context.lineTo(left + 24 * x, top + 24 * y);
      }
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  /** The picked vehicle's way, some seconds back and on, and a line to its leader. */
  drawTies(context, pose) {
    const { view, inks } = this;
    const { leader } = pose.stay.group.channels;
    const { frame } = this.film.placeOf(this.time);
    const how = { most: 800, leap: this.film.leapAfter(frame), at: (x, y) => view.toScreen(x, y) };
    const lineThrough = (from, to) => {
      context.beginPath();
      trace(context, pose.stay, from, to, how);
      context.stroke();
    };
    context.strokeStyle = inks.picked;
    context.lineWidth = 1.5;
    context.globalAlpha = 0.55;
    const rowAt = (time) => pose.stay.rowAt(Math.min(Math.max(this.film.frameAt(time), pose.stay.first), pose.stay.last));
    lineThrough(rowAt(this.film.times[frame] - SHOWN_WAY), pose.row);
    context.setLineDash([3, 5]);
    lineThrough(pose.row, rowAt(this.film.times[frame] + SHOWN_WAY));
    context.setLineDash([]);
    context.globalAlpha = 1;
    const ahead = leader && !leader.isNull(pose.row) && this.poses.find((each) => each.stay.id === leader.steps[pose.row]);
    if (!ahead) return;
    context.strokeStyle = inks.curves.gap;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(...view.toScreen(pose.x, pose.y));
    context.lineTo(...view.toScreen(ahead.x, ahead.y));
    context.stroke();
  }

  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    this.inks = readInks();
    this.land.forget();
    fillLegend(this);
    this.touch();
  }

  setColour(bySpeed) {
    this.bySpeed = bySpeed;
    element("colour").textContent = bySpeed ? "Colour: speed" : "Colour: kind";
    fillLegend(this);
    this.touch();
  }
}

async function open() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
  try {
    const [story, bytes] = await Promise.all(["story", "film"].map((id) => inflated(bytesOf(element(id).textContent))));
    const told = JSON.parse(new TextDecoder().decode(story));
    const page = new Page(told, new Film(told, bytes));
    listenToButtons(page);
    listenToKeys(page);
    listenToMap(page);
    listenToTime(page);
    listenToExport(page);
    new ResizeObserver(() => page.measure()).observe(element("stage"));
    addEventListener("hashchange", () => page.readAddress());
    dark.addEventListener("change", () => page.setTheme(dark.matches ? "dark" : "light"));
    element("wait").hidden = true;
    element("land").focus({ preventScroll: true });
    window.page = page;
  } catch (error) {
    element("wait").textContent = `This page cannot be shown here: ${error.message}. A current browser will do.`;
    throw error;
  }
}

open();
