// The keyboard as wheel and pedals: which keys are held is sent when it changes, and now and then in between.

const AGAIN_MS = 250; // milliseconds after which the same is said again
const HELD = { ArrowUp: "on", ArrowDown: "brake", ArrowLeft: "left", ArrowRight: "right", h: "horn" };
const LETTERS = { w: "on", s: "brake", a: "left", d: "right", " ": "hand" }; // only where they mean nothing else

/** Turns keys into controls of a seat; `send` is called with them. */
class KeyboardWheel {
  constructor(send, { hasLetters = false } = {}) {
    Object.assign(this, { send, vehicle: 0, held: new Set(), gear: "drive", turnLight: "off", headlamps: "off", gaze: null });
    this.isActive = false; // of several pages with this seat, the one whose keys were pressed last drives
    this.keys = hasLetters ? { ...HELD, ...LETTERS } : HELD;
    addEventListener("keydown", (event) => this.#press(event, true));
    addEventListener("keyup", (event) => this.#press(event, false));
    // Whoever looks elsewhere lets go of everything.
    addEventListener("blur", () => this.#letGo());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.#letGo(); });
    setInterval(() => { if (this.isActive) this.#say(); }, AGAIN_MS);
  }

  /** Take the wheel of a vehicle; 0 of none. */
  sit(vehicle) {
    this.vehicle = vehicle;
    this.held.clear();
    this.gear = "drive";
    this.isActive = false;
  }

  #press(event, isDown) {
    if (!this.vehicle || event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const toggles = { r: () => this.#turnGear(), q: () => this.#indicate("left"), e: () => this.#indicate("right"), l: () => this.#turnLamps() };
    if (this.keys[key]) this.held[isDown ? "add" : "delete"](this.keys[key]);
    else if (isDown && !event.repeat && toggles[key]) toggles[key]();
    else return;
    event.preventDefault();
    this.isActive = true;
    this.#say();
  }

  #turnGear() {
    this.gear = this.gear === "drive" ? "reverse" : "drive";
  }

  #indicate(side) {
    this.turnLight = this.turnLight === side ? "off" : side;
  }

  #turnLamps() {
    this.headlamps = this.headlamps === "off" ? "dipped" : "off";
  }

  #letGo() {
    this.held.clear();
    if (this.isActive) this.#say();
    this.isActive = false;
  }

  /** What the keys ask for now. */
  get controls() {
    const { held } = this;
    return {
      vehicle: this.vehicle,
      steer: (held.has("left") ? 1 : 0) - (held.has("right") ? 1 : 0),
      throttle: held.has("on") ? 1 : 0, brake: held.has("brake") ? 1 : 0, is_keyed: true, gear: this.gear,
      hand_brake: held.has("hand"), turn_light: this.turnLight, headlamps: this.headlamps, horn: held.has("horn"), gaze: this.gaze,
    };
  }

  #say() {
    if (this.vehicle) this.send(this.controls);
  }
}
