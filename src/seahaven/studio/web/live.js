// The live page: the map of a running world, and what can be done with it.

const PACES = [0.25, 0.5, 1, 2, 4, 8, 16]; // multiples of real time
const PRESETS = ["weather …", "clear", "rain", "fog", "snow", "night"];
const PICKED_WITHIN = 18; // pixels
const DRAGGED = 5; // pixels; a pointer that moves further drags
const NEAR_SCALE = 5; // pixels per metre at which a run is shown first
const MOST_LINES = 300; // of the log
const NOTED = 8000; // milliseconds for which a note stays
const LOOKED_FASTEST = 130 / 3.6; // m/s at which the colours of speeds end

class LivePage {
  constructor() {
    Object.assign(this, { view: new View(), runs: [], poses: [], land: null, picked: 0, isFollowing: false, labels: "all", bySpeed: false });
    Object.assign(this, { isPaused: true, pace: 1, duration: 0, draws: 0, cost: 0, key: "" });
    this.panes = [0, 1].map((k) => ({ node: element(`view${k}`), canvas: element(`view${k}`).querySelector("canvas"), caption: element(`view${k}`).querySelector(".caption") }));
    this.lights = new Lights([]);
    this.machine = new MachineSheet({
      press: (item, value) => this.#pressItem(item, value),
      recall: () => this.link.ask("recall", { thing: this.thing }),
    });
    this.layers = new Layers((topics) => this.link.ask("look", { topics }), (handle, x, y) => this.link.ask("move", { handle, x, y }));
    this.console = new Console({
      ask: (what, options) => this.link.ask(what, options),
      who: () => this.picked,
      name: (id) => (this.told && this.told.names[id]) || `No. ${numberText(id)}`,
      toggled: (isShown) => this.layers.want("console", isShown),
      inspect: (thing, title) => this.inspect(thing, title),
    });
    this.setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    this.link = new Link({
      heard: (message) => this.hear(message),
      seen: (frame) => this.see(frame),
      lost: (reason) => this.say(`The link to the studio is lost${reason ? ` (${reason})` : ""}; trying again …`),
    });
    this.wheel = new Wheel((what, options) => this.link.ask(what, options));
    this.#listen();
    requestAnimationFrame((now) => this.draw(now));
  }

  // --- what comes

  hear(message) {
    this.wheel.hear(message);
    const act = {
      opening: () => this.#wait(`Opening ${message.source} …`),
      opened: () => this.#open(message),
      closed: () => this.#close(),
      state: () => this.#take(message),
      fault: () => { this.say(faultNode(message)); },
      events: () => this.#log(message.events),
      machine: () => { if (message.run === 0 && message.thing === this.thing) this.machine.show(message); },
      kind: () => { if (message.thing === this.thing) this.machine.open(this.#kindOf(message.kind)); },
      ring: () => { if (message.thing === this.thing) this.machine.take(message); },
      marks: () => this.layers.take(message),
      console: () => this.console.take(message),
      saved: () => this.#noteSaved(message),
      welcome: () => { this.layers.tell(); if (this.thing) this.link.ask("inspect", { thing: this.thing }); },
      present: () => { element("present").textContent = presenceText(message.roles); },
      seats: () => this.#offer(),
      reel: () => this.say(made("span", { text: "Recorded. " }, made("a", { text: "Watch it", href: `/replay?of=${encodeURIComponent(message.path)}` }))),
    }[message.type];
    if (act) act();
  }

  async #open(told) {
    this.told = told;
    this.runs = [new Running(told)];
    this.duration = told.duration;
    element("title").textContent = told.name;
    document.title = `${told.name} – Seahaven studio`;
    element("events").replaceChildren();
    this.hasStaged = false;
    element("spoken").replaceChildren();
    this.actors = new Actors([...told.kinds, "person"], LOOKED_FASTEST);
    const ground = await stored("map", "json");
    if (!ground || this.told !== told) return; // another run was opened meanwhile
    this.land = new Land(ground.land);
    this.lights = new Lights(ground.bars.map(([light, people, x, y, endX, endY]) => ({ light, isForPeople: people === 1, x, y, endX, endY })));
    element("wait").hidden = true;
    element("note").hidden = true;
    this.#measure();
    this.view.fit(this.land.bounds || { left: -100, right: 100, bottom: -100, top: 100 }, { margin: 30, most: NEAR_SCALE, top: 60 });
    if (told.subjects.length) {
      this.pick(told.subjects[0]);
      this.view.scale = NEAR_SCALE;
    }
  }

  /** Let the arrow keys drive: the picked vehicle if people drive it, or else the first seat that is free. */
  #offer() {
    const { wheel } = this;
    if (wheel.isSeated) return;
    const seat = wheel.seats.find(({ vehicle }) => vehicle === this.picked) || wheel.seats.find(({ page }) => !page);
    if (seat) wheel.choose(seat.vehicle);
    element("driving").hidden = !wheel.seats.length;
  }

  #close() {
    this.runs = [];
    this.#wait("");
  }

  #wait(text) {
    element("wait").hidden = false;
    element("wait").replaceChildren(text || "Nothing runs. ", ...(text ? [] : [made("a", { text: "Choose a study", href: "/" }), "."]));
  }

  #take(state) {
    Object.assign(this, { isPaused: state.paused, pace: state.pace });
    element("play").textContent = state.over ? "Over" : state.paused ? "Play" : "Pause";
    element("play").disabled = state.over;
    if (state.waiting.length) this.say(`Time waits for ${state.waiting.join(" and ")} to take the wheel. Press an arrow key to drive, or Play to go on without.`);
    element("pace").value = `${state.pace}`;
    element("fork").textContent = state.runs > 1 ? "Join" : "Fork";
    element("snapshots").replaceChildren(...state.snapshots.map((time, number) =>
      made("button", { type: "button", text: clockText(time), title: "Go back to this snapshot", onclick: () => this.link.ask("goback", { number }) })));
    if (state.runs < this.runs.length) this.runs.length = state.runs;
    this.panes[1].node.hidden = state.runs < 2;
    this.#measure();
  }

  see(frame) {
    if (!this.told) return;
    const { run } = frame.header;
    if (!this.runs[run]) {
      if (run > this.runs.length) return;
      this.runs[run] = new Running(this.told);
      this.panes[run].node.hidden = false;
      this.#measure();
    }
    this.runs[run].take(frame, performance.now());
  }

  #log(events) {
    if (events.some((event) => event.kind === "Staged")) this.hasStaged = true;
    const line = ({ time, kind, text }) => made("li", {}, made("b", { text: `${clockText(time)} ${kind}` }), ` ${text}`);
    const spoken = events.filter((event) => event.is_direction);
    for (const [id, some] of [["events", events], ["spoken", spoken]]) {
      element(id).prepend(...some.map(line).reverse());
      while (element(id).childElementCount > MOST_LINES) element(id).lastElementChild.remove();
    }
  }

  /** What was dragged is in the study file now; the run that goes on is as it was. */
  #noteSaved({ source, changes }) {
    const what = Object.entries(changes).map(([way, value]) => `${way} is ${value}`).join(", ");
    const again = made("button", { type: "button", text: "Start again", onclick: () => this.link.ask("open", { source, seed: this.told.seed, pace: this.pace }) });
    this.say(made("span", {}, `Saved in ${source}: ${what}. This run goes on as it was. `, again));
  }

  say(what) {
    clearTimeout(this.noting);
    element("note").hidden = false;
    element("note").replaceChildren(what);
    this.noting = setTimeout(() => { element("note").hidden = true; }, NOTED);
  }

  // --- what is looked at

  pick(id) {
    this.picked = id;
    this.isFollowing = Boolean(id);
    element("sit").href = id ? `/seat?vehicle=${id}` : "/seat";
    this.inspect(id ? `entity ${id}` : "", "");
  }

  /** Look into the machine of a thing: "entity 12", "weather", "situation 0"; of the picked vehicle, or of something else. */
  inspect(thing, title) {
    Object.assign(this, { thing, title });
    element("sheet").hidden = !thing;
    element("follow").hidden = Boolean(title);
    if (!thing) element("diagram").hidden = true;
    this.machine.allow((thing.startsWith("entity") && !title) || thing.startsWith("trigger") || thing === "weather");
    this.link.ask("inspect", { thing });
  }

  #kindOf(kind) {
    const usual = this.told && this.told.machine;
    return kind && usual && kind.name === usual.name ? usual : kind;
  }

  #pressItem(item, value) {
    const [word, ...name] = this.thing.split(" ");
    if (word === "entity") this.link.ask("press", { vehicle: Number(name[0]), item, value });
    else if (word === "trigger") this.link.ask("call", { name: name.join(" "), item, value });
    else if (word === "weather") this.link.ask("weather", { [item]: value });
  }

  find(text) {
    const wanted = text.trim().toLowerCase();
    const pose = this.poses.find(({ stay }) => stay.label.toLowerCase() === wanted || stay.label.replace("·", ".") === wanted);
    if (pose) this.pick(pose.stay.id);
    else this.say(`Nobody here is called "${text}".`);
  }

  nearest(left, top) {
    let [best, least] = [null, PICKED_WITHIN];
    for (const pose of this.poses) {
      const [x, y] = this.view.toScreen(pose.x, pose.y);
      const away = Math.max(Math.hypot(x - left, y - top) - 0.4 * pose.stay.length * this.view.scale, 0);
      if (away < least) [best, least] = [pose, away];
    }
    return best;
  }

  // --- drawing

  #measure() {
    this.view.width = this.panes[0].canvas.clientWidth;
    this.view.height = this.panes[0].canvas.clientHeight;
  }

  draw(now) {
    requestAnimationFrame((next) => this.draw(next));
    if (!this.land || !this.runs.length || !this.runs[0].frame) return;
    const began = performance.now();
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.runs.forEach((run, number) => this.#drawRun(run, number, now, ratio));
    this.#tell();
    this.draws += 1;
    this.cost = performance.now() - began;
  }

  #drawRun(run, number, now, ratio) {
    const { canvas } = this.panes[number];
    const { view, inks } = this;
    run.advance(now);
    const poses = run.poses();
    if (number === 0) {
      this.poses = poses;
      const pose = poses.find(({ stay }) => stay.id === this.picked);
      if (pose && this.isFollowing) Object.assign(view, { x: pose.x, y: pose.y });
    }
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    [view.width, view.height] = [width, height];
    const context = canvas.getContext("2d", { alpha: false });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.land.draw(context, view, inks, ratio, () => {});
    drawNight(context, view, poses, run.darkness, document.documentElement.dataset.theme);
    document.body.classList.toggle("night", run.darkness > NIGHT);
    const states = run.frame.signal.state;
    const isNear = this.lights.areNear(view);
    if (isNear) this.lights.draw(context, view, states, run.time, inks);
    this.layers.draw(context, view, number, poses, inks);
    const picked = poses.find(({ stay }) => stay.id === this.picked);
    if (picked && !this.layers.shown.has("perception")) this.#drawTie(context, picked, poses);
    const { bySpeed, labels } = this;
    this.actors.draw(context, view, poses, run.time, { inks, picked: picked && picked.stay, bySpeed, labels, roles: new Map() });
    if (!isNear) this.lights.draw(context, view, states, run.time, inks);
  }

  #drawTie(context, pose, poses) {
    const leader = poses.find(({ stay }) => stay.id === pose.leader);
    if (!leader) return;
    context.strokeStyle = this.inks.curves.gap;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(...this.view.toScreen(pose.x, pose.y));
    context.lineTo(...this.view.toScreen(leader.x, leader.y));
    context.stroke();
  }

  #tell() {
    const [run, fork] = this.runs;
    const { header, person } = run.frame;
    const counts = [`${header.vehicles} vehicles`, ...(person.count ? [`${person.count} people`] : [])];
    element("facts").textContent = [...(this.hasStaged ? ["STAGED: not possible in reality"] : []), ...counts, `seed ${this.told.seed}`, ...run.weatherText()].join(" · ");
    element("clock").textContent = `${clockText(run.time)} / ${clockText(this.duration)}`;
    const length = roundLength(150 / this.view.scale);
    element("bar-text").textContent = lengthText(length);
    element("bar-line").style.width = `${length * this.view.scale}px`;
    this.panes[0].caption.textContent = fork ? "this run" : "";
    this.panes[1].caption.textContent = fork ? `fork at ${clockText(fork.time)}` : "";
    if (this.title) {
      element("who").textContent = this.title;
      element("what").textContent = "";
      element("state").replaceChildren();
      return;
    }
    const pose = this.poses.find(({ stay }) => stay.id === this.picked);
    if (!this.picked) return;
    element("follow").setAttribute("aria-pressed", `${this.isFollowing}`);
    const twin = fork && fork.list.find(({ stay }) => stay.id === this.picked);
    element("who").textContent = pose ? pose.stay.name || `No. ${pose.stay.label}` : `No. ${numberText(this.picked)}`;
    element("what").textContent = pose ? pose.stay.kind : "not here now";
    element("state").replaceChildren(...(pose ? this.#facts(pose, twin) : []));
  }

  #facts(pose, twin) {
    const both = (text, of) => (twin ? `${text(of(pose))} · fork ${text(of(twin))}` : text(of(pose)));
    const speed = (value) => `${speedIn(value, this.told.unit).toFixed(1)} ${this.told.unit}`;
    const rows = [
      ["speed", both(speed, (each) => each.speed)],
      ["acceleration", both((value) => `${value.toFixed(2)} m/s²`, (each) => each.acceleration)],
      ["gap ahead", both((value) => (Number.isNaN(value) ? "–" : `${value.toFixed(1)} m`), (each) => each.gap)],
      ["leader", both((value) => (value > 0 ? this.told.names[value] || numberText(value) : "–"), (each) => each.leader)],
    ];
    return rows.flatMap(([name, text]) => [made("dt", { text: name }), made("dd", { text })]);
  }

  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    this.inks = readInks();
    if (this.land) this.land.forget();
  }

  // --- hands

  #listen() {
    const press = (id, action) => element(id).addEventListener("click", action);
    element("pace").replaceChildren(...PACES.map((pace) => new Option(`${pace}×`, `${pace}`, pace === 1, pace === 1)));
    element("weather").replaceChildren(...PRESETS.map((name, k) => new Option(name, k ? name : "")));
    const toggle = () => this.link.ask(this.isPaused ? "play" : "pause");
    const faster = (by) => this.link.ask("pace", { factor: PACES[within(PACES.indexOf(this.pace) + by, 0, PACES.length - 1)] });
    const keys = {
      " ": toggle, ArrowRight: () => this.link.ask("step"), ArrowUp: () => faster(1), ArrowDown: () => faster(-1),
      s: () => this.link.ask("keep"), k: () => this.#fork(), f: () => { this.isFollowing = !this.isFollowing; }, 0: () => this.#fit(),
      m: () => this.machine.toggle(), d: () => this.#toggleTheme(), "+": () => this.#zoom(1.3), "-": () => this.#zoom(1 / 1.3),
      c: () => { this.bySpeed = !this.bySpeed; }, l: () => { this.labels = { all: "names", names: "none", none: "all" }[this.labels]; },
      o: () => this.console.toggle(), Escape: () => this.pick(0),
    };
    press("play", toggle);
    press("step", keys.ArrowRight);
    press("keep", keys.s);
    press("fork", keys.k);
    press("fit", keys[0]);
    press("theme", keys.d);
    press("follow", keys.f);
    press("unpick", keys.Escape);
    element("pace").onchange = (event) => this.link.ask("pace", { factor: Number(event.target.value) });
    element("weather").onchange = (event) => {
      if (event.target.value) this.link.ask("weather", { preset: event.target.value });
      event.target.selectedIndex = 0;
    };
    element("find").onchange = (event) => this.find(event.target.value);
    addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    addEventListener("resize", () => this.#measure());
    for (const { canvas } of this.panes) this.#listenToMap(canvas);
  }

  #fork() {
    this.link.ask(this.runs.length > 1 ? "join" : "fork");
  }

  #fit() {
    this.isFollowing = false;
    if (this.land) this.view.fit(this.land.bounds, { margin: 30, top: 60 });
  }

  #zoom(factor, left, top) {
    if (this.isFollowing) this.view.zoom(factor);
    else this.view.zoom(factor, left, top);
  }

  #toggleTheme() {
    this.setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  }

  #listenToMap(canvas) {
    let held = null;
    canvas.addEventListener("pointerdown", (event) => {
      held = { left: event.offsetX, top: event.offsetY, moved: 0, isMark: this.layers.grab(this.view, event.offsetX, event.offsetY) };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!held) return;
      const [right, down] = [event.offsetX - held.left, event.offsetY - held.top];
      held.moved += Math.hypot(right, down);
      if (held.isMark) this.layers.drag(this.view, event.offsetX, event.offsetY);
      else if (held.moved > DRAGGED) {
        this.isFollowing = false;
        this.view.pan(right, down);
      }
      Object.assign(held, { left: event.offsetX, top: event.offsetY });
    });
    canvas.addEventListener("pointerup", (event) => {
      if (held && held.isMark) this.layers.drop(held.moved > DRAGGED);
      else if (held && held.moved <= DRAGGED) {
        const pose = this.nearest(event.offsetX, event.offsetY);
        if (pose) this.pick(pose.stay.id);
      }
      held = null;
    });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    }, { passive: false });
  }
}

window.page = new LivePage();
