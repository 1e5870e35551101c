// The page: what is shown now, and from where; how it opens.

const FOLLOWED_WIDTH = 220; // metres across the screen when somebody is followed
const FOLLOWED_SCALE = 3.5; // pixels per metre then, at least
const MOST_OF_ROADS = 0.6; // of their width and height; where traffic takes up less, the page begins there
const AROUND = 30; // metres around traffic that are shown then
const SHOWN_WAY = 20; // seconds of the picked one's way that are drawn, back and on
const SOON = 1; // seconds before an event at which its place is marked
const LATELY = 4; // seconds after which the mark is gone

class Page {
  constructor(story, film) {
    Object.assign(this, { story, film, view: new View(), time: film.start, isPlaying: false, pace: 1 });
    Object.assign(this, { picked: null, isFollowing: false, bySpeed: false, labels: "all", poses: [], inks: readInks() });
    this.land = new Land(story.land, film);
    this.actors = new Actors(film);
    this.timeline = new Timeline(element("timeline"), film);
    this.plot = new Plot(element("plot"), film, story.plots);
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.isWaiting = false;
    this.measure();
    this.fit();
    this.lookAtTraffic();
    this.lookAtSubject();
    this.readAddress();
    fillPanels(this);
  }

  // --- time

  /** Go to a time (s), within the film. */
  go(time, { stop = true } = {}) {
    this.time = Math.min(Math.max(time, this.film.start), this.film.end);
    if (stop) this.setPlaying(false);
    this.touch();
  }

  step(frames) {
    const { frame, share } = this.film.placeOf(this.time);
    const target = frames < 0 && share > 0 ? frame + frames + 1 : frame + frames;
    this.go(this.film.times[Math.min(Math.max(target, 0), this.film.times.length - 1)]);
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

  /** Go to an event, and pick somebody who took part in it. */
  goTo(event) {
    this.go(event.time);
    const stay = event.who.length && this.film.stayOf(event.who[0], this.film.frameAt(event.time));
    if (stay && !(this.picked && event.who.includes(this.picked.id))) this.pick(stay);
    tellEvents(this, this.timeline.toLeft(event.time));
    clearTimeout(this.telling);
    this.telling = setTimeout(() => { element("tip").hidden = true; }, 4000);
  }

  /** Go to some seconds before the critical moment of a situation, with the subject. */
  goToSituation(situation) {
    this.go(startOf(situation, this.film));
    const subject = this.film.stays.find((stay) => stay.isSubject);
    if (subject) this.pick(this.film.stayOf(subject.id, this.film.frameAt(this.time)));
    this.view.scale = Math.max(this.view.scale, this.drivenScale);
    element("land").focus({ preventScroll: true });
  }

  goToNextSituation() {
    const { situations } = this.film;
    const next = situations.find((one) => startOf(one, this.film) > this.time + 1e-4) || situations[0];
    if (next) this.goToSituation(next);
  }

  // --- whom and where

  pick(stay, { follow = true } = {}) {
    this.picked = stay;
    this.isFollowing = Boolean(stay) && follow;
    element("sheet").hidden = !stay;
    document.body.classList.toggle("picked", Boolean(stay));
    this.touch();
  }

  setFollowing(isFollowing) {
    if (isFollowing && !this.picked) this.pick(this.nearest(this.view.width / 2, this.view.height / 2, Infinity));
    this.isFollowing = isFollowing && Boolean(this.picked);
    this.touch();
  }

  /** Pick the one with the next number who is there now. */
  pickNext(direction) {
    const present = this.poses.map((pose) => pose.stay).sort((one, other) => one.id - other.id);
    if (!present.length) return;
    const index = present.indexOf(this.picked);
    this.pick(present[(index + direction + present.length) % present.length]);
  }

  find(text) {
    const stay = text.trim() ? this.film.find(text, this.film.frameAt(this.time)) : null;
    element("find").setCustomValidity(text.trim() && !stay ? "nobody has this number or name" : "");
    element("find").reportValidity();
    if (!stay) return;
    this.pick(stay);
    this.goWherePresent(stay);
    if (this.view.scale < this.drivenScale / 4) this.view.scale = this.drivenScale;
  }

  /** Go to the nearest time at which somebody is there. */
  goWherePresent(stay) {
    const [first, last] = [this.film.times[stay.first], this.film.times[stay.last]];
    if (this.time < first || this.time > last) this.go(this.time < first ? first : last);
  }

  /** Who is nearest to a point of the screen, within some pixels or under it. */
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

  /** Show all roads, or everybody's ways where there are none. */
  fit() {
    this.isFollowing = false;
    const covered = coveredBySheet(this);
    this.view.fit(this.land.bounds || boundsOfStays(this.film.stays), { ...covered, most: 12 });
    this.touch();
  }

  /** Begin where there is traffic, if that is only a part of the roads. */
  lookAtTraffic() {
    const [roads, box] = [this.land.bounds, boundsOfStays(this.film.stays)];
    const isPart = (most) => box.right - box.left < most * (roads.right - roads.left) && box.top - box.bottom < most * (roads.top - roads.bottom);
    if (roads && isPart(MOST_OF_ROADS)) this.view.fit(widened(box, AROUND), { most: FOLLOWED_SCALE });
  }

  /** Begin with the first subject, if the film has one, and as near as one drives. */
  lookAtSubject() {
    const subject = this.film.stays.find((stay) => stay.isSubject);
    if (!subject) return;
    this.pick(subject);
    this.view.scale = Math.max(this.view.scale, this.drivenScale);
  }

  /** The scale at which one sees what a driver sees, and vehicles as boxes. */
  get drivenScale() {
    return Math.max(this.view.width / FOLLOWED_WIDTH, FOLLOWED_SCALE);
  }

  // --- the address

  /** Go where the address says: #situation=3, #t=12.5&v=17, or to a place by x and y, and z for pixels per metre. */
  readAddress() {
    const told = new URLSearchParams(location.hash.slice(1));
    const number = (key) => (told.has(key) && Number.isFinite(+told.get(key)) ? +told.get(key) : null);
    const situation = this.film.situations.find((one) => one.number === number("situation"));
    if (situation) this.goToSituation(situation);
    if (number("t") !== null) this.go(number("t"));
    if (told.has("v")) {
      const stay = this.film.find(told.get("v"), this.film.frameAt(this.time));
      if (stay) {
        this.pick(stay);
        if (number("z") === null) this.view.scale = Math.max(this.view.scale, this.drivenScale);
      }
    }
    if (number("x") !== null && number("y") !== null) {
      this.isFollowing = false;
      Object.assign(this.view, { x: number("x"), y: number("y") });
    }
    if (number("z") !== null) this.view.scale = Math.min(Math.max(number("z"), FURTHEST), NEAREST);
    this.touch();
  }

  /** Keep time and picked one in the address while nothing plays, not too often: browsers count. */
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
    this.touch();
  }

  /** Have the page drawn with the screen's next frame. */
  touch() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame((now) => {
      this.isWaiting = false;
      this.advance(now);
      this.draw();
      if (this.isPlaying) this.touch();
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

  draw() {
    const { view, inks, ratio } = this;
    this.film.poses(this.time, this.poses);
    this.holdPicked();
    const context = sized(element("land"), ratio);
    [view.width, view.height] = [element("land").clientWidth, element("land").clientHeight];
    this.land.draw(context, view, inks, ratio, () => this.touch());
    // From near vehicles stand on the strokes; from afar they would hide the dots.
    const { lights } = this.film;
    if (lights.areNear(view)) lights.draw(context, view, this.film.frameAt(this.time), this.time, inks);
    this.drawPlaces(context);
    const pose = this.poses.find((each) => each.stay === this.picked);
    if (pose) this.drawTies(context, pose);
    this.actors.draw(context, view, this.poses, this.time, this);
    if (!lights.areNear(view)) lights.draw(context, view, this.film.frameAt(this.time), this.time, inks);
    this.timeline.draw(this.time, inks, ratio);
    drawScale(view);
    tellTime(this);
    tellSituation(this);
    if (this.picked) tellPicked(this, pose);
  }

  /** Keep to the picked one, also when it goes and comes again; the screen follows it. */
  holdPicked() {
    if (!this.picked) return;
    const { frame, share } = this.film.placeOf(this.time);
    this.picked = this.film.stayOf(this.picked.id, frame);
    const { first, last } = this.picked;
    if (!this.isFollowing) return;
    const there = Math.min(Math.max(frame, first), last);
    const pose = poseOf(this.picked, there, there === frame ? share : 0, this.film.leapAfter(frame));
    const covered = coveredBySheet(this);
    this.view.x = pose.x + (covered.right || 0) / 2 / this.view.scale;
    this.view.y = pose.y - (covered.bottom || 0) / 2 / this.view.scale;
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

  /** The picked one's way, some seconds back and on, and a line to the one it follows. */
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
    element("colour").textContent = bySpeed ? "by speed" : "by kind";
    fillLegend(this);
    this.touch();
  }
}

/** How much of the screen the panel of the picked one covers, so that the middle can be that of the rest. */
function coveredBySheet(page) {
  const sheet = element("sheet");
  if (sheet.hidden) return {};
  const isBelow = sheet.offsetWidth > 0.6 * page.view.width;
  return isBelow ? { bottom: sheet.offsetHeight } : { right: sheet.offsetWidth };
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
