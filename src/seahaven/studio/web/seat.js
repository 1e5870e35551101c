// The driver's seat: the world from behind the wheel of one vehicle, which the keys drive.

const EYE = { ahead: 0.12, left: 0.34, height: 1.18 }; // metres from the middle of the car, and above the ground
const LAMPS = { ahead: 1.9, height: 0.65, drop: -0.045 }; // metres; radians
const NODDING = 0.0045; // radians by m/s² that a car's nose goes down or up
const HILL = 0.12; // share by which the slope that is felt follows that of the road, in a frame
const GEARS = ["P", "R", "N", "D"]; // by the numbers of the column `gear`
const IDLE = 84; // rad/s of the engine, which the drivetrain's model leaves at rest with the wheels
const GAPS_MS = [70, 24]; // milliseconds from picture to picture beyond which the world is drawn coarser, and below which finer
const [COARSEST, ADAPTED_MS] = [0.5, 1200]; // share of the pixels along a side; milliseconds between changes
const NOTED = 8000; // milliseconds
const SIDES = { left: 1, centre: 0, right: -1 }; // windows of one seat, for three screens

class SeatPage {
  constructor() {
    document.documentElement.dataset.theme = "dark";
    const asked = new URLSearchParams(location.search);
    Object.assign(this, { run: null, vehicle: 0, slope: 0, hasMirrors: true, isPaused: true, draws: 0, cost: 0, before: null, isBuilt: false, role: "", sharpness: 1, adaptedAt: 0 });
    Object.assign(this, { asked: { vehicle: Number(asked.get("vehicle")), name: asked.get("seat") || "" }, side: asked.get("view") in SIDES ? asked.get("view") : "centre" });
    this.settings = readSettings();
    this.scene = new Scene(element("world"));
    this.cabin = new Cabin(element("cabin"));
    this.sound = new Sound();
    this.voice = new Voice(this.settings.hasVoice);
    this.wheel = new Wheel((what, options) => this.link.ask(what, options), { hasKeys: this.side === "centre", hasLetters: true, controller: this.side === "centre" ? new Controller() : null });
    this.link = new Link({
      heard: (message) => this.hear(message),
      seen: (frame) => { if (this.run && frame.header.run === 0) this.run.take(frame, performance.now()); },
      lost: () => this.say("The link to the studio is lost; trying again …"),
    });
    this.#listen();
    requestAnimationFrame((now) => this.draw(now));
  }

  hear(message) {
    this.wheel.hear(message);
    const act = {
      welcome: () => { this.role = message.role; },
      opening: () => this.#wait("Opening …"),
      opened: () => this.#open(message),
      ready: () => this.#build(),
      closed: () => this.#wait("Nothing runs."),
      seats: () => this.#choose(),
      state: () => this.#take(message),
      fault: () => this.say(faultNode(message)),
      told: () => { if (message.vehicle === this.vehicle) this.#tell(message.text); },
      reel: () => this.say(made("a", { text: "Recorded. Watch it", href: `/replay?of=${encodeURIComponent(message.path)}` })),
    }[message.type];
    if (act) act();
  }

  #open(told) {
    this.isBuilt = this.isBuilt && this.told.number === told.number;
    this.told = told;
    this.run = new Running(told);
    this.vehicle = this.asked.vehicle || Number(Object.keys(told.names).find((id) => told.names[id] === this.asked.name)) || 0;
    if (this.asked.name && !this.vehicle) this.say(`Nobody here is called '${this.asked.name}'.`);
    this.vehicle = this.vehicle || told.subjects[0] || 0;
    if (!Object.keys(told.seats).length) this.link.ask("furnish"); // of a run that nobody drives, the world is made when it is looked at
  }

  async #build() {
    const { told } = this;
    const world = this.isBuilt ? null : await stored("world", "arrayBuffer");
    if (this.told !== told || (!world && !this.isBuilt)) return; // another run was opened meanwhile
    if (world) this.scene.load(world);
    this.isBuilt = true;
    element("wait").hidden = true;
    element("world").focus();
    this.#choose();
  }

  #take(state) {
    this.isPaused = state.paused;
    const others = state.waiting.filter((name) => !this.wheel.seat || name !== this.wheel.seat.name);
    element("waiting").hidden = !others.length;
    element("waiting-text").textContent = `Waiting for ${others.join(" and ")}.`;
    element("go-on").hidden = this.role !== "director";
  }

  // --- who sits where

  /** Sit down once the world is there: in the seat that was asked for, or else the first that is free. */
  #choose() {
    const { wheel } = this;
    if (!this.isBuilt) return;
    const isAsked = this.asked.vehicle || this.asked.name;
    if (!wheel.vehicle && wheel.seats.length) {
      const free = wheel.seats.find(({ page }) => !page);
      if (!isAsked) this.vehicle = (free || wheel.seats[0]).vehicle;
      wheel.choose(this.vehicle);
      element("keys").hidden = !wheel.seat;
      setTimeout(() => { element("keys").hidden = true; }, 15000);
      if (wheel.seat && !wheel.seat.page && this.side === "centre" && this.role !== "viewer") wheel.sit();
    }
    this.#showSeats();
  }

  #showSeats() {
    const { wheel } = this;
    const { seat } = wheel;
    element("seats").replaceChildren(...(wheel.seats.length > 1 ? wheel.seats : []).map(({ vehicle, name, page, away }) => made("button", {
      type: "button", text: `${name}${page === wheel.number ? " (you)" : page ? (away ? " (away)" : " (taken)") : " (free)"}`, className: vehicle === this.vehicle ? "main" : "",
      onclick: () => this.#move(vehicle),
    })));
    const isElsewhere = Boolean(seat && !wheel.isSeated && this.side === "centre");
    element("taken").hidden = !isElsewhere;
    if (!isElsewhere) return;
    element("taken-text").textContent = this.role === "viewer" ? `You look over the shoulder of ${seat.name}.` : seat.page ? `Page ${seat.page} drives ${seat.name}${seat.away ? ", but is away" : ""}.` : `Nobody drives ${seat.name}.`;
    element("take").hidden = this.role === "viewer";
  }

  /** Look from another seat, and take it if it is free. */
  #move(vehicle) {
    this.vehicle = vehicle;
    this.asked = { vehicle, name: "" };
    this.wheel.choose(vehicle);
    if (this.wheel.seat && !this.wheel.seat.page && this.side === "centre" && this.role !== "viewer") this.wheel.sit();
    this.#showSeats();
  }

  #wait(text) {
    element("wait").hidden = false;
    element("wait").textContent = text;
  }

  /** What the driver is told on the way, as text and, with the voice on, spoken. */
  #tell(words) {
    element("told").hidden = !words;
    element("told").textContent = words;
    clearTimeout(this.telling);
    this.telling = setTimeout(() => { element("told").hidden = true; }, NOTED);
    if (this.side === "centre") this.voice.speak(words);
  }

  say(what) {
    clearTimeout(this.noting);
    element("note").hidden = false;
    element("note").replaceChildren(what);
    this.noting = setTimeout(() => { element("note").hidden = true; }, NOTED);
  }

  #listen() {
    const keys = {
      m: () => { this.hasMirrors = !this.hasMirrors; }, v: () => this.#toggleSound(), t: () => this.#toggleVoice(),
      p: () => this.link.ask(this.isPaused ? "play" : "pause"), f: () => this.#fill(), "?": () => { element("keys").hidden = !element("keys").hidden; },
    };
    addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    // Browsers let a page sound only after a key or a click.
    for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, () => { if (this.settings.hasSound && this.side === "centre") this.sound.turn(true); }, { once: true });
    element("take").onclick = () => this.wheel.sit({ take: true });
    element("go-on").onclick = () => this.link.ask("play");
    addEventListener("storage", () => { this.settings = readSettings(); });
    this.#joinWindows();
  }

  /** Windows to the left and right hand their keys on to the one in the middle, which has the seat. */
  #joinWindows() {
    if (!window.BroadcastChannel) return;
    const channel = new BroadcastChannel("seahaven seat");
    if (this.side === "centre") {
      channel.onmessage = ({ data }) => {
        if (data.vehicle !== this.vehicle) return;
        if (data.key) this.wheel.press(data.key, data.isDown, data.isRepeated);
        else this.wheel.letGo();
      };
      return;
    }
    const hand = (event, isDown) => channel.postMessage({ vehicle: this.vehicle, key: event.key, isDown, isRepeated: event.repeat });
    addEventListener("keydown", (event) => hand(event, true), { capture: true });
    addEventListener("keyup", (event) => hand(event, false), { capture: true });
    addEventListener("blur", () => channel.postMessage({ vehicle: this.vehicle }));
  }

  #toggleSound() {
    this.settings = writeSettings({ hasSound: !this.settings.hasSound });
    this.sound.turn(this.settings.hasSound);
    this.say(this.settings.hasSound ? "Sound is on." : "Sound is off.");
  }

  #toggleVoice() {
    this.voice.isOn = !this.voice.isOn;
    this.settings = writeSettings({ hasVoice: this.voice.isOn });
    this.say(this.voice.isOn ? "Instructions are spoken." : "Instructions are shown only.");
  }

  #fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  }

  // --- drawing

  draw(now) {
    requestAnimationFrame((next) => this.draw(next));
    if (!this.run || !this.run.frame || !this.scene.ground) return;
    const began = performance.now();
    this.#adapt(now);
    this.run.advance(now);
    const poses = this.run.poses();
    const own = poses.find(({ stay }) => stay.id === this.vehicle);
    if (!own) return;
    this.#drawWorld(own, poses);
    this.draws += 1;
    this.cost = performance.now() - began;
  }

  /** Draw coarser where pictures come too slowly, as they do without a graphics card, and finer where there is time. */
  #adapt(now) {
    const gap = Math.min(now - (this.drawnAt || now), 500);
    this.drawnAt = now;
    this.gap = 0.85 * (this.gap || gap) + 0.15 * gap;
    if (this.settings.isSharp) this.sharpness = 1;
    else if (now - this.adaptedAt > ADAPTED_MS) {
      const wanted = this.gap > GAPS_MS[0] ? this.sharpness * 0.75 : this.gap < GAPS_MS[1] ? this.sharpness * 1.15 : this.sharpness;
      this.sharpness = Math.min(Math.max(wanted, COARSEST), 1);
      this.adaptedAt = now;
    }
  }

  #drawWorld(own, poses) {
    const { scene, run, cabin } = this;
    const canvas = element("world");
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = Math.min(window.devicePixelRatio || 1, 1.5);
    const fine = ratio * this.sharpness;
    if (canvas.width !== Math.round(width * fine) || canvas.height !== Math.round(height * fine)) {
      canvas.width = Math.round(width * fine);
      canvas.height = Math.round(height * fine);
    }
    const { header } = run.frame;
    const state = this.#state(own);
    const place = this.#eyeOf(own);
    scene.weather(header, state.hasLamps ? 1 : 0);
    scene.populate(poses, this.told.origin, own.stay.id, place.eye, run.time, run.frame.signal.state);
    Object.assign(scene, { calls: 0, triangles: 0 });
    const lamp = this.#lampOf(own, place);
    const sight = sightOf(this.settings.screen, innerWidth, width / height, screen.width);
    const aside = SIDES[this.side] * sight.side;
    scene.draw(place.eye, axesOf(own.heading + aside, place.pitch * Math.cos(aside)), { angle: sight.up, box: [0, 0, canvas.width, canvas.height], lamp });
    const mirrors = this.hasMirrors ? cabin.mirrors(width, height, this.side) : [];
    for (const mirror of mirrors) {
      const box = [mirror.left, height - mirror.top - mirror.height, mirror.width, mirror.height].map((part) => Math.round(part * fine));
      scene.draw(this.#mirrorEye(own, place, mirror), axesOf(own.heading + Math.PI - 0.55 * mirror.turn, -0.03), { angle: mirror.angle, box, isMirrored: true, lamp });
    }
    cabin.draw({ width, height, ratio, state, mirrors, side: this.side, unit: this.told.unit, darkness: scene.sky.darkness, rain: header.rain, time: run.time });
    if (state.isWrecked && !this.wasWrecked) this.say("The car is wrecked: its wheels are locked.");
    this.wasWrecked = state.isWrecked;
    this.sound.follow({ ...state, pull: Math.hypot(own.acceleration, own.speed * own.turning) / Math.max(header.grip, 0.2) });
  }

  /** Where the driver's eye is, and how far the car is tilted by the hill and by its own acceleration. */
  #eyeOf(own) {
    if (this.before && own.stay === this.before.stay) {
      const way = Math.hypot(own.x - this.before.x, own.y - this.before.y);
      if (way > 0.05) this.slope += HILL * (Math.atan2(own.z - this.before.z, way) * Math.sign(own.speed || 1) - this.slope);
    }
    if (!this.before || Math.hypot(own.x - this.before.x, own.y - this.before.y) > 0.05) this.before = { stay: own.stay, x: own.x, y: own.y, z: own.z };
    const [c, s] = [Math.cos(own.heading), Math.sin(own.heading)];
    const [ox, oy] = this.told.origin;
    const eye = [own.x - ox + EYE.ahead * c - EYE.left * s, own.y - oy + EYE.ahead * s + EYE.left * c, own.z + this.#eyeHeight(own)];
    return { eye, pitch: this.slope + NODDING * own.acceleration - 0.02 };
  }

  #eyeHeight({ stay }) {
    return { truck: 2.4, bus: 2.1 }[stay.kind] || EYE.height;
  }

  #mirrorEye(own, { eye }, { turn }) {
    if (!turn) return [eye[0], eye[1], eye[2] + 0.1];
    const aside = Math.sign(turn) * (0.5 * own.stay.width + 0.15);
    const [c, s] = [Math.cos(own.heading), Math.sin(own.heading)];
    const [ox, oy] = this.told.origin;
    return [own.x - ox + 0.5 * c - aside * s, own.y - oy + 0.5 * s + aside * c, eye[2] - 0.15];
  }

  #lampOf(own, { eye }) {
    const [c, s] = [Math.cos(own.heading), Math.sin(own.heading)];
    return { place: [eye[0] + LAMPS.ahead * c, eye[1] + LAMPS.ahead * s, own.z + LAMPS.height], ahead: unit([c, s, LAMPS.drop + this.slope]) };
  }

  /** What instruments and ears go by: the cockpit, or the vehicle alone where nobody drives it freely. */
  #state(own) {
    const { cockpit } = this.run.frame;
    const row = cockpit.vehicle.indexOf(own.stay.id);
    const shared = { speed: own.speed, turnLight: own.turnLight, hasLamps: own.hasLampsLit, isTouching: own.isTouching, isSounding: own.isSounding };
    if (row < 0) return { ...shared, engine: 90 + 9 * Math.abs(own.speed), throttle: 0.3, wheel: 15 * own.steering, gear: "D", handBrake: false };
    const { steps } = cockpit;
    return {
      ...shared, engine: Math.max(cockpit.engine[row] * steps.engine, IDLE), throttle: cockpit.throttle[row] * steps.throttle, wheel: cockpit.wheel[row] * steps.wheel,
      gear: GEARS[cockpit.gear[row]] || "D", handBrake: Boolean(cockpit.flags[row] & 1), isWrecked: Boolean(cockpit.flags[row] & 2),
    };
  }
}

try {
  window.page = new SeatPage();
} catch (error) {
  element("wait").textContent = error.message;
  throw error;
}
