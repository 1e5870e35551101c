// The director's console: situations, triggers and beacons, lights, weather and ambient traffic, to see and to press.

const SKY = [["visibility", "m", 100], ["rain", "mm/h", 0.5], ["grip", "", 0.05], ["daylight", "", 0.05]];

/** A row for each thing of a list, kept as long as the things are the same, so that buttons can be pressed in peace. */
class Rows {
  constructor(node, make) {
    Object.assign(this, { node, make, key: null, rows: [] });
  }

  show(things, nothing) {
    const key = JSON.stringify(things.map((thing) => [thing.name, thing.number, (thing.roles || []).map(({ role }) => role)]));
    if (key !== this.key) {
      this.rows = things.map((thing) => this.make(thing));
      this.node.replaceChildren(...(things.length ? this.rows.map(({ node }) => node) : [made("p", { className: "dim", text: nothing })]));
      this.key = key;
    }
    things.forEach((thing, k) => this.rows[k].show(thing));
  }
}

function button(text, title, onclick) {
  return made("button", { type: "button", text, title, onclick });
}

/** `inspect` looks into a machine, by the word for its thing and a title. `ask` asks the studio; `who` gives the picked vehicle; `name` a vehicle's name; `toggled` is called when it is shown or hidden. */
class Console {
  constructor({ ask, who, name, toggled, inspect }) {
    Object.assign(this, { ask, who, name, toggled, inspect, told: null });
    this.situations = new Rows(element("situations"), (one) => this.#situation(one));
    this.triggers = new Rows(element("triggers"), (one) => this.#trigger(one));
    this.beacons = new Rows(element("beacons"), (one) => this.#beacon(one));
    this.lights = new Rows(element("lights"), (one) => this.#light(one));
    this.#listen();
  }

  get isShown() {
    return !element("console").hidden;
  }

  toggle() {
    element("console").hidden = this.isShown;
    element("direct").setAttribute("aria-pressed", `${this.isShown}`);
    this.toggled(this.isShown);
  }

  #listen() {
    element("direct").onclick = () => this.toggle();
    element("sky").replaceChildren(...SKY.map(([name, unit, step]) => {
      const input = made("input", { type: "number", min: 0, step, name, title: `${name}${unit ? ` (${unit})` : ""}` });
      return made("label", {}, made("span", { text: `${name} ` }), input, made("small", { text: unit }));
    }));
    element("sky-title").onclick = () => this.inspect("weather", "Weather");
    element("sky-set").onclick = () => this.#setSky();
    element("ambient-factor").onchange = (event) => this.ask("ambient", { factor: Number(event.target.value) });
    element("ambient-suspend").onclick = () => this.ask("ambient", { suspend: true });
    element("ambient-resume").onclick = () => this.ask("ambient", { resume: true });
  }

  #setSky() {
    const wanted = {};
    for (const input of element("sky").querySelectorAll("input")) {
      if (input.value !== "") wanted[input.name] = Number(input.value);
      input.value = "";
    }
    if (Object.keys(wanted).length) this.ask("weather", { ...wanted, fade: Number(element("sky-fade").value) });
  }

  take(told) {
    this.told = told;
    this.situations.show(told.situations, "This study has no situations.");
    this.triggers.show(told.triggers, "No triggers.");
    this.beacons.show(told.beacons, "No beacons.");
    this.lights.show(told.lights, "No traffic lights.");
    element("sky-box").hidden = !told.weather;
    element("ambient-box").hidden = !told.ambient;
    for (const input of told.weather ? element("sky").querySelectorAll("input") : []) input.placeholder = `${told.weather[input.name]}`;
  }

  // --- rows

  /** A name that opens the machine behind it. */
  #title(text, thing) {
    return made("button", { type: "button", className: "plain", text, title: "Look into its machine", onclick: () => this.inspect(thing, text) });
  }

  #situation(first) {
    const number = first.number + 1;
    const [state, where, reached, why] = ["state", "dim", "", "dim"].map((className) => made("span", { className }));
    const cue = button("Cue", "Open it now: look for its cast, however far its place is", () => this.ask("cue", { situation: number }));
    const stop = button("Stop", "End it, and release its cast", () => this.ask("stop", { situation: number }));
    const roles = first.roles.map(({ role }) => this.#role(number, role));
    const node = made("article", { className: "situation" },
      made("div", { className: "row" }, this.#title(`${number} ${first.name}`, `situation ${first.number}`), state, made("span", { className: "space" }), cue, stop),
      made("p", {}, where), made("p", {}, reached), ...roles.map((role) => role.node), made("p", {}, why));
    const show = (told) => {
      state.textContent = told.state;
      state.dataset.state = told.state;
      const way = told.way === null ? "" : told.way >= 0 ? `, ${lengthText(told.way)} ahead` : `, ${lengthText(-told.way)} behind`;
      where.textContent = `${(told.at / 1000).toFixed(1)} km along the drive${way}${told.attempt > 1 ? `, attempt ${told.attempt}` : ""}`;
      const value = (number) => `${+number.toFixed(2)} ${told.unit}`;
      const now = told.reached !== null ? `reached ${value(told.reached)}` : told.now !== null ? `now ${value(told.now)}` : "";
      reached.textContent = `${told.criterion} of ${told.role}: wanted ${value(told.wanted)} ± ${+told.tolerance.toFixed(2)}${now ? `, ${now}` : ""}`;
      const isMet = told.reached !== null && Math.abs(told.reached - told.wanted) <= told.tolerance;
      reached.className = told.reached === null ? "" : isMet ? "met" : "missed";
      why.textContent = told.why;
      cue.disabled = told.state !== "waiting";
      stop.disabled = ["played", "failed", "dropped"].includes(told.state);
      told.roles.forEach((one, k) => roles[k].show(one, !["waiting", "playing"].includes(told.state)));
    };
    return { node, show };
  }

  #role(number, role) {
    const who = made("span", {});
    const cast = button("Cast picked", "Give this role to the picked vehicle", () => this.ask("cast", { situation: number, part: role, vehicle: this.who() }));
    const node = made("div", { className: "row role" }, made("span", { className: "dim", text: role }), who, made("span", { className: "space" }), cast);
    const show = (told, isFixed) => {
      const off = told.off === null ? "" : told.is_settled ? ", at its station" : `, ${Math.abs(told.off).toFixed(0)} m too far ${told.off > 0 ? "ahead" : "back"}`;
      who.textContent = told.entity ? `${this.name(told.entity)}${off}` : "nobody yet";
      cast.disabled = isFixed || !this.who();
    };
    return { node, show };
  }

  #trigger({ name }) {
    const state = made("span", { className: "state" });
    const press = (item) => button(item, `Press '${item}' of this trigger`, () => this.ask("call", { name, item }));
    const node = made("div", { className: "row" }, this.#title(name, `trigger ${name}`), state, made("span", { className: "space" }), press("fire"), press("arm"), press("disarm"));
    return { node, show: (told) => { state.textContent = told.state.toLowerCase(); } };
  }

  #beacon({ name, members }) {
    const state = made("span", { className: "state" });
    const press = (text, item, value = true) => button(text, `Press '${item}'`, () => this.ask("call", { name, item, value }));
    const buttons = members === undefined ? [press("on", "on"), press("off", "off")] : [press("flow", "flow", 1), press("halt", "flow", 0)];
    const node = made("div", { className: "row" }, made("span", { text: name }), state, made("span", { className: "space" }), ...buttons);
    const show = (told) => { state.textContent = told.members !== undefined ? `${told.members} vehicles` : told.reach === null ? "off" : `${told.reach.toFixed(0)} m`; };
    return { node, show };
  }

  #light(first) {
    const { name } = first;
    const state = made("span", { className: "state" });
    const phases = made("select", { title: "Go to this phase, and hold it for 20 s", onchange: (event) => {
      if (event.target.value) this.ask("light", { name, phase: Number(event.target.value), hold_for: 20 });
      event.target.selectedIndex = 0;
    } }, new Option("phase …", ""), ...first.green.map((phase) => new Option(first.phases[phase], phase)));
    const press = (item) => button(item, `Press '${item}' of these lights`, () => this.ask("light", { name, [item]: true }));
    const node = made("div", { className: "row" }, this.#title(name, `entity ${first.id}`), state, made("span", { className: "space" }), phases, press("hold"), press("release"), press("off"), press("on"));
    const show = (told) => {
      const isOff = told.change === "off";
      state.textContent = isOff ? "off" : `${told.phases[told.phase] || told.phase}${told.change ? `, ${told.change}` : ""}${told.is_held ? ", held" : ""}`;
    };
    return { node, show };
  }
}
