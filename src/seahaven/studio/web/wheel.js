// The keyboard or a controller as wheel and pedals of a seat: what changes is sent at once, and the rest now and then.

const AGAIN_MS = 250; // milliseconds after which the same is said again, so that a driver who sits still is not away
const LOOK_MS = 16; // milliseconds between looks at a controller
const TAKEN_UP = 0.06; // by how much a controller has to move to take over from the keys
const FINE = 400; // steps into which a pedal's way is cut, so that a trembling foot says nothing new
const HELD = { ArrowUp: "on", ArrowDown: "brake", ArrowLeft: "left", ArrowRight: "right", h: "horn" };
const LETTERS = { w: "on", s: "brake", a: "left", d: "right", " ": "hand" }; // only where they mean nothing else
const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(12)), (part) => part.toString(36)).join(""); // by which the studio knows a page that comes back

/** Turns hands and feet into controls of a seat that this page has; `ask` sends commands to the studio. */
class Wheel {
  constructor(ask, { hasKeys = true, hasLetters = false, controller = null } = {}) {
    Object.assign(this, { ask, controller, number: 0, seats: [], vehicle: 0, isWanted: false, hardware: null, before: null });
    this.keys = hasLetters ? { ...HELD, ...LETTERS } : HELD;
    this.held = new Set();
    this.#reset();
    if (hasKeys) {
      addEventListener("keydown", (event) => this.#press(event, true));
      addEventListener("keyup", (event) => this.#press(event, false));
    }
    // Whoever looks elsewhere lets go of everything; a page that is not seen says nothing, and its driver is away.
    addEventListener("blur", () => this.letGo());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.letGo(); else this.#say(); });
    addEventListener("pagehide", () => { if (this.isSeated) this.ask("rise"); });
    setInterval(() => this.#say(), AGAIN_MS);
    if (controller) setInterval(() => this.#look(), LOOK_MS);
  }

  #reset() {
    Object.assign(this, { gear: "drive", turnLight: "off", headlamps: "off", gaze: null });
    this.held.clear();
  }

  /** Take note of who sits where. */
  hear(message) {
    if (message.type === "welcome") {
      this.number = message.number;
      this.isBack = this.isWanted;
    }
    if (message.type === "opened") {
      this.seats = [];
      if (message.number !== this.opened) this.choose(0);
      this.opened = message.number;
    }
    if (message.type === "closed") this.seats = [];
    if (message.type !== "seats") return;
    const wasSeated = this.isSeated;
    this.seats = message.seats;
    if (this.isSeated) {
      this.isWanted = true;
      this.isBack = false;
      this.#say();
    } else if (wasSeated) this.isWanted = false; // another page has taken it
    else if (this.seat && (this.isBack || (this.isWanted && !this.seat.page))) {
      this.isBack = false;
      this.sit();
    }
  }

  /** The seat of the vehicle that this page is about; null where no person drives it. */
  get seat() {
    return this.seats.find(({ vehicle }) => vehicle === this.vehicle) || null;
  }

  get isSeated() {
    return Boolean(this.seat && this.seat.page === this.number);
  }

  /** Be about a vehicle, without taking its wheel yet. */
  choose(vehicle) {
    if (vehicle === this.vehicle) return;
    if (this.isSeated) this.ask("rise");
    this.vehicle = vehicle;
    this.isWanted = false;
    this.#reset();
  }

  /** Take the wheel; from another page only if told so. */
  sit({ take = false } = {}) {
    this.isWanted = true;
    this.ask("sit", { vehicle: this.vehicle, page: PAGE, take });
  }

  rise() {
    this.isWanted = false;
    this.ask("rise");
  }

  #press(event, isDown) {
    if (event.target.matches && event.target.matches("input, select")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (this.press(event.key, isDown, event.repeat)) event.preventDefault();
  }

  /** Press or let go a key; says whether it means something here. */
  press(name, isDown, isRepeated = false) {
    if (!this.seat) return false;
    const key = name.length === 1 ? name.toLowerCase() : name;
    const toggles = { r: "gear", q: "left", e: "right", l: "lamps" };
    if (this.keys[key]) this.held[isDown ? "add" : "delete"](this.keys[key]);
    else if (toggles[key]) {
      if (isDown && !isRepeated) this.#switch(toggles[key]);
    } else return false;
    this.hardware = null;
    if (isDown && !this.isSeated && !this.seat.page) this.sit();
    this.#say();
    return true;
  }

  #switch(what) {
    if (what === "gear") this.gear = this.gear === "drive" ? "reverse" : "drive";
    else if (what === "lamps") this.headlamps = this.headlamps === "off" ? "dipped" : "off";
    else this.turnLight = this.turnLight === what ? "off" : what;
  }

  letGo() {
    this.held.clear();
    this.#say();
  }

  /** Take what a controller says, if it was moved since the last key. */
  #look() {
    const now = this.isSeated ? this.controller.read() : null;
    if (!now) {
      this.hardware = null;
      return;
    }
    const before = this.before || now;
    for (const name of ["gear", "left", "right", "lamps"]) if (now.buttons[name] && !before.buttons[name]) this.#switch(name);
    const isMoved = ["steer", "throttle", "brake"].some((name) => Math.abs(now[name] - (this.still || now)[name]) > TAKEN_UP) || Object.keys(now.buttons).some((name) => now.buttons[name]);
    if (!this.hardware && !isMoved) this.still = this.still || now;
    else this.still = null;
    this.before = now;
    if (!this.hardware && !isMoved) return;
    const said = JSON.stringify(this.controls);
    this.hardware = now;
    if (JSON.stringify(this.controls) !== said) this.#say();
  }

  /** What hands and feet ask for now. */
  get controls() {
    const { held, hardware } = this;
    const round = (value) => Math.round(value * FINE) / FINE;
    const shared = { vehicle: this.vehicle, gear: this.gear, turn_light: this.turnLight, headlamps: this.headlamps, gaze: this.gaze };
    if (hardware) {
      return {
        ...shared, means: hardware.means, lock: hardware.lock, steer: Math.round(hardware.steer * 10 * FINE) / (10 * FINE), throttle: round(hardware.throttle),
        brake: round(hardware.brake), hand_brake: hardware.buttons.hand || held.has("hand"), horn: hardware.buttons.horn || held.has("horn"),
      };
    }
    return {
      ...shared, means: "keys", steer: (held.has("left") ? 1 : 0) - (held.has("right") ? 1 : 0), throttle: held.has("on") ? 1 : 0,
      brake: held.has("brake") ? 1 : 0, hand_brake: held.has("hand"), horn: held.has("horn"),
    };
  }

  #say() {
    if (this.isSeated && !document.hidden) this.ask("controls", this.controls);
  }
}
