// The page on which a controller is calibrated and the screen is measured; everything is shown as it is now.

const HINTS = {
  steer: "Turn fully to the left, then fully to the right, and press Done.",
  throttle: "Press the accelerator to the floor, let it go, and press Done.",
  brake: "Press the brake to the floor, let it go, and press Done.",
};

class CalibrationPage {
  constructor() {
    document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    Object.assign(this, { controller: new Controller(), chosen: "", assigning: null, shown: "" });
    this.#fillScreen();
    this.#listen();
    this.draw();
  }

  get pad() {
    const { pads } = this.controller;
    return pads.find(({ id }) => id === this.chosen) || this.controller.pad;
  }

  // --- screen and voice

  #fillScreen() {
    const { screen: { width, distance, side }, hasVoice, hasSound, isSharp } = readSettings();
    for (const [id, value] of [["width", 100 * width], ["distance", 100 * distance], ["side", side]]) element(id).value = value ? +value.toFixed(2) : "";
    for (const [id, isOn] of [["voice", hasVoice], ["sound", hasSound], ["sharp", isSharp]]) element(id).checked = isOn;
    element("no-voice").hidden = Boolean(window.speechSynthesis);
    this.#tellSight();
  }

  #keepScreen() {
    const length = (id) => bounded(Number(element(id).value) / 100, 0, 10);
    writeSettings({ screen: { width: length("width"), distance: length("distance"), side: bounded(Number(element("side").value), 0, 120) } });
    this.#tellSight();
  }

  #tellSight() {
    const { across, up } = sightOf(readSettings().screen, screen.width, screen.width / screen.height, screen.width);
    const degrees = (angle) => Math.round((angle * 180) / Math.PI);
    element("sight").textContent = `A full screen shows ${degrees(across)} degrees across and ${degrees(up)} degrees up.`;
  }

  // --- the controller

  #listen() {
    for (const id of ["width", "distance", "side"]) element(id).onchange = () => this.#keepScreen();
    for (const [id, name] of [["voice", "hasVoice"], ["sound", "hasSound"], ["sharp", "isSharp"]]) element(id).onchange = (event) => writeSettings({ [name]: event.target.checked });
    element("try").onclick = () => new Voice(true).speak("At the next junction, please turn left.");
    element("pads").onchange = (event) => { this.chosen = event.target.value; };
    element("means").onchange = (event) => this.#change({ means: event.target.value });
    element("turn").onchange = (event) => this.#change({ turn: bounded(Number(event.target.value), 60, 1350) });
    element("usual").onclick = () => {
      const { [this.pad.id]: _, ...others } = readSettings().controllers;
      writeSettings({ controllers: others });
      this.shown = "";
    };
  }

  #change(changes) {
    this.controller.keep(this.pad, { ...this.controller.mappingOf(this.pad), ...changes });
    this.shown = "";
  }

  #assign(name) {
    const { assigning, pad } = this;
    if (assigning && assigning.name === name) this.#finish(pad, name, assigning.seen);
    else this.assigning = { name, seen: new Assignment(pad) };
    if (assigning && assigning.name === name) this.assigning = null;
    this.shown = "";
    element("hint").textContent = this.assigning ? HINTS[name] || "Press the button." : "";
  }

  #finish(pad, name, seen) {
    const mapping = this.controller.mappingOf(pad);
    if (name in BUTTONS) return;
    const control = name === "steer" ? seen.steer(mapping.steer, this.assigning.isLeftLow !== false) : seen.pedal(mapping[name]);
    if (control) this.#change({ [name]: control });
  }

  /** Note which way the steering was turned first: that is left. */
  #noteSide({ seen, name }, pad) {
    if (name !== "steer" || this.assigning.isLeftLow !== undefined || seen.axis < 0) return;
    this.assigning.isLeftLow = pad.axes[seen.axis] < seen.rest.axes[seen.axis];
  }

  #invert(name) {
    const control = this.controller.mappingOf(this.pad)[name];
    const { low, high, rest, full } = control;
    this.#change({ [name]: name === "steer" ? { ...control, low: high, high: low } : { ...control, rest: full, full: rest } });
  }

  /** Build the rows anew, when something about the mapping has changed. */
  #build(pad, mapping) {
    const shown = JSON.stringify([pad.id, mapping, this.controller.pads.map(({ id }) => id), this.assigning && this.assigning.name]);
    if (shown === this.shown) return;
    this.shown = shown;
    element("pads").replaceChildren(...this.controller.pads.map(({ id }) => new Option(id, id, id === pad.id, id === pad.id)));
    element("means").value = mapping.means;
    element("turn").value = mapping.turn;
    element("turn-label").hidden = mapping.means !== "wheel";
    const named = (control) => `${control.kind === "button" ? "button" : "axis"} ${control.index}`;
    const label = (name) => (this.assigning && this.assigning.name === name ? "Done" : "Assign …");
    element("moves").tBodies[0].replaceChildren(...Object.keys(MOVES).map((name) => {
      const dead = made("input", { type: "range", min: 0, max: 0.4, step: 0.01, value: mapping[name].dead, title: "Dead zone", onchange: (event) => this.#change({ [name]: { ...mapping[name], dead: Number(event.target.value) } }) });
      return made("tr", {}, made("th", { text: MOVES[name] }), made("td", {}, made("meter", { id: `now-${name}`, min: name === "steer" ? -1 : 0, max: 1 })), made("td", { id: `share-${name}` }), made("td", { text: named(mapping[name]) }), made("td", {}, dead),
        made("td", {}, made("button", { type: "button", text: "Invert", id: `invert-${name}`, onclick: () => this.#invert(name) })),
        made("td", {}, made("button", { type: "button", text: label(name), id: `assign-${name}`, onclick: () => this.#assign(name) })));
    }));
    element("buttons").replaceChildren(...Object.keys(BUTTONS).map((name) => made("button", {
      type: "button", id: `assign-${name}`, onclick: () => this.#assign(name), text: `${BUTTONS[name]}: ${this.assigning && this.assigning.name === name ? "press it …" : `button ${mapping.buttons[name]}`}`,
    })));
  }

  #showRaw(pad) {
    const cells = [...pad.axes].map((value, k) => `axis ${k}: ${value.toFixed(2)}`);
    pad.buttons.forEach(({ value }, k) => { if (value > 0) cells.push(`button ${k}: ${value.toFixed(2)}`); });
    element("raw").replaceChildren(...cells.map((text) => made("span", { className: "output", text })));
  }

  draw() {
    setTimeout(() => this.draw(), 33);
    const { pad } = this;
    element("no-pad").hidden = Boolean(pad);
    element("pad").hidden = !pad;
    if (!pad) return;
    if (this.assigning) {
      const { name, seen } = this.assigning;
      seen.look(pad);
      this.#noteSide(this.assigning, pad);
      if (name in BUTTONS && seen.button >= 0) {
        const { buttons } = this.controller.mappingOf(pad);
        this.assigning = null;
        element("hint").textContent = "";
        this.#change({ buttons: { ...buttons, [name]: seen.button } });
      }
    }
    this.#build(pad, this.controller.mappingOf(pad));
    this.#showRaw(pad);
    const now = this.controller.read(pad);
    for (const name of Object.keys(MOVES)) {
      element(`now-${name}`).value = name === "steer" ? -now[name] : now[name];
      element(`share-${name}`).textContent = `${Math.round(100 * Math.abs(now[name]))} %${name === "steer" && now.steer ? (now.steer > 0 ? " left" : " right") : ""}`;
    }
    for (const name of Object.keys(BUTTONS)) element(`assign-${name}`).setAttribute("aria-pressed", `${now.buttons[name]}`);
  }
}

window.page = new CalibrationPage();
